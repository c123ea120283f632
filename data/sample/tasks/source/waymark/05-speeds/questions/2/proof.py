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


body = block("src/parse.js", "export function parseRoute(text) {")
check(re.search(r"const \[first, \.\.\.lines\] = text\b", body) is not None, "all lines after the title are kept")
loop = re.search(r'for \(const \[i, line\] of lines\.entries\(\)\) \{\s*(.*)', body)
check(loop is not None, "the index runs over all of them")
skips = loop.group(1) == 'if (line.trim() === "") continue;'
print("blank lines skipped inside the loop:", skips)
check(skips, "a blank line is passed over, after it was counted")
message = re.search(r"throw new SyntaxError\(`line \$\{(i \+ \d)\}: not ", body)
check(message is not None, "the message names a line")
print("line in messages:", message.group(1))
check(message.group(1) == "i + 2", "the title is line 1, the first line after it is 2")
