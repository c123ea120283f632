import { deepEqual, equal, match, ok } from "node:assert/strict";
import {
  checkNotebooks,
  type Finding,
  formatCells,
  formatFinding,
  formatNotebook,
  type Notebook,
  parseNotebook,
  runScript,
  withOutputs,
} from "../../lib/notebook/tools.ts";
import { notebookOf, options, ROOT } from "./make.ts";

const GOOD = [
  "# A notebook",
  'import { md, show } from "@taskflow/notebook";',
  "const share = 1 / 3;\nconsole.log(share);\nawait show(md`share ${share}`);",
];

const PROMISES = [
  "async function f(): Promise<number> {\n  return await Promise.resolve(1);\n}",
  "const kept = f();",
  "function g() {\n  f();\n}",
  "if (Math.random() < 2) f();",
  "[f()];",
  "[1].map(() => f());",
  "await Promise.all([f(), kept]);",
  "f().catch(() => {});",
  "f().then(() => {}, () => {});",
  "f().then(() => {});",
  "void f();",
  "class A {}\nclass B extends A {\n  constructor() {\n    super();\n  }\n}",
  "g();\nconsole.log(new B() instanceof A);",
].join("\n");

/** Notebooks by name: their cells, and the fault that is planted into the committed file. */
const NOTEBOOKS: Record<string, [string[], (json: string) => string]> = {
  good: [GOOD, (json) => json],
  misspelt_import: [
    GOOD,
    (json) => json.replace("import { md,", "import { dm,"),
  ],
  wrong_type: [
    GOOD,
    (json) => json.replace("const share =", "const share: string ="),
  ],
  no_await: [GOOD, (json) => json.replace("await show(", "show(")],
  error_cell: [
    [
      "const numbers: number[] = [];\n\nif (numbers.length === 0) {\n  throw new RangeError('no numbers');\n}",
      "console.log('done');",
    ],
    (json) => json,
  ],
  stale: [
    GOOD,
    (json) => json.replace("0.3333333333333333\\n", "0.3333333333333334\\n"),
  ],
  no_outputs: [
    GOOD,
    (json) => formatNotebook(withOutputs(parseNotebook(json, "a"), new Map())),
  ],
  picture: [
    [
      'import { DISPLAY, show } from "@taskflow/notebook";',
      'const svg = `<svg><path d="M${Math.PI},0"/></svg>`;\nawait show({ [DISPLAY]: () => ({ "image/svg+xml": svg, "text/plain": "p" }) });',
    ],
    (json) => json.replace("3.141592653589793,", "3.141592653589794,"),
  ],
  noise: [GOOD, (json) => {
    const file = JSON.parse(json);
    file.cells[1].execution_count = 3;
    file.cells[2].metadata = {
      execution: { "iopub.status.idle": "2020-01-01" },
    };
    return `${JSON.stringify(file, null, 1)}\n`;
  }],
  layout: [GOOD, (json) => JSON.stringify(JSON.parse(json))],
  format: [
    GOOD,
    (json) => json.replace("console.log(share);", "console.log( share )"),
  ],
  syntax: [GOOD, (json) => json.replace("const share = 1", "const = 1")],
  lint: [["let never = 1;\nconsole.log(never == 1);"], (json) => json],
  value: [
    [
      "const list: number[] = [];\nlist.push(1);\nlist.push(2);",
      "console.log(list.length);",
    ],
    (json) => json,
  ],
  traps: [
    [
      "console.log(import.meta.url.length > 0);",
      "await Deno.stdout.write(new Uint8Array());\n[1].forEach(async (n) => {\n  await Promise.resolve(n);\n});",
    ],
    (json) => json,
  ],
  paths: [
    ['import { projectPath } from "@taskflow/notebook";\nconsole.log(projectPath("data"));'],
    (json) => json,
  ],
  promises: [[PROMISES], (json) => json],
  missing_module: [
    GOOD,
    (json) => json.replace("@taskflow/notebook", "./not_there.ts"),
  ],
};

/** A notebook as it should be committed: formatted, in normal form, with the outputs of a run. */
async function committed(notebook: Notebook): Promise<string> {
  const { outputs } = await runScript(notebook, options());
  return formatNotebook(withOutputs(notebook, outputs));
}

/** All notebooks go through the gate together, once. */
async function checkAll(): Promise<Finding[]> {
  const entries = Object.entries(NOTEBOOKS);
  const made = entries.map(([name, [sources]]) => ({
    ...notebookOf(...sources),
    path: `${ROOT}/tests/${name}.ipynb`,
  }));
  const formatted = await formatCells(made, ROOT);
  const good = await committed(formatted[0] as Notebook);
  const files = [];
  for (const [i, [name, [sources, fault]]] of entries.entries()) {
    const json = sources === GOOD
      ? good
      : await committed(formatted[i] as Notebook);
    files.push({ path: `tests/${name}.ipynb`, json: fault(json) });
  }
  return await checkNotebooks(files, {
    ...options(),
    kernel: false,
    onStep: () => {},
  });
}

let all: Promise<Finding[]> | null = null;

/** What the gate says about one notebook. */
async function gate(name: string): Promise<Finding[]> {
  all ??= checkAll();
  return (await all).filter((one) => one.notebook === `tests/${name}.ipynb`);
}

/** Findings as check, cell and line. */
function places(found: readonly Finding[]): unknown[] {
  return found.map(({ check, cell, line }) => [check, cell, line]);
}

/** Findings as people see them. */
async function told(name: string): Promise<string> {
  return (await gate(name)).map(formatFinding).join("\n");
}

Deno.test("checkNotebooks() finds nothing wrong with a notebook as it should be", async () => {
  deepEqual(await gate("good"), []);
});

Deno.test("checkNotebooks() fails a misspelt import, naming notebook, cell and line", async () => {
  match(
    await told("misspelt_import"),
    /^tests\/misspelt_import.ipynb: cell 2, line 1: .* has no exported member 'dm'.* \(types\)\n {4}import \{ dm, show \}/,
  );
  // The name is then missing where it is used, and unused where it is imported.
  deepEqual(places(await gate("misspelt_import")), [
    ["types", 2, 1],
    ["lint", 2, 1],
    ["types", 3, 3],
  ]);
});

Deno.test("checkNotebooks() fails a wrong type, naming notebook, cell and line", async () => {
  deepEqual(places(await gate("wrong_type")), [["types", 3, 1]]);
  match(
    await told("wrong_type"),
    /^tests\/wrong_type.ipynb: cell 3, line 1: Type 'number' is not assignable to type 'string'/,
  );
});

Deno.test("checkNotebooks() fails a promise that nobody awaits, naming notebook, cell and line", async () => {
  deepEqual(places(await gate("no_await")), [["await", 3, 3]]);
  match(
    await told("no_await"),
    /^tests\/no_await.ipynb: cell 3, line 3: nobody awaits this promise/,
  );
});

Deno.test("checkNotebooks() fails an error cell, naming notebook, cell and line", async () => {
  deepEqual(places(await gate("error_cell")), [["run", 1, 4]]);
  match(
    await told("error_cell"),
    /^tests\/error_cell.ipynb: cell 1, line 4: RangeError: no numbers/,
  );
});

Deno.test("checkNotebooks() fails a stale output, naming notebook, cell and line", async () => {
  deepEqual(places(await gate("stale")), [["outputs", 3, null]]);
  match(
    await told("stale"),
    /^tests\/stale.ipynb: cell 3: stale: output 1, stdout line 1: committed "0.3333333333333334", this run "0.3333333333333333"/,
  );
  match(await told("no_outputs"), /output 1, committed has no such output/);
});

Deno.test("checkNotebooks() compares pictures to the last character", async () => {
  match(
    await told("picture"),
    /cell 2: .*image\/svg\+xml line 1: .*9794.*9793/,
  );
});

Deno.test("checkNotebooks() fails metadata noise and another layout, with the remedy", async () => {
  deepEqual(places(await gate("noise")), [["metadata", 2, null], [
    "metadata",
    3,
    null,
  ]]);
  match(await told("noise"), /\(execution\): run `deno task notebook clean`/);
  deepEqual(places(await gate("layout")), [["metadata", null, null]]);
});

Deno.test("checkNotebooks() fails cells that deno fmt would change, at their first such line", async () => {
  deepEqual(places(await gate("format")), [["format", 3, 2]]);
});

Deno.test("checkNotebooks() fails syntax errors and does not run such a notebook", async () => {
  deepEqual(places(await gate("syntax")), [["syntax", 3, 1]]);
});

Deno.test("checkNotebooks() fails lint, with the project's rules, but lets cells print", async () => {
  deepEqual(places(await gate("lint")), [["lint", 1, 1], ["lint", 1, 2]]);
});

Deno.test("checkNotebooks() fails a value that only the kernel would show", async () => {
  deepEqual(places(await gate("value")), [["value", 1, 3]]);
});

Deno.test("checkNotebooks() fails what the kernel does otherwise", async () => {
  const found = (await gate("traps")).filter((one) => one.check === "trap");
  deepEqual(places(found), [["trap", 1, 1], ["trap", 2, 1], ["trap", 2, 2]]);
});

Deno.test("checkNotebooks() fails outputs that hold this machine's paths", async () => {
  match(await told("paths"), /path of this machine/);
});

Deno.test("checkNotebooks() finds promises wherever they are left alone, and only there", async () => {
  const [notebook] = await formatCells([notebookOf(PROMISES)], ROOT);
  const lines = notebook?.cells[0]?.source.split("\n") ?? [];
  const found = (await gate("promises")).filter((one) => one.check === "await");
  deepEqual(
    found.map((one) => lines[(one.line ?? 0) - 1]?.trim()),
    [
      "f();",
      "if (Math.random() < 2) f();",
      "[f()];",
      "[1].map(() => f());",
      "f().then(() => {});",
    ],
  );
});

Deno.test("checkNotebooks() fails a module that is not there, and checks the others all the same", async () => {
  deepEqual(places(await gate("missing_module")), [["types", 2, 1]]);
  ok((await told("missing_module")).includes("tests/not_there.ts"));
  equal((await gate("wrong_type")).length, 1);
});
