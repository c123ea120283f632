/**
 * Figure 3: sessions by number of user messages.
 *
 * @module
 */

import type { TopLevelSpec } from "vega-lite";
import type { Histogram } from "@taskflow/session";
import { completeFigure } from "./chart_config.ts";
import type { Figure, FigureOptions } from "./figure.ts";
import { formatCount, formatShare } from "./format.ts";
import { INK } from "./palette.ts";

/** What the histogram shows. */
export interface SessionLengthOptions extends FigureOptions {
  /** Lengths with a bar of their own, 2 to 40; the last bar holds all longer ones. Default 10. */
  readonly bars?: number;
  /** Messages from which a session is long; those bars are marked. Default 3, the paper's slice. */
  readonly long?: number;
}

interface Bar {
  readonly messages: string;
  readonly sessions: number;
  readonly share: number;
  readonly slice: string;
}

/**
 * Draw the histogram of session lengths. Sessions without a user message are in no
 * bar; the caption counts them.
 *
 * @param lengths Sessions by number of user messages (`CorpusCounts.lengths`).
 * @param options What to show.
 * @returns The figure; its table has one row a bar, shares of all sessions with a message.
 * @throws {RangeError} If `bars` or `long` is out of range.
 *
 * @example
 * ```ts
 * import { deepEqual } from "node:assert/strict";
 * import { sessionLength } from "@taskflow/plot";
 *
 * const lengths = new Map([[1, 6], [3, 3], [40, 1]]);
 * const { table } = sessionLength(lengths, { name: "lengths", title: "Lengths" });
 * deepEqual(table.rows[2], { messages: "3", sessions: 3, share: 0.3, slice: "long" });
 * deepEqual(table.rows.at(-1), { messages: "11+", sessions: 1, share: 0.1, slice: "long" });
 * ```
 */
export function sessionLength(
  lengths: Histogram,
  options: SessionLengthOptions,
): Figure {
  const { bars = 10, long = 3 } = options;
  if (!Number.isInteger(bars) || bars < 2 || bars > 40) {
    throw new RangeError(`Cannot draw ${bars} bars: use 2 to 40`);
  }
  if (!Number.isInteger(long) || long < 1 || long > bars) {
    throw new RangeError(
      `Cannot mark sessions of ${long} messages as long: use 1 to ${bars}`,
    );
  }
  const counts = Array.from({ length: bars + 1 }, () => 0);
  for (const [messages, sessions] of lengths) {
    if (messages === 0) continue;
    const bar = Math.min(messages, bars + 1) - 1;
    counts[bar] = (counts[bar] ?? 0) + sessions;
  }
  const total = counts.reduce((sum, n) => sum + n, 0);
  const rows: Bar[] = counts.map((sessions, i) => ({
    messages: i === bars ? `${bars + 1}+` : `${i + 1}`,
    sessions,
    share: total === 0 ? 0 : sessions / total,
    slice: i + 1 >= long ? "long" : "short",
  }));
  return figure(rows, total, lengths.get(0) ?? 0, long, options);
}

const [WIDTH, HEIGHT] = [660, 300];

function figure(
  rows: readonly Bar[],
  total: number,
  empty: number,
  long: number,
  options: SessionLengthOptions,
): Figure {
  const kept = rows.filter(({ slice }) => slice === "long")
    .reduce((sum, { sessions }) => sum + sessions, 0);
  const share = total === 0 ? null : kept / total;
  const slice = `${long} or more messages: ${formatCount(kept)} sessions (${
    formatShare(share)
  })`;
  const sessions = `${formatCount(total)} sessions`;
  const chart: TopLevelSpec = {
    width: WIDTH,
    height: HEIGHT,
    data: {
      values: rows.map((row) => ({
        ...row,
        label: row.sessions === 0 ? "" : formatShare(row.share),
      })),
    },
    encoding: {
      x: {
        field: "messages",
        type: "ordinal",
        sort: null,
        axis: { title: "User messages in the session", labelAngle: 0 },
        scale: { paddingInner: 0.18, paddingOuter: 0.1 },
      },
      y: {
        field: "sessions",
        type: "quantitative",
        axis: { title: "Sessions", tickCount: 5, format: ",d", tickMinStep: 1 },
        scale: total === 0 ? { domain: [0, 1] } : {},
      },
    },
    layer: [
      {
        mark: { type: "bar" },
        encoding: {
          color: {
            field: "slice",
            type: "nominal",
            legend: null,
            scale: {
              domain: ["long", "short"],
              range: [INK.accent, INK.rest],
            },
          },
        },
      },
      {
        mark: { type: "text", baseline: "bottom", dy: -4 },
        encoding: { text: { field: "label", type: "nominal" } },
      },
    ],
  };
  return completeFigure(options, {
    subtitle: `${sessions} · ${slice}`,
    caption: [
      `${sessions} by number of user messages.`,
      `Marked: the long slice, ${slice}.`,
      ...empty > 0
        ? [`${formatCount(empty)} sessions without a user message left out.`]
        : [],
    ],
    chart,
    width: WIDTH + 40,
    table: {
      columns: [
        { key: "messages", header: "User messages", format: "text" },
        { key: "sessions", header: "Sessions", format: "count" },
        { key: "share", header: "Share", format: "share" },
        { key: "slice", header: "Slice", format: "text" },
      ],
      rows: rows.map((row) => ({
        ...row,
        share: total === 0 ? null : row.share,
      })),
    },
  });
}
