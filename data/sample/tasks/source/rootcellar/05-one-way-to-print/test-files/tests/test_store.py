import os
import tempfile
import unittest
from datetime import date

from rootcellar import store
from rootcellar.units import Amount


def flour():
    cellar = store.Store()
    cellar.add("Flour", Amount(2, "kg"), "north")
    return cellar


class StoreTest(unittest.TestCase):
    def test_names_are_normal(self):
        self.assertEqual(flour().get(" FLOUR ").name, "flour")

    def test_add_more_keeps_unit_and_shelf(self):
        cellar = flour()
        cellar.add("flour", Amount(500, "g"))
        item = cellar.get("flour")
        self.assertEqual(item.amount, Amount(2.5, "kg"))
        self.assertEqual(item.shelf, "north")

    def test_take(self):
        cellar = flour()
        cellar.take("flour", Amount(1, "kg"))
        self.assertEqual(cellar.get("flour").amount, Amount(1, "kg"))

    def test_take_what_is_not_there(self):
        with self.assertRaisesRegex(ValueError, "there is no salt"):
            flour().take("Salt", Amount(1, "g"))

    def test_take_in_another_unit(self):
        cellar = flour()
        cellar.take("flour", Amount(500, "g"))
        self.assertEqual(cellar.get("flour").amount, Amount(1.5, "kg"))

    def test_take_another_kind(self):
        cellar = flour()
        with self.assertRaisesRegex(ValueError, "cannot convert ml to kg"):
            cellar.take("flour", Amount(5, "ml"))
        self.assertEqual(list(cellar), list(flour()))

    def test_take_more_than_there_is(self):
        cellar = flour()
        cellar.take("flour", Amount(0.5, "kg"))
        with self.assertRaises(store.NotEnough) as raised:
            cellar.take("flour", Amount(2, "kg"))
        self.assertIsInstance(raised.exception, ValueError)
        self.assertEqual(
            str(raised.exception), "only 1.5 kg of flour left, 2 kg asked for"
        )
        self.assertEqual(cellar.get("flour").amount, Amount(1.5, "kg"))

    def test_take_too_much_in_another_unit(self):
        with self.assertRaisesRegex(ValueError, "only 2 kg of flour left, 2.5 kg asked"):
            flour().take("flour", Amount(2500, "g"))

    def test_amounts_are_rounded(self):
        cellar = store.Store()
        for _ in range(3):
            cellar.add("salt", Amount(0.1, "kg"))
        self.assertEqual(cellar.get("salt").amount, Amount(0.3, "kg"))
        self.assertEqual(cellar.take("salt", Amount(0.1, "kg")), Amount(0.2, "kg"))

    def test_take_the_rest(self):
        cellar = flour()
        self.assertEqual(cellar.take("flour", Amount(2000, "g")), Amount(0, "kg"))
        self.assertEqual(list(cellar), [])

    def test_save_and_load(self):
        with tempfile.TemporaryDirectory() as folder:
            path = os.path.join(folder, "cellar.json")
            store.save(flour(), path)
            self.assertEqual(list(store.load(path)), list(flour()))
            self.assertEqual(os.listdir(folder), ["cellar.json"])

    def test_best_before(self):
        cellar = store.Store()
        cellar.add("milk", Amount(1, "l"), best_before="2026-03-09")
        cellar.add("eggs", Amount(6, "pcs"), best_before=date(2026, 3, 12))
        self.assertEqual(cellar.get("milk").best_before, date(2026, 3, 9))
        self.assertEqual(cellar.get("eggs").best_before, date(2026, 3, 12))

    def test_best_before_unreadable(self):
        for text in ("31.5.2026", "2026-02-30", "soon"):
            with self.assertRaises(ValueError) as raised:
                flour().add("milk", Amount(1, "l"), best_before=text)
            self.assertEqual(
                str(raised.exception), f"best before {text!r} is not YYYY-MM-DD"
            )

    def test_best_before_of_more(self):
        cellar = flour()
        for text in ("2026-05-01", "2026-04-01", None, "2026-06-01"):
            cellar.add("flour", Amount(1, "kg"), best_before=text)
        self.assertEqual(cellar.get("flour").best_before, date(2026, 4, 1))

    def test_best_before_is_saved(self):
        cellar = flour()
        cellar.add("milk", Amount(1, "l"), best_before="2026-03-09")
        with tempfile.TemporaryDirectory() as folder:
            path = os.path.join(folder, "cellar.json")
            store.save(cellar, path)
            with open(path, encoding="utf-8") as file:
                self.assertIn('"best_before": "2026-03-09"', file.read())
            self.assertEqual(list(store.load(path)), list(cellar))

    def test_load_without_dates(self):
        with tempfile.TemporaryDirectory() as folder:
            path = os.path.join(folder, "cellar.json")
            with open(path, "w", encoding="utf-8") as file:
                file.write(
                    '[{"name": "rice", "shelf": "floor",'
                    ' "amount": {"value": 1, "unit": "kg"}}]'
                )
            self.assertEqual(store.load(path).get("rice").amount, Amount(1, "kg"))
