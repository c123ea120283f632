/**
 * A Sankey as a Vega-Lite chart: bands, stubs, nodes and labels as layers in pixels.
 *
 * @module
 */

import type { TopLevelSpec } from "vega-lite";
import { END } from "@taskflow/flow";
import type { Taxonomy } from "@taskflow/taxonomy";
import { formatCount, formatShare } from "./format.ts";
import { INK, intentColours } from "./palette.ts";
import type { SankeyFlow, Step } from "./sankey_flow.ts";
import {
  columnX,
  type SankeyFrame,
  type SankeyLayout,
  sankeyLayout,
} from "./sankey_layout.ts";
import type { SankeyNouns } from "./sankey_words.ts";
import { textWidth, wrapText } from "./text_width.ts";

/** Opacity of bands: labels read on them. */
export const BAND = 0.4;

/** Inner width of the picture. */
export const WIDTH = 1068;
/** With title and margins 560 pixels and a little. */
const HEIGHT = 470;
/** Width of a node, and of the stub beside it. */
export const [NODE, STUB] = [12, 9];
/** Font size of the labels beside nodes, and the space between nodes: no two labels touch. */
const [LABEL, GAP] = [12, 13];
/** Room above and below the nodes, and right of them for the texts of the last column. */
const [HEADING, FOOT, RIGHT] = [40, 24, 64];
/** Space between a label and its node. */
export const BESIDE = 5;
/** Room for a share beside an intent. */
const SHARE = 48;
/** Height of a node that a full column leaves room for on average. */
const AVERAGE = 14;

/** A layer, or a row of its data. */
export type Layer = Record<string, unknown>;

/** Longest name of an intent: with its share it fits between two columns. */
function longest(columns: number): number {
  const between = (WIDTH - RIGHT - 150) / Math.max(1, columns - 1);
  return Math.min(150, between - NODE - STUB - BESIDE - SHARE);
}

/** "bug-fix 25.9%". */
function nodeText(
  flow: SankeyFlow,
  labels: readonly string[],
  position: number,
  intent: number,
): string {
  const sessions = flow.nodes[position]?.[intent] ?? 0;
  const share = formatShare(sessions / (flow.reaching[position] ?? 1));
  const [name] = wrapText(
    labels[intent] ?? "",
    longest(flow.nodes.length),
    LABEL,
    { lines: 1 },
  );
  return `${name} ${share}`;
}

/** The room: as tall as the fullest column needs, the labels of the first column left of it. */
export function roomFor(
  flow: Pick<SankeyFlow, "nodes">,
  text: (position: number, intent: number) => string,
): { frame: SankeyFrame; height: number } {
  const inUse = flow.nodes.map((column) =>
    [...column.keys()].filter((intent) => (column[intent] ?? 0) > 0)
  );
  const most = Math.max(1, ...inUse.map(({ length }) => length));
  const height = Math.max(HEIGHT, HEADING + FOOT + most * (GAP + AVERAGE));
  const widest = Math.max(
    0,
    ...(inUse[0] ?? []).map((intent) => textWidth(text(0, intent), LABEL)),
  );
  return {
    height,
    frame: {
      x: [Math.ceil(widest) + BESIDE + 3, WIDTH - RIGHT],
      y: [HEADING, height - FOOT],
      columns: flow.nodes.length,
      node: NODE,
      gap: GAP,
    },
  };
}

/** What stands above and below each column. */
function columnRows(flow: SankeyFlow, frame: SankeyFrame, nouns: SankeyNouns) {
  const { step, unit: [one, many] } = nouns;
  const name = `${step.charAt(0).toUpperCase()}${step.slice(1)}`;
  return flow.reaching.map((reaching, position) => {
    const ending = flow.ending[position] ?? 0;
    const end = ending === 1 ? "ends" : "end";
    return {
      x: columnX(frame, position) + NODE / 2,
      y: 10,
      bottom: frame.y[1] + 17,
      heading: `${name} ${position + 1}`,
      below: `${formatCount(reaching)} ${reaching === 1 ? one : many}`,
      ends: ending === 0
        ? ""
        : `${formatCount(ending)} ${end} here (${
          formatShare(ending / reaching)
        })`,
    };
  });
}

/** Stubs at the foot of the right side of nodes: sessions that end there. */
function stubRows(flow: SankeyFlow, layout: SankeyLayout) {
  const ends = new Map(
    flow.steps.filter(({ toName }) => toName === END).map((
      { position, from, sessions },
    ) => [`${position}:${from}`, sessions]),
  );
  return layout.nodes.flatMap(({ position, intent, x1, y1 }) => {
    const sessions = ends.get(`${position}:${intent}`);
    if (sessions === undefined) return [];
    const [left, top] = [x1 + 1.5, y1 - sessions * layout.scale];
    return [{ x0: left, x1: left + STUB, y0: top, y1, fill: INK.end }];
  });
}

/**
 * Build the chart. Its data are pixels: what d3-sankey has laid out is drawn as it is.
 *
 * @param taxonomy Labels and their order.
 * @param flow The flow.
 * @param options `drawn`: which steps become bands; `step` and `unit`: how it is spoken about.
 * @returns A Vega-Lite specification without title and configuration, and its inner width.
 *
 * @example
 * ```ts
 * import { equal } from "node:assert/strict";
 * import { countFlow } from "@taskflow/flow";
 * import { sankeyFlow } from "@taskflow/plot";
 * import { TAXONOMY } from "@taskflow/taxonomy";
 * import { sankeyChart } from "./sankey_chart.ts";
 *
 * const flow = sankeyFlow(countFlow([["tests", "execute"]]), 2);
 * const { width } = sankeyChart(TAXONOMY, flow, {
 *   drawn: () => true,
 *   step: "message",
 *   unit: ["session", "sessions"],
 * });
 * equal(width, 1068);
 * ```
 */
export function sankeyChart(
  taxonomy: Taxonomy,
  flow: SankeyFlow,
  options: SankeyNouns & { readonly drawn: (step: Step) => boolean },
): { chart: TopLevelSpec; width: number } {
  const { labels } = taxonomy;
  const text = (position: number, intent: number) =>
    nodeText(flow, labels, position, intent);
  const { frame, height } = roomFor(flow, text);
  const layout = sankeyLayout(flow, frame, options.drawn);
  const fills = [...intentColours(taxonomy).values()];
  const fill = (intent: number) => fills[intent] ?? INK.muted;
  const bands = layout.bands.map(({ step, path }) => ({
    path,
    fill: fill(step.from),
    x: 0,
    y: 0,
    from: labels[step.from] ?? "",
    to: step.toName,
    sessions: step.sessions,
  }));
  const nodes = layout.nodes.map(({ position, intent, x0, x1, y0, y1 }) => ({
    x0,
    x1,
    y0,
    y1,
    fill: fill(intent),
    x: x0 - BESIDE,
    y: (y0 + y1) / 2,
    text: text(position, intent),
  }));
  const layer = sankeyLayers(height, {
    bands,
    stubs: stubRows(flow, layout),
    nodes,
    columns: columnRows(flow, frame, options),
  });
  if (flow.sessions === 0) {
    layer.push({
      data: { values: [{ x: WIDTH / 2, y: height / 2 }] },
      mark: { type: "text", fontSize: 13, color: INK.muted },
      encoding: {
        ...at(height, "x", "y"),
        text: { value: `no labelled ${options.unit[1]}` },
      },
    });
  }
  // The layers are data, not code, to the compiler: their fields have no names it knows.
  const chart = { width: WIDTH, height, layer } as unknown as TopLevelSpec;
  return { chart, width: WIDTH };
}

/** What is drawn, in pixels. */
export interface SankeyMarks {
  readonly bands: readonly Layer[];
  readonly stubs: readonly Layer[];
  readonly nodes: readonly Layer[];
  readonly columns: readonly Layer[];
  /** Opacity of the bands. */
  readonly opacity?: number;
}

/** The layers of a Sankey, from back to front. */
export function sankeyLayers(height: number, marks: SankeyMarks): Layer[] {
  const { bands, stubs, nodes, columns, opacity = BAND } = marks;
  return [
    ...shapes(height, bands, stubs, nodes, opacity),
    ...texts(height, nodes, columns),
  ];
}

/** Encode x and y in pixels from fields. */
function at(height: number, x: string, y: string): Layer {
  const pixels = (field: string, domain: readonly number[]) => ({
    field,
    type: "quantitative",
    axis: null,
    scale: { domain, nice: false, zero: false },
  });
  return { x: pixels(x, [0, WIDTH]), y: pixels(y, [height, 0]) };
}

const colour = { field: "fill", type: "nominal", scale: null } as const;

function shapes(
  height: number,
  bands: readonly Layer[],
  stubs: readonly Layer[],
  nodes: readonly Layer[],
  opacity: number,
): Layer[] {
  const box = {
    ...at(height, "x0", "y0"),
    x2: { field: "x1" },
    y2: { field: "y1" },
    color: colour,
  };
  return [
    {
      data: { values: bands },
      // Vega draws a custom symbol in pixels where its size is 4.
      mark: {
        type: "point",
        filled: true,
        size: 4,
        opacity: 1,
        fillOpacity: opacity,
      },
      encoding: {
        ...at(height, "x", "y"),
        shape: { field: "path", type: "nominal", scale: null },
        color: colour,
        tooltip: [
          { field: "from", type: "nominal" },
          { field: "to", type: "nominal" },
          { field: "sessions", type: "quantitative" },
        ],
      },
    },
    { data: { values: stubs }, mark: { type: "rect" }, encoding: box },
    {
      // A line of its own colour keeps a node of one session visible.
      data: { values: nodes },
      mark: { type: "rect", strokeWidth: 0.6 },
      encoding: { ...box, stroke: colour },
    },
  ];
}

function texts(
  height: number,
  nodes: readonly Layer[],
  columns: readonly Layer[],
): Layer[] {
  const label = (mark: Layer): Layer => ({
    data: { values: nodes },
    mark: {
      type: "text",
      align: "right",
      baseline: "middle",
      fontSize: LABEL,
      ...mark,
    },
    encoding: { ...at(height, "x", "y"), text: { field: "text" } },
  });
  const column = (mark: Layer, y: string, field: string): Layer => ({
    data: { values: columns },
    mark: { type: "text", ...mark },
    encoding: { ...at(height, "x", y), text: { field } },
  });
  return [
    // A halo under the text, which would eat into it as its own outline.
    label({
      stroke: INK.paper,
      strokeWidth: 3,
      strokeOpacity: 0.85,
      strokeJoin: "round",
    }),
    label({}),
    column({ fontSize: 13, fontWeight: 600 }, "y", "heading"),
    column({ dy: 16, color: INK.muted }, "y", "below"),
    column({ color: INK.muted }, "bottom", "ends"),
  ];
}
