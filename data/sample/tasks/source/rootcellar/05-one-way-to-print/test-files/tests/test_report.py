import unittest
import warnings

from rootcellar import report, store
from rootcellar.units import Amount


class ReportTest(unittest.TestCase):
    def test_table(self):
        cellar = store.Store()
        cellar.add("cider", Amount(750, "ml"), "north")
        cellar.add("apples", Amount(2500, "g"))
        with warnings.catch_warnings():
            warnings.simplefilter("error")
            self.assertEqual(
                report.table(cellar), "apples  2.5 kg  floor\ncider   750 ml  north"
            )

    def test_pretty_amount_warns(self):
        with self.assertWarnsRegex(
            DeprecationWarning, "use rootcellar.units.format_amount"
        ):
            self.assertEqual(report.pretty_amount(Amount(1500, "g")), "1.5 kg")
