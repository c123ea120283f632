/** Every reason for a rejection, on a tree that the test makes; and the sample tasks as a user proves them. */

import { deepEqual, equal, ok } from "node:assert/strict";
import { fileURLToPath } from "node:url";
import { openCheckouts, openSandbox } from "@taskflow/sandbox";
import {
  type Proof,
  type ProofReason,
  proofSchema,
  proveAll,
  type Question,
  questionSchema,
} from "@taskflow/transform";
import { testNeeding } from "../shared.ts";

const ROOT = fileURLToPath(new URL("../..", import.meta.url));
const present = Deno.build.os === "linux" && await (async () => {
  try {
    return (await new Deno.Command("bwrap", { args: ["--version"] }).output())
      .success;
  } catch (error) {
    if (error instanceof Deno.errors.NotFound) return false;
    throw error;
  }
})();

const SHELF = `"""Shelves of a larder."""

LIMIT = 12


def label(name):
    name = name.strip()
    return name[:LIMIT].upper()


def unused(value):
    total = value + 1
    return total


def count(items):
    return len(items)
`;
const PAGE = `const perPage = 25;

function page(items, at) {
  return items.slice(at * perPage, (at + 1) * perPage);
}
`;
const PATCH = `--- a/larder/shelf.py
+++ b/larder/shelf.py
@@ -15,4 +15,9 @@
 
 
 def count(items):
-    return len(items)
+    return count_once(items)
+
+
+def count_once(items):
+    """Nothing is counted twice."""
+    return len(set(items))
`;

const CHECK = `import pathlib, sys

def check(ok, what):
    print(("OBSERVED: " if ok else "NOT OBSERVED: ") + what)
    if not ok:
        sys.exit(1)

`;
const RUNS = `${CHECK}env = {}
exec(compile(pathlib.Path("larder/shelf.py").read_text(), "larder/shelf.py", "exec"), env)
check("label" in env and env.get("LIMIT") == 12, "label has a limit of 12")
check(env["label"](" sugar from the cane ") == "SUGAR FROM T", "label cuts at 12 and writes capitals")
`;
const READS = `${CHECK}src = pathlib.Path("web/page.js").read_text()
check("const perPage = 25;" in src, "a page has 25 entries")
check("items.slice(at * perPage" in src, "a page is cut out of all entries")
`;

const executed: Question = questionSchema.parse({
  instance_id: "larder-1",
  repo: "made/larder",
  base_commit: "0000000",
  question_id: "runs",
  question:
    "How long may the label of a shelf be, and in which case is it written?",
  golden_answer:
    "`label` cuts the name after 12 characters and writes it in capitals.",
  accepted_answers: ["12 characters, upper case."],
  evidence: [
    { path: "larder/shelf.py", start_line: 3, end_line: 3, claim: "the limit" },
    { path: "larder/shelf.py", start_line: 6, end_line: 8, claim: "label" },
  ],
  proof_script: RUNS,
  expected_stdout_contains: ["OBSERVED: label cuts at 12"],
  mutation: "sed -i 's/LIMIT = 12/LIMIT = 13/' larder/shelf.py",
});
const structural: Question = {
  ...executed,
  question_id: "reads",
  question: "How many entries does a page have?",
  golden_answer: "A page has 25 entries.",
  accepted_answers: ["25"],
  evidence: [
    { path: "web/page.js", start_line: 1, end_line: 1, claim: "25" },
    { path: "web/page.js", start_line: 3, end_line: 5, claim: "slice" },
  ],
  proof_script: READS,
  expected_stdout_contains: ["OBSERVED: a page has 25"],
  mutation: "sed -i 's/perPage = 25/perPage = 30/' web/page.js",
};

const also = (script: string) => ({ proof_script: `${RUNS}\n${script}` });
const first = (script: string) => ({ proof_script: `${script}\n${RUNS}` });
const cite = (path: string, start_line: number, end_line: number) => ({
  evidence: [...executed.evidence, { path, start_line, end_line, claim: "" }],
});
const soft = RUNS.replace("    if not ok:\n        sys.exit(1)\n", "");

/** One fault each, several ways of most. */
const BAD: readonly (readonly [ProofReason, Partial<Question>])[] = [
  ["writes-repository", also("pathlib.Path('left.txt').write_text('x')")],
  ["writes-repository", also("import os; os.utime('larder/shelf.py', (1, 1))")],
  [
    "writes-repository",
    also(
      "import os; os.makedirs('larder/__pycache__'); open('larder/__pycache__/x.pyc', 'w')",
    ),
  ],
  [
    "writes-repository",
    also("import os; os.rename('web/page.js', 'web/p.js')"),
  ],
  ["writes-repository", also("import os; os.chmod('web/page.js', 0o700)")],
  [
    "needs-network",
    first(
      "import urllib.request; urllib.request.urlopen('https://example.org', timeout=2)",
    ),
  ],
  [
    "needs-network",
    first(
      "import socket, sys\nif socket.socket().connect_ex(('192.0.2.1', 80)): print('NOT OBSERVED: page'); sys.exit(1)",
    ),
  ],
  [
    "needs-network",
    first(
      "import subprocess; subprocess.run(['curl', '-f', 'https://example.org'], check=True)",
    ),
  ],
  ["time-limit", first("while True: pass")],
  ["time-limit", also("import time; time.sleep(1000)")],
  ["always-zero", { proof_script: soft }],
  ["always-zero", { proof_script: "print('OBSERVED: label cuts at 12')\n" }],
  ["always-zero", {
    proof_script: `try:\n    exec(${
      JSON.stringify(RUNS)
    })\nexcept BaseException:\n    pass\n`,
  }],
  [
    "always-zero",
    first(
      "import atexit, os, sys\natexit.register(lambda: (sys.stdout.flush(), os._exit(0)))",
    ),
  ],
  ["vacuous", {
    proof_script:
      `${CHECK}check(pathlib.Path("larder/shelf.py").exists(), "label cuts at 12 (there is a file)")\n`,
  }],
  ["vacuous", {
    proof_script: `${CHECK}check(2 > 1, "label cuts at 12")\n`,
    mutation: null,
  }],
  ["vacuous", { mutation: "sed -i 's/nowhere/x/' larder/shelf.py" }],
  ["vacuous", { mutation: "echo x >>web/page.js" }],
  ["decoration", cite("larder/shelf.py", 11, 13)],
  ["decoration", cite("larder/shelf.py", 12, 12)],
  ["decoration", cite("larder/shelf.py", 1, 1)],
  ["decoration", cite("web/page.js", 1, 3)],
  ["leaks-fix", {
    question: "How long may a label be, and does count_once matter?",
  }],
  ["leaks-fix", { accepted_answers: ["12, as `count_once` has it."] }],
  ["asks-rationale", {
    question: "Why did the developers choose 12 characters for a label?",
  }],
  ["asks-rationale", {
    question: "What is the rationale for the limit of 12?",
  }],
  ["nothing-printed", first("import io, sys; sys.stdout = io.StringIO()")],
  ["output-missing", { expected_stdout_contains: ["OBSERVED: the moon"] }],
  ["evidence-path", cite("/etc/passwd", 1, 1)],
  ["evidence-path", cite("../larder-1/web/page.js", 1, 1)],
  ["evidence-path", cite("larder/none.py", 1, 1)],
  ["evidence-path", cite("link.py", 1, 1)],
  ["evidence-path", { evidence: [] }],
  ["evidence-range", cite("web/page.js", 0, 1)],
  ["evidence-range", cite("web/page.js", 5, 6)],
  ["evidence-range", cite("web/page.js", 3, 2)],
  ["invalid-after-fix", {
    proof_script:
      `${CHECK}check("return len(items)" in pathlib.Path("larder/shelf.py").read_text(), "label cuts at 12, count is plain")\n`,
    evidence: [{
      path: "larder/shelf.py",
      start_line: 16,
      end_line: 17,
      claim: "",
    }],
    mutation: "sed -i 's/len(items)/0/' larder/shelf.py",
  }],
  ["crashed", also("raise RuntimeError('x')")],
  ["crashed", { proof_script: "def (\n" }],
  ["crashed", also("import os; os.kill(os.getpid(), 9)")],
  ["crashed", first("x = [bytearray(2**26) for _ in range(40)]")],
  ["crashed", { mutation: "rm larder/shelf.py" }],
  ["crashed", { proof_language: "cobol" }],
];

async function prove(questions: readonly Question[]): Promise<Proof[]> {
  const repos = await Deno.makeTempDir();
  try {
    const tree = `${repos}/larder-1`;
    await Deno.mkdir(`${tree}/larder`, { recursive: true });
    await Deno.mkdir(`${tree}/web`);
    await Deno.writeTextFile(`${tree}/larder/shelf.py`, SHELF);
    await Deno.writeTextFile(`${tree}/web/page.js`, PAGE);
    await Deno.symlink("larder/shelf.py", `${tree}/link.py`);
    await Deno.writeTextFile(`${repos}/larder-1.patch`, PATCH);
    const sandbox = await openSandbox({ limits: { memoryBytes: 2 ** 28 } });
    const checkouts = openCheckouts({
      repos,
      cache: `${repos}/cache`,
      owner: sandbox.owner,
    });
    return await proveAll(questions, {
      sandbox,
      checkouts,
      fix: true,
      limits: { wallSeconds: 3, memoryBytes: 2 ** 28 },
      jobs: 4,
    });
  } finally {
    await Deno.remove(repos, { recursive: true });
  }
}

testNeeding(
  "sandbox",
  present,
  "proveQuestion() accepts sound questions, with a whole report",
  async () => {
    const [ran, read] = await prove([executed, structural]);
    ok(ran && read);
    deepEqual(
      [ran.verdict, read.verdict],
      ["proven", "structural"],
      JSON.stringify([ran.report.objections, read.report.objections]),
    );
    for (const proof of [ran, read]) {
      deepEqual(proofSchema.parse(proof), proof);
      deepEqual([proof.exit_code, proof.exit_code_after_fix, proof.reasons], [
        0,
        0,
        [],
      ]);
      deepEqual(proof.report.ablations.map(({ outcome }) => outcome), [
        "refuted",
        "refuted",
      ]);
      deepEqual(proof.report.mutation?.sentinel, true);
      ok(proof.report.evidence.every(({ sha256 }) => sha256?.length === 64));
      equal(JSON.stringify(proof).includes(Deno.env.get("HOME") ?? "?"), false);
    }
    deepEqual(ran.report.executed, ["larder/shelf.py"]);
    deepEqual(read.report.executed, []);
    deepEqual(ran.report.mutation?.changed, ["modified larder/shelf.py"]);
  },
);

testNeeding(
  "sandbox",
  present,
  "proveQuestion() rejects each fault by its own name",
  async () => {
    const questions = BAD.map(([reason, change], at) => ({
      ...executed,
      ...change,
      question_id: `${at}-${reason}`,
    }));
    const proofs = await prove(questions);
    deepEqual(
      proofs.map(({ question_id, reasons }) =>
        `${question_id}: ${reasons.join()}`
      ),
      BAD.map(([reason], at) => `${at}-${reason}: ${reason}`),
    );
  },
);

testNeeding(
  "sandbox",
  present,
  "taskflow prove accepts the sample questions, before and after the fix",
  async () => {
    const folder = await Deno.makeTempDir();
    const sample = `${ROOT}data/sample/tasks`;
    const { code, stdout, stderr } = await new Deno.Command(Deno.execPath(), {
      args: [
        ...[
          "run",
          "--no-prompt",
          "--allow-read",
          "--allow-write",
          "--allow-env",
        ],
        ...["--allow-net", "--allow-run", `--config=${ROOT}deno.json`],
        ...[`${ROOT}scripts/taskflow.ts`, "prove", `${sample}/questions.jsonl`],
        ...["--repos", `${sample}/repos`, "--fix", "--json"],
        ...["--cache", `${folder}/cache`, "-o", `${folder}/proofs.jsonl`],
      ],
      env: { NO_COLOR: "1" },
    }).output();
    const text = (bytes: Uint8Array) => new TextDecoder().decode(bytes);
    equal(code, 0, text(stderr));
    const short = text(stdout).trim().split("\n").map((line) =>
      JSON.parse(line)
    );
    const rows = (await Deno.readTextFile(`${folder}/proofs.jsonl`)).trim()
      .split("\n")
      .map((line) => proofSchema.parse(JSON.parse(line)));
    deepEqual(Object.keys(short[0]), [
      ...["instance_id", "question_id", "verdict", "exit_code"],
      ...["exit_code_after_fix", "reasons"],
    ]);
    deepEqual(
      short.map(({ verdict }) => verdict),
      rows.map(({ verdict }) => verdict),
    );
    equal(rows.length, 9);
    deepEqual(
      rows.map((
        { instance_id, verdict, exit_code_after_fix },
      ) => [verdict, exit_code_after_fix, instance_id.includes("waymark")]),
      rows.map((_, at) => [at < 5 ? "proven" : "structural", 0, at >= 5]),
    );
    await Deno.remove(folder, { recursive: true });
  },
);
