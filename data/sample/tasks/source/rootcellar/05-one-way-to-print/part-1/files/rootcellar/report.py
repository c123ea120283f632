"""The table that `list` prints."""

import warnings

from rootcellar.units import format_amount


def pretty_amount(amount):
    """What format_amount gives; kept for scripts that call it here."""
    warnings.warn(
        "use rootcellar.units.format_amount", DeprecationWarning, stacklevel=2
    )
    return format_amount(amount)


def table(store, shelf=None):
    """One line for each item, of one shelf or of all."""
    rows = [
        (item.name, format_amount(item.amount), item.shelf)
        for item in store
        if shelf in (None, item.shelf)
    ]
    if not rows:
        return "nothing here"
    widths = [max(len(row[i]) for row in rows) for i in range(3)]
    return "\n".join(
        "  ".join(cell.ljust(width) for cell, width in zip(row, widths)).rstrip()
        for row in rows
    )
