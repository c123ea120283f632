/** The sample tasks: made anew byte for byte, rows as in the real data, splits under the contract. */

import { deepEqual, equal, match, ok } from "node:assert/strict";
import { promptOf, readTasks, type Task } from "@taskflow/benchmark";
import { readCorpus } from "@taskflow/corpora";
import { countWords } from "@taskflow/session";
import { labelCode, TAXONOMY } from "@taskflow/taxonomy";
import { checkSplit, splitSchema } from "@taskflow/transform";
import {
  GENERATED,
  sampleTaskFiles,
} from "../../scripts/data/make_sample_tasks.ts";
import { taskCommits } from "../../scripts/data/sample_tasks/history.ts";
import { readFolder } from "../../scripts/data/sample_tasks/read_folder.ts";
import { readSampleRepos } from "../../scripts/data/sample_tasks/source.ts";

const FOLDER = "data/sample/tasks";
const repos = readSampleRepos(`${FOLDER}/source`);
const commits = repos.flatMap(taskCommits);
const { tasks, malformed } = await readTasks(`${FOLDER}/instances.jsonl`);
const rows = readRows("instances.jsonl");
const splits = readRows("splits.jsonl").map((row) => splitSchema.parse(row));
const questions = readRows("questions.jsonl");

function readRows(name: string): Record<string, string>[] {
  return Deno.readTextFileSync(`${FOLDER}/${name}`).trim().split("\n")
    .map((line) => JSON.parse(line));
}

function textOf(task: Task): string {
  const { problem_statement, requirements, interface: api } = task;
  return [problem_statement, requirements, api].join("\n\n");
}

Deno.test("sampleTaskFiles() gives the committed files byte for byte, and no others are there", () => {
  const made = sampleTaskFiles(repos);
  for (const [name, contents] of made) {
    equal(Deno.readTextFileSync(`${FOLDER}/${name}`), contents, name);
  }
  const there = GENERATED.flatMap((folder) =>
    [...readFolder(`${FOLDER}/${folder}`).keys()].map((at) => `${folder}/${at}`)
  );
  const wanted = [...made.keys()].filter((name) => name.includes("/"));
  deepEqual(there.sort(), wanted.sort());
});

Deno.test("instances.jsonl has six tasks with the columns, ids and quirks of SWE-Bench Pro", () => {
  deepEqual(malformed, []);
  equal(tasks.length, 6);
  for (const [i, task] of tasks.entries()) {
    match(
      task.instance_id,
      /^instance_taskflow-sample__(rootcellar|waymark)-[0-9a-f]{40}$/,
    );
    const commit = commits.find(({ instance }) =>
      instance === task.instance_id
    );
    equal(task.base_commit, commit?.parent);
    ok(task.fail_to_pass.length > 0, task.instance_id);
    ok(
      rows[i]?.before_repo_set_cmd?.includes(
        `git checkout ${commit?.id} -- test`,
      ),
    );
    for (const value of Object.values(rows[i] ?? {})) {
      equal(typeof value, "string");
    }
  }
  const count = (column: string, start: string) =>
    rows.filter((row) => row[column]?.startsWith(start)).length;
  equal(count("problem_statement", '"'), 2);
  equal(count("requirements", '"'), 2);
  equal(count("fail_to_pass", "['"), 4);
  equal(count("fail_to_pass", '["'), 2);
  equal(tasks.filter((task) => task.pass_to_pass.length === 0).length, 1);
  const flat = tasks.filter(({ requirements }) => !requirements.includes("\n"));
  equal(flat.length, 1, "one list of requirements is flattened to one line");
  deepEqual(tasks.map((task) => task.repo_language).sort(), [
    ..."js js js python python python".split(" "),
  ]);
});

Deno.test("instances.jsonl has 150 to 400 words a task", () => {
  for (const task of tasks) {
    const words = countWords(textOf(task));
    ok(words >= 150 && words <= 400, `${task.instance_id}: ${words}`);
  }
});

Deno.test("splits.jsonl keeps every artifact, in the source and in a part", () => {
  deepEqual(
    splits.map(({ instance_id }) => instance_id),
    tasks.map(({ instance_id }) => instance_id),
  );
  for (const [i, { artifacts, parts, instance_id }] of splits.entries()) {
    const task = tasks[i];
    ok(task !== undefined && parts?.length === 3);
    for (const artifact of artifacts) {
      ok(textOf(task).includes(artifact), `${instance_id}: ${artifact}`);
      ok(
        parts.some((part) => part.includes(artifact)),
        `${instance_id}: no part has ${artifact}`,
      );
    }
    ok(artifacts.length >= 10);
  }
});

Deno.test("splits.jsonl meets the contract and the taxonomy", () => {
  for (const [i, split] of splits.entries()) {
    const task = tasks[i];
    ok(task !== undefined);
    const { ok: passed, findings } = checkSplit(split, task);
    const errors = findings.filter(({ severity }) => severity === "error");
    ok(passed, `${split.instance_id}: ${JSON.stringify(errors)}`);
    deepEqual(Object.keys(split.labels ?? {}).sort(), [
      ..."1 12 123 2 23 3".split(" "),
    ]);
    for (const label of Object.values(split.labels ?? {})) {
      ok(labelCode(TAXONOMY, label) >= 0);
    }
    deepEqual(new Set(split.unit_to_part), new Set([0, 1, 2]));
  }
});

Deno.test("splits.jsonl says for each failing test when it falls due, and each part has one", () => {
  for (const [i, { test_part }] of splits.entries()) {
    const due = test_part ?? [];
    deepEqual(
      due.map(({ test }) => test).sort(),
      [...tasks[i]?.fail_to_pass ?? []].sort(),
    );
    deepEqual([...new Set(due.map(({ part }) => part))].sort(), [0, 1, 2]);
  }
});

Deno.test("questions.jsonl has one or two questions a task, on code that stands at base", () => {
  for (const commit of commits) {
    const own = questions.filter((row) =>
      row.instance_id === commit.instance
    ) as unknown as {
      question_id: string;
      intent: string;
      base_commit: string;
      evidence: { path: string; start_line: number; end_line: number }[];
      proof_exit_code: number;
      proof_exit_code_after_fix: number;
      mutation_exit_code: number;
    }[];
    ok(own.length === 1 || own.length === 2);
    for (const row of own) {
      equal(row.base_commit, commit.parent);
      ok(labelCode(TAXONOMY, row.intent) >= 0);
      for (const { path, start_line, end_line } of row.evidence) {
        const lines = commit.base.get(path)?.split("\n") ?? [];
        ok(1 <= start_line && start_line <= end_line, path);
        ok(end_line < lines.length, path);
      }
      deepEqual(
        [
          row.proof_exit_code,
          row.proof_exit_code_after_fix,
          row.mutation_exit_code,
        ],
        [0, 0, 1],
      );
    }
  }
  equal(questions.length, 9);
});

Deno.test("questions.jsonl gives away nothing that the fix brings", () => {
  const names = (text: string) => new Set(text.match(/[A-Za-z_]\w{3,}/g));
  for (const commit of commits) {
    const known = names([...commit.base.values()].join("\n"));
    const added = [...names([...commit.tree.values()].join("\n"))]
      .filter((name) => !known.has(name) && /_|[a-z][A-Z]/.test(name));
    const own = questions.filter((row) => row.instance_id === commit.instance);
    for (const { question, golden_answer, accepted_answers } of own) {
      const said = names([question, golden_answer, accepted_answers].join(" "));
      deepEqual(added.filter((name) => said.has(name)), []);
    }
  }
});

Deno.test("trajectories/ is read as six runs with the task as their only message", async () => {
  const read = new Map<string, string>();
  const { sessions, report } = readCorpus(`${FOLDER}/trajectories`);
  for await (const { source, file, messages } of sessions) {
    ok(file !== null);
    equal(messages.length, 1, file);
    const instance = file.split(".")[0] ?? "";
    const task = tasks.find(({ instance_id }) => instance_id === instance);
    ok(task !== undefined, file);
    equal(messages[0]?.text, promptOf(task, "full"), file);
    read.set(instance, source);
  }
  deepEqual([...read.values()].sort(), [
    ..."atif atif atif mini-swe-agent mini-swe-agent mini-swe-agent".split(" "),
  ]);
  deepEqual(report.files, { read: 6, unread: 0 });
  deepEqual(report.warnings, []);
});
