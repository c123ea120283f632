"""Units, and amounts such as "1.5 kg"."""

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
    return Amount(float(number), unit)


def convert(amount, unit):
    """The same amount in another unit of the same kind."""
    kind, size = UNITS[amount.unit]
    other_kind, other_size = UNITS[unit]
    if kind != other_kind:
        raise ValueError(f"cannot convert {amount.unit} to {unit}")
    return Amount(amount.value * size / other_size, unit)
