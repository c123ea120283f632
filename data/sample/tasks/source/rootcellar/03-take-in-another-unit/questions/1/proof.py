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


store = module("rootcellar.store")
units = module("rootcellar.units")
cellar = attempt(store.Store, "an empty store")
attempt(lambda: cellar.add("Flour", units.Amount(2, "kg"), "north"), "flour is put in")
attempt(lambda: cellar.add(" flour", units.Amount(500, "g")), "more flour is put in")
item = attempt(lambda: cellar.get("FLOUR"), "flour is found")
check(item is not None and len(list(cellar)) == 1, "Flour and flour are one item")
print("kept:", item.amount.unit, item.shelf)
check(item.amount == units.Amount(2.5, "kg"), "500 g on top of 2 kg are 2.5 kg")
check(item.shelf == "north", "the shelf stays")
attempt(lambda: cellar.add("flour", units.Amount(1, "kg"), "south"), "a shelf is given")
check(cellar.get("flour").shelf == "south", "a shelf that is given replaces it")
try:
    cellar.add("flour", units.Amount(5, "ml"))
    check(False, "another kind raises an error")
except ValueError as error:
    print("error:", error)
    check(str(error) == "cannot convert ml to kg", "another kind is a ValueError")
check(cellar.get("flour").amount == units.Amount(3.5, "kg"), "and nothing changed")
