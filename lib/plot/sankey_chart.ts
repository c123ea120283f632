/**
 * A Sankey as a Vega-Lite chart: bands, stubs, nodes and labels as layers in pixels.
 *
 * @module
 */

import type { TopLevelSpec } from "vega-lite";
import type { Taxonomy } from "@taskflow/taxonomy";
import { formatCount, formatShare } from "./format.ts";
import { INK, intentColours } from "./palette.ts";
import type { SankeyFlow, Step } from "./sankey_flow.ts";
import {
  columnX,
  type SankeyFrame,
  sankeyLayout,
  type SankeyNode,
} from "./sankey_layout.ts";
import { textWidth, wrapText } from "./text_width.ts";

const WIDTH = 1068;
/** Font size of the labels beside nodes. */
const LABEL = 12;
const NODE = 12;
/** At least a line of text: so no two labels of a column touch. */
const GAP = 13;
const STUB = 9;
const HEADING = 40;
const FOOT = 24;
/** Room for the share beside a node, and between a label and its node. */
const BESIDE = 5;
const LONGEST = 150;

type Layer = Record<string, unknown>;

/** x and y of a layer in pixels, straight from fields; the view's size is fixed. */
const pixels = (field: string, reverse: boolean, size: number): Layer => ({
  field,
  type: "quantitative",
  axis: null,
  scale: { domain: reverse ? [size, 0] : [0, size], nice: false, zero: false },
});

const colour = { field: "fill", type: "nominal", scale: null } as const;

interface Room {
  readonly frame: SankeyFrame;
  readonly height: number;
}

/** As tall as the fullest column needs, 1100 x 560 pixels with margins for the 16. */
function room(taxonomy: Taxonomy, flow: SankeyFlow, labels: string[]): Room {
  const most = Math.max(
    1,
    ...flow.nodes.map((column) => column.filter((n) => n > 0).length),
  );
  const height = Math.max(470, HEADING + FOOT + most * (GAP + 14));
  const widest = Math.max(0, ...labels.map((text) => textWidth(text, LABEL)));
  const left = Math.ceil(widest) + BESIDE + 3;
  return {
    height,
    frame: {
      x: [left, WIDTH - 64],
      y: [HEADING, height - FOOT],
      columns: flow.nodes.length,
      node: NODE,
      gap: taxonomy.labels.length > 1 ? GAP : 0,
    },
  };
}

/** Text beside every node: "bug-fix 25.9%". */
function nodeLabels(
  nodes: readonly SankeyNode[],
  flow: SankeyFlow,
  labels: readonly string[],
): string[] {
  return nodes.map(({ position, intent, sessions }) => {
    const share = formatShare(sessions / (flow.reaching[position] ?? 1));
    const [name] = wrapText(labels[intent] ?? "", LONGEST, LABEL, { lines: 1 });
    return `${name} ${share}`;
  });
}

function columnTexts(flow: SankeyFlow, frame: SankeyFrame, step: string) {
  const bottom = frame.y[1] + 17;
  return flow.reaching.map((reaching, position) => {
    const ending = flow.ending[position] ?? 0;
    return {
      x: columnX(frame, position) + NODE / 2,
      y: 10,
      bottom,
      heading: `${step.charAt(0).toUpperCase()}${step.slice(1)} ${
        position + 1
      }`,
      below: `${formatCount(reaching)} ${
        reaching === 1 ? "session" : "sessions"
      }`,
      ends: ending === 0
        ? ""
        : `${formatCount(ending)} ${ending === 1 ? "ends" : "end"} here (${
          formatShare(ending / reaching)
        })`,
    };
  });
}

/**
 * Build the chart.
 *
 * @param taxonomy Labels and their order.
 * @param flow The flow.
 * @param options `drawn`: which steps become bands; `step`: what a step is called.
 * @returns A Vega-Lite specification without title and configuration, and its inner width.
 */
export function sankeyChart(
  taxonomy: Taxonomy,
  flow: SankeyFlow,
  options: { drawn: (step: Step) => boolean; step: string },
): { chart: TopLevelSpec; width: number } {
  const { labels } = taxonomy;
  const fills = [...intentColours(taxonomy).values()];
  const every = flow.nodes.flatMap((column, position) =>
    [...column].flatMap((sessions, intent) =>
      sessions > 0
        ? [{ position, intent, sessions, x0: 0, x1: 0, y0: 0, y1: 0 }]
        : []
    )
  );
  const { frame, height } = room(
    taxonomy,
    flow,
    nodeLabels(every.filter(({ position }) => position === 0), flow, labels),
  );
  const layout = sankeyLayout(flow, frame, options.drawn);
  const texts = nodeLabels(layout.nodes, flow, labels);
  const at = (x: string, y: string) => ({
    x: pixels(x, false, WIDTH),
    y: pixels(y, true, height),
  });
  const box = {
    ...at("x0", "y0"),
    x2: { field: "x1" },
    y2: { field: "y1" },
    color: colour,
  };
  const nodes = layout.nodes.map((node, i) => ({
    x0: node.x0,
    x1: node.x1,
    y0: node.y0,
    y1: node.y1,
    fill: fills[node.intent] ?? INK.muted,
    x: node.x0 - BESIDE,
    y: (node.y0 + node.y1) / 2,
    text: texts[i] ?? "",
  }));
  const ends = new Map(
    flow.steps.filter((step) => step.toName === "END").map((step) => [
      `${step.position}:${step.from}`,
      step.sessions,
    ]),
  );
  const stubs = layout.nodes.flatMap((node) => {
    const sessions = ends.get(`${node.position}:${node.intent}`) ?? 0;
    const tall = sessions * layout.scale;
    return sessions === 0 ? [] : [{
      x0: node.x1 + 1.5,
      x1: node.x1 + 1.5 + STUB,
      y0: node.y1 - tall,
      y1: node.y1,
      fill: INK.end,
    }];
  });
  const bands = layout.bands.map(({ step, path }) => ({
    path,
    fill: fills[step.from] ?? INK.muted,
    x: 0,
    y: 0,
  }));
  const columns = columnTexts(flow, frame, options.step);
  const text = (mark: Layer, y: string, field: string): Layer => ({
    data: { values: columns },
    mark: { type: "text", ...mark },
    encoding: { ...at("x", y), text: { field } },
  });
  const label = (mark: Layer): Layer => ({
    data: { values: nodes },
    mark: {
      type: "text",
      align: "right",
      baseline: "middle",
      fontSize: LABEL,
      ...mark,
    },
    encoding: { ...at("x", "y"), text: { field: "text" } },
  });
  const layer: Layer[] = [
    {
      // Vega draws a custom symbol in pixels where its size is 4.
      data: { values: bands },
      mark: {
        type: "point",
        filled: true,
        size: 4,
        opacity: 1,
        fillOpacity: 0.4,
      },
      encoding: {
        ...at("x", "y"),
        shape: { field: "path", type: "nominal", scale: null },
        color: colour,
      },
    },
    { data: { values: stubs }, mark: { type: "rect" }, encoding: box },
    {
      data: { values: nodes },
      mark: { type: "rect", strokeWidth: 0.6 },
      encoding: { ...box, stroke: colour },
    },
    label({
      stroke: INK.paper,
      strokeWidth: 3,
      strokeOpacity: 0.85,
      strokeJoin: "round",
    }),
    label({}),
    text({ fontSize: 13, fontWeight: 600 }, "y", "heading"),
    text({ dy: 16, color: INK.muted }, "y", "below"),
    text({ color: INK.muted }, "bottom", "ends"),
  ];
  if (flow.sessions === 0) {
    layer.push({
      data: { values: [{ x: WIDTH / 2, y: height / 2 }] },
      mark: { type: "text", fontSize: 13, color: INK.muted },
      encoding: { ...at("x", "y"), text: { value: "no labelled sessions" } },
    });
  }
  const chart = { width: WIDTH, height, layer } as unknown as TopLevelSpec;
  return { chart, width: WIDTH };
}
