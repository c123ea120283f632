import unittest

from rootcellar import units
from rootcellar.units import Amount


class UnitsTest(unittest.TestCase):
    def test_parse_amount(self):
        self.assertEqual(units.parse_amount(" 1.5 KG "), Amount(1.5, "kg"))

    def test_parse_number_alone_counts_pieces(self):
        self.assertEqual(units.parse_amount("6"), Amount(6, "pcs"))

    def test_parse_unknown_unit(self):
        with self.assertRaisesRegex(ValueError, "unknown unit 'stone'"):
            units.parse_amount("2 stone")

    def test_parse_no_amount(self):
        for text in ("-1 kg", "nan", "inf g"):
            with self.assertRaisesRegex(ValueError, "is no amount"):
                units.parse_amount(text)

    def test_convert(self):
        self.assertEqual(units.convert(Amount(2, "dozen"), "pcs"), Amount(24, "pcs"))

    def test_convert_another_kind(self):
        with self.assertRaisesRegex(ValueError, "cannot convert ml to kg"):
            units.convert(Amount(5, "ml"), "kg")
