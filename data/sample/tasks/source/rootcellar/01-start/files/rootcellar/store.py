"""What is in the cellar, and the JSON file it is kept in."""

import json
import os
from dataclasses import asdict, dataclass

from rootcellar.units import Amount, convert


@dataclass
class Item:
    name: str
    amount: Amount
    shelf: str = "floor"


def normal(name):
    """Names differ neither by case nor by spaces."""
    return " ".join(name.lower().split())


class Store:
    """Items by name."""

    def __init__(self, items=()):
        self._items = {item.name: item for item in items}

    def __iter__(self):
        return iter(sorted(self._items.values(), key=lambda item: item.name))

    def get(self, name):
        return self._items.get(normal(name))

    def add(self, name, amount, shelf=None):
        """Put something in. More of the same is counted in the unit it has."""
        name = normal(name)
        item = self._items.get(name)
        if item is None:
            self._items[name] = Item(name, amount, shelf or "floor")
            return
        more = convert(amount, item.amount.unit)
        item.amount = Amount(item.amount.value + more.value, more.unit)
        item.shelf = shelf or item.shelf

    def take(self, name, amount):
        """Take something out."""
        item = self._items.get(normal(name))
        if item is None:
            raise ValueError(f"there is no {normal(name)}")
        left = item.amount.value - amount.value
        item.amount = Amount(left, item.amount.unit)


def load(path):
    """Read a store; a file that is not there is an empty one."""
    if not os.path.exists(path):
        return Store()
    with open(path, encoding="utf-8") as file:
        rows = json.load(file)
    return Store(
        Item(row["name"], Amount(**row["amount"]), row["shelf"])
        for row in rows
    )


def save(store, path):
    """Write a store beside the old file first, then put it in its place."""
    with open(path + ".new", "w", encoding="utf-8") as file:
        json.dump([asdict(item) for item in store], file, indent=2)
    os.replace(path + ".new", path)
