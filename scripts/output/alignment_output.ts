/**
 * A measured corpus against a target: TFAS with components, beside simple benchmarks.
 *
 * @module
 */

import {
  align,
  countFlow,
  type FlowFile,
  type Measurement,
  taskFlow,
} from "@taskflow/flow";
import { alignmentTable } from "@taskflow/plot";
import type { OutputPart } from "./write_output.ts";

/**
 * Score the corpus, a measured flow and an issue-derived benchmark against a target.
 *
 * @param measurement A measured corpus, shown as a benchmark would be.
 * @param target A target's flow file.
 * @param measured Flow files of other corpora.
 * @returns A part of a page.
 */
export function alignmentOutput(
  measurement: Measurement,
  target: FlowFile,
  measured: readonly FlowFile[],
): OutputPart & { standIn: boolean } {
  const rows = [
    {
      name: "sample corpus (stand-in), long sessions",
      flow: taskFlow(measurement.flow),
    },
    ...measured.map(({ name, filter, flow }) => ({
      name: `${name}, ${filter}`,
      flow: flow(),
    })),
    ...BENCHMARKS.map(({ name, sessions }) => ({
      name,
      flow: taskFlow(countFlow(sessions)),
    })),
  ];
  return {
    heading: `Alignment with ${target.name}`,
    standIn: target.standIn,
    text: [
      "S_L, S_T and S_R compare lengths, intents and transitions; TFAS is their geometric mean. A " +
      "single-message benchmark has no mass where the target has any, so its S_L and TFAS are 0: " +
      "that is the gap the method closes.",
    ],
    figures: [],
    tables: [{
      name: "alignment",
      caption: `TFAS against ${target.name}`,
      table: alignmentTable(
        rows.map(({ name, flow }) => ({
          name,
          scores: align(target.flow(), flow),
        })),
      ),
    }],
  };
}

/**
 * What an issue-derived benchmark looks like, in the shares the paper prints for SWE-Bench Pro; the
 * other 6.2 % are not printed and left out.
 */
const BENCHMARKS = [
  {
    name: "one message a task: 547 new-feature, 391 bug-fix",
    sessions: repeat([["new-feature"], 547], [["bug-fix"], 391]),
  },
  {
    name: "the same in three messages of one intent",
    sessions: repeat(
      [["new-feature", "new-feature", "new-feature"], 547],
      [["bug-fix", "bug-fix", "bug-fix"], 391],
    ),
  },
];

function repeat(...groups: [string[], number][]): string[][] {
  return groups.flatMap(([labels, n]) =>
    Array.from({ length: n }, () => labels)
  );
}
