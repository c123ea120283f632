import { equal, match } from "node:assert/strict";
import { taskflow } from "./taskflow.ts";

const row = {
  instance_id: "made-1",
  repo: "made/larder",
  base_commit: "0000000",
  question_id: "q-1",
  question: "What?",
  golden_answer: "That.",
  evidence: [],
  proof_script: "",
};

async function withFile(
  lines: readonly unknown[],
  fn: (path: string, folder: string) => Promise<void>,
): Promise<void> {
  const folder = await Deno.makeTempDir();
  const path = `${folder}/questions.jsonl`;
  const text = lines.map((line) =>
    typeof line === "string" ? line : JSON.stringify(line)
  );
  await Deno.writeTextFile(path, text.map((line) => `${line}\n`).join(""));
  try {
    await fn(path, folder);
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
}

Deno.test("taskflow prove names the questions whose repository is missing, before anything runs", async () => {
  await withFile(
    [row, { ...row, question_id: "q-2" }],
    async (path, folder) => {
      const { code, stderr, stdout } = await taskflow([
        "prove",
        path,
        "--repos",
        folder,
      ]);
      equal(code, 2);
      equal(stdout, "");
      match(
        stderr,
        /made\/larder \(put a clone at .*made__larder\): q-1 of made-1, q-2 of made-1/,
      );
    },
  );
});

Deno.test("taskflow prove says which line is no question", async () => {
  for (
    const [lines, message] of [
      [[row, "{"], /Cannot read questions "questions.jsonl": line 2/],
      [[{ ...row, evidence: "x" }], /line 1: "evidence"/],
      [
        [row, row],
        /line 2: question "q-1" of "made-1" stands in line 1 already/,
      ],
      [[], /there are no rows in it/],
    ] as const
  ) {
    await withFile(lines, async (path, folder) => {
      const { code, stderr } = await taskflow([
        "prove",
        path,
        "--repos",
        folder,
      ]);
      equal(code, 2);
      match(stderr, message);
    });
  }
});

Deno.test("taskflow prove --help tells where repositories are looked for", async () => {
  const { code, stdout } = await taskflow(["prove", "--help"]);
  equal(code, 0);
  match(stdout, /OWNER__NAME/);
  match(stdout, /--trust-scripts/);
});
