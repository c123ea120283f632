/**
 * From fitted weights to the model file: factors and temperature folded in, eight bits a weight.
 *
 * @module
 */

import { TAXONOMY } from "@taskflow/taxonomy";
import {
  type BaselineFile,
  featuresId,
  markOf,
  placeOf,
} from "../../lib/classify/baseline_model.ts";
import type { Linear } from "./softmax.ts";
import type { Vocabulary } from "./vocabulary.ts";

/** Weights are cut off at this quantile of their size, so that a few large ones do not coarsen all. */
const CUT = 0.9999;
const FULL = 127;

/**
 * Pack a linear classifier.
 *
 * @param vocabulary Its features.
 * @param linear Its weights.
 * @param temperature What its scores are divided by to be calibrated.
 * @returns Contents of the model file.
 */
export function pack(
  { rows, factor }: Vocabulary,
  { weights, bias }: Linear,
  temperature: number,
): BaselineFile {
  const k = TAXONOMY.labels.length;
  const effective = Float64Array.from(
    weights,
    (w, i) => w * (factor[Math.floor(i / k)] ?? 0) / temperature,
  );
  const unit = Array.from({ length: k }, (_, label) => {
    const sizes: number[] = [];
    for (let i = label; i < effective.length; i += k) {
      sizes.push(Math.abs(effective[i] ?? 0));
    }
    sizes.sort((a, b) => a - b);
    const top = sizes[Math.floor(CUT * (sizes.length - 1))] ?? 0;
    return (top > 0 ? top : 1) / FULL;
  });
  const quantised = Int8Array.from(
    effective,
    (w, i) =>
      Math.max(-FULL, Math.min(FULL, Math.round(w / (unit[i % k] ?? 1)))),
  );
  const slots = 2 ** Math.ceil(Math.log2(Math.max(2, rows.size * 2)));
  const rowAt = placeRows(rows, quantised, slots);
  const marks = new Uint8Array(slots);
  const ordered: number[] = [];
  for (const [place, entry] of [...rowAt].sort(([a], [b]) => a - b)) {
    marks[place] = entry.mark;
    for (let label = 0; label < k; label++) {
      ordered.push(quantised[entry.row * k + label] ?? 0);
    }
  }
  return {
    schema_version: 1,
    labels: [...TAXONOMY.labels],
    features: featuresId(),
    rows: rowAt.size,
    slots,
    bias: Array.from(bias, (b) => round(b / temperature)),
    unit: unit.map(round),
    marks: marks.toBase64(),
    weights: new Uint8Array(Int8Array.from(ordered).buffer).toBase64(),
  };
}

function round(value: number): number {
  return Number(value.toPrecision(8));
}

/**
 * Give every feature a place. Of two that a look-up could not tell apart (same path, same mark) the
 * heavier one stays; features whose weights all round to zero get no place.
 */
function placeRows(
  rows: ReadonlyMap<number, number>,
  quantised: Int8Array,
  slots: number,
): Map<number, { row: number; mark: number }> {
  const k = TAXONOMY.labels.length;
  const heft = (row: number) => {
    let sum = 0;
    for (let label = 0; label < k; label++) {
      sum += Math.abs(quantised[row * k + label] ?? 0);
    }
    return sum;
  };
  const ordered = [...rows].map(([hash, row]) => ({
    hash,
    row,
    heft: heft(row),
  }))
    .filter((entry) => entry.heft > 0)
    .sort((a, b) => b.heft - a.heft || a.hash - b.hash);
  const placed = new Map<number, { row: number; mark: number }>();
  for (const { hash, row } of ordered) {
    const mark = markOf(hash);
    let place = placeOf(hash, slots);
    while (placed.has(place) && placed.get(place)?.mark !== mark) {
      place = (place + 1) & (slots - 1);
    }
    if (!placed.has(place)) placed.set(place, { row, mark });
  }
  return placed;
}
