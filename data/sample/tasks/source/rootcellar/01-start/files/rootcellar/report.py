"""The table that `list` prints."""

from rootcellar.units import UNITS, convert


def pretty_amount(amount):
    """Mass and volume in the largest unit that leaves at least one."""
    kind, _ = UNITS[amount.unit]
    if kind == "count":
        return f"{amount.value:g} {amount.unit}"
    units = [unit for unit in UNITS if UNITS[unit][0] == kind]
    for unit in sorted(units, key=lambda unit: -UNITS[unit][1]):
        value = convert(amount, unit).value
        if value >= 1:
            return f"{round(value, 2):g} {unit}"
    return f"{round(amount.value, 2):g} {amount.unit}"


def table(store, shelf=None):
    """One line for each item, of one shelf or of all."""
    rows = [
        (item.name, pretty_amount(item.amount), item.shelf)
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
