import os
import tempfile
import unittest

from rootcellar.cli import main


class CliTest(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.path = os.path.join(folder.name, "cellar.json")

    def run_cli(self, *args, **more):
        lines = []
        code = main(["--file", self.path, *args], out=lines.append, **more)
        return code, "\n".join(lines)

    def test_list_of_nothing(self):
        self.assertEqual(self.run_cli("list"), (0, "nothing here"))

    def test_list(self):
        self.run_cli("add", "Plum jam", "6", "--shelf", "south")
        self.run_cli("add", "flour", "1500 g")
        self.assertEqual(
            self.run_cli("list"),
            (0, "flour     1.5 kg  floor\nplum jam  6 pcs   south"),
        )

    def test_list_one_shelf(self):
        self.run_cli("add", "plum jam", "6", "--shelf", "south")
        self.assertEqual(self.run_cli("list", "--shelf", "north"), (0, "nothing here"))

    def test_unknown_unit(self):
        code, text = self.run_cli("add", "flour", "1 stone")
        self.assertEqual(code, 2)
        self.assertIn("unknown unit 'stone'", text)

    def test_take_too_much(self):
        self.run_cli("add", "flour", "2 kg")
        with open(self.path, encoding="utf-8") as file:
            before = file.read()
        self.assertEqual(
            self.run_cli("take", "flour", "3 kg"),
            (1, "rootcellar: only 2 kg of flour left, 3 kg asked for"),
        )
        with open(self.path, encoding="utf-8") as file:
            self.assertEqual(file.read(), before)

    def test_take_the_rest(self):
        self.run_cli("add", "flour", "2 kg")
        self.assertEqual(self.run_cli("take", "Flour", "2 kg"), (0, "flour: none left"))
        self.assertEqual(self.run_cli("list"), (0, "nothing here"))
