#!/bin/sh
# run_script.sh [FILE,FILE...]: run tests in the working directory, all by default.
# Prints a line for each test: PASSED, FAILED, ERROR or SKIPPED, then file::class::test.
# PYTHON names the interpreter (default python3, 3.9 or newer). No packages.
exec "${PYTHON:-python3}" -B - "$@" <<'PY'
import glob
import importlib
import os
import sys
import unittest

sys.path.insert(0, os.getcwd())


class Result(unittest.TestResult):
    def __init__(self):
        super().__init__()
        self.buffer = True
        self.lines = []

    def say(self, word, test):
        if isinstance(test, unittest.TestCase):
            file = type(test).__module__.replace(".", "/") + ".py"
            name = f"{file}::{type(test).__name__}::{test._testMethodName}"
            self.lines.append(f"{word} {name}")

    def addSuccess(self, test):
        self.say("PASSED", test)

    def addError(self, test, error):
        super().addError(test, error)
        self.say("ERROR", test)

    def addFailure(self, test, error):
        super().addFailure(test, error)
        self.say("FAILED", test)

    def addSubTest(self, test, subtest, error):
        super().addSubTest(test, subtest, error)
        if error is not None:
            self.say("FAILED", test)

    def addSkip(self, test, reason):
        self.say("SKIPPED", test)


files = [file for given in sys.argv[1:] for file in given.split(",") if file]
result = Result()
for file in sorted(set(files or glob.glob("tests/test_*.py"))):
    try:
        module = importlib.import_module(file[: -len(".py")].replace("/", "."))
    except Exception:
        result.lines.append(f"ERROR {file}")
        continue
    unittest.defaultTestLoader.loadTestsFromModule(module).run(result)
print("\n".join(result.lines))
ok = all(line.startswith(("PASSED", "SKIPPED")) for line in result.lines)
sys.exit(0 if ok and result.lines else 1)
PY
