/**
 * A selection small enough to follow by hand.
 *
 * @module
 */

import { type Instance, parseInstance } from "./instance.ts";

/**
 * Five tasks with two or three candidates each, made up for examples: three tasks whose one question
 * can go before or after their issue turns or be dropped, two whose issue can stay in two parts.
 *
 * @returns The instance.
 *
 * @example
 * ```ts
 * import { equal } from "node:assert/strict";
 * import { exampleInstance } from "@taskflow/select";
 *
 * equal(exampleInstance().tasks, 5);
 * ```
 */
export function exampleInstance(): Instance {
  return parseInstance({
    format: "tfas-selection/v1",
    labels: ["bug-fix", "new-feature", "explain", "other"],
    retained: ["bug-fix", "new-feature", "explain"],
    conventions: { lengthOf: "all", emptySession: "edge" },
    tasks: 5,
    target: {
      P_L: [0, 0, 0.5, 0.3, 0.2, 0, 0],
      P_T: [0.5, 0.2, 0.3],
      P_R: {
        "START>bug-fix": 0.1,
        "START>explain": 0.1,
        "explain>bug-fix": 0.15,
        "bug-fix>bug-fix": 0.2,
        "bug-fix>new-feature": 0.1,
        "new-feature>explain": 0.1,
        "new-feature>END": 0.05,
        "bug-fix>explain": 0.05,
        "explain>END": 0.15,
      },
    },
    sequences: [
      { t: [0, 0, 1], p: "none", q: 0 },
      { t: [2, 0, 0, 1], p: "before", q: 1 },
      { t: [0, 0, 1, 2], p: "after", q: 1 },
      { t: [0, 0, 0], p: "none", q: 0 },
      { t: [3, 0, 0], p: "none", q: 0 },
    ],
    groups: [{ n: 3, c: [0, 1, 2] }, { n: 2, c: [3, 4] }],
  }, "example");
}
