/**
 * Whether a proof can fail: one that cannot proves nothing.
 *
 * @module
 */

import type { Ablation, Mutation } from "./proof_counter.ts";
import { hasSentinel, type Outcome } from "./proof_outcome.ts";
import type { Observed } from "./proof_observe.ts";
import type { Objection } from "./proof_reasons.ts";

/** What a run that had to fail looked like from inside, where it did not. */
export type Witness = Pick<Observed, "raised" | "saysNo"> & {
  readonly run: { readonly stdout: string; readonly stderr: string };
};

/** What is known of the runs that had to fail. */
export interface CounterRuns {
  readonly ablations: readonly Pick<Ablation, "report">[];
  readonly mutation: Pick<Mutation, "report"> | null;
  /** The base run, observed. */
  readonly base: Witness;
  /** The runs without cited lines and after the mutation that held, observed. */
  readonly held: readonly Witness[];
  readonly expected: readonly string[];
}

const isRed = (outcome: Outcome | null) =>
  outcome === "refuted" || outcome === "missed";

/**
 * Judge the runs that had to fail.
 *
 * - `always-zero`: its exit code says nothing. A run noticed that something was wrong (it printed `NOT OBSERVED`, or
 *   caught something that the base run does not raise) and still ended with 0. Or nothing turned it red, and it lost
 *   what it had to print, or no line of it could end it with another code.
 * - `vacuous`: it could say no, but neither the cited lines nor the mutation are what it asks about.
 * - `decoration`: some citations turn it red, these do not.
 * - `crashed`: it turns red only by crashing, or the mutation makes it crash instead of failing a check.
 *
 * @param runs The runs.
 * @returns What is wrong; empty if the proof can fail.
 *
 * @example
 * ```ts
 * import { deepEqual } from "node:assert/strict";
 * import { ableToFail } from "./proof_able_to_fail.ts";
 *
 * const place = { path: "a.py", start_line: 1, end_line: 2, variant: "blank", sentinel: false } as const;
 * const base = { raised: [] as string[], saysNo: 1, run: { stdout: "", stderr: "" } };
 * const red = { report: { ...place, exit_code: 1, outcome: "refuted" as const } };
 * const green = { report: { ...place, exit_code: 0, outcome: "held" as const } };
 * const judge = (ablations: (typeof red | typeof green)[], held = [base]) =>
 *   ableToFail({ ablations, mutation: null, base, held, expected: [] }).map(({ reason }) => reason);
 * deepEqual(judge([red]), []);
 * deepEqual(judge([red, green]), ["decoration"]);
 * deepEqual(judge([green]), ["vacuous"]);
 * deepEqual(judge([red, green], [{ ...base, raised: ["SystemExit:7"] }]), ["always-zero"]);
 * ```
 */
export function ableToFail(runs: CounterRuns): Objection[] {
  const { ablations, mutation } = runs;
  const outcomes = ablations.map(({ report }) => report.outcome);
  const red = outcomes.some(isRed);
  const green = ablations.filter(({ report }) => report.outcome === "held");
  const swallowed = noticed(runs);
  // What else such a proof does not fail at is of no interest: its exit code says nothing.
  if (swallowed !== null) return [swallowed];
  const objections: Objection[] = [];
  if (!red && green.length > 0) objections.push(neverRed(runs));
  else if (green.length > 0) {
    const places = green.map(({ report }) =>
      `${report.path}:${report.start_line}-${report.end_line}`
    );
    objections.push({
      reason: "decoration",
      detail: `it holds without ${places.join(", ")}`,
    });
  }
  const after = mutation === null ? null : ofMutation(mutation.report);
  // A proof that nothing turns red is named once.
  if (
    after !== null && (red || after.reason === "crashed" || green.length === 0)
  ) objections.push(after);
  const checked = [...outcomes, mutation?.report.outcome ?? null]
    .includes("refuted");
  if (red && !checked && after === null) {
    objections.push({
      reason: "crashed",
      detail: "it never fails by a check, only by an exception nobody caught",
    });
  }
  return objections;
}

/** A run that saw that something was wrong and still ended with 0. */
function noticed({ base, held }: CounterRuns): Objection | null {
  const before = new Set(base.raised);
  for (const { raised, run } of held) {
    const caught = raised.find((one) => !before.has(one));
    if (!hasSentinel(run) && caught === undefined) continue;
    return {
      reason: "always-zero",
      detail: `it ends with 0 although it noticed (${
        hasSentinel(run) ? "NOT OBSERVED" : `caught ${caught}`
      })`,
    };
  }
  return null;
}

function ofMutation(report: Mutation["report"]): Objection | null {
  if (report.outcome === "refuted") return null;
  if (report.outcome === null) {
    return { reason: "vacuous", detail: "the mutation changes no file" };
  }
  if (report.outcome === "held") {
    return { reason: "vacuous", detail: "it holds after the mutation" };
  }
  return {
    reason: "crashed",
    detail: `after the mutation it does not fail a check (${report.outcome})`,
  };
}

function neverRed({ mutation, base, held, expected }: CounterRuns): Objection {
  const without = "without any of its evidence";
  if (mutation !== null && isRed(mutation.report.outcome)) {
    return {
      reason: "vacuous",
      detail: `it holds ${without}; only the mutation turns it red`,
    };
  }
  if (base.saysNo === 0) {
    return {
      reason: "always-zero",
      detail:
        `it holds ${without}, and no line of it could end it with another code than 0`,
    };
  }
  for (const { run } of held) {
    const lost = expected.find((text) =>
      base.run.stdout.includes(text) && !run.stdout.includes(text)
    );
    if (lost !== undefined) {
      return {
        reason: "always-zero",
        detail: `it ends with 0 although it no longer prints "${lost}"`,
      };
    }
  }
  return { reason: "vacuous", detail: `it holds ${without}` };
}
