import importlib
import unittest
from datetime import date

from rootcellar import store
from rootcellar.units import Amount

TODAY = date(2026, 3, 10)


def names(within=None):
    cellar = store.Store()
    for name, day in (
        ("yeast", "2026-03-17"),
        ("milk", "2026-03-08"),
        ("butter", "2026-03-13"),
        ("cream", "2026-03-13"),
        ("jam", "2026-03-18"),
        ("salt", None),
    ):
        cellar.add(name, Amount(1, "pcs"), best_before=day)
    due = importlib.import_module("rootcellar.due").due
    near = due(cellar, TODAY) if within is None else due(cellar, TODAY, within)
    return [(item.name, days) for item, days in near]


class DueTest(unittest.TestCase):
    def test_a_week_sorted(self):
        self.assertEqual(
            names(), [("milk", -2), ("butter", 3), ("cream", 3), ("yeast", 7)]
        )

    def test_within(self):
        self.assertEqual(names(0), [("milk", -2)])
        self.assertEqual(names(8)[-1], ("jam", 8))
