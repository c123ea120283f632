/**
 * 100 proofs one after another, then in parallel: `deno run -A scripts/bench/prove_parallel.ts [JOBS]`.
 *
 * Bar: the wall time in parallel is within 1.3 times the sum of their own times divided by the cores.
 */

import { openCheckouts, openSandbox } from "@taskflow/sandbox";
import { proveAll, proveQuestion, type Question } from "@taskflow/transform";
import { fileURLToPath } from "node:url";
import { readQuestions } from "../verbs/question_rows.ts";

const COUNT = 100;
const jobs = Number(Deno.args[0] ?? 2);
const sample = fileURLToPath(
  new URL("../../data/sample/tasks", import.meta.url),
);
const cache = await Deno.makeTempDir();
try {
  const some = await readQuestions(`${sample}/questions.jsonl`);
  const questions: Question[] = Array.from({ length: COUNT }, (_, at) => {
    const question = some[at % some.length];
    if (question === undefined) {
      throw new RangeError("Cannot measure: no questions");
    }
    return { ...question, question_id: `${question.question_id}-${at}` };
  });
  const sandbox = await openSandbox();
  const checkouts = openCheckouts({
    repos: `${sample}/repos`,
    cache,
    owner: sandbox.owner,
  });
  const tools = { sandbox, checkouts, fix: true };
  // Checkouts are made once and not measured.
  for (const question of some) await proveQuestion(question, tools);
  let own = 0;
  for (const question of questions) {
    const start = performance.now();
    await proveQuestion(question, tools);
    own += performance.now() - start;
  }
  const start = performance.now();
  const proofs = await proveAll(questions, { ...tools, jobs });
  const wall = performance.now() - start;
  const cores = Math.min(jobs, navigator.hardwareConcurrency);
  const seconds = (ms: number) => `${(ms / 1000).toFixed(1)} s`;
  const held = proofs.filter(({ verdict }) => verdict !== "rejected").length;
  await Deno.stdout.write(new TextEncoder().encode(
    `${COUNT} questions (${held} accepted), ${jobs} jobs on ${cores} cores: ${
      seconds(own)
    } one by one, ` +
      `${seconds(wall)} in parallel = ${
        (wall / (own / cores)).toFixed(2)
      } times own time / cores\n`,
  ));
} finally {
  await Deno.remove(cache, { recursive: true });
}
