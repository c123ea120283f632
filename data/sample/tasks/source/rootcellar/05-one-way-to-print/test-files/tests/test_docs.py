import doctest
import os
import unittest

from rootcellar import units

README = os.path.join(os.path.dirname(__file__), "..", "README.md")


class DocsTest(unittest.TestCase):
    def test_readme(self):
        with open(README, encoding="utf-8") as file:
            _, _, section = file.read().partition("\n## Amounts\n")
        section = section.partition("\n## ")[0]
        self.assertGreaterEqual(section.count(">>> format_amount("), 3)
        self.assertEqual(doctest.testfile(README, module_relative=False).failed, 0)

    def test_docstring(self):
        result = doctest.testmod(units)
        self.assertGreaterEqual(result.attempted, 1)
        self.assertEqual(result.failed, 0)
