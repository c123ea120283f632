import os
import tempfile
import unittest

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

    def test_save_and_load(self):
        with tempfile.TemporaryDirectory() as folder:
            path = os.path.join(folder, "cellar.json")
            store.save(flour(), path)
            self.assertEqual(list(store.load(path)), list(flour()))
            self.assertEqual(os.listdir(folder), ["cellar.json"])
