/**
 * The sample tasks, run: history, patches, tests in every state, proofs, trajectories. What a machine
 * lacks (git, Python, Node.js) is named; JavaScript runs in Deno where there is no Node.js.
 */

import { deepEqual, equal, match, notEqual, ok } from "node:assert/strict";
import {
  checkoutSampleRepos,
  repoFolder,
  TASKS,
} from "../../scripts/data/sample_tasks/checkout.ts";
import type { Tree } from "../../scripts/data/sample_tasks/git_objects.ts";
import {
  historyOf,
  overlay,
  type TaskCommit,
  taskCommits,
} from "../../scripts/data/sample_tasks/history.ts";
import { patchesOf } from "../../scripts/data/sample_tasks/instance_row.ts";
import {
  checkoutBase,
  replay,
  statesOf,
  testsInStates,
} from "../../scripts/data/sample_tasks/observe.ts";
import { questionRows } from "../../scripts/data/sample_tasks/question_row.ts";
import { readFolder } from "../../scripts/data/sample_tasks/read_folder.ts";
import { runCommand } from "../../scripts/data/sample_tasks/run_command.ts";
import { runProof } from "../../scripts/data/sample_tasks/run_proof.ts";
import { readSampleRepos } from "../../scripts/data/sample_tasks/source.ts";
import { testNeeding } from "../shared.ts";

const STREAMS = `${TASKS}/repos`;
const python = Deno.env.get("TASKFLOW_PYTHON") ?? "python3";
const repos = readSampleRepos(`${TASKS}/source`);
const commits = repos.flatMap(taskCommits);

function has(command: string): boolean {
  try {
    const { success } = new Deno.Command(command, {
      args: ["--version"],
      stdout: "null",
      stderr: "null",
    }).outputSync();
    return success;
  } catch (error) {
    if (error instanceof Deno.errors.NotFound) return false;
    throw error;
  }
}

const present = {
  git: has("bash") && has("git"),
  python: has("bash") && has(python),
  node: has("bash") && has("git") && has("python3") && has("node"),
};

async function inScratch(
  what: (folder: string) => Promise<void>,
): Promise<void> {
  const folder = await Deno.makeTempDir({ prefix: "taskflow-sample-" });
  try {
    await what(folder);
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
}

/** Files of a checkout, without git's own. */
function filesOf(folder: string): Tree {
  return new Map(
    [...readFolder(folder)].filter(([path]) => !path.startsWith(".git/")),
  );
}

async function git(folder: string, command: string): Promise<string> {
  const { code, output } = await runCommand(command, folder);
  equal(code, 0, `${command}: ${output}`);
  return output;
}

function inLanguage(language: string): TaskCommit[] {
  return commits.filter(({ repo }) => repo.language === language);
}

/** At base and after each part: what must pass does, and nothing passes before it is due. */
async function checkStates(
  commit: TaskCommit,
  env: Record<string, string>,
): Promise<void> {
  const seen = commit.task.observed;
  ok(seen !== null);
  for (const [part, status] of (await testsInStates(commit, env)).entries()) {
    const where = `${commit.commit.folder}, after ${part} parts: `;
    for (const name of seen.pass_to_pass) {
      equal(status.get(name), "PASSED", where + name);
    }
    for (const name of seen.fail_to_pass) {
      const due: boolean =
        (commit.task.split.test_part[name] ?? Infinity) <= part;
      const passed: boolean = status.get(name) === "PASSED";
      equal(passed, due, where + name);
    }
    equal(status.size, seen.fail_to_pass.length + seen.pass_to_pass.length);
  }
}

testNeeding(
  "git",
  present.git,
  "repos/*.fast-import become the commits whose ids the rows name",
  () =>
    inScratch(async (folder) => {
      await checkoutSampleRepos(STREAMS, folder);
      for (const repo of repos) {
        const checkout = `${folder}/${repoFolder(repo.repo)}`;
        const ids = (await git(checkout, "git rev-list --reverse main")).trim();
        const history = historyOf(repo);
        deepEqual(ids.split("\n"), history.map(({ id }) => id));
        deepEqual(filesOf(checkout), history.at(-1)?.tree);
        equal(await git(checkout, "git fsck --strict"), "");
      }
    }),
);

testNeeding(
  "git",
  present.git,
  "parts/*.patch, the golden patch and the test patch apply and give the fix",
  () =>
    inScratch(async (folder) => {
      for (const commit of commits) {
        const place = `${folder}/${commit.id}`;
        const checkout = await checkoutBase(commit, STREAMS, place);
        const apply = async (patch: string) => {
          await Deno.writeTextFile(`${place}/patch`, patch);
          await git(checkout, "git apply --index ../patch");
        };
        for (const part of [1, 2, 3]) {
          const path = `${TASKS}/parts/${commit.instance}/${part}.patch`;
          await apply(Deno.readTextFileSync(path));
          deepEqual(filesOf(checkout), statesOf(commit)[part]);
        }
        await git(checkout, "git reset -q --hard");
        const { golden, test } = patchesOf(commit);
        await apply(golden);
        await apply(test);
        deepEqual(filesOf(checkout), commit.tree);
        const others = await git(checkout, "git rev-list --all");
        ok(!others.includes(commit.id), "the base shows nothing later");
      }
    }),
);

testNeeding(
  "python",
  present.python,
  "tests of rootcellar pass when they are due: at base, after each part, after the fix",
  async () => {
    for (const commit of inLanguage("python")) {
      await checkStates(commit, { PYTHON: python });
    }
  },
);

testNeeding(
  "bash",
  has("bash"),
  "tests of waymark pass when they are due: at base, after each part, after the fix",
  async () => {
    for (const commit of inLanguage("js")) {
      await checkStates(commit, { JS_RUNTIME: Deno.execPath() });
    }
  },
);

testNeeding(
  "python",
  present.python,
  "proofs hold at base and after the fix, and leave no trace",
  async () => {
    for (const commit of commits) {
      for (const row of questionRows(commit)) {
        for (const tree of [commit.base, commit.tree]) {
          const run = await runProof(row.proof_script, tree, { python });
          equal(run.code, 0, run.output);
          deepEqual(run.changed, []);
          ok(!run.output.includes("NOT OBSERVED"));
          for (const text of row.expected_stdout_contains) {
            ok(run.output.includes(text), `${commit.commit.folder}: ${text}`);
          }
        }
      }
    }
  },
);

testNeeding(
  "python",
  present.python,
  "proofs fail by a check when any cited lines are blank, and under their mutation",
  async () => {
    for (const commit of commits) {
      for (const row of questionRows(commit)) {
        const { proof_script, mutation, evidence, question_id } = row;
        const where = `${commit.commit.folder} ${question_id}`;
        for (const { path, start_line, end_line } of evidence) {
          const lines = (commit.base.get(path) ?? "").split("\n");
          lines.fill("", start_line - 1, end_line);
          const blank = overlay(
            commit.base,
            new Map([[path, lines.join("\n")]]),
          );
          const run = await runProof(proof_script, blank, { python });
          notEqual(run.code, 0, `${where}: ${path} ${start_line}`);
          match(run.output, /^NOT OBSERVED: /m, `${where}: ${run.output}`);
          ok(!run.output.includes("Traceback"), run.output);
        }
        const run = await runProof(proof_script, commit.base, {
          python,
          mutation,
        });
        ok(run.mutated, where);
        equal(run.code, 1, where);
        match(run.output, /^NOT OBSERVED: /m, where);
      }
    }
  },
);

testNeeding(
  "node",
  present.node,
  "trajectories, played again, give the same outputs and leave the fix",
  async () => {
    for (const commit of commits) {
      const { outputs, tree } = await replay(commit, STREAMS);
      deepEqual(outputs, commit.task.observed?.outputs, commit.commit.folder);
      deepEqual(tree, statesOf(commit).at(-1));
    }
  },
);
