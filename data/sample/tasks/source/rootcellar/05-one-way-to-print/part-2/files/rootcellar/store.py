"""What is in the cellar, and the JSON file it is kept in."""

import json
import os
from dataclasses import asdict, dataclass
from datetime import date
from typing import Optional

from rootcellar.units import Amount, convert, format_amount


@dataclass
class Item:
    name: str
    amount: Amount
    shelf: str = "floor"
    best_before: Optional[date] = None


class NotEnough(ValueError):
    """More was asked for than there is."""

    def __init__(self, item, amount):
        left, asked = format_amount(item.amount), format_amount(amount)
        super().__init__(f"only {left} of {item.name} left, {asked} asked for")


def normal(name):
    """Names differ neither by case nor by spaces."""
    return " ".join(name.lower().split())


def _date(given):
    """A date that may be given as text."""
    if given is None or isinstance(given, date):
        return given
    try:
        day = date.fromisoformat(given)
    except ValueError:
        day = None
    if str(day) != given:
        raise ValueError(f"best before {given!r} is not YYYY-MM-DD")
    return day


def _sum(amount, value):
    """Rounded: 0.3 - 0.1 is 0.2 for whoever keeps salt."""
    return Amount(round(amount.value + value, 6), amount.unit)


class Store:
    """Items by name."""

    def __init__(self, items=()):
        self._items = {item.name: item for item in items}

    def __iter__(self):
        return iter(sorted(self._items.values(), key=lambda item: item.name))

    def get(self, name):
        return self._items.get(normal(name))

    def add(self, name, amount, shelf=None, best_before=None):
        """Put something in. More of the same is counted in the unit it has."""
        name = normal(name)
        best_before = _date(best_before)
        item = self._items.get(name)
        if item is None:
            self._items[name] = Item(name, amount, shelf or "floor", best_before)
            return
        more = convert(amount, item.amount.unit)
        item.amount = _sum(item.amount, more.value)
        item.shelf = shelf or item.shelf
        dates = [day for day in (item.best_before, best_before) if day]
        item.best_before = min(dates, default=None)

    def take(self, name, amount):
        """Take something out, and say how much is left."""
        item = self._items.get(normal(name))
        if item is None:
            raise ValueError(f"there is no {normal(name)}")
        gone = convert(amount, item.amount.unit)
        if gone.value > item.amount.value:
            raise NotEnough(item, amount)
        item.amount = _sum(item.amount, -gone.value)
        if item.amount.value == 0:
            del self._items[item.name]
        return item.amount


def load(path):
    """Read a store; a file that is not there is an empty one."""
    if not os.path.exists(path):
        return Store()
    with open(path, encoding="utf-8") as file:
        rows = json.load(file)
    return Store(
        Item(
            row["name"],
            Amount(**row["amount"]),
            row["shelf"],
            _date(row.get("best_before")),
        )
        for row in rows
    )


def save(store, path):
    """Write a store beside the old file first, then put it in its place."""
    rows = [asdict(item) for item in store]
    with open(path + ".new", "w", encoding="utf-8") as file:
        json.dump(rows, file, indent=2, default=str)
    os.replace(path + ".new", path)
