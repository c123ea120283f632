"""parser.py STDOUT STDERR OUTPUT: what run_script.sh printed, as SWE-Bench Pro's evaluator wants it.

STDOUT and STDERR are files with what the run printed. OUTPUT is written:
{"tests": [{"name": ..., "status": "PASSED" | "FAILED" | "SKIPPED" | "ERROR"}]}.
"""

import json
import re
import sys

stdout, _, output = sys.argv[1:4]
with open(stdout, encoding="utf-8") as file:
    found = re.findall(r"^(PASSED|FAILED|SKIPPED|ERROR) (.+)$", file.read(), re.M)
with open(output, "w", encoding="utf-8") as file:
    json.dump({"tests": [{"name": n, "status": s} for s, n in found]}, file, indent=2)
