"""The command line."""

import argparse
import os

from rootcellar.report import table
from rootcellar.store import NotEnough, load, normal, save
from rootcellar.units import parse_amount


def _pretty(amount):
    return f"{amount.value:g} {amount.unit}"


def _parser():
    parser = argparse.ArgumentParser(prog="rootcellar")
    parser.add_argument("--file", help="where the list is kept")
    commands = parser.add_subparsers(dest="command", required=True)
    add = commands.add_parser("add", help="put something in")
    add.add_argument("name")
    add.add_argument("amount")
    add.add_argument("--shelf")
    take = commands.add_parser("take", help="take something out")
    take.add_argument("name")
    take.add_argument("amount")
    listing = commands.add_parser("list", help="what there is")
    listing.add_argument("--shelf")
    return parser


def main(argv=None, out=print):
    """Run one command.

    The exit code is 1 where there is not enough, 2 where an argument makes no
    sense.
    """
    args = _parser().parse_args(argv)
    path = args.file or os.environ.get("ROOTCELLAR_FILE") or "cellar.json"
    store = load(path)
    try:
        if args.command == "list":
            out(table(store, args.shelf))
            return 0
        amount = parse_amount(args.amount)
        if args.command == "add":
            store.add(args.name, amount, args.shelf)
        else:
            store.take(args.name, amount)
    except NotEnough as error:
        out(f"rootcellar: {error}")
        return 1
    except ValueError as error:
        out(f"rootcellar: {error}")
        return 2
    save(store, path)
    item = store.get(args.name)
    left = _pretty(item.amount) if item else "none left"
    out(f"{normal(args.name)}: {left}")
    return 0
