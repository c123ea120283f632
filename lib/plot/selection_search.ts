/**
 * Bound and score of a selection as its search goes.
 *
 * @module
 */

import type { SearchStep } from "@taskflow/select";
import type { TopLevelSpec } from "vega-lite";
import { completeFigure } from "./chart_config.ts";
import type { Figure, FigureOptions } from "./figure.ts";
import { INK } from "./palette.ts";

const [WIDTH, HEIGHT] = [660, 300];

/**
 * Draw how bound and score close in on each other: the bound falls while the relaxed problem is solved,
 * then the score of whole tasks rises. The picture is cut where the first bounds are far above.
 *
 * @param steps Steps of a search, at least one with a bound and one with a score.
 * @param options Name, title, whether inputs are stand-ins.
 * @returns The figure; its table has one row a step.
 * @throws {RangeError} If there is no bound or no score.
 *
 * @example
 * ```ts
 * import { equal } from "node:assert/strict";
 * import { selectionSearch } from "@taskflow/plot";
 * import { exampleInstance, type SearchStep, selectCandidates } from "@taskflow/select";
 *
 * const steps: SearchStep[] = [];
 * selectCandidates(exampleInstance(), { onProgress: (step) => steps.push(step) });
 * const { table } = selectionSearch(steps, { name: "search", title: "Search" });
 * equal(table.rows.length, steps.length);
 * ```
 */
export function selectionSearch(
  steps: readonly SearchStep[],
  options: FigureOptions,
): Figure {
  const scores = steps.flatMap(({ tfas }) => tfas ?? []);
  const bounds = steps.flatMap(({ bound }) => bound ?? []);
  const [score, bound] = [scores.at(-1), bounds.at(-1)];
  if (score === undefined || bound === undefined) {
    throw new RangeError(
      "Cannot draw a search without a bound and a score",
    );
  }
  const rows = steps.map((step, at) => ({ step: at + 1, ...step }));
  const low = Math.min(...scores);
  const room = Math.max(bound - low, 0.01);
  const domain = [low - 0.4 * room, bound + 1.6 * room];
  const values = rows.flatMap(({ step, bound, tfas }) => [
    { step, line: "certified bound", value: bound },
    { step, line: "whole tasks", value: tfas },
  ]).filter(({ value }) =>
    value !== null && value <= domain[1]! && value >= domain[0]!
  );
  const chart: TopLevelSpec = {
    width: WIDTH,
    height: HEIGHT,
    data: { values },
    mark: { type: "line", interpolate: "step-after", point: true, clip: true },
    encoding: {
      x: {
        field: "step",
        type: "quantitative",
        axis: { title: "Step of the search", tickMinStep: 1, grid: false },
      },
      y: {
        field: "value",
        type: "quantitative",
        scale: { domain, zero: false },
        axis: { title: "TFAS", format: "~g" },
      },
      color: {
        field: "line",
        type: "nominal",
        scale: {
          domain: ["certified bound", "whole tasks"],
          range: [INK.axis, INK.accent],
        },
        legend: { title: null, orient: "top" },
      },
    },
  };
  const above = bounds.filter((value) => value > domain[1]!).length;
  return completeFigure(options, {
    subtitle: `TFAS ${score.toFixed(3)} of at most ${bound.toFixed(3)}`,
    caption: [
      "The certified bound falls while the relaxed problem is solved; then whole tasks are rounded and polished.",
      ...(above > 0 ? [`${above} earlier bounds lie above the picture.`] : []),
    ],
    chart,
    width: WIDTH + 60,
    table: {
      columns: [
        { key: "step", header: "Step", format: "count" },
        { key: "phase", header: "Phase", format: "text" },
        { key: "bound", header: "Bound", format: "score" },
        { key: "tfas", header: "TFAS", format: "score" },
      ],
      rows,
    },
  });
}
