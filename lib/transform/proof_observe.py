"""Runs a proof script and tells what it did: for the label `executed`, and to name what cannot fail.

proof_observe.py SCRIPT MARK        the report is the last line on standard error that starts with MARK

The proof runs in the same process, so a malicious one could lie to this report. Nothing rests on it but a
label and the choice between two reasons for a rejection; what a proof did to the tree is seen from outside.
"""

import ast
import json
import os
import sys
import types

SCRIPT, MARK = sys.argv[1], sys.argv[2]
ROOT = os.getcwd()
OWN = tuple({sys.prefix + os.sep, sys.base_prefix + os.sep, "/usr/lib/python", "/given/", "<frozen"})
RUNTIMES = ("python", "node", "deno", "bun", "go", "ruby", "perl", "php", "java", "npm", "npx", "make", "cargo",
            "sh", "bash", "dash", "tsx", "ts-node")
read, ran, raised = set(), set(), set()
source = open(SCRIPT, "rb").read()


def inside(path):
    """Path of a file of the repository from its root, or None."""
    try:
        full = os.path.abspath(os.path.join(ROOT, os.fsdecode(path)))
    except (TypeError, ValueError):
        return None
    if full.startswith(ROOT + os.sep) and os.path.isfile(full):
        return os.path.relpath(full, ROOT)
    return None


def definitions(code):
    for const in code.co_consts:
        if isinstance(const, types.CodeType):
            yield const.co_name


def of_repository(code):
    """The repository's file that a code object was made from, or None."""
    name = code.co_filename
    if name == SCRIPT or name.startswith(OWN):
        return None
    path = inside(name)
    if path is not None:
        return path
    for path in read:
        if os.path.basename(path) == os.path.basename(name):
            return path
    # Compiled under a made-up name: it is the repository's if what it defines is defined in a file that was
    # read, and not in the proof itself.
    for defined in definitions(code):
        words = ("def %s" % defined).encode(), ("class %s" % defined).encode()
        if defined.startswith("<") or any(word in source for word in words):
            continue
        for path in read:
            with open(os.path.join(ROOT, path), "rb") as file:
                text = file.read()
            if any(word in text for word in words):
                return path
    return None


busy = False


def hook(event, args):
    global busy
    if busy:
        return
    busy = True
    try:
        if event == "open" and isinstance(args[0], (str, bytes)):
            path = inside(args[0])
            if path is not None:
                read.add(path)
        elif event == "exec":
            path = of_repository(args[0])
            if path is not None:
                ran.add(path)
        elif event in ("subprocess.Popen", "os.exec", "os.posix_spawn"):
            program, words = args[0], [os.fsdecode(word) for word in (args[1] or ())]
            program = os.fsdecode(program) if program else (words or [""])[0]
            own = inside(program)
            if own is not None:
                ran.add(own)
            elif os.path.basename(program).rstrip("0123456789.") in RUNTIMES:
                ran.update(path for path in map(inside, words[1:]) if path is not None)
                if any("import" in word or "require" in word or word == "-m" for word in words[1:]):
                    ran.add("(%s)" % os.path.basename(program))
    except Exception:  # an observer must not change what it observes
        pass
    finally:
        busy = False


def trace(frame, event, arg):
    if frame.f_code.co_filename != SCRIPT:
        return None
    if event == "exception":
        kind, value = arg[0], arg[1]
        if kind is SystemExit and getattr(value, "code", 0) in (None, 0):
            return trace
        raised.add("%s:%d" % (kind.__name__, frame.f_lineno))
    return trace


def says_no(tree):
    """How many places of the script could end it with another code than 0."""
    places = 0
    for node in ast.walk(tree):
        if isinstance(node, (ast.Raise, ast.Assert)):
            places += 1
        elif isinstance(node, ast.Call):
            name = getattr(node.func, "attr", getattr(node.func, "id", ""))
            if name in ("exit", "_exit", "quit", "abort", "kill", "main", "fail") and node.args:
                first = node.args[0]
                places += not (isinstance(first, ast.Constant) and first.value in (0, None, False))
            elif name in ("abort", "main"):
                places += 1
    return places


def report():
    sys.settrace(None)
    facts = {"read": sorted(read), "ran": sorted(ran), "raised": sorted(raised), "says_no": places}
    sys.stdout.flush()
    os.write(2, ("\n%s%s\n" % (MARK, json.dumps(facts))).encode())


places = -1
try:
    places = says_no(ast.parse(source))
    program = compile(source, SCRIPT, "exec")
except SyntaxError:
    report()
    raise
leave = os._exit


def leave_with_report(code):
    report()
    leave(code)


os._exit = leave_with_report
sys.argv = [SCRIPT]
module = types.ModuleType("__main__")
module.__file__ = SCRIPT
module.__builtins__ = __builtins__
sys.modules["__main__"] = module
sys.addaudithook(hook)
try:
    sys.settrace(trace)
    exec(program, module.__dict__)
finally:
    report()
