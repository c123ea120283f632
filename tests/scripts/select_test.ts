import { deepEqual, equal, match, ok } from "node:assert/strict";
import { taskflow } from "./taskflow.ts";

const folder = Deno.makeTempDirSync();
globalThis.addEventListener(
  "unload",
  () => Deno.removeSync(folder, { recursive: true }),
);
const TARGET = "data/targets/production-standin.json";
const TINY = "tests/oracle/selection/tiny-12.json";

function write(name: string, rows: readonly unknown[]): string {
  const path = `${folder}/${name}`;
  Deno.writeTextFileSync(
    path,
    rows.map((row) => `${JSON.stringify(row)}\n`).join(""),
  );
  return path;
}

const parts = [
  "Add a command that lists the rooms.",
  "The list is empty when there is one room only; fix that.",
  "Write a test for both.",
];
const labels = {
  "1": "new-feature",
  "2": "bug-fix",
  "3": "tests",
  "12": "new-feature",
  "23": "bug-fix",
  "123": "new-feature",
};
const ids = Array.from(
  { length: 12 },
  (_, at) => `instance_o__r${at % 3}-${1000 + at}`,
);
const splits = write(
  "splits.jsonl",
  ids.map((instance_id) => ({ instance_id, eligible: true, parts, labels })),
);
const asked = ids.slice(0, 8).flatMap((instance_id, at) =>
  ["q-1", "q-2"].slice(0, 1 + at % 2).map((question_id) => ({
    instance_id,
    question_id,
    question: "How does the list find its rooms?",
    intent: "explain",
  }))
);
const questions = write("questions.jsonl", asked);
const proofs = write(
  "proofs.jsonl",
  asked.map(({ instance_id, question_id }, at) => ({
    instance_id,
    question_id,
    verdict: at === 0 ? "rejected" : "proven",
  })),
);
const families = `${folder}/families.jsonl`;

Deno.test("taskflow candidates writes families that taskflow select takes and certify accepts", async () => {
  const made = await taskflow([
    ...["candidates", splits, questions, proofs, "-o", families, "--json"],
  ]);
  equal(made.code, 0, made.stderr);
  const numbers = JSON.parse(made.stdout);
  deepEqual(
    [numbers.families, numbers.questions, numbers.questions_rejected],
    [12, 11, 1],
  );
  ok(numbers.raw > numbers.filtered && numbers.filtered > numbers.deduplicated);
  const row = JSON.parse(
    Deno.readTextFileSync(families).split("\n")[1] ?? "",
  );
  deepEqual(
    [row.repo, row.parts, row.original, row.stand_in],
    ["o/r1", 3, null, false],
  );
  const provenance = JSON.parse(
    Deno.readTextFileSync(`${families}.provenance.json`),
  );
  equal(provenance.inputs.length, 3);

  const out = `${folder}/selection.json`;
  const args = ["select", families, "--target", TARGET];
  const { code, stdout, stderr } = await taskflow([
    ...args,
    ...["--variants", "-o", out, "--figures", `${folder}/figures`],
  ]);
  equal(code, 0, stderr);
  for (
    const word of [
      /^TFAS \d+\.\d{3} of at most \d+\.\d{3}/,
      /questions +\d+ of 11 kept/,
      /placement +none \d+, before \d+, after \d+, interleaved \d+/,
      /slots +before \d+, between \d+, after \d+/,
      /freedom +placement \(\d+\): unlicensed/,
      /no candidate has it/,
      /rows here are stand-in/,
      /Split\+QA-first/,
    ]
  ) match(stdout, word);
  const file = JSON.parse(Deno.readTextFileSync(out));
  equal(file.schema_version, "selection/v1");
  equal(file.assignments.length, 12);
  equal(file.provenance.visibility, "stand-in");
  ok(Deno.statSync(`${folder}/figures/selection-search.svg`).isFile);

  const certified = await taskflow(["certify", out]);
  equal(certified.code, 0, certified.stderr);
  match(certified.stdout, /holds {2}assignments/);
  file.best.tfas += 1e-6;
  const broken = write("broken.json", [file]);
  const refused = await taskflow(["certify", broken, "--json"]);
  equal(refused.code, 1);
  equal(JSON.parse(refused.stdout).ok, false);
  match(refused.stderr, /is not certified: score: tfas is/);

  const csv = `${folder}/selection.csv`;
  const limited = await taskflow([
    ...args,
    ...[
      "--tasks",
      "9",
      "--at-most",
      "3/repository",
      "--placement",
      "before=1..",
    ],
    ...["--turns", "5=..2", "--prefer", "evenest-placements", "-o", csv],
  ]);
  equal(limited.code, 0, limited.stderr);
  match(limited.stdout, /9 tasks of 12/);
  equal(Deno.readTextFileSync(csv).trim().split("\n").length, 10);
});

Deno.test("taskflow select --instance --json prints exactly the summary", async () => {
  const { code, stdout } = await taskflow([
    "select",
    "--instance",
    TINY,
    "--json",
  ]);
  equal(code, 0);
  const result = JSON.parse(stdout);
  deepEqual(Object.keys(result), [
    "tfas",
    "bound",
    "gap",
    "S_L",
    "S_T",
    "S_R",
    "seconds",
    "selection",
  ]);
  const { best } = JSON.parse(Deno.readTextFileSync(TINY));
  ok(Math.abs(result.tfas - best.tfas) < 1e-9);
  equal(result.gap, result.bound - result.tfas);
  equal(result.selection.length, best.selection.length);
  const paper = await taskflow([
    ...["select", "--instance", TINY, "--search", "paper"],
    ...["--restarts", "4", "--json"],
  ]);
  ok(JSON.parse(paper.stdout).tfas <= result.bound);
});

Deno.test("taskflow select --pool takes sessions", async () => {
  const pool = write(
    "pool.jsonl",
    Array.from({ length: 30 }, (_, at) => ({
      session: `s-${at}`,
      intents: [
        ["bug-fix", "explain", "tests"],
        ["new-feature", "bug-fix", "question", "bug-fix"],
        ["execute"],
      ][at % 3],
    })),
  );
  const out = `${folder}/taken.csv`;
  const { code, stdout, stderr } = await taskflow([
    ...["select", "--pool", pool, "--take", "10", "--target", TARGET],
    ...["--json", "-o", out],
  ]);
  equal(code, 0, stderr);
  const { selection, tfas, bound } = JSON.parse(stdout);
  equal(selection.length, 10);
  ok(tfas <= bound);
  match(Deno.readTextFileSync(out), /^session\r?\ns-/);
});

Deno.test("taskflow select exits with 1 where limits cannot be met, and says which", async () => {
  const { code, stdout, stderr } = await taskflow([
    ...["select", "--instance", TINY, "--placement", "before=9.."],
  ]);
  equal(code, 1);
  equal(stdout, "");
  match(
    stderr,
    /placement before: at least 9 asked, at most 5 possible \(4 short\)/,
  );
});

Deno.test("taskflow select, candidates and certify exit with 2 and say what to do", async () => {
  const cases: [string[], RegExp][] = [
    [["select"], /give one of families\.jsonl, --instance and --pool/],
    [["select", splits, "--instance", TINY], /give one of/],
    [["select", splits], /without a target/],
    [["select", splits, "--target", TARGET], /"taskflow candidates" writes/],
    [["select", "--instance", "nowhere.json"], /there is no such file/],
    [["select", "--instance", TARGET], /Cannot read instance/],
    [
      ["select", "--instance", TINY, "--placement", "above=3"],
      /Give before=50\.\.90/,
    ],
    [
      ["select", "--instance", TINY, "--at-most", "3/planet"],
      /100\/repository or 200\/language/,
    ],
    [
      ["select", "--instance", TINY, "--placement", "before=9..3"],
      /begins above its end/,
    ],
    [
      ["select", "--pool", splits, "--target", TARGET],
      /give --take/,
    ],
    [
      [
        "select",
        families,
        "--target",
        TARGET,
        "--bootstrap",
        "9",
        "--variants",
      ],
      /a flow file has no sessions/,
    ],
    [["candidates", splits, questions], /give what "taskflow prove" wrote too/],
    [["candidates", splits, proofs], /there is a proof but no question/],
    [
      ["candidates", questions],
      /Cannot read splits "questions\.jsonl": line 1/,
    ],
    [["certify", TARGET], /Cannot certify/],
  ];
  for (const [args, message] of cases) {
    const { code, stdout, stderr } = await taskflow(args);
    equal(code, 2, `${args.join(" ")}: ${stderr}`);
    equal(stdout, "", args.join(" "));
    match(stderr, message);
  }
});
