/**
 * The paper's tables, printed and recomputed.
 *
 * @module
 */

import { tfas } from "@taskflow/flow";
import {
  type AlignmentRow,
  PAPER_GAPS,
  PAPER_NUMBERS,
  TABLE_1,
  TABLE_2,
  TABLE_3,
} from "@taskflow/paper";
import type { Table } from "@taskflow/plot";
import type { NamedTable, OutputPart } from "./write_output.ts";

/** Largest difference between a printed TFAS and that of its printed components. */
export const TOLERANCE = 0.1;

/**
 * Tables 1 to 3 with what follows from their printed values, the other printed numbers, and what the
 * paper does not print.
 *
 * @returns Two parts of a page.
 */
export function paperOutput(): (OutputPart & { standIn: false })[] {
  return [
    {
      heading: "The paper's tables, recomputed",
      standIn: false,
      text: [
        "TFAS is 100 (S_L S_T S_R)^(1/3) (Appendix F, Eq. 1). Beside each printed TFAS stands the " +
        "one that its printed components give; they agree within 0.1, which is what rounding leaves.",
      ],
      figures: [],
      tables: [
        alignmentTable("table-2", "Table 2: long production sessions", TABLE_2),
        alignmentTable(
          "table-3",
          "Table 3: SWE-chat, earlier ablation",
          TABLE_3,
        ),
        agreementTable(),
      ],
    },
    {
      heading: "What the paper prints, and what it does not",
      standIn: false,
      text: [
        "Every printed number has its place and, where the reading is open, a remark in " +
        "`data/paper/numbers.json`.",
      ],
      figures: [],
      tables: [numbersTable(), gapsTable()],
    },
  ];
}

function alignmentTable(
  name: string,
  caption: string,
  rows: readonly AlignmentRow[],
): NamedTable {
  const recomputed = rows.map((row) => {
    const score = tfas(row.S_L / 100, row.S_T / 100, row.S_R / 100);
    return {
      ...row,
      recomputed: score,
      difference: score === null ? null : score - row.TFAS,
    };
  });
  return {
    name,
    caption,
    table: {
      columns: [
        { key: "variant", header: "variant", format: "text" },
        { key: "S_L", header: "S_L, %", format: "score" },
        { key: "S_T", header: "S_T, %", format: "score" },
        { key: "S_R", header: "S_R, %", format: "score" },
        { key: "TFAS", header: "TFAS, printed", format: "score" },
        { key: "recomputed", header: "TFAS, recomputed", format: "score" },
        { key: "difference", header: "difference", format: "component" },
      ],
      rows: recomputed,
    },
  };
}

function agreementTable(): NamedTable {
  const pairs = TABLE_1.filter(({ pair }) => !pair.startsWith("Mean"));
  const mean = pairs.reduce((sum, row) => sum + row.exact_agreement_pct, 0) /
    pairs.length;
  const table: Table = {
    columns: [
      { key: "pair", header: "classifiers", format: "text" },
      { key: "agreement", header: "exact agreement, %", format: "score" },
    ],
    rows: [
      ...TABLE_1.map(({ pair, exact_agreement_pct }) => ({
        pair,
        agreement: exact_agreement_pct,
      })),
      { pair: "Mean, recomputed", agreement: mean },
    ],
  };
  return {
    name: "table-1",
    caption: "Table 1: agreement of three classifiers on 100 sessions",
    table,
  };
}

function numbersTable(): NamedTable {
  return {
    name: "paper-numbers",
    caption: "Printed numbers",
    table: {
      columns: [
        { key: "what", header: "what", format: "text" },
        { key: "value", header: "value", format: "text" },
        { key: "unit", header: "unit", format: "text" },
        { key: "place", header: "place", format: "text" },
      ],
      rows: PAPER_NUMBERS.map(({ what, value, unit, place, approximate }) => ({
        what,
        value: `${approximate ? "about " : ""}${value}`,
        unit,
        place,
      })),
    },
  };
}

function gapsTable(): NamedTable {
  return {
    name: "paper-unavailable",
    caption: "Unavailable: measured or shown in the paper, but not printed",
    table: {
      columns: [
        { key: "what", header: "what", format: "text" },
        { key: "place", header: "place", format: "text" },
        { key: "reason", header: "reason", format: "text" },
      ],
      rows: PAPER_GAPS.map(({ what, place, reason }) => ({
        what,
        place,
        reason,
      })),
    },
  };
}
