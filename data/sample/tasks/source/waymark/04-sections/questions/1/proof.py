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


body = block("src/cli.js", "export function main(args, { read, write }) {")
caught = re.search(r"\} catch \(error\) \{\s*write\(`waymark: \$\{error\.message\}`\);\s*return (\d+);", body)
check(caught is not None, "main catches every error, writes it and returns a number")
print("code after an error:", caught.group(1))
check(caught.group(1) == "2", "the number is 2")
script = pathlib.Path("bin/waymark.js").read_text(encoding="utf-8")
check("process.exitCode = main(process.argv.slice(2), {" in script, "what main returns is the exit code")
written = re.search(r"write: \(text\) => process\.(\w+)\.write\(", script)
check(written is not None, "bin/waymark.js says where write goes")
print("write goes to:", written.group(1))
check(written.group(1) == "stdout", "to standard output")
check("stderr" not in script + body and "console." not in script + body, "nothing goes to standard error")
