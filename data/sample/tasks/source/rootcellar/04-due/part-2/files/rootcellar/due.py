"""What has to be used soon."""


def due(store, today, within=7):
    """Items whose date is at most `within` days away, what is over first."""
    near = [
        (item, (item.best_before - today).days)
        for item in store
        if item.best_before is not None
    ]
    near = [(item, days) for item, days in near if days <= within]
    return sorted(near, key=lambda pair: (pair[1], pair[0].name))
