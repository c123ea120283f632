/**
 * Numbers for people, written one way everywhere.
 *
 * @module
 */

import type { Cell, Format } from "./figure.ts";

/** What stands where there is no number. */
const ABSENT = "–";

const COUNT = new Intl.NumberFormat("en-US", { maximumFractionDigits: 0 });

/**
 * Write a count, with commas between thousands.
 *
 * @param count A whole number, or `null` for no data.
 * @returns Text; a dash for `null`.
 *
 * @example
 * ```ts
 * import { equal } from "node:assert/strict";
 * import { formatCount } from "@taskflow/plot";
 *
 * equal(formatCount(4782), "4,782");
 * equal(formatCount(null), "–");
 * ```
 */
export function formatCount(count: number | null): string {
  return count === null ? ABSENT : COUNT.format(count);
}

/**
 * Write a share as percent with one decimal. What is not 0 never reads "0.0%",
 * and what is not 1 never reads "100.0%".
 *
 * @param share From 0 to 1, or `null` for no data.
 * @returns Text; a dash for `null`.
 *
 * @example
 * ```ts
 * import { equal } from "node:assert/strict";
 * import { formatShare } from "@taskflow/plot";
 *
 * equal(formatShare(0.2589), "25.9%");
 * equal(formatShare(0.0001), "<0.1%");
 * equal(formatShare(null), "–");
 * ```
 */
export function formatShare(share: number | null): string {
  if (share === null) return ABSENT;
  if (share > 0 && share < 0.0005) return "<0.1%";
  if (share < 1 && share >= 0.9995) return ">99.9%";
  return `${(100 * share).toFixed(1)}%`;
}

/**
 * Write a score from 0 to 100 such as TFAS with one decimal.
 *
 * @param score The score, or `null` where it is not defined.
 * @returns Text; `undefined` for `null`.
 *
 * @example
 * ```ts
 * import { equal } from "node:assert/strict";
 * import { formatScore } from "@taskflow/plot";
 *
 * equal(formatScore(59.58), "59.6");
 * equal(formatScore(null), "undefined");
 * ```
 */
export function formatScore(score: number | null): string {
  return score === null ? "undefined" : score.toFixed(1);
}

/**
 * Write a component S_k from 0 to 1 with three decimals, as Table 2 does.
 *
 * @param component The component, or `null` where it is not defined.
 * @returns Text; `undefined` for `null`.
 *
 * @example
 * ```ts
 * import { equal } from "node:assert/strict";
 * import { formatComponent } from "@taskflow/plot";
 *
 * equal(formatComponent(0.4912), "0.491");
 * equal(formatComponent(null), "undefined");
 * ```
 */
export function formatComponent(component: number | null): string {
  return component === null ? "undefined" : component.toFixed(3);
}

/**
 * Write a difference of shares in percentage points, with its sign.
 *
 * @param difference From -1 to 1, or `null` for no data.
 * @returns Text; a dash for `null`.
 *
 * @example
 * ```ts
 * import { equal } from "node:assert/strict";
 * import { formatDifference } from "@taskflow/plot";
 *
 * equal(formatDifference(0.0612), "+6.1%");
 * equal(formatDifference(-0.5), "-50.0%");
 * equal(formatDifference(-0.00001), "0.0%");
 * ```
 */
export function formatDifference(difference: number | null): string {
  if (difference === null) return ABSENT;
  const text = `${(100 * Math.abs(difference)).toFixed(1)}%`;
  if (text === "0.0%") return text;
  return `${difference < 0 ? "-" : "+"}${text}`;
}

/**
 * Write a small change of a score with its sign and two significant digits.
 *
 * @param gain The change, or `null` where it is not known.
 * @returns Text; a dash for `null`.
 *
 * @example
 * ```ts
 * import { equal } from "node:assert/strict";
 * import { formatGain } from "@taskflow/plot";
 *
 * equal(formatGain(0.01234), "+0.012");
 * equal(formatGain(-0.000034), "-0.000034");
 * equal(formatGain(0), "0");
 * ```
 */
export function formatGain(gain: number | null): string {
  if (gain === null) return ABSENT;
  if (gain === 0) return "0";
  const digits = Math.min(
    12,
    Math.max(0, 1 - Math.floor(Math.log10(Math.abs(gain)))),
  );
  return `${gain < 0 ? "-" : "+"}${Math.abs(gain).toFixed(digits)}`;
}

const WRITERS: Readonly<Record<Format, (value: number | null) => string>> = {
  text: (value) => value === null ? ABSENT : String(value),
  count: formatCount,
  share: formatShare,
  score: formatScore,
  component: formatComponent,
  difference: formatDifference,
  gain: formatGain,
};

/**
 * Write a table cell.
 *
 * @param cell The cell; text is left as it is.
 * @param format How its column writes numbers.
 * @returns Text, not escaped.
 *
 * @example
 * ```ts
 * import { equal } from "node:assert/strict";
 * import { formatCell } from "@taskflow/plot";
 *
 * equal(formatCell(0.5, "share"), "50.0%");
 * equal(formatCell("bug-fix", "text"), "bug-fix");
 * ```
 */
export function formatCell(cell: Cell, format: Format): string {
  return typeof cell === "string" ? cell : WRITERS[format](cell);
}
