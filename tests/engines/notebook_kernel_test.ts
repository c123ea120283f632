/** The kernel runner against the Deno kernel. */

import { deepEqual, equal, match, ok } from "node:assert/strict";
import {
  formatCells,
  formatNotebook,
  type Notebook,
  notebookPage,
  type Output,
  runKernel,
  runScript,
  withOutputs,
} from "../../lib/notebook/tools.ts";
import { checkNotebooks } from "../../lib/notebook/tools.ts";
import { FIXTURE } from "../notebook/fixture.ts";
import { notebookOf, options, ROOT, short } from "../notebook/make.ts";
import { testNeeding } from "../shared.ts";

/** The kernel comes with Deno, on every machine. */
function kernelTest(name: string, fn: () => Promise<void>): void {
  testNeeding("kernel", true, name, fn);
}

kernelTest(
  "runKernel() and runScript() give the same file, to the last byte",
  async () => {
    const [notebook] = await formatCells([notebookOf(...FIXTURE)], ROOT);
    ok(notebook !== undefined);
    const [kernel, script] = [
      await runKernel(notebook, options()),
      await runScript(notebook, options()),
    ];
    deepEqual([kernel.status, script.status], ["done", "done"]);
    equal(
      formatNotebook(withOutputs(notebook, kernel.outputs)),
      formatNotebook(withOutputs(notebook, script.outputs)),
    );
    match(notebookPage(withOutputs(notebook, kernel.outputs), ""), /<svg/);
  },
);

kernelTest(
  "runKernel() names cell and line of an error, whatever the kernel made of the source",
  async () => {
    const cases: [string[], RegExp, number, number][] = [
      [
        [
          "function inner(a: number): never {\n\n  // comment\n  throw new RangeError(`no ${a}`);\n}",
          "interface A {\n  a: number;\n}\n\nconst list: A[] = [\n  { a: 1 },\n  { a: 2 },\n];\n\nfor (const { a } of list) {\n  if (a === 2) inner(a);\n}",
        ],
        /^RangeError: no 2$/,
        2,
        11,
      ],
      [
        ['import { equal } from "node:assert/strict";\nimport type { AssertPredicate } from "node:assert/strict";\nexport type B = AssertPredicate;\n\nequal(1, 2);'],
        /^AssertionError: /,
        1,
        5,
      ],
      [
        ["const a = 1;", "const b = 2;\nconst c = ;"],
        /^SyntaxError: Expression expected/,
        2,
        2,
      ],
      [
        ["console.log(1);", '\nawait import("./not_there.ts");'],
        /^TypeError: Module not found "tests\/not_there.ts"/,
        2,
        2,
      ],
      [
        ["await Promise.reject(new Error('waited for'));"],
        /^Error: waited for$/,
        1,
        1,
      ],
      [["throw 'text';"], /^Error: text$/, 1, 1],
    ];
    for (const [sources, message, cell, line] of cases) {
      const notebook = notebookOf(...sources, "console.log('never');");
      const { status, failure, outputs } = await runKernel(notebook, options());
      equal(status, "failed");
      match(failure?.message ?? "", message);
      deepEqual(
        [failure?.cell, failure?.line],
        [cell, line],
        sources.join("\n"),
      );
      equal(outputs.has(sources.length + 1), false);
      ok(!JSON.stringify([...outputs]).includes(ROOT));
    }
  },
);

kernelTest(
  "runKernel() and runScript() tell an error in the same way",
  async () => {
    const notebook = notebookOf(
      "console.log('before');",
      'import { parameter } from "@taskflow/notebook";\nimport { countFlow } from "@taskflow/flow";\n\nconsole.log(parameter("X", "y"));\ncountFlow([["no such label"]]);',
    );
    const [kernel, script] = [
      await runKernel(notebook, options()),
      await runScript(notebook, options()),
    ];
    deepEqual(kernel.failure, script.failure);
    deepEqual([...kernel.outputs], [...script.outputs]);
  },
);

kernelTest(
  "runKernel() ends a cell that takes too long and keeps what was before",
  async () => {
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
      const { status, failure, outputs } = await runKernel(
        notebook,
        options({ cellTimeout: 1500 }),
      );
      equal(status, "timeout");
      equal(failure?.cell, 2);
      deepEqual(short(outputs.get(1)), ["stdout: kept\n"]);
    }
  },
);

kernelTest(
  "runKernel() stops when its signal aborts, and leaves no process behind",
  async () => {
    const controller = new AbortController();
    const notebook = notebookOf("console.log(Deno.pid);", "for (;;);");
    const { status, outputs } = await runKernel(
      notebook,
      options({
        signal: controller.signal,
        onCell: (cell) =>
          cell === 2 && setTimeout(() => controller.abort(), 200),
      }),
    );
    equal(status, "interrupted");
    const pid = /\d+/.exec(short(outputs.get(1))[0] ?? "")?.[0];
    const alive = await Deno.stat(`/proc/${pid}`).catch(() => null);
    equal(alive, null);
  },
);

kernelTest("runKernel() says so when a cell kills the kernel", async () => {
  const { status, failure, outputs } = await runKernel(
    notebookOf("console.log(1);", "Deno.exit(3);"),
    options(),
  );
  equal(status, "failed");
  equal(failure?.cell, 2);
  match(failure?.message ?? "", /The kernel died/);
  deepEqual(short(outputs.get(1)), ["stdout: 1\n"]);
});

kernelTest(
  "checkNotebooks() with the kernel finds what differs there, and nothing else",
  async () => {
    const sources = [
      'import { md, show } from "@taskflow/notebook";',
      "console.log('both');\nawait show(md`both`);",
      'const inKernel = Reflect.has(globalThis, "__DENO_KERNEL__") || Deno.mainModule.includes("jupyter");\nconsole.log(inKernel ? "kernel" : "script");',
    ];
    const [notebook] = await formatCells([notebookOf(...sources)], ROOT);
    ok(notebook !== undefined);
    const { outputs } = await runScript(notebook, options());
    const json = formatNotebook(withOutputs(notebook, outputs));
    const gate = { ...options(), kernel: true, onStep: () => {} };
    const found = await checkNotebooks([{ path: "tests/x.ipynb", json }], gate);
    deepEqual(
      found.map(({ check, cell, message }) => [check, cell, message]),
      [[
        "kernel",
        3,
        'the kernel gives another output 1: stdout line 1: script "script", kernel "kernel"',
      ]],
    );
  },
);

/** A notebook whose cells print and show as much, and as late, as they can. */
function heavy(cells: number): { notebook: Notebook; expected: string[][] } {
  const sources = [
    'import { show } from "@taskflow/notebook";\nconst big = "x".repeat(60_000);',
  ];
  const expected: string[][] = [[]];
  const big = "x".repeat(60_000);
  const count = (n: number, text: (i: number) => string) =>
    Array.from({ length: n }, (_, i) => text(i));
  for (let cell = 0; cell < cells; cell++) {
    const kind = cell % 4;
    if (kind === 0) {
      sources.push(`for (let i = 0; i < 200; i++) console.log("line " + i);`);
      expected.push([`stdout: ${count(200, (i) => `line ${i}\n`).join("")}`]);
    } else if (kind === 1) {
      sources.push(
        `for (let i = 0; i < 3; i++) {\n  console.log("before " + i);\n  await show(big + i);\n}`,
      );
      expected.push(
        [0, 1, 2].flatMap((i) => [
          `stdout: before ${i}\n`,
          `display: ${big}${i}`,
        ]),
      );
    } else if (kind === 2) {
      sources.push(
        `for (let i = 0; i < 50; i++) {\n  console.log(i);\n  console.error(i + big.slice(0, 2000));\n}\nawait Deno.jupyter.broadcast("display_data", { data: { "text/plain": "bare" }, metadata: {}, transient: {} });\nundefined;`,
      );
      expected.push([
        `stdout: ${count(50, (i) => `${i}\n`).join("")}`,
        `stderr: ${count(50, (i) => `${i}${big.slice(0, 2000)}\n`).join("")}`,
        "display: bare",
      ]);
    } else {
      sources.push(
        `for (let i = 0; i < 20; i++) {\n  await Deno.jupyter.broadcast("display_data", { data: { "text/plain": i + big }, metadata: {}, transient: {} });\n}\nconsole.log(big);\n"the last value"`,
      );
      expected.push([
        `stdout: ${big}\n`,
        ...count(20, (i) => `display: ${i}${big}`),
        `result: "the last value"`,
      ]);
    }
  }
  return { notebook: notebookOf(...sources), expected };
}

/** Outputs in short, standard output first: bare displays and text take different queues. */
function unordered(outputs: readonly Output[] | undefined): string[] {
  const rank = (text: string) =>
    ["stdout", "stderr", "display", "result"].indexOf(text.split(":")[0] ?? "");
  return short(outputs).map((text, i) => ({ text, i }))
    .sort((a, b) => rank(a.text) - rank(b.text) || a.i - b.i).map(({ text }) =>
      text
    );
}

const RUNS = Number(Deno.env.get("TASKFLOW_LOSS_RUNS") ?? 5);

kernelTest(
  `runKernel() loses no output in ${RUNS} runs of 40 heavy cells with a busy core`,
  async () => {
    const { notebook, expected } = heavy(40);
    const busy = new Deno.Command(Deno.execPath(), {
      args: ["eval", "for (;;);"],
    }).spawn();
    try {
      for (let run = 0; run < RUNS; run++) {
        const { status, outputs } = await runKernel(
          notebook,
          options({ timeout: 600_000 }),
        );
        equal(status, "done");
        for (const [i, wanted] of expected.entries()) {
          // Cells that use show() keep their order; the others only their contents.
          const got = i % 4 === 2
            ? short(outputs.get(i + 1))
            : unordered(outputs.get(i + 1));
          deepEqual(got, wanted, `run ${run}, cell ${i + 1}`);
        }
      }
    } finally {
      busy.kill("SIGKILL");
      await busy.status;
    }
  },
);
