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


import io
from unittest import mock

store = module("rootcellar.store")
units = module("rootcellar.units")
happened = []


class File(io.StringIO):
    def close(self):
        if not self.closed:
            happened.append(("closed", self.getvalue()))
        super().close()


def fake_open(path, mode="r", **rest):
    print("opened:", path, mode)
    happened.append(("opened", path))
    return File()


def fake_replace(old, new):
    print("replaced:", old, "->", new)
    happened.append(("replaced", (old, new)))


def write():
    cellar = store.Store()
    cellar.add("salt", units.Amount(1, "kg"))
    with mock.patch("builtins.open", fake_open), mock.patch("os.replace", fake_replace):
        store.save(cellar, "cellar.json")


attempt(write, "a store is saved")
check([what for what, _ in happened] == ["opened", "closed", "replaced"], "one file is written, closed, then put in place")
check(happened[0][1] == "cellar.json.new", "the file that is written is not the old one")
check("salt" in happened[1][1], "the list is complete before that")
check(happened[2][1] == ("cellar.json.new", "cellar.json"), "os.replace puts it in the place of the old one")
