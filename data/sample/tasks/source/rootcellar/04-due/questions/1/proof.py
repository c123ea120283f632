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


def asked(args, environment):
    seen = []

    def load(path):
        seen.append(path)
        return store.Store()

    with mock.patch.object(cli, "load", load), mock.patch.dict(os.environ, environment, clear=True):
        try:
            cli.main([*args, "list"], out=lambda text: None)
        except SystemExit:
            check(False, f"{args} is understood")
    check(len(seen) == 1, "the list is loaded once")
    print("asked for:", seen[0])
    return seen[0]


name = {"ROOTCELLAR_FILE": "second.json"}
both = attempt(lambda: asked(["--file", "first.json"], name), "both are given")
check(both == "first.json", "--file wins")
check(attempt(lambda: asked([], name), "the variable alone") == "second.json", "then ROOTCELLAR_FILE")
check(attempt(lambda: asked([], {}), "neither") == "cellar.json", "then cellar.json")
empty = attempt(lambda: list(store.load("no-such-file.json")), "a file that is not there")
check(empty == [], "is an empty store")
