/**
 * Where the nodes and bands of a Sankey lie, in pixels.
 *
 * @module
 */

// @ts-types="@types/d3-sankey"
import { sankey as d3Sankey } from "d3-sankey";
import type { SankeyFlow, Step } from "./sankey_flow.ts";

/** Room that the picture has. */
export interface SankeyFrame {
  /** Left edge of the first column and right edge of the last, in pixels. */
  readonly x: readonly [number, number];
  /** Top and bottom, in pixels. */
  readonly y: readonly [number, number];
  /** Columns that the frame is made for. */
  readonly columns: number;
  /** Width of a node. */
  readonly node: number;
  /** Space between nodes; keeps their labels apart. */
  readonly gap: number;
}

/** An intent at a position. */
export interface SankeyNode {
  /** Position of the message, 0 for the first. */
  readonly position: number;
  /** Intent code. */
  readonly intent: number;
  /** Sessions with this intent at this position. */
  readonly sessions: number;
  /** Left edge in pixels. */
  readonly x0: number;
  /** Right edge in pixels. */
  readonly x1: number;
  /** Upper edge in pixels. */
  readonly y0: number;
  /** Lower edge in pixels. */
  readonly y1: number;
}

/** A band between two nodes; its height is proportional to its sessions along its whole way. */
export interface SankeyBand {
  /** The sessions it stands for. */
  readonly step: Step;
  /** Height in pixels. */
  readonly width: number;
  /** Outline of the band as an SVG path in pixels, rounded to 1/10. */
  readonly path: string;
}

/** A whole layout. */
export interface SankeyLayout {
  /** In the order of position and taxonomy. */
  readonly nodes: readonly SankeyNode[];
  /** In the order of position, intent, next intent. */
  readonly bands: readonly SankeyBand[];
  /** Pixels per session; 0 without sessions. */
  readonly scale: number;
}

interface Place {
  readonly id: string;
  readonly position: number;
  readonly intent: number;
  readonly fixedValue: number;
}

interface Way {
  readonly source: string;
  readonly target: string;
  readonly value: number;
  readonly step: Step;
}

/**
 * Where a column stands.
 *
 * @param frame The room of the picture.
 * @param position The column, 0 for the first.
 * @returns x of its left edge in pixels.
 *
 * @example
 * ```ts
 * import { equal } from "node:assert/strict";
 * import { columnX } from "@taskflow/plot";
 *
 * const frame = { x: [10, 120], y: [0, 50], columns: 3, node: 10, gap: 5 } as const;
 * equal(columnX(frame, 1), 60);
 * ```
 */
export function columnX(frame: SankeyFrame, position: number): number {
  const [left, right] = frame.x;
  if (frame.columns === 1) return left;
  return left + position * (right - left - frame.node) / (frame.columns - 1);
}

const tenth = (value: number): number => Math.round(value * 10) / 10 + 0;

/** The outline of a band from (x0, y0) to (x1, y1): middle line given, height constant. */
function outline(
  [x0, y0]: [number, number],
  [x1, y1]: [number, number],
  height: number,
): string {
  const half = height / 2;
  const middle = tenth((x0 + x1) / 2);
  const [a, b] = [tenth(x0), tenth(x1)];
  const [top0, top1] = [tenth(y0 - half), tenth(y1 - half)];
  const [low0, low1] = [tenth(y0 + half), tenth(y1 + half)];
  return `M${a},${top0}C${middle},${top0},${middle},${top1},${b},${top1}` +
    `L${b},${low1}C${middle},${low1},${middle},${low0},${a},${low0}Z`;
}

/**
 * Lay out a Sankey with d3-sankey: one column a position, nodes from top to bottom
 * in taxonomy order, and the bands of a node in the order of what they lead to.
 * What is left at the foot of a node's right side are sessions that end there.
 *
 * @param flow The flow.
 * @param frame The room for it.
 * @param drawn Which steps become bands, by default all that lead to a node.
 * @returns Nodes and bands.
 *
 * @example
 * ```ts
 * import { equal } from "node:assert/strict";
 * import { countFlow } from "@taskflow/flow";
 * import { sankeyFlow, sankeyLayout } from "@taskflow/plot";
 *
 * const flow = sankeyFlow(countFlow([["bug-fix", "tests"], ["bug-fix"]]), 2);
 * const frame = { x: [0, 100], y: [0, 50], columns: 2, node: 10, gap: 5 } as const;
 * const { bands, scale } = sankeyLayout(flow, frame);
 * equal(scale, 25);
 * equal(bands[0]?.path, "M10,0C50,0,50,12.5,90,12.5L90,37.5C50,37.5,50,25,10,25Z");
 * ```
 */
export function sankeyLayout(
  flow: SankeyFlow,
  frame: SankeyFrame,
  drawn: (step: Step) => boolean = () => true,
): SankeyLayout {
  const places: Place[] = [];
  flow.nodes.forEach((column, position) =>
    column.forEach((sessions, intent) => {
      if (sessions === 0) return;
      const id = `${position}:${intent}`;
      places.push({ id, position, intent, fixedValue: sessions });
    })
  );
  if (places.length === 0) return { nodes: [], bands: [], scale: 0 };
  const ways: Way[] = flow.steps.filter((step) => step.to !== null).map(
    (step) => ({
      source: `${step.position}:${step.from}`,
      target: `${step.position + 1}:${step.to}`,
      value: step.sessions,
      step,
    }),
  );
  const [top, bottom] = frame.y;
  const graph = d3Sankey<Place, Way>()
    .nodeId((node) => node.id)
    .nodeAlign((node) => node.position)
    .nodeSort((a, b) => a.intent - b.intent)
    .linkSort((a, b) =>
      a.step.from - b.step.from || (a.step.to ?? 0) - (b.step.to ?? 0)
    )
    .nodeWidth(frame.node)
    .nodePadding(frame.gap)
    .iterations(0)
    .extent([[0, top], [1, bottom]])({ nodes: places, links: ways });
  const y = new Map(
    graph.nodes.map(({ id, y0 = 0, y1 = 0 }) => [id, { y0, y1 }]),
  );
  const nodes = places.map(({ id, position, intent, fixedValue }) => {
    const { y0, y1 } = y.get(id) ?? { y0: 0, y1: 0 };
    const x0 = columnX(frame, position);
    const x1 = x0 + frame.node;
    return { position, intent, sessions: fixedValue, x0, x1, y0, y1 };
  });
  const bands = graph.links.filter(({ step }) => drawn(step)).map((link) => {
    const { step, width = 0, y0 = 0, y1 = 0 } = link;
    const from: [number, number] = [
      columnX(frame, step.position) + frame.node,
      y0,
    ];
    const to: [number, number] = [columnX(frame, step.position + 1), y1];
    return { step, width, path: outline(from, to, width) };
  });
  const [first] = nodes;
  const scale = first === undefined
    ? 0
    : (first.y1 - first.y0) / first.sessions;
  return { nodes, bands, scale };
}
