/**
 * What the agent of a sample trajectory does, step by step: the same calls are run when the outputs
 * are recorded and written into the trajectory.
 *
 * @module
 */

import { hunksBetween } from "./git_patch.ts";
import { overlay, type TaskCommit } from "./history.ts";
import { patchesOf } from "./instance_row.ts";
import type { Tree } from "./git_objects.ts";

/** A call of a tool; paths are below the root of the repository. */
export type Call =
  | { readonly tool: "bash"; readonly command: string }
  | { readonly tool: "read"; readonly path: string }
  | { readonly tool: "write"; readonly path: string; readonly content: string }
  | {
    readonly tool: "edit";
    readonly path: string;
    readonly old: string;
    readonly new: string;
  };

/** What the agent says, and what it does then; the last step of an ATIF run does nothing. */
export interface Step {
  readonly say: string;
  readonly calls: readonly Call[];
}

/** How mini-swe-agent hands in where the patch is the state of the container, as under Harbor. */
export const HAND_IN = "echo COMPLETE_TASK_AND_SUBMIT_FINAL_OUTPUT";

/** How it hands in with the patch as what is printed after the first line. */
export const SUBMIT = `${HAND_IN} && git add -A && git diff --cached`;

/** The lines of a hunk on one side, with their line ends. */
function side(lines: readonly string[], mark: "-" | "+"): string {
  return lines.filter((line) => line[0] === mark || line[0] === " ")
    .map((line) => `${line.slice(1)}\n`).join("");
}

/** Replacements of text that stands once in the file, as an editing tool wants them. */
function editsOf(path: string, before: string, after: string): Call[] {
  for (let context = 1; context < 12; context++) {
    const edits = hunksBetween(before, after, context).map(({ lines }) => ({
      tool: "edit" as const,
      path,
      old: side(lines, "-"),
      new: side(lines, "+"),
    }));
    if (edits.every(({ old }) => before.split(old).length === 2)) return edits;
  }
  throw new RangeError(
    `Cannot edit "${path}": a change has no place of its own`,
  );
}

function changes(before: Tree, files: Tree): Call[] {
  return [...files].flatMap(([path, text]): Call[] => {
    const old = before.get(path);
    if (old === undefined) return [{ tool: "write", path, content: text }];
    return editsOf(path, old, text);
  });
}

/**
 * The steps of a trajectory.
 *
 * @param commit The commit that solves the task.
 * @returns Steps in order; those of mini-swe-agent have one shell command each.
 * @throws {RangeError} If an edit has no unambiguous place.
 *
 * @example
 * ```ts
 * import { ok } from "node:assert/strict";
 * import { stepsOf } from "./calls.ts";
 * import { taskCommits } from "./history.ts";
 * import { readSampleRepos } from "./source.ts";
 *
 * const [first] = readSampleRepos("data/sample/tasks/source").flatMap(taskCommits);
 * if (first) ok(stepsOf(first).length > 3);
 * ```
 */
export function stepsOf(commit: TaskCommit): Step[] {
  const { task, base } = commit;
  const mini = task.trajectory.format.startsWith("mini");
  const pieces = patchesOf(commit).parts;
  const steps = task.trajectory.steps.map((step): Step => {
    const { say } = step;
    if ("run" in step) {
      return { say, calls: [{ tool: "bash", command: step.run }] };
    }
    if ("read" in step) {
      return { say, calls: [{ tool: "read", path: step.read }] };
    }
    if (mini) {
      const command = `git apply - <<'PATCH'\n${pieces[step.apply - 1]}PATCH`;
      return { say, calls: [{ tool: "bash", command }] };
    }
    const before = task.parts.slice(0, step.apply - 1).map((part) =>
      part.files
    );
    const files = task.parts[step.apply - 1]?.files ?? new Map();
    return { say, calls: changes(overlay(base, ...before), files) };
  });
  const command = task.trajectory.submits ? SUBMIT : HAND_IN;
  const calls: Call[] = mini ? [{ tool: "bash", command }] : [];
  return [...steps, { say: task.trajectory.done, calls }];
}
