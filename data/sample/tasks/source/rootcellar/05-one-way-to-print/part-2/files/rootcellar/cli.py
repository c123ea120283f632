"""The command line."""

import argparse
import os
from datetime import date

from rootcellar.due import due
from rootcellar.report import table
from rootcellar.store import NotEnough, load, normal, save
from rootcellar.units import format_amount, parse_amount


def _parser():
    parser = argparse.ArgumentParser(prog="rootcellar")
    parser.add_argument("--file", help="where the list is kept")
    commands = parser.add_subparsers(dest="command", required=True)
    add = commands.add_parser("add", help="put something in")
    add.add_argument("name")
    add.add_argument("amount")
    add.add_argument("--shelf")
    add.add_argument("--best-before", metavar="YYYY-MM-DD")
    take = commands.add_parser("take", help="take something out")
    take.add_argument("name")
    take.add_argument("amount")
    listing = commands.add_parser("list", help="what there is")
    listing.add_argument("--shelf")
    soon = commands.add_parser("due", help="what has to be used soon")
    soon.add_argument("--within", type=int, default=7, metavar="DAYS")
    return parser


def _when(days):
    count = f"{abs(days)} day" + ("" if abs(days) == 1 else "s")
    return "today" if days == 0 else f"in {count}" if days > 0 else f"{count} over"


def main(argv=None, out=print, today=None):
    """Run one command.

    The exit code is 1 where there is not enough or something is over, 2 where
    an argument makes no sense.
    """
    args = _parser().parse_args(argv)
    path = args.file or os.environ.get("ROOTCELLAR_FILE") or "cellar.json"
    store = load(path)
    try:
        if args.command == "list":
            out(table(store, args.shelf))
            return 0
        if args.command == "due":
            near = due(store, today or date.today(), args.within)
            for item, days in near:
                out(f"{item.name}: {_when(days)}")
            if not near:
                out("nothing due")
            return 1 if any(days < 0 for _, days in near) else 0
        amount = parse_amount(args.amount)
        if args.command == "add":
            store.add(args.name, amount, args.shelf, args.best_before)
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
    left = format_amount(item.amount) if item else "none left"
    out(f"{normal(args.name)}: {left}")
    return 0
