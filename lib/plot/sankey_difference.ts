/**
 * Two task flows in one Sankey: what they share, and what one has more of.
 *
 * @module
 */

import type { TopLevelSpec } from "vega-lite";
import { END, type FlowCounts } from "@taskflow/flow";
import { completeFigure } from "./chart_config.ts";
import type { Figure, FigureOptions } from "./figure.ts";
import { formatCount, formatDifference, formatShare } from "./format.ts";
import { INK, intentColours } from "./palette.ts";
import {
  BESIDE,
  type Layer,
  NODE,
  roomFor,
  sankeyLayers,
  STUB,
  WIDTH,
} from "./sankey_chart.ts";
import { GOES_ON, sankeyFlow, type Step } from "./sankey_flow.ts";
import { columnX, sankeyLayout } from "./sankey_layout.ts";
import { wrapText } from "./text_width.ts";

/** A flow with its name. */
export interface NamedFlow {
  readonly name: string;
  readonly counts: FlowCounts;
}

/** What the picture shows. */
export interface SankeyDifferenceOptions extends FigureOptions {
  /** Messages drawn, 1 to 6. Default 5, as in the paper. */
  readonly positions?: number;
  /** Bands under this share of all sessions on both sides are not drawn. Default 0.01. */
  readonly minShare?: number;
}

/** Colours: what both have, what only the first or the second has more of. */
const FILL = { both: "#c3c8ce", first: INK.accent, second: "#c2571a" } as const;
type Kind = keyof typeof FILL;

/** A step of both flows: shares of all sessions of each. */
interface SharedStep {
  readonly position: number;
  readonly from: number;
  readonly to: number | null;
  readonly toName: string;
  readonly first: number;
  readonly second: number;
}

function sharedSteps(
  flows: readonly [NamedFlow, NamedFlow],
  positions: number,
): SharedStep[] {
  const steps = new Map<string, SharedStep>();
  flows.forEach(({ counts }, side) => {
    const flow = sankeyFlow(counts, positions);
    for (const { position, from, to, toName, sessions } of flow.steps) {
      const key = `${position}:${from}:${toName}`;
      const step = steps.get(key) ??
        { position, from, to, toName, first: 0, second: 0 };
      const share = sessions / flow.sessions;
      steps.set(
        key,
        side === 0 ? { ...step, first: share } : { ...step, second: share },
      );
    }
  });
  return [...steps.values()].sort((a, b) =>
    a.position - b.position || a.from - b.from ||
    (a.to ?? Infinity) - (b.to ?? Infinity)
  );
}

/** Sums of the larger share by position and intent, whichever side of a node is higher. */
function nodeSizes(
  steps: readonly SharedStep[],
  positions: number,
  labels: number,
): Float64Array[] {
  const [into, out] = [0, 1].map(() =>
    Array.from({ length: positions }, () => new Float64Array(labels))
  );
  for (const { position, from, to, first, second } of steps) {
    const size = Math.max(first, second);
    out![position]![from]! += size;
    if (to !== null) into![position + 1]![to]! += size;
  }
  return out!.map((column, position) =>
    column.map((size, intent) => Math.max(size, into![position]![intent]!))
  );
}

/** Each step as what both have and what one has more of. */
function splitSteps(
  steps: readonly SharedStep[],
): { steps: Step[]; kindOf: Map<Step, Kind> } {
  const kindOf = new Map<Step, Kind>();
  const list = steps.flatMap((step) => {
    const { position, from, to, toName, first, second } = step;
    const part = (sessions: number, kind: Kind): Step[] => {
      if (sessions <= 0) return [];
      const made = { position, from, to, toName, sessions };
      kindOf.set(made, kind);
      return [made];
    };
    return [
      ...part(Math.min(first, second), "both"),
      ...part(first - second, "first"),
      ...part(second - first, "second"),
    ];
  });
  return { steps: list, kindOf };
}

/**
 * Draw two flows on top of each other. A band is as wide as the larger of the two shares: its grey
 * part is what both flows have, its coloured part what one of them has more of. Beside each intent
 * stands the difference of its share at that message, in points.
 *
 * @param first One flow (blue where it has more).
 * @param second The other (orange where it has more).
 * @param options Name, title, messages drawn.
 * @returns The figure; its table has one row a position, intent and next intent, with both shares.
 * @throws {RangeError} If the taxonomies differ, `positions` is out of range, or a flow has no
 * labelled sessions.
 *
 * @example
 * ```ts
 * import { equal } from "node:assert/strict";
 * import { countFlow } from "@taskflow/flow";
 * import { sankeyDifference } from "@taskflow/plot";
 *
 * const first = { name: "A", counts: countFlow([["bug-fix", "tests"], ["bug-fix"]]) };
 * const second = { name: "B", counts: countFlow([["bug-fix", "tests"]]) };
 * const { table } = sankeyDifference(first, second, { name: "difference", title: "A and B" });
 * equal(table.rows[0]?.["difference"], -0.5);
 * ```
 */
export function sankeyDifference(
  first: NamedFlow,
  second: NamedFlow,
  options: SankeyDifferenceOptions,
): Figure {
  const { positions = 5, minShare = 0.01 } = options;
  const { taxonomy } = first.counts;
  if (taxonomy.hash !== second.counts.taxonomy.hash) {
    throw new RangeError(
      `Cannot draw "${first.name}" and "${second.name}" in one picture: their taxonomies differ`,
    );
  }
  const flows = [first, second].map(({ name, counts }) => {
    const flow = sankeyFlow(counts, positions);
    if (flow.sessions > 0) return flow;
    throw new RangeError(
      `Cannot draw how "${name}" differs: it has no labelled sessions`,
    );
  });
  const { labels } = taxonomy;
  const shared = sharedSteps([first, second], positions);
  const { steps, kindOf } = splitSteps(shared);
  const larger = new Map(
    shared.map((step) => [
      `${step.position}:${step.from}:${step.toName}`,
      Math.max(step.first, step.second),
    ]),
  );
  const nodes = nodeSizes(shared, positions, labels.length);
  const text = (position: number, intent: number) => {
    const [a, b] = flows.map(({ nodes, reaching }) =>
      (nodes[position]?.[intent] ?? 0) / Math.max(1, reaching[position] ?? 0)
    );
    const [name] = wrapText(labels[intent] ?? "", 96, 12, { lines: 1 });
    return `${name} ${formatDifference((a ?? 0) - (b ?? 0)).replace("%", "")}`;
  };
  const { frame, height } = roomFor({ nodes }, text);
  const layout = sankeyLayout(
    { sessions: 1, reaching: [], ending: [], nodes, steps },
    frame,
    ({ position, from, toName }) =>
      (larger.get(`${position}:${from}:${toName}`) ?? 0) >= minShare,
  );
  const colours = [...intentColours(taxonomy).values()];
  const bands = layout.bands.map(({ step, path }) => ({
    path,
    fill: FILL[kindOf.get(step) ?? "both"],
    x: 0,
    y: 0,
    from: labels[step.from] ?? "",
    to: step.toName,
    sessions: step.sessions,
  }));
  const stubs = layout.nodes.flatMap(
    ({ position, intent, x1, y1 }): Layer[] => {
      let foot = y1;
      return steps.filter((step) =>
        step.position === position && step.from === intent &&
        step.toName === END
      ).toReversed().map((step) => {
        const top = foot - step.sessions * layout.scale;
        const row = {
          x0: x1 + 1.5,
          x1: x1 + 1.5 + STUB,
          y0: top,
          y1: foot,
          fill: FILL[kindOf.get(step) ?? "both"],
        };
        foot = top;
        return row;
      });
    },
  );
  const columns = nodes.map((_, position) => ({
    x: columnX(frame, position) + NODE / 2,
    y: 10,
    bottom: frame.y[1] + 17,
    heading: `Message ${position + 1}`,
    below: flows.map(({ reaching, sessions }) =>
      formatShare((reaching[position] ?? 0) / sessions)
    ).join(" / "),
    ends: "",
  }));
  const layer = sankeyLayers(height, {
    bands,
    stubs,
    columns,
    opacity: 0.62,
    nodes: layout.nodes.map(({ position, intent, x0, x1, y0, y1 }) => ({
      ...{ x0, x1, y0, y1 },
      fill: colours[intent] ?? INK.muted,
      x: x0 - BESIDE,
      y: (y0 + y1) / 2,
      text: text(position, intent),
    })),
  });
  const [a, b] = [first.name, second.name];
  const sizes = flows.map(({ sessions }) => formatCount(sessions));
  return completeFigure(options, {
    subtitle:
      `Grey: both · blue: more in ${a} (${
        sizes[0]
      } sessions) · orange: more in ${b} ` +
      `(${sizes[1]} sessions) · numbers: points, ${a} minus ${b}`,
    caption: [
      `A band is as wide as the larger of the two shares of all sessions; its grey part is what both have, its coloured part what one has more of. Bands under ${
        formatShare(minShare)
      } on both sides are not drawn; the table has them.`,
      `Blue: more in ${a}; orange: more in ${b}. Beside an intent: its share of the sessions that reach the message, ${a} minus ${b}. A stub at the right of a node is sessions that end there; above it, the share of sessions that reach the message, ${a} / ${b}.`,
    ],
    // The layers are data, not code, to the compiler: their fields have no names it knows.
    chart: { width: WIDTH, height, layer } as unknown as TopLevelSpec,
    width: WIDTH,
    table: {
      columns: [
        { key: "position", header: "Position", format: "count" },
        { key: "from", header: "From", format: "text" },
        { key: "to", header: "To", format: "text" },
        { key: "first", header: a, format: "share" },
        { key: "second", header: b, format: "share" },
        { key: "difference", header: "Difference", format: "difference" },
      ],
      rows: shared.filter(({ toName }) => toName !== GOES_ON)
        .map(({ position, from, toName, first, second }) => ({
          position: position + 1,
          from: labels[from] ?? "",
          to: toName,
          first,
          second,
          difference: first - second,
        })),
    },
  });
}
