/**
 * The contract of a split, without a model.
 *
 * @module
 */

import { checkArtifacts } from "./contract_artifacts.ts";
import { checkDropped } from "./contract_dropped.ts";
import { checkMentions } from "./contract_mentions.ts";
import { checkNew } from "./contract_new.ts";
import { checkParts } from "./contract_parts.ts";
import { checkSelfContained } from "./contract_self_contained.ts";
import { contractText, type SourceText } from "./contract_text.ts";
import type { Finding } from "./finding.ts";
import type { Split } from "./split.ts";

/** What the contract says of one task. */
export interface SplitCheck {
  readonly instance_id: string;
  readonly eligible: boolean;
  /** No error was found; a row that is not eligible is always ok. */
  readonly ok: boolean;
  readonly findings: readonly Finding[];
}

/**
 * Check a split against its source as Appendix E asks, as far as texts alone can tell: nothing
 * dropped, artifacts unchanged, nothing new, no talk about the splitting, each part standing alone,
 * no empty part. Whether each turn can be executed in the state before it takes a model, see
 * `reviewSplit`.
 *
 * @param split The row.
 * @param texts Its source.
 * @returns Findings, errors first within each kind of check.
 *
 * @example
 * ```ts
 * import { deepEqual } from "node:assert/strict";
 * import { checkSplit, splitSchema } from "@taskflow/transform";
 *
 * const source = {
 *   problem_statement: "Pages are fetched twice.",
 *   requirements: "- Cache pages in `PageCache`.\n- Evict pages after 60 minutes.",
 *   interface: "",
 *   repo: "a/a",
 * };
 * const parts = ["Pages are fetched twice. Cache them in `PageCache`.", "Evict pages in `PageCache` after 60 minutes."];
 * const row = { instance_id: "a-1", eligible: true, parts, artifacts: ["PageCache"] };
 * deepEqual(checkSplit(splitSchema.parse(row), source), {
 *   instance_id: "a-1",
 *   eligible: true,
 *   ok: true,
 *   findings: [],
 * });
 * ```
 */
export function checkSplit(split: Split, texts: SourceText): SplitCheck {
  const { instance_id, eligible, parts } = split;
  if (!eligible || parts === null) {
    return { instance_id, eligible: false, ok: true, findings: [] };
  }
  const text = contractText(texts, parts);
  const findings = [
    ...checkParts(parts),
    ...checkArtifacts(text, split.artifacts),
    ...checkDropped(text, split.requirement_units, split.unit_to_part),
    ...checkMentions(text),
    ...checkSelfContained(text),
    ...checkNew(text),
  ];
  return {
    instance_id,
    eligible,
    ok: findings.every(({ severity }) => severity !== "error"),
    findings,
  };
}
