/**
 * What every chart returns: a Vega-Lite spec, the table behind it, a caption.
 *
 * @module
 */

import type { TopLevelSpec } from "vega-lite";

/** A cell: text, a number, or `null` for "no data" (never 0 or NaN). */
export type Cell = string | number | null;

/** How the cells of a column are written; see `formatCell()`. */
export type Format =
  | "text"
  | "count"
  | "share"
  | "score"
  | "component"
  | "difference"
  | "gain";

/** One column of a table. */
export interface Column {
  /** Key of the cell in a row, and header of the column in CSV. */
  readonly key: string;
  /** Header for people. */
  readonly header: string;
  /** How its cells are written for people; CSV keeps full precision. */
  readonly format: Format;
}

/** A table: columns in order, and rows with a cell under each column's key. */
export interface Table {
  /** Columns in order. */
  readonly columns: readonly Column[];
  /** Rows in order; a missing key is `null`. */
  readonly rows: readonly Readonly<Record<string, Cell>>[];
}

/** A chart with everything that goes with it. */
export interface Figure {
  /** Base of its file names; passes {@linkcode checkName}. */
  readonly name: string;
  /** Heading, also drawn in the picture; untrusted text is allowed. */
  readonly title: string;
  /** What is shown and how to read it; untrusted text is allowed. */
  readonly caption: string;
  /** Vega-Lite v6 specification with its data inline. */
  readonly spec: TopLevelSpec;
  /** The numbers that the picture draws, nothing folded away. */
  readonly table: Table;
}

/** What every chart asks for. */
export interface FigureOptions {
  /** Base of its file names; see {@linkcode checkName}. */
  readonly name: string;
  /** Heading; may be untrusted text, such as the name of a corpus. */
  readonly title: string;
  /** Whether the data stand in for what is not public; then the picture says so. Default `false`. */
  readonly standIn?: boolean;
}

const NAME = /^[a-z0-9](?:[a-z0-9_-]{0,78}[a-z0-9])?$/;

/**
 * Check that a name may become a file name: lower-case letters, digits, hyphens
 * and underscores, 1 to 80 characters, a letter or digit at both ends.
 *
 * @param name The name.
 * @returns The same name.
 * @throws {RangeError} If it is anything else, such as a path.
 *
 * @example
 * ```ts
 * import { equal, throws } from "node:assert/strict";
 * import { checkName } from "@taskflow/plot";
 *
 * equal(checkName("sankey-specstory"), "sankey-specstory");
 * throws(() => checkName("../sankey"), RangeError);
 * ```
 */
export function checkName(name: string): string {
  if (NAME.test(name)) return name;
  throw new RangeError(
    `Cannot name a figure ${JSON.stringify(name)}: use 1 to 80 lower-case ` +
      `letters, digits, hyphens or underscores, a letter or digit at both ends`,
  );
}
