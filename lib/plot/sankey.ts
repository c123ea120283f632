/**
 * The Sankey of a task flow (Figures 1, 4 to 8): the first messages of the long
 * slice, all labels of the taxonomy, nothing filtered.
 *
 * @module
 */

import type { FlowCounts } from "@taskflow/flow";
import { completeFigure } from "./chart_config.ts";
import type { Figure, FigureOptions, Table } from "./figure.ts";
import { formatCount } from "./format.ts";
import { sankeyChart } from "./sankey_chart.ts";
import { type SankeyFlow, sankeyFlow, type Step } from "./sankey_flow.ts";
import { sankeyExtent, sankeyRemainder } from "./sankey_words.ts";

/** What a Sankey shows. */
export interface SankeyOptions extends FigureOptions {
  /** Messages drawn, 1 to 6. Default 5, as in the paper; benchmark trajectories have up to 6. */
  readonly positions?: number;
  /** Sessions before the filter, for "n of N sessions"; default: not stated. */
  readonly population?: number;
  /**
   * Bands of fewer sessions than this share of all are not drawn; caption and picture then state
   * how much that is. 0 to 1, default 0: everything is drawn. The table always has every row.
   */
  readonly minShare?: number;
  /** What a step is called, such as `turn` for trajectories; default `message`. */
  readonly step?: string;
  /** What is counted, one and many, such as `["trajectory", "trajectories"]`; default sessions. */
  readonly unit?: readonly [one: string, many: string];
}

const SESSIONS = ["session", "sessions"] as const;

function tableOf(flow: SankeyFlow, labels: readonly string[]): Table {
  return {
    columns: [
      { key: "position", header: "Position", format: "count" },
      { key: "from", header: "From", format: "text" },
      { key: "to", header: "To", format: "text" },
      { key: "sessions", header: "Sessions", format: "count" },
      { key: "share", header: "Share of all sessions", format: "share" },
    ],
    rows: flow.steps.map(({ position, from, toName, sessions }) => ({
      position: position + 1,
      from: labels[from] ?? "",
      to: toName,
      sessions,
      share: sessions / flow.sessions,
    })),
  };
}

/**
 * Draw the flow of the first messages as a Sankey.
 *
 * Columns are messages, nodes are intents in taxonomy order with their share of the
 * sessions that reach the message, widths are sessions. A session that ends is a
 * grey stub right after its last message; what leaves the last column is not drawn.
 * The picture depends on the counts only: sessions in another order give the same.
 *
 * The table has one row for each position, intent and next intent, `END` or
 * `(goes on)`; at every position its rows add up to the sessions that reach it.
 *
 * @param counts Counts of the sessions to draw, already filtered (the long slice). Without labelled
 * sessions the picture says that there are none.
 * @param options What to show.
 * @returns The figure.
 * @throws {RangeError} If `name`, `positions`, `minShare` or `population` is out of range.
 *
 * @example
 * ```ts
 * import { equal, match } from "node:assert/strict";
 * import { countFlow } from "@taskflow/flow";
 * import { sankey } from "@taskflow/plot";
 *
 * const counts = countFlow([["bug-fix", "tests", "execute"], ["explain", "bug-fix", "tests"]]);
 * const figure = sankey(counts, { name: "sankey", title: "Two sessions", population: 5 });
 * match(figure.caption, /^2 of 5 sessions, first five messages\./);
 * equal(figure.table.rows[0]?.to, "tests");
 * ```
 */
export function sankey(counts: FlowCounts, options: SankeyOptions): Figure {
  const { positions = 5, population = null, minShare = 0 } = options;
  const flow = sankeyFlow(counts, positions);
  if (!(minShare >= 0 && minShare <= 1)) {
    throw new RangeError(
      `Cannot fold bands under a share of ${minShare}: it must be from 0 to 1`,
    );
  }
  if (population !== null && !(population >= flow.sessions)) {
    throw new RangeError(
      `Cannot draw ${flow.sessions} of ${population} sessions: ` +
        "`population` counts the sessions before the filter",
    );
  }
  const { step = "message", unit = SESSIONS } = options;
  const nouns = { step, unit };
  const drawn = ({ sessions }: Step) => sessions >= minShare * flow.sessions;
  const rest = sankeyRemainder(flow, nouns, minShare, drawn);
  const unlabelled = counts.sessions.all - flow.sessions;
  const shown = [
    sankeyExtent(flow, nouns, population),
    ...unlabelled > 0
      ? [`${formatCount(unlabelled)} ${unit[1]} without labels left out`]
      : [],
    ...rest === null ? [] : [rest],
  ];
  const { chart, width } = sankeyChart(counts.taxonomy, flow, {
    ...nouns,
    drawn,
  });
  const intents = counts.taxonomy.labels.length;
  return completeFigure(options, {
    subtitle: shown.join(" · "),
    caption: [
      ...shown.map((sentence) => `${sentence}.`),
      `Nodes are the ${intents} intents with their share of the ${
        unit[1]
      } that reach the ${step}; widths are ${unit[1]}; a grey stub is ${
        unit[1]
      } that end right there.`,
    ],
    chart,
    width,
    table: tableOf(flow, counts.taxonomy.labels),
  });
}
