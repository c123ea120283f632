import {
  deepEqual,
  equal,
  match,
  ok,
  rejects,
  throws,
} from "node:assert/strict";
import {
  decodeList,
  decodeText,
  describeTasks,
  parseColumnMap,
  promptOf,
  readTasks,
  taskOf,
  writeTasks,
} from "@taskflow/benchmark";
import { fromRows, writeTable } from "@taskflow/table";
import { sharedPath, sharedTest } from "../shared.ts";

async function temporary(): Promise<AsyncDisposable & { path: string }> {
  const path = await Deno.makeTempDir();
  return {
    path,
    [Symbol.asyncDispose]: () => Deno.remove(path, { recursive: true }),
  };
}

const ROWS = [
  {
    instance_id: "crawl-1",
    repo: "tiny/crawl",
    base_commit: "0a1b",
    repo_language: "ts",
    problem_statement: JSON.stringify("# Pages\n\nThey are fetched twice."),
    requirements: "- Cache pages.\n- Evict them.",
    interface: "No new interfaces are introduced.",
    fail_to_pass: `['cache.test.ts | it\\'s kept', "evict \\u00e9"]`,
    pass_to_pass: "[]",
  },
  {
    instance_id: "crawl-2",
    repo: "tiny/crawl",
    base_commit: "2c3d",
    repo_language: "ts",
    problem_statement: '"Quoted" is not "decoded"',
    requirements: "One requirement only.",
    interface: "",
    fail_to_pass: '["a", "b"]',
    pass_to_pass: '["c"]',
  },
];

Deno.test("readTasks() reads the same tasks from JSONL, CSV, Parquet and Arrow", async () => {
  await using folder = await temporary();
  const jsonl = `${folder.path}/rows.jsonl`;
  await Deno.writeTextFile(
    jsonl,
    ROWS.map((row) => `${JSON.stringify(row)}\n`).join(""),
  );
  const { tasks, malformed } = await readTasks(jsonl);
  deepEqual(malformed, []);
  equal(tasks[0]?.problem_statement, "# Pages\n\nThey are fetched twice.");
  equal(tasks[1]?.problem_statement, '"Quoted" is not "decoded"');
  deepEqual(tasks[0]?.fail_to_pass, ["cache.test.ts | it's kept", "evict é"]);
  for (const extension of ["csv", "parquet", "arrow"]) {
    const path = `${folder.path}/rows.${extension}`;
    await writeTable(path, fromRows(ROWS));
    deepEqual((await readTasks(path)).tasks, tasks, extension);
  }
});

Deno.test("readTasks() gives back what writeTasks() wrote, decoded once", async () => {
  await using folder = await temporary();
  const path = `${folder.path}/tasks.jsonl`;
  // A text that would change if it were decoded again.
  const task = taskOf({
    ...ROWS[0],
    problem_statement: JSON.stringify('"said"'),
  });
  equal(task.problem_statement, '"said"');
  await writeTasks(path, [task]);
  deepEqual((await readTasks(path)).tasks, [task]);
  const [statement] = (await readTasks(path, { prompt: "statement" })).tasks;
  deepEqual([statement?.prompt, statement?.prompt_kind], [
    '"said"',
    "statement",
  ]);
});

Deno.test("readTasks() names malformed rows and keeps the others", async () => {
  await using folder = await temporary();
  const path = `${folder.path}/rows.jsonl`;
  const lines = [
    JSON.stringify(ROWS[0]),
    "{broken",
    JSON.stringify({ ...ROWS[1], problem_statement: undefined }),
    JSON.stringify({ ...ROWS[1], fail_to_pass: "['open" }),
    JSON.stringify({ ...ROWS[1], fail_to_pass: "[1]" }),
    JSON.stringify({ ...ROWS[1], problem_statement: '" "' }),
    JSON.stringify(ROWS[0]),
    "[]",
    JSON.stringify(ROWS[1]),
  ];
  await Deno.writeTextFile(path, lines.join("\r\n"));
  const { tasks, malformed } = await readTasks(path);
  deepEqual(tasks.map(({ instance_id }) => instance_id), [
    "crawl-1",
    "crawl-2",
  ]);
  deepEqual(malformed.map(({ line, instance_id }) => [line, instance_id]), [
    [2, null],
    [3, "crawl-2"],
    [4, "crawl-2"],
    [5, "crawl-2"],
    [6, "crawl-2"],
    [7, "crawl-1"],
    [8, null],
  ]);
  const wanted = [
    /not JSON/,
    /no column "problem_statement"/,
    /"fail_to_pass": neither JSON/,
    /element 1/,
    /is empty/,
    /that of line 1/,
    /no JSON object/,
  ];
  for (const [i, { reason }] of malformed.entries()) {
    match(reason, wanted[i] ?? /never/);
    match(
      reason,
      new RegExp(`^Cannot read "rows.jsonl": line ${malformed[i]?.line}`),
    );
  }
});

Deno.test("readTasks() refuses a file without a task, and says how to name columns", async () => {
  await using folder = await temporary();
  const path = `${folder.path}/rows.jsonl`;
  await Deno.writeTextFile(path, '{"id":"1","text":"It fails."}\n');
  await rejects(readTasks(path), /--columns/);
  await Deno.writeTextFile(path, "\n");
  await rejects(readTasks(path), /there are no rows/);
  await rejects(
    readTasks(`${folder.path}/nowhere.jsonl`),
    /there is no such file/,
  );
});

Deno.test("readTasks() takes other benchmarks by a mapping of columns", async () => {
  await using folder = await temporary();
  const path = `${folder.path}/rows.jsonl`;
  const row = {
    id: 7,
    project: "tiny/crawl",
    text: "It fails.",
    to_mend: ["t1", "t2"],
    level: 3,
  };
  await Deno.writeTextFile(path, JSON.stringify(row));
  const columns = parseColumnMap(
    "instance_id=id,repo=project,problem_statement=text,fail_to_pass=to_mend",
  );
  const [task] = (await readTasks(path, { columns })).tasks;
  deepEqual([task?.instance_id, task?.fail_to_pass, task?.["level"]], ["7", [
    "t1",
    "t2",
  ], 3]);
  deepEqual([task?.base_commit, task?.requirements], [null, ""]);
  ok(task !== undefined && !("to_mend" in task));
});

Deno.test("decodeText() and decodeList() refuse nothing that is merely odd", () => {
  equal(decodeText('"half'), '"half');
  equal(decodeText(' "a\\tb" '), "a\tb");
  deepEqual(decodeList(null), []);
  deepEqual(decodeList("  "), []);
  deepEqual(decodeList("('a', 'b',)"), ["a", "b"]);
  throws(() => decodeList("['a' 'b']"), SyntaxError);
  throws(() => decodeList("None"), /character 1/);
  throws(() => decodeList(3), TypeError);
});

Deno.test("promptOf() leaves out headings of texts that are not there", () => {
  const texts = { problem_statement: "S", requirements: "", interface: "I" };
  equal(promptOf(texts, "full"), "S\n\nNew interfaces introduced:\nI");
});

sharedTest(
  "readTasks() loads SWE-Bench Pro decoded, with the medians its description gives",
  async () => {
    const { tasks, malformed } = await readTasks(
      sharedPath("swe-bench-pro/instances.jsonl"),
    );
    deepEqual(malformed, []);
    const { words, fail_to_pass, without_pass_to_pass, languages } =
      describeTasks(tasks);
    equal(tasks.length, 621);
    deepEqual([words.statement, words.all, fail_to_pass.median], [169, 421, 3]);
    deepEqual([fail_to_pass.single, without_pass_to_pass, languages["go"]], [
      177,
      312,
      236,
    ]);
    equal(tasks.filter(({ interface: text }) => /^"/.test(text)).length, 0);
  },
);

sharedTest(
  "readTasks() loads SWE-bench Verified under its own column names",
  async () => {
    const { tasks, malformed } = await readTasks(
      sharedPath("swe-bench-verified/instances.jsonl"),
    );
    deepEqual([tasks.length, malformed.length], [100, 0]);
    ok(
      tasks.every(({ fail_to_pass, prompt, problem_statement }) =>
        fail_to_pass.length > 0 && prompt === problem_statement
      ),
    );
  },
);
