/**
 * What only a reader can tell of a split.
 *
 * @module
 */

import type { Task } from "@taskflow/benchmark";
import { completeAll, type CompleteAllOptions } from "@taskflow/llm";
import * as z from "zod";
import { squeeze } from "./contract_artifacts.ts";
import { type Finding, finding, type FindingKind, quoted } from "./finding.ts";
import type { SplitFailure } from "./llm_split.ts";
import type { Split } from "./split.ts";
import { splitMessages } from "./split_prompts.ts";

/** A split with its task. */
export interface SplitTask {
  readonly split: Split;
  readonly task: Task;
}

/** What the reviewer found. */
export interface SplitReviews {
  /** Findings by instance id; none for a split that the reviewer has nothing against. */
  readonly findings: ReadonlyMap<string, readonly Finding[]>;
  /** Splits that the reviewer gave no usable answer on. */
  readonly failures: readonly SplitFailure[];
}

const KINDS = [
  "dropped-requirement",
  "new-requirement",
  "not-executable",
] as const;

const FAULTS = z.object({
  faults: z.array(z.object({
    kind: z.enum(KINDS),
    part: z.number().int().nullable(),
    evidence: z.string(),
    explanation: z.string(),
  })),
});

/** How the reviewer is asked. */
export type ReviewOptions = Omit<CompleteAllOptions<SplitTask>, "messages">;

/**
 * The question about one split.
 *
 * @param item Split and task.
 * @returns Schema and messages, for batches.
 *
 * @example
 * ```ts
 * import { equal } from "node:assert/strict";
 * import { REVIEW_PASS } from "@taskflow/transform";
 *
 * equal(REVIEW_PASS.schema.safeParse({ faults: [] }).success, true);
 * ```
 */
export const REVIEW_PASS = {
  name: "review" as const,
  schema: FAULTS,
  messages: ({ split, task }: SplitTask) => {
    const parts = split.parts ?? [];
    const shown = Object.fromEntries(
      parts.map((part, i) => [`message_${i + 1}`, part]),
    );
    return splitMessages("review", parts.length, task, shown);
  },
};

/**
 * Have a model look for what texts alone cannot show: requirements that were dropped or added in
 * other words, and turns that cannot be executed in the state before them (a changed signature pulls
 * its callers into the same turn). A fault counts as an error if the words quoted as evidence are
 * where they should be; otherwise the reviewer is imagining things, and it is a warning.
 *
 * @param items Eligible splits with their tasks.
 * @param options Client, model, parameters.
 * @returns Findings and failures.
 * @throws {StopError} As `completeAll`.
 *
 * @example
 * ```ts
 * import { deepEqual } from "node:assert/strict";
 * import { taskOf } from "@taskflow/benchmark";
 * import { openLlm } from "@taskflow/llm";
 * import { reviewSplits, splitSchema } from "@taskflow/transform";
 *
 * const fault = { kind: "new-requirement", part: 2, evidence: "and log it", explanation: "nobody asked" };
 * const content = JSON.stringify({ faults: [fault] });
 * await using server = Deno.serve(
 *   { hostname: "127.0.0.1", port: 0, onListen() {} },
 *   () => Response.json({ choices: [{ message: { content }, finish_reason: "stop" }] }),
 * );
 * const env = { OPENAI_BASE_URL: `http://127.0.0.1:${server.addr.port}/v1` };
 * await using llm = openLlm({ store: ":memory:", env });
 * const task = taskOf({ instance_id: "a-1", repo: "a/a", problem_statement: "Add and evict pages." });
 * const split = splitSchema.parse({ instance_id: "a-1", eligible: true, parts: ["Add pages.", "Evict pages and log it."] });
 * const { findings } = await reviewSplits([{ task, split }], { llm, model: "m" });
 * deepEqual(findings.get("a-1")?.map(({ kind, severity, part }) => [kind, severity, part]), [["new-requirement", "error", 1]]);
 * ```
 */
export async function reviewSplits(
  items: readonly SplitTask[],
  options: ReviewOptions,
): Promise<SplitReviews> {
  const findings = new Map<string, Finding[]>();
  const failures: SplitFailure[] = [];
  const { schema, messages } = REVIEW_PASS;
  for await (
    const { index, outcome } of completeAll(schema, items, {
      ...options,
      messages,
    })
  ) {
    const item = items[index];
    if (item === undefined) continue;
    const { instance_id } = item.split;
    if (outcome.ok) {
      findings.set(
        instance_id,
        outcome.value.faults.map((fault) => judged(fault, item)),
      );
    } else {failures.push({
        instance_id,
        pass: "review",
        reason: outcome.reason,
        detail: outcome.detail,
      });}
  }
  return { findings, failures };
}

type Fault = z.infer<typeof FAULTS>["faults"][number];

function judged(
  { kind, part, evidence, explanation }: Fault,
  { split, task }: SplitTask,
): Finding {
  const parts = split.parts ?? [];
  const as: FindingKind = kind === "not-executable"
    ? "not-self-contained"
    : kind;
  const at = part !== null && part >= 1 && part <= parts.length
    ? part - 1
    : null;
  const where = kind === "dropped-requirement"
    ? task.prompt
    : at === null
    ? ""
    : parts[at] ?? "";
  const words = squeeze(evidence);
  const there = words !== "" && squeeze(where).includes(words);
  return finding(
    as,
    there ? "error" : "warning",
    kind === "dropped-requirement" ? null : at,
    `the reviewer: ${explanation} (${there ? "" : "evidence not found: "}${
      quoted(evidence)
    })`,
  );
}
