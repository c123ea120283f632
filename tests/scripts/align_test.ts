import { deepEqual, equal, match, ok } from "node:assert/strict";
import flow from "../oracle/flow.json" with { type: "json" };
import { taskflow } from "./taskflow.ts";

const folder = Deno.makeTempDirSync();
globalThis.addEventListener(
  "unload",
  () => Deno.removeSync(folder, { recursive: true }),
);

function write(name: string, sessions: readonly (readonly string[])[]): string {
  const path = `${folder}/${name}`;
  const lines = sessions.map((intents, at) =>
    JSON.stringify({ session: `s-${at}`, intents })
  );
  Deno.writeTextFileSync(path, lines.map((line) => `${line}\n`).join(""));
  return path;
}

const target = write("target.jsonl", [
  ["bug-fix", "tests", "explain"],
  ["new-feature", "question", "other", "refactor"],
  ["bug-fix"],
]);
const benchmark = write("benchmark.jsonl", [["bug-fix", "tests", "tests"], [
  "explain",
]]);
const sides = ["--target", target, "--benchmark", benchmark];

Deno.test("taskflow align --json agrees with golden cases under every reading", async () => {
  const cases = flow.cases.filter(({ filter }) =>
    filter.targetMinMessages !== null
  ).slice(0, 2);
  equal(cases.length, 2);
  for (const { target, benchmark, filter, expected } of cases) {
    const args = [
      ["--target", write("t.jsonl", target.sessions)],
      ["--benchmark", write("b.jsonl", benchmark.sessions)],
      ["--min-messages", `${filter.targetMinMessages}`],
    ].flat();
    for (const lengthOf of ["all", "retained"] as const) {
      for (const emptySession of ["edge", "skip"] as const) {
        const { code, stdout } = await taskflow([
          "align",
          ...args,
          ...[
            "--length-of",
            lengthOf,
            "--empty-session",
            emptySession,
            "--json",
          ],
        ]);
        equal(code, 0);
        const got = JSON.parse(stdout);
        const want = expected.TFAS[`${lengthOf}/${emptySession}`];
        ok(
          want === null ? got.TFAS === null : Math.abs(got.TFAS - want) < 1e-10,
        );
        deepEqual([got.lengthOf, got.emptySession], [lengthOf, emptySession]);
      }
    }
  }
});

Deno.test("taskflow align --json prints one object, null for undefined", async () => {
  const empty = write("empty.jsonl", [["greeting", "other"]]);
  const { code, stdout } = await taskflow([
    ...["align", "--target", target, "--benchmark", empty, "--json"],
  ]);
  equal(code, 0);
  equal(stdout.trim().split("\n").length, 1);
  const { yardsticks, ...scores } = JSON.parse(stdout);
  deepEqual(Object.keys(yardsticks), [
    "split_half",
    "shuffled",
    "nearest",
    "farthest",
  ]);
  deepEqual(scores, {
    S_L: 0,
    S_T: null,
    S_R: 0,
    TFAS: null,
    lengthOf: "all",
    emptySession: "edge",
  });
});

Deno.test("taskflow align shows TFAS with its components and the filter", async () => {
  const { code, stdout } = await taskflow([
    "align",
    ...sides,
    "--min-messages",
    "3",
  ]);
  equal(code, 0);
  for (
    const word of [
      /S_L +0\.\d{3}/,
      /S_T/,
      /S_R/,
      /TFAS +\d/,
      /filter messages>=3, 2 sessions/,
    ]
  ) {
    match(stdout, word);
  }
});

Deno.test("taskflow align --bootstrap is the same for the same seed", async () => {
  const args = [
    "align",
    ...sides,
    "--bootstrap",
    "50",
    "--seed",
    "4",
    "--json",
  ];
  const [a, b] = [await taskflow(args), await taskflow(args)];
  equal(a.stdout, b.stdout);
  ok(JSON.parse(a.stdout).intervals.TFAS.low !== null);
});

Deno.test("taskflow align -o writes the result with its provenance", async () => {
  const [json, csv] = [`${folder}/result.json`, `${folder}/result.csv`];
  equal((await taskflow(["align", ...sides, "-o", json])).code, 0);
  equal((await taskflow(["align", ...sides, "-o", csv])).code, 0);
  const { provenance } = JSON.parse(Deno.readTextFileSync(json));
  deepEqual(
    provenance.inputs.map(({ name }: { name: string }) => name),
    ["benchmark.jsonl", "target.jsonl"],
  );
  match(Deno.readTextFileSync(csv), /^component,value,low,high,bias/);
});

Deno.test("taskflow align with several targets and benchmarks prints the matrix", async () => {
  const args = [
    ...["align", "--target", target, benchmark],
    ...["--benchmark", benchmark, target],
  ];
  const { code, stdout } = await taskflow(args);
  equal(code, 0);
  match(stdout, /benchmark +target\.jsonl +benchmark\.jsonl/);
  match(stdout, /two halves of the target/);
  const { pairs, targets } = JSON.parse(
    (await taskflow([...args, "--json"])).stdout,
  );
  equal(pairs.length, 4);
  // TFAS is symmetric: a against b is b against a.
  equal(pairs[0].TFAS, pairs[3].TFAS);
  equal(pairs[1].TFAS, 100);
  equal(targets[0].yardsticks.nearest.TFAS, pairs[0].TFAS);
  const csv = `${folder}/matrix.csv`;
  equal((await taskflow([...args, "-o", csv])).code, 0);
  match(Deno.readTextFileSync(csv), /^target,benchmark,component,value/);
});

Deno.test("taskflow align shows what a TFAS is to be held against", async () => {
  const { code, stdout } = await taskflow([
    ...["align", ...sides, "--beside", benchmark, target, "--bootstrap", "30"],
  ]);
  equal(code, 0);
  match(stdout, /two random halves of the target \(1 sessions each\)/);
  match(stdout, /in random order/);
  match(stdout, /nearest other corpus: target\.jsonl/);
  match(stdout, /farthest other corpus: benchmark\.jsonl/);
  match(stdout, /interval too narrow below N = 100 sessions/);
});

Deno.test("taskflow align exits with 2 and says what to do", async () => {
  const flowFile = "data/targets/production-standin.json";
  const cases: [string[], RegExp][] = [
    [["align"], /required option '--target/],
    [
      ["align", ...sides, "--length-of", "some"],
      /Allowed choices are all, retained/,
    ],
    [["align", ...sides, "--bootstrap", "many"], /whole number of at least 1/],
    [["align", ...sides, "--where", "messages >"], /Cannot parse filter/],
    [
      ["align", ...sides, "--where", "agent == 'x'"],
      /no session has an attribute "agent"/,
    ],
    [
      ["align", "--target", "nowhere.jsonl", "--benchmark", benchmark],
      /there is no such file/,
    ],
    [
      ["align", "--target", "nowhere.json", "--benchmark", benchmark],
      /there is no such file/,
    ],
    [
      [
        "align",
        "--target",
        flowFile,
        "--benchmark",
        benchmark,
        "--min-messages",
        "3",
      ],
      /a flow file holds counts, not sessions/,
    ],
    [
      [
        "align",
        "--target",
        flowFile,
        "--benchmark",
        benchmark,
        "--bootstrap",
        "9",
      ],
      /a flow file has no sessions to resample/,
    ],
    [
      [
        "align",
        "--target",
        flowFile,
        "--benchmark",
        benchmark,
        "--length-of",
        "retained",
      ],
      /probabilities for all\/edge only/,
    ],
    [["fly"], /unknown command 'fly'/],
  ];
  for (const [args, message] of cases) {
    const { code, stdout, stderr } = await taskflow(args);
    equal(code, 2, args.join(" "));
    equal(stdout, "", args.join(" "));
    match(stderr, message);
  }
});

Deno.test("taskflow --help and each verb's --help show examples and exit with 0", async () => {
  for (const args of [["--help"], ["align", "--help"], ["measure", "--help"]]) {
    const { code, stdout } = await taskflow(args);
    equal(code, 0);
    match(stdout, args.length === 1 ? /measure/ : /Examples:\n {2}\$ taskflow/);
  }
});
