/**
 * Compare the outputs of a notebook, committed or from another runner.
 *
 * @module
 */

import { isJsonType, type Output } from "../nbformat.ts";

/** A difference between two lists of outputs. */
export interface Difference {
  /** Number of the output in the cell, from 1. */
  readonly output: number;
  /** What differs, with the line in the output where there is one. */
  readonly what: string;
}

/** An output as lines of text that name its parts. */
function partsOf(output: Output): Map<string, string> {
  switch (output.output_type) {
    case "stream":
      return new Map([[output.name, output.text]]);
    case "error":
      return new Map([["error", output.traceback.join("\n")]]);
    case "display_data":
    case "execute_result":
      return new Map(
        Object.entries(output.data).map(([type, content]) => [
          type,
          isJsonType(type) ? canonical(content) : String(content),
        ]),
      );
  }
}

/** JSON text of a value with the keys of all objects in order, one part a line. */
function canonical(value: unknown): string {
  return JSON.stringify(
    value,
    (_, part: unknown) =>
      typeof part === "object" && part !== null && !Array.isArray(part)
        ? Object.fromEntries(
          Object.entries(part).sort(([a], [b]) => a < b ? -1 : 1),
        )
        : part,
    1,
  );
}

function quote(line: string | undefined): string {
  if (line === undefined) return "not there";
  return JSON.stringify(line.length > 80 ? `${line.slice(0, 79)}…` : line);
}

/** Where two texts part: around the first character that differs, for long lines. */
function textDifference(
  a: string,
  b: string,
  names: readonly [string, string],
): string {
  const [left, right] = [a.split("\n"), b.split("\n")];
  const most = Math.max(left.length, right.length);
  let at = 0;
  while (at < most && left[at] === right[at]) at++;
  const [one, other] = [left[at], right[at]];
  let from = 0;
  while (
    one !== undefined && other !== undefined && one[from] === other[from]
  ) {
    from++;
  }
  const cut = (line: string | undefined) =>
    quote(line?.slice(Math.max(0, from - 30)));
  return `line ${at + 1}: ${names[0]} ${cut(one)}, ${names[1]} ${cut(other)}`;
}

/**
 * Find the first difference between two lists of outputs; everything counts, numbers and SVG to the
 * last character.
 *
 * @param a One list.
 * @param b The other.
 * @param names How to call the two in messages.
 * @returns The difference, or `null`.
 *
 * @example
 * ```ts
 * import { equal } from "node:assert/strict";
 * import { compareOutputs } from "./compare_outputs.ts";
 *
 * const stream = (text: string) => [{ output_type: "stream", name: "stdout", text }] as const;
 * equal(
 *   compareOutputs(stream("1\n2\n"), stream("1\n3\n"), ["committed", "run"])?.what,
 *   'stdout line 2: committed "2", run "3"',
 * );
 * ```
 */
export function compareOutputs(
  a: readonly Output[],
  b: readonly Output[],
  names: readonly [string, string],
): Difference | null {
  for (let i = 0; i < Math.max(a.length, b.length); i++) {
    const [one, other] = [a[i], b[i]];
    if (one === undefined || other === undefined) {
      const which = names[one === undefined ? 0 : 1];
      const kind = (one ?? other)?.output_type;
      return { output: i + 1, what: `${which} has no such output (${kind})` };
    }
    if (one.output_type !== other.output_type) {
      return {
        output: i + 1,
        what: `${names[0]} ${one.output_type}, ${
          names[1]
        } ${other.output_type}`,
      };
    }
    const [left, right] = [partsOf(one), partsOf(other)];
    for (const type of new Set([...left.keys(), ...right.keys()])) {
      const [x, y] = [left.get(type), right.get(type)];
      if (x === y) continue;
      const what = x === undefined || y === undefined
        ? `${names[x === undefined ? 0 : 1]} has no ${type}`
        : `${type} ${textDifference(x, y, names)}`;
      return { output: i + 1, what };
    }
  }
  return null;
}

/**
 * Outputs in an order that does not depend on how text and displays interleave: in the kernel they
 * take different queues.
 *
 * @param outputs Outputs of a cell.
 * @returns Standard output in one piece, standard error in one piece, then the rest in order.
 *
 * @example
 * ```ts
 * import { equal } from "node:assert/strict";
 * import { byQueue } from "./compare_outputs.ts";
 *
 * const text = (text: string) => ({ output_type: "stream", name: "stdout", text }) as const;
 * equal(byQueue([text("a"), text("b")]).length, 1);
 * ```
 */
export function byQueue(outputs: readonly Output[]): Output[] {
  const streams = (["stdout", "stderr"] as const).flatMap((name): Output[] => {
    const text = outputs.map((output) =>
      output.output_type === "stream" && output.name === name ? output.text : ""
    ).join("");
    return text === "" ? [] : [{ output_type: "stream", name, text }];
  });
  return [
    ...streams,
    ...outputs.filter((output) => output.output_type !== "stream"),
  ];
}
