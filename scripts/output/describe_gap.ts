/**
 * A gap for people: three tables and what they come to.
 *
 * @module
 */

import type { Coverage, GapRow, GapSummary } from "@taskflow/flow";
import { formatDifference, formatGain, formatShare } from "@taskflow/plot";
import type { FlowSide } from "../verbs/flow_side.ts";
import { textTable } from "./text_table.ts";

const PARTS = [
  ["P_L", "length"],
  ["P_T", "intent"],
  ["P_R", "transition"],
] as const;

/**
 * A gap for the terminal.
 *
 * @param target The target side.
 * @param benchmark The benchmark side.
 * @param coverage What augmentations cover.
 * @param rows The gap table.
 * @param summary Its sums.
 * @returns Text for people.
 */
export function describeGap(
  target: FlowSide,
  benchmark: FlowSide,
  coverage: Coverage,
  rows: readonly GapRow[],
  summary: GapSummary,
): string {
  const mark = ({ standIn, name }: FlowSide) =>
    standIn && !name.includes("stand-in") ? `${name} (stand-in)` : name;
  const tables = PARTS.flatMap(([part, what]) => [
    "",
    ...textTable(
      [
        what,
        "target",
        "benchmark",
        "missing",
        "status",
        "covered by",
        "dS a unit",
        "dTFAS a unit",
      ],
      rows.filter((row) => row.part === part).map((row) => [
        row.name,
        row.published ? formatShare(row.target) : "not published",
        formatShare(row.benchmark),
        formatDifference(row.difference),
        row.status,
        row.coveredBy.join(" + ") || "-",
        formatGain(row.gainComponent),
        formatGain(row.gain),
      ]),
    ),
  ]);
  return [
    `target     ${mark(target)}`,
    `benchmark  ${mark(benchmark)}`,
    `coverage   ${coverage.name}`,
    ...tables,
    "",
    ...summaryLines(rows, summary),
  ].join("\n");
}

/**
 * What can be said of a gap in a few sentences.
 *
 * @param rows The gap table.
 * @param summary Its sums.
 * @returns Sentences.
 */
export function summaryLines(
  rows: readonly GapRow[],
  { intents, unreachable }: GapSummary,
): string[] {
  const named = (status: GapRow["status"]) =>
    rows.filter((row) => row.part === "P_T" && row.status === status).map((
      { name },
    ) => name).join(", ");
  const guess = rows.some(({ part, published }) => part === "P_T" && !published)
    ? " (in part shares that the target's publication does not fix)"
    : "";
  const lines = [
    `${
      formatShare(intents.covered)
    } of the target's messages have an intent with a verifiable ` +
    `augmentation${guess}: ${named("covered") || "none"}.`,
  ];
  if (named("emergent") !== "") {
    lines.push(
      `Emergent, not covered: ${
        named("emergent")
      } (they came about through the transformation; ` +
        `nothing verifies them as such).`,
    );
  }
  if (named("uncovered") !== "") {
    lines.push(
      `Uncovered, ${formatShare(intents.uncovered)}: ${named("uncovered")}.`,
    );
  }
  if (named("unlisted") !== "") {
    lines.push(
      `Without an augmentation and on no list, ${
        formatShare(intents.unlisted)
      }: ${named("unlisted")}.`,
    );
  }
  const far = rows.filter(({ part, status, target }) =>
    part === "P_L" && status === "unreachable" && (target ?? 0) > 0
  ).map(({ name }) => name);
  if (far.length > 0) {
    lines.push(
      `No candidate has ${far.join(", ")} messages; ${
        formatShare(unreachable)
      } of the target's sessions have.`,
    );
  }
  return lines;
}
