import pathlib
import re
import sys


def check(ok, what):
    print(("OBSERVED: " if ok else "NOT OBSERVED: ") + what)
    if not ok:
        sys.exit(1)


def block(path, head):
    """The source text from `head` to the brace that closes its body."""
    text = pathlib.Path(path).read_text(encoding="utf-8")
    start = text.find(head)
    check(start >= 0, f"{path} has: {head}")
    open_at = text.find("{", start + len(head) - 1)
    depth = 0
    for at in range(max(open_at, 0), len(text)):
        depth += {"{": 1, "}": -1}.get(text[at], 0)
        if depth == 0:
            return text[start : at + 1]
    check(False, f"{path}: the end of {head}")


body = block("src/climb.js", "export function climb(points) {")
loop = body[body.index("for (") :] if "for (" in body else ""
statements = [line.strip() for line in loop.splitlines()[1:] if line.strip()]
first = statements[0] if statements else ""
print("skips null first:", first == "if (metres === null) continue;")
check(first == "if (metres === null) continue;", "a point without a height is left before anything is counted")
check("const step = last === null ? 0 : metres - last;" in statements, "a step is measured against the last height")
check("last = metres;" in statements and loop.count("last =") == 2, "only a known height becomes the last one")
uses = "climb(points)" in block("src/time.js", "export function walkingMinutes(")
print("walkingMinutes calls climb:", uses)
check(uses, "the walking time takes its heights from climb")
