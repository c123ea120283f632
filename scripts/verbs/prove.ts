/**
 * `taskflow prove`: run the proofs of questions in clean checkouts, and see whether they can fail (Appendix E).
 *
 * @module
 */

import { type Command } from "commander";
import { findRepository, openCheckouts, openSandbox } from "@taskflow/sandbox";
import { writeAtomically } from "@taskflow/table";
import { type Proof, proveAll, type Question } from "@taskflow/transform";
import { progress } from "../cli/progress.ts";
import {
  AnswerIsNo,
  complain,
  interrupted,
  print,
  printJson,
  verb,
  wholeNumber,
} from "../cli/run.ts";
import { writeBeside } from "../cli/write_beside.ts";
import { readQuestions } from "./question_rows.ts";

interface Options {
  repos: string;
  fix?: boolean;
  jobs: number;
  timeLimit: number;
  cache?: string;
  trustScripts?: boolean;
  out?: string;
  json?: boolean;
}

/**
 * Add the verb to the program.
 *
 * @param taskflow The program.
 */
export function addProve(taskflow: Command): void {
  verb(
    taskflow,
    "prove <questions>",
    "Run the proofs of repository questions in clean checkouts, sandboxed, and see whether they can fail.",
    [
      "taskflow prove data/sample/tasks/questions.jsonl --repos data/sample/tasks/repos --fix",
      "taskflow prove questions.jsonl --repos clones/ --fix --json -o proofs.jsonl",
    ],
    ["run"],
  )
    .requiredOption(
      "--repos <dir>",
      "clones at OWNER__NAME, OWNER+NAME, OWNER/NAME or NAME (bare or not), files at INSTANCE_ID, or histories at OWNER__NAME.fast-import",
    )
    .option(
      "--fix",
      "also run them after the fix: the commit in the instance id, or INSTANCE_ID.patch in --repos",
    )
    .option(
      "--jobs <n>",
      "questions at a time (default: two a processor)",
      wholeNumber(1),
      2 * navigator.hardwareConcurrency,
    )
    .option(
      "--time-limit <seconds>",
      "seconds that one run of a proof may take",
      wholeNumber(1),
      10,
    )
    .option(
      "--cache <dir>",
      "where to keep checkouts (default: taskflow/checkouts in your cache folder)",
    )
    .option(
      "--trust-scripts",
      "run proofs without protection where no sandbox can be had: they can then do all that you can",
    )
    .option(
      "-o, --out <file>",
      "write verdicts and reports (.jsonl), one a question",
    )
    .option("--json", "print one JSON object a question")
    .addHelpText(
      "after",
      `
A verdict is "proven" (the proof ran code of the repository), "structural" (it only read it) or
"rejected". Exit code 1 if any question is rejected. What each reason means is in
lib/transform/PROOFS.md; what the sandbox needs is in lib/sandbox/README.md.
`,
    )
    .action(action);
}

async function action(path: string, options: Options): Promise<void> {
  const questions = await readQuestions(path);
  await findAll(options.repos, questions);
  const limits = {
    wallSeconds: options.timeLimit,
    cpuSeconds: options.timeLimit,
  };
  const sandbox = await openSandbox({
    limits,
    trustScripts: options.trustScripts ?? false,
    onWarning: complain,
  });
  const checkouts = openCheckouts({
    repos: options.repos,
    owner: sandbox.owner,
    ...(options.cache === undefined ? {} : { cache: options.cache }),
  });
  const line = progress("prove");
  const proofs = await proveAll(questions, {
    sandbox,
    checkouts,
    fix: options.fix ?? false,
    limits,
    jobs: options.jobs,
    signal: interrupted.signal,
    onProof: ({ question_id, verdict }, done) =>
      line.update(`${done} of ${questions.length} (${question_id} ${verdict})`),
  });
  line.done(`${proofs.length} of ${questions.length} questions`);
  if (options.out !== undefined) {
    const rows = proofs.map((proof) => `${JSON.stringify(proof)}\n`);
    await writeAtomically(options.out, rows.join(""));
    await writeBeside(options.out, [path], {
      fix: options.fix ?? false,
      time_limit: options.timeLimit,
    });
  }
  if (options.json) proofs.map(shortOf).forEach(printJson);
  else print(describe(proofs));
  const rejected = proofs.filter(({ verdict }) => verdict === "rejected");
  if (rejected.length > 0) {
    throw new AnswerIsNo(
      `${rejected.length} of ${proofs.length} questions are rejected`,
    );
  }
}

/** Every repository has to be there before the first proof runs. */
async function findAll(
  repos: string,
  questions: readonly Question[],
): Promise<void> {
  const missing = new Map<string, string[]>();
  for (const question of questions) {
    try {
      await findRepository(repos, question);
    } catch (error) {
      if (!(error instanceof Deno.errors.NotFound)) throw error;
      const { repo, instance_id, question_id } = question;
      const names = missing.get(repo) ?? [];
      missing.set(repo, [...names, `${question_id} of ${instance_id}`]);
    }
  }
  if (missing.size === 0) return;
  const lines = [...missing].map(([repo, names]) =>
    `\n  ${repo} (put a clone at ${repos}/${repo.replace("/", "__")}): ${
      names.join(", ")
    }`
  );
  throw new RangeError(
    `Cannot prove these questions: their repositories are not in "${repos}"${
      lines.join("")
    }`,
  );
}

/** What `--json` prints of a proof. */
function shortOf(proof: Proof) {
  const { instance_id, question_id, verdict, reasons } = proof;
  const { exit_code, exit_code_after_fix } = proof;
  return {
    instance_id,
    question_id,
    verdict,
    exit_code,
    exit_code_after_fix,
    reasons,
  };
}

function describe(proofs: readonly Proof[]): string {
  const lines = proofs.flatMap((
    { instance_id, question_id, verdict, report },
  ) => [
    `${verdict.padEnd(10)} ${question_id.padEnd(6)} ${instance_id}`,
    ...report.objections.map(({ reason, detail }) =>
      `             ${reason}: ${detail}`
    ),
    ...report.warnings.map((text) => `             warning: ${text}`),
  ]);
  const count = (verdict: Proof["verdict"]) =>
    proofs.filter((proof) => proof.verdict === verdict).length;
  return [
    ...lines,
    "",
    `${proofs.length} questions: ${
      count("proven")
    } proven by running code of the repository, ` +
    `${count("structural")} by reading it, ${count("rejected")} rejected`,
  ].join("\n");
}
