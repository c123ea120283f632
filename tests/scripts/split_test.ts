import { deepEqual, equal, match, ok } from "node:assert/strict";
import { taskflow } from "./taskflow.ts";

const folder = Deno.makeTempDirSync();
globalThis.addEventListener(
  "unload",
  () => Deno.removeSync(folder, { recursive: true }),
);

const ITEMS = [
  "Pages must be kept in `PageCache` while they are younger than one hour, then fetched again.",
  "`PageCache` must evict the least recently read page once it holds more than 500 pages.",
  "The command `crawl --stats` must print how many pages came from the cache after a crawl.",
];
const row = (instance_id: string, more: Record<string, unknown> = {}) => ({
  instance_id,
  repo: "tiny/crawl",
  base_commit: "0a1b",
  repo_language: "ts",
  problem_statement: JSON.stringify(
    `Pages are fetched twice. (${instance_id})`,
  ),
  requirements: ITEMS.map((item) => `- ${item}`).join("\n"),
  interface: "No new interfaces are introduced.",
  fail_to_pass: "['cache | PageCache evicts', 'all']",
  pass_to_pass: "[]",
  ...more,
});

function write(name: string, rows: readonly unknown[]): string {
  const path = `${folder}/${name}`;
  Deno.writeTextFileSync(
    path,
    rows.map((row) =>
      `${typeof row === "string" ? row : JSON.stringify(row)}\n`
    ).join(""),
  );
  return path;
}

const lines = (path: string) =>
  Deno.readTextFileSync(path).trim().split("\n").map((line) =>
    JSON.parse(line)
  );
const raw = write("raw.jsonl", [
  row("one"),
  row("two", { requirements: "Mend it." }),
  "{broken",
  row("three"),
]);

Deno.test("taskflow tasks decodes, describes, and names malformed rows", async () => {
  const out = `${folder}/tasks.jsonl`;
  const { code, stdout, stderr } = await taskflow([
    "tasks",
    raw,
    "-o",
    out,
    "--json",
  ]);
  equal(code, 0);
  const { loaded, malformed, prompt, statistics } = JSON.parse(stdout);
  deepEqual([loaded, malformed.length, malformed[0].line, prompt], [
    3,
    1,
    3,
    "full",
  ]);
  equal(statistics.fail_to_pass.median, 2);
  match(stderr, /warning: Cannot read "raw.jsonl": line 3: it is not JSON/);
  const [first] = lines(out);
  deepEqual([first.schema_version, first.problem_statement], [
    "task/v1",
    "Pages are fetched twice. (one)",
  ]);
  ok(first.prompt.includes("Requirements:\n- Pages"));
  const { parameters } = JSON.parse(
    Deno.readTextFileSync(`${out}.provenance.json`),
  );
  deepEqual(parameters, { malformed: 1, prompt: "full" });
  match((await taskflow(["tasks", out])).stdout, /3 tasks from/);
});

Deno.test("taskflow tasks takes a mapping of columns and says what is wrong with one", async () => {
  const path = write("other.jsonl", [{
    id: "x",
    repo: "a/a",
    text: "It fails.",
  }]);
  equal((await taskflow(["tasks", path])).code, 2);
  equal(
    (await taskflow([
      "tasks",
      path,
      "--columns",
      "instance_id=id,problem_statement=text",
    ])).code,
    0,
  );
  const { code, stderr } = await taskflow([
    "tasks",
    path,
    "--columns",
    "title=id",
  ]);
  equal(code, 2);
  match(stderr, /a task has no field "title"/);
});

Deno.test("taskflow split writes splits and, apart, the tasks that stay single-turn", async () => {
  const out = `${folder}/splits.jsonl`;
  const { code, stdout } = await taskflow([
    "split",
    raw,
    "--classifier",
    "baseline",
    "-o",
    out,
    "--json",
  ]);
  equal(code, 0);
  const { funnel, single_turn, test_part, intents } = JSON.parse(stdout);
  deepEqual(funnel, {
    loaded: 3,
    splittable: 2,
    contract: 2,
    context: 2,
    kept: 2,
  });
  deepEqual(
    single_turn.map((
      { instance_id, stage }: Record<string, string>,
    ) => [instance_id, stage]),
    [["two", "splittable"]],
  );
  deepEqual([test_part.tests, test_part.bySource.default], [4, 4]);
  ok(Object.values<number>(intents).reduce((sum, n) => sum + n, 0) === 6);
  const rows = lines(out);
  deepEqual(
    rows.map(({ instance_id }: { instance_id: string }) => instance_id),
    ["one", "three"],
  );
  deepEqual(Object.keys(rows[0].labels), ["1", "2", "3", "12", "23", "123"]);
  equal(rows[0].test_part.length, 2);
  deepEqual(lines(`${folder}/splits.single-turn.jsonl`)[0].instance_id, "two");
  equal(lines(`${folder}/splits.sessions.jsonl`)[0].intents.length, 3);
  equal((await taskflow(["check-split", out, "--tasks", raw])).code, 0);
  const all = `${folder}/all.jsonl`;
  await taskflow([
    "split",
    raw,
    "--include-single-turn",
    "--context-window",
    "10",
    "-o",
    all,
  ]);
  deepEqual(lines(all).map(({ eligible }: { eligible: boolean }) => eligible), [
    false,
    false,
    false,
  ]);
});

Deno.test("taskflow split --splitter random is the same for the same seed", async () => {
  const run = (seed: string, out: string) =>
    taskflow([
      "split",
      raw,
      "--splitter",
      "random",
      "--seed",
      seed,
      "-o",
      `${folder}/${out}`,
    ]);
  const [a, b, c] = [
    await run("3", "a.jsonl"),
    await run("3", "b.jsonl"),
    await run("4", "c.jsonl"),
  ];
  deepEqual([a.code, b.code, c.code], [0, 0, 0]);
  deepEqual(lines(`${folder}/a.jsonl`), lines(`${folder}/b.jsonl`));
  ok(
    JSON.stringify(lines(`${folder}/a.jsonl`)) !==
      JSON.stringify(lines(`${folder}/c.jsonl`)),
  );
});

Deno.test("taskflow check-split --json prints one object in the order of the input", async () => {
  const parts = ITEMS.map((item) => item.replace("must", "should"));
  const splits = write("check.jsonl", [
    {
      instance_id: "three",
      eligible: true,
      parts: parts.with(1, " "),
      artifacts: ["PageCache"],
    },
    {
      instance_id: "two",
      eligible: false,
      reason: "one change",
      parts: null,
      labels: null,
      artifacts: [],
      requirement_units: [],
      unit_to_part: [],
    },
    {
      instance_id: "one",
      eligible: true,
      parts: parts.with(0, `Pages are fetched twice. ${parts[0]}`),
      artifacts: ["PageCache"],
      requirement_units: [],
      unit_to_part: [],
    },
  ]);
  const { code, stdout, stderr } = await taskflow([
    "check-split",
    splits,
    "--tasks",
    raw,
    "--json",
  ]);
  equal(code, 1);
  match(stderr, /1 of 3 rows break the contract/);
  equal(stdout.trim().split("\n").length, 1);
  const { tasks } = JSON.parse(stdout);
  deepEqual(
    tasks.map((
      { instance_id, eligible, ok }: Record<string, unknown>,
    ) => [instance_id, eligible, ok]),
    [
      ["three", true, false],
      ["two", false, true],
      ["one", true, true],
    ],
  );
  deepEqual(Object.keys(tasks[0]), [
    "instance_id",
    "eligible",
    "ok",
    "findings",
  ]);
  deepEqual(Object.keys(tasks[0].findings[0]), [
    "kind",
    "severity",
    "part",
    "detail",
  ]);
  equal(tasks[0].findings[0].kind, "empty-part");
  deepEqual(tasks[1].findings, []);
});

Deno.test("taskflow check-split exits with 2 on what it cannot read, and says where", async () => {
  const cases: [unknown, RegExp][] = [
    ["nonsense", /line 1: it is not JSON/],
    [
      { instance_id: "one", eligible: true, parts: null },
      /line 1: "parts" is null although/,
    ],
    [
      { instance_id: "nobody", eligible: true, parts: ["a", "b"] },
      /there is no task "nobody"/,
    ],
  ];
  for (const [row, message] of cases) {
    const { code, stdout, stderr } = await taskflow([
      "check-split",
      write("bad.jsonl", [row]),
      "--tasks",
      raw,
      "--json",
    ]);
    deepEqual([code, stdout], [2, ""]);
    match(stderr, message);
  }
});

const PLAN = {
  eligible: true,
  reason: null,
  specificity_units: [],
  subtask_units: ITEMS.map((item) => ({
    name: item.slice(0, 30),
    evidence: item,
  })),
  artifacts: ["PageCache", "crawl --stats"],
  order: [1, 2, 3],
};
const SEQUENCE = { parts: ITEMS, unit_to_part: [1, 2, 3], missing: [] };

/** Answer a batch file as a model would; `faults` for the reviewer. */
function answered(requests: string, name: string): string {
  return write(
    name,
    lines(requests).map(
      (
        { custom_id, body }: {
          custom_id: string;
          body: { messages: { content: string }[] };
        },
      ) => {
        const text = body.messages.map(({ content }) => content).join("\n");
        const value = text.includes("<message_1>")
          ? { faults: [] }
          : text.includes("<plan>")
          ? SEQUENCE
          : PLAN;
        const message = { role: "assistant", content: JSON.stringify(value) };
        return {
          custom_id,
          response: {
            status_code: 200,
            body: { choices: [{ index: 0, message, finish_reason: "stop" }] },
          },
          error: null,
        };
      },
    ),
  );
}

Deno.test("taskflow split --splitter llm goes through batch files pass by pass, then replays", async () => {
  const [store, requests, out] = [
    `${folder}/llm.sqlite`,
    `${folder}/requests.jsonl`,
    `${folder}/llm.jsonl`,
  ];
  const model = [
    "--splitter",
    "llm",
    "--model",
    "m",
    "--store",
    store,
    "--review",
  ];
  const steps: string[] = [];
  let answers: string[] = [];
  for (let step = 0; step < 4; step++) {
    const { code, stdout, stderr } = await taskflow([
      "split",
      raw,
      ...model,
      "--batch",
      requests,
      ...answers,
      "-o",
      out,
    ]);
    equal(code, 0, stderr);
    if (stdout !== "") break;
    steps.push(/(\w+): \d requests written/.exec(stderr)?.[1] ?? stderr);
    answers = ["--responses", answered(requests, `answers-${step}.jsonl`)];
  }
  deepEqual(steps, ["plan", "write", "review"]);
  deepEqual(
    lines(out).map(({ instance_id }: { instance_id: string }) => instance_id),
    ["one", "three"],
  );
  match(lines(out)[0].splitter_version, /^llm\/[0-9a-f]{12} m$/);
  const again = await taskflow(["split", raw, ...model, "--replay", "--json"]);
  equal(again.code, 0);
  equal(JSON.parse(again.stdout).funnel.kept, 2);
  // "two" was split by the script, though it has one requirement: the contract says no.
  deepEqual(
    JSON.parse(again.stdout).single_turn.map((
      { instance_id, stage }: Record<string, string>,
    ) => [instance_id, stage]),
    [["two", "contract"]],
  );
});

Deno.test("taskflow split --splitter llm says what it needs", async () => {
  const store = `${folder}/empty.sqlite`;
  const cases: [string[], RegExp][] = [
    [["--splitter", "llm"], /name it with --model/],
    [
      ["--splitter", "llm", "--model", "m", "--replay", "--store", store],
      /Cannot replay: 3 responses/,
    ],
    [["--splitter", "words"], /Allowed choices are llm, outline, random/],
    [["-o", `${folder}/x.csv`], /ends in \.jsonl/],
  ];
  for (const [args, message] of cases) {
    const { code, stderr } = await taskflow(["split", raw, ...args]);
    equal(code, 2, args.join(" "));
    match(stderr, message);
  }
});

Deno.test("taskflow tasks, split and check-split show examples under --help", async () => {
  for (const verb of ["tasks", "split", "check-split"]) {
    const { code, stdout } = await taskflow([verb, "--help"]);
    equal(code, 0);
    match(stdout, /Examples:\n {2}\$ taskflow/);
  }
});
