import { deepEqual, equal, match, ok } from "node:assert/strict";
import { runScript } from "../../lib/notebook/tools.ts";
import { notebookOf, options, ROOT, short, withFolder } from "./make.ts";

Deno.test("runScript() shares variables across cells and keeps each cell's outputs apart", async () => {
  const notebook = notebookOf(
    "# Title",
    "const a = await Promise.resolve(2);\nconsole.log('a', { a });",
    "interface B {\n  b: number;\n}\nconst b: B = { b: a };\nconsole.error(b);",
    "console.log(a + b.b);",
  );
  const cells: number[] = [];
  const result = await runScript(
    notebook,
    options({ onCell: (cell) => cells.push(cell) }),
  );
  equal(result.status, "done");
  deepEqual(cells, [2, 3, 4]);
  deepEqual(
    [...result.outputs].map(([cell, outputs]) => [cell, short(outputs)]),
    [
      [2, ["stdout: a { a: 2 }\n"]],
      [3, ["stderr: { b: 2 }\n"]],
      [4, ["stdout: 4\n"]],
    ],
  );
});

Deno.test("runScript() keeps text and displays in the order in which a cell made them", async () => {
  const notebook = notebookOf(
    'import { md, show } from "@taskflow/notebook";',
    'console.log("1");\nawait show(md`2`, "3");\nconsole.error("5");\nconsole.log("4");\nawait show("6");',
  );
  const { outputs } = await runScript(notebook, options());
  deepEqual(short(outputs.get(2)), [
    "stdout: 1\n",
    "display: 2",
    "display: 3",
    "stdout: 4\n",
    "stderr: 5\n",
    "display: 6",
  ]);
});

Deno.test("runScript() names cell and line of an error, in the cell that ran", async () => {
  const notebook = notebookOf(
    "function inner(): never {\n  throw new RangeError('too far');\n}",
    "console.log('before');",
    "\n\nconst x = 1;\nif (x === 1) {\n  inner();\n}",
    "console.log('never');",
  );
  const { status, failure, outputs } = await runScript(notebook, options());
  equal(status, "failed");
  deepEqual(failure, { cell: 3, line: 5, message: "RangeError: too far" });
  deepEqual(short(outputs.get(3)), [
    "RangeError: too far\n    at inner (cell 1, line 2)\n    at cell 3, line 5: inner();",
  ]);
  deepEqual(short(outputs.get(2)), ["stdout: before\n"]);
  equal(outputs.has(4), false);
});

Deno.test("runScript() refuses a misspelt import, a missing module and a syntax error, with place", async () => {
  const cases = [
    [
      'import { sho } from "@taskflow/notebook";\nsho();',
      /SyntaxError: .*'sho'/,
      1,
    ],
    [
      '// none\nimport "./not_there.ts";',
      /not found "tests\/not_there.ts".$/,
      2,
    ],
    ["const a = 1;\nconst b = ;", /^SyntaxError: Expression expected$/, 2],
  ] as const;
  for (const [source, message, line] of cases) {
    const notebook = notebookOf("console.log(1);", source);
    const { failure } = await runScript(notebook, options());
    match(failure?.message ?? "", message);
    deepEqual([failure?.cell, failure?.line], [2, line]);
    ok(!failure?.message.includes(ROOT));
  }
});

Deno.test("runScript() takes a rejection that nobody awaits for an error of its cell", async () => {
  const rejected = notebookOf(
    "async function f() {\n  await Promise.resolve();\n  throw new Error('lost');\n}",
    "f();",
    "console.log('next');",
  );
  const { failure, outputs } = await runScript(rejected, options());
  equal(failure?.cell, 2);
  match(short(outputs.get(2))[0] ?? "", /at f \(cell 1, line 3\)/);
  match(failure?.message ?? "", /^Error: lost \(nothing awaits it/);
  equal(outputs.has(3), false);
  const timer = notebookOf(
    "setTimeout(() => {\n  throw new Error('timer');\n}, 1);\nawait new Promise((done) => setTimeout(done, 2000));",
  );
  match((await runScript(timer, options())).failure?.message ?? "", /timer/);
});

Deno.test("runScript() tells values that are thrown without being errors", async () => {
  const { failure } = await runScript(notebookOf("throw { a: 1 };"), options());
  equal(failure?.message, "Error: { a: 1 }");
});

Deno.test("runScript() ends a cell that takes too long, a busy one too, and keeps what was before", async () => {
  for (
    const wait of [
      "for (;;);",
      "await new Promise(() => setTimeout(() => {}, 1e6));",
    ]
  ) {
    const notebook = notebookOf(
      "console.log('kept');",
      `console.log('also');\n${wait}`,
    );
    const { status, failure, outputs } = await runScript(
      notebook,
      options({ cellTimeout: 700 }),
    );
    equal(status, "timeout");
    equal(failure?.cell, 2);
    match(
      failure?.message ?? "",
      /^TimeoutError: The cell took longer than 0.7 s/,
    );
    deepEqual(short(outputs.get(1)), ["stdout: kept\n"]);
    equal(short(outputs.get(2))[0], "stdout: also\n");
  }
});

Deno.test("runScript() ends a notebook that takes too long", async () => {
  const notebook = notebookOf("for (;;);");
  const { failure } = await runScript(notebook, options({ timeout: 600 }));
  match(failure?.message ?? "", /The notebook took longer than 0.6 s/);
});

Deno.test("runScript() stops when its signal aborts and keeps what was executed", async () => {
  const controller = new AbortController();
  const notebook = notebookOf(
    "console.log(1);",
    "for (;;);",
    "console.log(3);",
  );
  const { status, failure, outputs } = await runScript(
    notebook,
    options({
      signal: controller.signal,
      onCell: (cell) => cell === 2 && controller.abort(),
    }),
  );
  equal(status, "interrupted");
  equal(failure?.cell, 2);
  deepEqual(short(outputs.get(1)), ["stdout: 1\n"]);
});

Deno.test("runScript() says so when a cell ends the process", async () => {
  const { failure } = await runScript(
    notebookOf("console.log(1);", "Deno.exit(0);"),
    options(),
  );
  equal(failure?.cell, 2);
  match(
    failure?.message ?? "",
    /ended with code 0: does a cell call Deno.exit/,
  );
});

Deno.test("runScript() starts in the notebook's folder, with its relative imports and its environment", async () => {
  await withFolder(async (folder) => {
    await Deno.writeTextFile(
      `${folder}/twice.ts`,
      "export const twice = (n: number) => 2 * n;\n",
    );
    const notebook = {
      ...notebookOf(
        'import { twice } from "./twice.ts";\nimport { parameter } from "@taskflow/notebook";',
        'console.log(twice(4), parameter("GIVEN", "?"), parameter("MISSING", "fallback"));\nconsole.log(Deno.cwd() === parameter("FOLDER", ""), new Date(0).getTimezoneOffset());',
      ),
      path: `${folder}/a.ipynb`,
    };
    const { outputs } = await runScript(
      notebook,
      options({ env: { ...options().env, GIVEN: "yes", FOLDER: folder } }),
    );
    deepEqual(short(outputs.get(2)), ["stdout: 8 yes fallback\ntrue 0\n"]);
  });
});

Deno.test("runScript() gives no network and no sub-processes unless allowed", async () => {
  const notebook = notebookOf(
    'const may = (name: "net" | "run") => Deno.permissions.querySync({ name }).state;\nconsole.log(may("net"), may("run"));',
  );
  const none = await runScript(notebook, options());
  deepEqual(short(none.outputs.get(1)), ["stdout: prompt prompt\n"]);
  const some = await runScript(notebook, options({ allow: ["run"] }));
  deepEqual(short(some.outputs.get(1)), ["stdout: prompt granted\n"]);
});

Deno.test("runScript() carries large outputs and text that looks like its own frames", async () => {
  const notebook = notebookOf(
    'import { show } from "@taskflow/notebook";\nconst big = "é".repeat(3_000_000);',
    'await show(big);\nconsole.log("\\x1e123 {}\\n");\nconsole.log(big);',
  );
  const { outputs } = await runScript(notebook, options());
  const [display = "", text = ""] = short(outputs.get(2));
  equal(display.length, "display: ".length + 3_000_000);
  equal(text.length, "stdout: ".length + "\x1e123 {}\n\n".length + 3_000_001);
});

Deno.test("runScript() updates a display in place", async () => {
  const notebook = notebookOf(
    'import { progress } from "@taskflow/notebook";',
    'const bar = await progress("Reading <b>", 4);',
    "for (let i = 0; i <= 4; i++) {\n  await new Promise((done) => setTimeout(done, 60));\n  await bar.update(i);\n}\nawait bar.finish();",
  );
  const { outputs } = await runScript(notebook, options());
  equal(outputs.has(3), false);
  deepEqual(short(outputs.get(2)), [
    "display: Reading <b> [####################] 4 of 4",
  ]);
  const [shown] = outputs.get(2) ?? [];
  ok(shown?.output_type === "display_data");
  match(String(shown.data["text/html"]), /Reading &lt;b&gt;/);
});
