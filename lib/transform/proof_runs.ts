/**
 * What is wrong with a proof's runs in clean checkouts.
 *
 * @module
 */

import { askedForNetwork } from "./proof_outcome.ts";
import type { Objection } from "./proof_reasons.ts";
import type { EndedRun } from "./proof_run.ts";
import type { Question } from "./question.ts";

/** What a run is measured by. */
type Declared = Pick<Question, "expected_stdout_contains">;

/**
 * Objections to the run at the base commit: it has to end with 0, print what it declared, and leave the tree
 * as it was.
 *
 * @param question What it declared.
 * @param run The run.
 * @returns The objections.
 *
 * @example
 * ```ts
 * import { deepEqual } from "node:assert/strict";
 * import { baseObjections } from "./proof_runs.ts";
 *
 * const run = {
 *   ...{ exitCode: 0, stdout: "seen\n", stderr: "", timedOut: false, limits: [], networkAttempts: 0 },
 *   ...{ outcome: "held", seconds: 0.1, changed: [] } as const,
 * };
 * const reasons = (expected: string[]) =>
 *   baseObjections({ expected_stdout_contains: expected }, run).map(({ reason }) => reason);
 * deepEqual([reasons(["seen"]), reasons(["other"])], [[], ["output-missing"]]);
 * ```
 */
export function baseObjections(question: Declared, run: EndedRun): Objection[] {
  const objections: Objection[] = [];
  if (run.outcome !== "held") objections.push(failure(run));
  if (run.changed.length > 0) {
    objections.push({
      reason: "writes-repository",
      detail: run.changed.slice(0, 5).map(({ path, change }) =>
        `${change} ${path}`
      )
        .join(", "),
    });
  }
  if (run.outcome !== "held") return objections;
  const missing = question.expected_stdout_contains.filter((text) =>
    !run.stdout.includes(text)
  );
  if (run.stdout.trim() === "") {
    objections.push({
      reason: "nothing-printed",
      detail: "it printed nothing to standard output",
    });
  } else if (missing.length > 0) {
    objections.push({
      reason: "output-missing",
      detail: `it did not print ${
        missing.map((text) => `"${text}"`).join(", ")
      }`,
    });
  }
  return objections;
}

/** Why a run did not hold: the network before the clock, since waiting for it takes time. */
function failure(run: EndedRun): Objection {
  if (askedForNetwork(run)) {
    return {
      reason: "needs-network",
      detail: `it ended with ${run.exitCode} after ${
        run.networkAttempts ?? "some"
      } attempts to reach something outside`,
    };
  }
  if (run.outcome === "time-limit") {
    return {
      reason: "time-limit",
      detail: `it ran into the limit (${run.limits.join(", ")}) after ${
        run.seconds.toFixed(1)
      } s`,
    };
  }
  const last = run.stderr.trim().split("\n").at(-1) ?? "";
  return {
    reason: "crashed",
    detail: `it ended with ${run.exitCode} at the base commit (${run.outcome}${
      run.limits.length > 0 ? `, limit ${run.limits.join(", ")}` : ""
    })${last === "" ? "" : `: ${last.slice(0, 200)}`}`,
  };
}

/**
 * Objections to the run after the fix.
 *
 * @param question What the proof declared.
 * @param base The run at the base commit.
 * @param run The run after the fix.
 * @param sound Whether the base run held and printed what it declared; otherwise only writing counts.
 * @returns The objections.
 */
export function fixObjections(
  question: Declared,
  base: EndedRun,
  run: EndedRun,
  sound: boolean,
): Objection[] {
  const objections: Objection[] = [];
  if (run.changed.length > 0 && base.changed.length === 0) {
    objections.push({ reason: "writes-repository", detail: "after the fix" });
  }
  if (!sound) return objections;
  const missing = question.expected_stdout_contains.filter((text) =>
    !run.stdout.includes(text)
  );
  if (run.outcome !== "held") {
    objections.push({
      reason: "invalid-after-fix",
      detail: `it ended with ${run.exitCode} after the fix (${run.outcome})`,
    });
  } else if (missing.length > 0) {
    objections.push({
      reason: "invalid-after-fix",
      detail: `after the fix it does not print ${
        missing.map((text) => `"${text}"`).join(", ")
      }`,
    });
  }
  return objections;
}
