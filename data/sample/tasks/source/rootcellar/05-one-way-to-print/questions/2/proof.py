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


report = module("rootcellar.report")
store = module("rootcellar.store")
units = module("rootcellar.units")


def fill():
    cellar = store.Store()
    for name, shelf in (("zwieback", "north"), ("cider", "south"), ("apples", "north")):
        cellar.add(name, units.Amount(1, "pcs"), shelf)
    return cellar


cellar = attempt(fill, "three items are put in")
lines = attempt(lambda: report.table(cellar).splitlines(), "the list is printed")
order = [line.split()[0] for line in lines]
print("order:", *order)
check(order == ["apples", "cider", "zwieback"], "sorted by name")
north = attempt(lambda: report.table(cellar, "north"), "one shelf is printed")
check([line.split()[0] for line in north.splitlines()] == ["apples", "zwieback"], "only what is on that shelf")
empty = attempt(lambda: report.table(cellar, "NORTH"), "an empty shelf is printed")
print("empty:", empty)
check(empty == "nothing here", "an empty shelf prints a text")
