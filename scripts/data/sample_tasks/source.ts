/**
 * The hand-written sources of the sample tasks: a folder a repository, in it a folder a commit.
 *
 * @module
 */

import * as z from "zod";
import { readFolder } from "./read_folder.ts";
import type { CommitFacts, Tree } from "./git_objects.ts";

const part = z.number().int().min(1).max(3);

const commitSchema = z.strictObject({
  author: z.string(),
  date: z.string(),
  message: z.string(),
});

const taskSchema = z.strictObject({
  /** Whether the three texts are JSON string literals in the row, as in many real ones. */
  quoted: z.boolean(),
  /** How `fail_to_pass` is written: as a Python literal, as in most real rows, or as JSON. */
  lists: z.enum(["python", "json"]),
  specificity: z.array(z.string()),
  categories: z.array(z.string()),
  split: z.strictObject({
    artifacts: z.array(z.string()),
    units: z.array(z.tuple([z.string(), part])),
    labels: z.record(z.string(), z.string()),
    test_part: z.record(z.string(), part),
  }),
});

const questionSchema = z.strictObject({
  intent: z.string(),
  question: z.string(),
  golden_answer: z.string(),
  accepted_answers: z.array(z.string()).min(1),
  incorrect_answers: z.array(z.string()).min(1),
  answer_contract: z.strictObject({
    must_mention: z.array(z.string()).min(1),
    must_not_claim: z.array(z.string()),
  }),
  facts: z.array(z.string()).min(1),
  evidence: z.array(z.strictObject({
    path: z.string(),
    /** First and last line, whole: where they stand is looked up in the tree. */
    from: z.string(),
    to: z.string(),
    claim: z.string(),
  })).min(1),
  expected_stdout_contains: z.array(z.string()).min(1),
  mutation: z.string(),
});

const say = z.string();
const stepSchema = z.union([
  z.strictObject({ say, run: z.string() }),
  z.strictObject({ say, read: z.string() }),
  z.strictObject({ say, apply: part }),
]);

const trajectorySchema = z.strictObject({
  format: z.enum([
    "mini-swe-agent-1",
    "mini-swe-agent-1.1",
    "mini-swe-agent-1.1 responses",
    "ATIF-v1.6",
    "ATIF-v1.7",
  ]),
  date: z.string(),
  /** Whether mini-swe-agent prints its patch in the end; otherwise it is what the files show. */
  submits: z.boolean().default(true),
  steps: z.array(stepSchema).min(3),
  /** What the agent says when it is done. */
  done: z.string(),
});

const observedSchema = z.strictObject({
  fail_to_pass: z.array(z.string()),
  pass_to_pass: z.array(z.string()),
  /** Exit codes per question: at base, after the fix, after the mutation. */
  proofs: z.array(z.tuple([z.number(), z.number(), z.number()])),
  /** One entry for each call of the trajectory. */
  outputs: z.array(
    z.strictObject({ returncode: z.number(), output: z.string() }),
  ),
});

/** One question, and the script that proves its answer. */
export type SampleQuestion = z.infer<typeof questionSchema> & {
  readonly proof: string;
};
/** One step of the agent. */
export type SampleStep = z.infer<typeof stepSchema>;
/** The agent's run. */
export type SampleTrajectory = z.infer<typeof trajectorySchema>;
/** What was seen when everything was run (`record_sample_tasks.ts`). */
export type Observed = z.infer<typeof observedSchema>;

/** The task that a commit solves. */
export interface SampleTask extends z.infer<typeof taskSchema> {
  readonly problem_statement: string;
  readonly requirements: string;
  readonly interface: string;
  /** Prompts of the three parts, and the files that each changes. */
  readonly parts: readonly { readonly prompt: string; readonly files: Tree }[];
  /** Files of the test patch. */
  readonly tests: Tree;
  readonly questions: readonly SampleQuestion[];
  readonly trajectory: SampleTrajectory;
  /** `null` before the first recording. */
  readonly observed: Observed | null;
}

/** A commit of the sources. */
export interface SampleCommit extends CommitFacts {
  /** Name of its folder below `source/`, as in `rootcellar/04-due`. */
  readonly folder: string;
  /** Files that it changes and that belong to no task. */
  readonly files: Tree;
  readonly task: SampleTask | null;
}

/** A repository of the sources. */
export interface SampleRepo {
  /** `owner/name`. */
  readonly repo: string;
  readonly language: "python" | "js";
  /** Oldest first. */
  readonly commits: readonly SampleCommit[];
}

const repoSchema = z.strictObject({
  repo: z.string(),
  language: z.enum(["python", "js"]),
});

function below(files: Tree, folder: string): Map<string, string> {
  const inside = new Map<string, string>();
  for (const [path, text] of files) {
    if (path.startsWith(`${folder}/`)) {
      inside.set(path.slice(folder.length + 1), text);
    }
  }
  return inside;
}

function readText(files: Tree, path: string): string {
  const text = files.get(path);
  if (text === undefined) {
    throw new TypeError(`Cannot read sample task: "${path}" is missing`);
  }
  return text;
}

function readJson<T>(schema: z.ZodType<T>, files: Tree, path: string): T {
  return schema.parse(JSON.parse(readText(files, path)));
}

function names(files: Tree): string[] {
  return [...new Set([...files.keys()].map((path) => path.split("/")[0] ?? ""))]
    .sort();
}

function readTask(files: Tree): SampleTask {
  const text = (path: string) => readText(files, path).trimEnd();
  const questions = below(files, "questions");
  return {
    ...readJson(taskSchema, files, "task.json"),
    problem_statement: text("problem_statement.md"),
    requirements: text("requirements.md"),
    interface: text("interface.md"),
    parts: [1, 2, 3].map((k) => ({
      prompt: text(`part-${k}/prompt.md`),
      files: below(files, `part-${k}/files`),
    })),
    tests: below(files, "test-files"),
    questions: names(questions).map((name) => ({
      ...readJson(questionSchema, questions, `${name}/question.json`),
      proof: readText(questions, `${name}/proof.py`),
    })),
    trajectory: readJson(trajectorySchema, files, "trajectory.json"),
    observed: files.has("observed.json")
      ? readJson(observedSchema, files, "observed.json")
      : null,
  };
}

/**
 * Read the sources of the sample tasks.
 *
 * @param folder `data/sample/tasks/source`.
 * @returns The repositories, by name, commits oldest first.
 * @throws {TypeError} If a file is missing.
 *
 * @example
 * ```ts
 * import { deepEqual } from "node:assert/strict";
 * import { readSampleRepos } from "./source.ts";
 *
 * const repos = readSampleRepos("data/sample/tasks/source");
 * deepEqual(repos.map(({ language }) => language), ["python", "js"]);
 * ```
 */
export function readSampleRepos(folder: string): SampleRepo[] {
  const all = readFolder(folder);
  return names(all).map((name) => {
    const files = below(all, name);
    const folders = names(files).filter((name) =>
      files.has(`${name}/commit.json`)
    );
    return {
      ...readJson(repoSchema, files, "repo.json"),
      commits: folders.map((commit) => {
        const own = below(files, commit);
        return {
          ...readJson(commitSchema, own, "commit.json"),
          folder: `${name}/${commit}`,
          files: below(own, "files"),
          task: own.has("task.json") ? readTask(own) : null,
        };
      }),
    };
  });
}
