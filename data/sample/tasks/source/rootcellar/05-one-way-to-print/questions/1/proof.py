import importlib
import os
import sys

sys.dont_write_bytecode = True
sys.path.insert(0, os.getcwd())


def check(ok, what):
    print(("OBSERVED: " if ok else "NOT OBSERVED: ") + what)
    if not ok:
        sys.exit(1)


def attempt(run, what):
    try:
        return run()
    except Exception as error:
        check(False, f"{what} ({type(error).__name__}: {error})")


def module(name):
    return attempt(lambda: importlib.import_module(name), f"{name} can be imported")


from unittest import mock

cli = module("rootcellar.cli")
store = module("rootcellar.store")
units = module("rootcellar.units")
amount = attempt(lambda: units.parse_amount("6"), "a number alone is read")
check(amount is not None, "there is an amount")
print("6 ->", amount.unit)
check(amount == units.Amount(6, "pcs"), "a number alone counts pieces")


def add(text):
    lines = []
    with mock.patch.object(cli, "load", lambda path: store.Store()):
        with mock.patch.object(cli, "save", lambda *of: check(False, f"{text} is refused")):
            code = cli.main(["add", "eggs", "--", text], out=lines.append)
    return code, "".join(lines)


for text, message in (
    ("1 stone", "unknown unit 'stone'"),
    ("-1", "-1 is no amount"),
    ("nan kg", "nan is no amount"),
    ("inf", "inf is no amount"),
):
    code, said = attempt(lambda: add(text), f"add eggs {text}")
    print("exit code:", code)
    check(code == 2 and said.startswith("rootcellar: ") and message in said, f"{text} is refused: {said}")
