"""Units, and amounts such as "1.5 kg"."""

import math
from dataclasses import dataclass

# unit -> (what it measures, how many of the smallest unit it is)
UNITS = {
    "g": ("mass", 1),
    "kg": ("mass", 1000),
    "ml": ("volume", 1),
    "l": ("volume", 1000),
    "pcs": ("count", 1),
    "dozen": ("count", 12),
}


@dataclass(frozen=True)
class Amount:
    value: float
    unit: str


def parse_amount(text):
    """Read an amount such as "1.5 kg"; a number alone counts pieces."""
    number, _, unit = text.strip().partition(" ")
    unit = unit.strip().lower() or "pcs"
    if unit not in UNITS:
        raise ValueError(f"unknown unit {unit!r}, one of {', '.join(UNITS)}")
    value = float(number)
    if not math.isfinite(value) or value < 0:
        raise ValueError(f"{number} is no amount")
    return Amount(value, unit)


def convert(amount, unit):
    """The same amount in another unit of the same kind."""
    kind, size = UNITS[amount.unit]
    other_kind, other_size = UNITS[unit]
    if kind != other_kind:
        raise ValueError(f"cannot convert {amount.unit} to {unit}")
    return Amount(amount.value * size / other_size, unit)


def format_amount(amount, digits=2):
    """Mass and volume in the largest unit that leaves at least one."""
    kind, _ = UNITS[amount.unit]
    units = [unit for unit in UNITS if UNITS[unit][0] == kind]
    if kind != "count":
        for unit in sorted(units, key=lambda unit: -UNITS[unit][1]):
            larger = convert(amount, unit)
            if larger.value >= 1:
                amount = larger
                break
    number = f"{amount.value:.{digits}f}"
    if "." in number:
        number = number.rstrip("0").rstrip(".")
    return f"{number} {amount.unit}"
