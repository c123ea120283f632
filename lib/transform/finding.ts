/**
 * What the contract finds.
 *
 * @module
 */

/** Ways to break the contract of a split (Appendix E). */
export const FINDING_KINDS = [
  "dropped-requirement",
  "changed-artifact",
  "new-requirement",
  "mentions-split",
  "not-self-contained",
  "empty-part",
] as const;

/** One way to break the contract. */
export type FindingKind = typeof FINDING_KINDS[number];

/** One finding. */
export interface Finding {
  readonly kind: FindingKind;
  /** An error breaks the contract; a warning is for a person to look at. */
  readonly severity: "error" | "warning";
  /** 0-based part, or `null` if it is about all of them. */
  readonly part: number | null;
  /** What was found, in words; quotes it. */
  readonly detail: string;
}

/**
 * A finding.
 *
 * @returns The finding.
 *
 * @example
 * ```ts
 * import { equal } from "node:assert/strict";
 * import { finding } from "./finding.ts";
 *
 * equal(finding("empty-part", "error", 1, "it is empty").part, 1);
 * ```
 */
export function finding(
  kind: FindingKind,
  severity: Finding["severity"],
  part: number | null,
  detail: string,
): Finding {
  return { kind, severity, part, detail };
}

/** A text in quotation marks, cut. */
export function quoted(text: string, length = 100): string {
  const line = text.replace(/\s+/g, " ").trim();
  return JSON.stringify(
    line.length > length ? `${line.slice(0, length - 3)}...` : line,
  );
}
