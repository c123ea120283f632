/**
 * Turn any value into what a frontend can show.
 *
 * @module
 */

import {
  figureBundles,
  isFigure,
  isPlotTable,
  plotTableBundle,
} from "./figure_bundle.ts";
import type { Bundle } from "./host.ts";
import { DISPLAY, type Displayable } from "./markup.ts";
import { isArrow, table } from "./table.ts";

function isDisplayable(value: unknown): value is Displayable {
  return typeof value === "object" && value !== null && DISPLAY in value;
}

/** Whether a value is a list of plain records, which reads best as a table. */
function isRecords(
  value: unknown,
): value is readonly Readonly<Record<string, unknown>>[] {
  return Array.isArray(value) && value.length > 0 &&
    value.every((row) =>
      typeof row === "object" && row !== null &&
      Object.getPrototypeOf(row) === Object.prototype
    );
}

/**
 * What to show for a value.
 *
 * A figure becomes SVG with its specification and a text table, and its caption below; tables of
 * `lib/plot`, Arrow tables and lists of records become tables; Markdown, HTML and everything with a
 * `Jupyter.display` method say it themselves; text stays text; the rest is shown as `console.log`
 * would.
 *
 * @param value Any value.
 * @returns One display or more: media types with their contents; `text/plain` is always among them.
 * @throws {TypeError} If a `Jupyter.display` method does not return an object.
 *
 * @example
 * ```ts
 * import { deepEqual } from "node:assert/strict";
 * import { toBundles } from "./to_bundle.ts";
 *
 * deepEqual((await toBundles([1, 2]))[0]?.data, { "text/plain": "[ 1, 2 ]" });
 * ```
 */
export async function toBundles(value: unknown): Promise<Bundle[]> {
  if (isFigure(value)) return await figureBundles(value);
  return [await toBundle(value)];
}

async function toBundle(value: unknown): Promise<Bundle> {
  if (typeof value === "string") return plain(value);
  if (isDisplayable(value)) return await displayed(value);
  if (isPlotTable(value)) return await plotTableBundle(value);
  if (isArrow(value) || isRecords(value)) return await displayed(table(value));
  return plain(Deno.inspect(value, { colors: false }));
}

function plain(text: string): Bundle {
  return { data: { "text/plain": text }, metadata: {} };
}

async function displayed(value: Displayable): Promise<Bundle> {
  const data: unknown = await value[DISPLAY]();
  if (typeof data !== "object" || data === null) {
    throw new TypeError(
      `Cannot show a value: its Jupyter.display method returns ${typeof data}, not an object of media types`,
    );
  }
  const text = "text/plain" in data
    ? {}
    : { "text/plain": Deno.inspect(value, { colors: false }) };
  return { data: { ...data, ...text }, metadata: {} };
}
