/**
 * The one file through which all CSV goes. It offers the names, options and results of `@std/csv`
 * (`parse`, `stringify`, `CsvParseStream`), on top of `csv-parse` and `csv-stringify`, because the
 * registry of `@std` is not reachable from where this project is built. Everything else imports CSV
 * from here, so changing over later is `export { ... } from "@std/csv"` in this file.
 *
 * What differs from `@std/csv`, on purpose:
 * - a line end inside quotes stays what it is (`\r\n` does not become `\n`), and `stringify` quotes a
 *   lone `\r`: texts come back as they were;
 * - a record of one empty cell is written `""`, not as an empty line that every reader skips;
 * - errors of `stringify` are TypeErrors and RangeErrors.
 *
 * Like `@std/csv`, this file writes cells as they are. A cell that begins with `=`, `+`, `-` or `@` is a
 * formula to a spreadsheet, and texts of strangers may begin so: whoever exports them for people
 * passes them through `escapeFormula` first, as `writeTable` does.
 *
 * @module
 */

import {
  CsvError,
  type Options,
  parse as streamingParser,
  type Parser,
} from "csv-parse";
import { parse as parseAll } from "csv-parse/sync";
import { stringify as stringifyAll } from "csv-stringify/sync";
import { Writable } from "node:stream";

/** Options of {@linkcode parse} and {@linkcode CsvParseStream}. */
export interface ParseOptions {
  /** Text between cells (default `,`). */
  readonly separator?: string;
  /** Lines that begin with this character are skipped (default: none are). */
  readonly comment?: string;
  /** Whether white space at the start of a cell is dropped (default `false`). */
  readonly trimLeadingSpace?: boolean;
  /** Whether a quote may stand inside an unquoted cell (default `false`). */
  readonly lazyQuotes?: boolean;
  /**
   * Cells in each record: a positive number, or 0 for as many as the first record has; left out or
   * negative, records may differ.
   */
  readonly fieldsPerRecord?: number;
  /** Whether the first record is skipped, or, without `columns`, taken as the names (default `false`). */
  readonly skipFirstRow?: boolean;
  /** Names of the columns: records then become objects. */
  readonly columns?: readonly string[];
}

/** A record with named columns. */
export type CsvRecord = Record<string, string>;

/** How to find a cell of an object or array: a key, an index, or a path of them. */
export type PropertyAccessor = number | string;

/** One column to write: where its cells are, and its name if that is not the (last) key. */
export type Column =
  | PropertyAccessor
  | readonly PropertyAccessor[]
  | {
    readonly header?: string;
    readonly prop: PropertyAccessor | readonly PropertyAccessor[];
  };

/** Options of {@linkcode stringify}. */
export interface StringifyOptions {
  /** Whether the first line has the names of `columns` (default `true`). */
  readonly headers?: boolean;
  /** Text between cells (default `,`). */
  readonly separator?: string;
  /** Columns in order; needed for objects. */
  readonly columns?: readonly Column[];
  /** Whether to start with a byte-order mark, which Excel needs for text beyond ASCII (default `false`). */
  readonly bom?: boolean;
}

type Named =
  & ParseOptions
  & (
    | { readonly skipFirstRow: true }
    | { readonly columns: readonly string[] }
  );

/**
 * Parse CSV (RFC 4180). A byte-order mark is dropped; lines end in `\n` or `\r\n`, mixed as they may
 * be; empty lines are skipped.
 *
 * @param input The text, or its UTF-8 bytes (which may be longer than a text can be).
 * @param options Separator, comments, quotes, names.
 * @returns Records as arrays of cells; as objects if `skipFirstRow` or `columns` is given.
 * @throws {SyntaxError} If quotes do not match or a record has the wrong number of cells; the message
 * names the line.
 * @throws {TypeError} If `skipFirstRow` is to give the names and there is no record.
 *
 * @example
 * ```ts
 * import { deepEqual, throws } from "node:assert/strict";
 * import { parse } from "@taskflow/table";
 *
 * deepEqual(parse('a,b\r\n1,"x,y"\r\n'), [["a", "b"], ["1", "x,y"]]);
 * deepEqual(parse("a,b\n1,2", { skipFirstRow: true }), [{ a: "1", b: "2" }]);
 * throws(() => parse('a\n"b'), /line 2/);
 * ```
 */
export function parse(input: string | Uint8Array, options: Named): CsvRecord[];
export function parse(
  input: string | Uint8Array,
  options?: ParseOptions,
): string[][];
export function parse(
  input: string | Uint8Array,
  options: ParseOptions = {},
): string[][] | CsvRecord[] {
  let rows: string[][];
  try {
    rows = parseAll(input, nativeOptions(options));
  } catch (error) {
    throw asSyntaxError(error, returnsBefore(input, options));
  }
  if (!options.skipFirstRow && options.columns === undefined) return rows;
  const names = namesOf(options, options.skipFirstRow ? rows.shift() : []);
  return rows.map((row) => named(row, names));
}

/**
 * Parse CSV as it arrives: pieces of text in, records out. Memory holds a piece and its records.
 *
 * @example
 * ```ts
 * import { deepEqual } from "node:assert/strict";
 * import { CsvParseStream } from "@taskflow/table";
 *
 * const pieces = ReadableStream.from(["a,", "b\n1,2", "\n"]);
 * const rows = await Array.fromAsync(pieces.pipeThrough(new CsvParseStream()));
 * deepEqual(rows, [["a", "b"], ["1", "2"]]);
 * ```
 */
export class CsvParseStream implements TransformStream<string, string[]> {
  /** Records as arrays of cells. */
  readonly readable: ReadableStream<string[]>;
  /** Pieces of text, cut anywhere. */
  readonly writable: WritableStream<string>;

  /** @param options As for {@linkcode parse}, but without names: records are arrays. */
  constructor(options: Omit<ParseOptions, "columns" | "skipFirstRow"> = {}) {
    const parser = streamingParser(nativeOptions(options));
    this.writable = Writable.toWeb(parser);
    this.readable = ReadableStream.from(records(parser));
  }
}

/**
 * The line on which a record ends; for errors, as `@std/csv` and fast parsing do not keep lines.
 *
 * @param input The CSV, parsed without error before.
 * @param record 0-based number of the record; the line of names is record 0.
 * @returns The 1-based line, or 0 if there is no such record.
 *
 * @example
 * ```ts
 * import { equal } from "node:assert/strict";
 * import { lineOfRecord } from "@taskflow/table";
 *
 * equal(lineOfRecord('a\n"x\ny"\n\nz\n', 2), 5);
 * ```
 */
export function lineOfRecord(
  input: string | Uint8Array,
  record: number,
): number {
  let line = 0;
  let returns = 0;
  let seen = 0;
  parseAll(input, {
    ...nativeOptions({}),
    to: record + 1,
    on_record(cells: string[], { lines }) {
      returns += returnsIn(cells);
      if (seen++ === record) line = lines - returns;
      return null;
    },
  });
  return line;
}

/**
 * The lines on which all records end, in one pass.
 *
 * @param input The CSV, parsed without error before.
 * @returns The 1-based line of each record; the line of names is record 0.
 *
 * @example
 * ```ts
 * import { deepEqual } from "node:assert/strict";
 * import { linesOfRecords } from "@taskflow/table";
 *
 * deepEqual(linesOfRecords('a\n"x\ny"\n\nz\n'), [1, 3, 5]);
 * ```
 */
export function linesOfRecords(input: string | Uint8Array): number[] {
  const found: number[] = [];
  let returns = 0;
  parseAll(input, {
    ...nativeOptions({}),
    on_record(cells: string[], { lines }) {
      returns += returnsIn(cells);
      found.push(lines - returns);
      return null;
    },
  });
  return found;
}

/** csv-parse counts a `\r` inside a cell as a line of its own; these are taken off again. */
function returnsIn(cells: readonly string[]): number {
  let returns = 0;
  for (const cell of cells) {
    if (cell.includes("\r")) returns += cell.split("\r").length - 1;
  }
  return returns;
}

/** The carriage returns inside the cells before a failure. */
function returnsBefore(
  input: string | Uint8Array,
  options: ParseOptions,
): number {
  let returns = 0;
  try {
    parseAll(input, {
      ...nativeOptions(options),
      on_record(cells: string[]) {
        returns += returnsIn(cells);
        return null;
      },
    });
  } catch {
    // It fails where it failed before; all records before have been counted.
  }
  return returns;
}

async function* records(parser: Parser): AsyncGenerator<string[]> {
  let returns = 0;
  try {
    for await (const record of parser) {
      returns += returnsIn(record);
      yield record;
    }
  } catch (error) {
    throw asSyntaxError(error, returns);
  }
}

/**
 * Write CSV (RFC 4180): lines end in `\r\n`, cells are quoted where they must be.
 *
 * @param data Records: arrays of cells, or objects together with `columns`. `null` and `undefined`
 * become empty cells, objects JSON.
 * @param options Columns, names, separator, byte-order mark.
 * @returns The text. Cells are written as they are, also those that a spreadsheet takes for formulas.
 * @throws {TypeError} If records are objects and no columns are given.
 * @throws {RangeError} If the separator has a quote or a line end in it.
 *
 * @example
 * ```ts
 * import { equal } from "node:assert/strict";
 * import { stringify } from "@taskflow/table";
 *
 * const data = [{ intent: "bug-fix", n: 3 }, { intent: 'say "hi"', n: null }];
 * const text = 'intent,n\r\nbug-fix,3\r\n"say ""hi""",\r\n';
 * equal(stringify(data, { columns: ["intent", "n"] }), text);
 * ```
 */
export function stringify(
  data: readonly (Readonly<Record<string, unknown>> | readonly unknown[])[],
  options: StringifyOptions = {},
): string {
  const { headers = true, separator = ",", columns, bom = false } = options;
  if (separator === "" || /["\r\n]/.test(separator)) {
    throw new RangeError(
      `Cannot write CSV with separator ${JSON.stringify(separator)}: ` +
        `use a character that is not a quote or a line end`,
    );
  }
  const paths = columns?.map(pathOf);
  const rows = data.map((item) => {
    if (paths !== undefined) return paths.map((path) => textOf(at(item, path)));
    if (Array.isArray(item)) return item.map(textOf);
    throw new TypeError("Cannot write objects as CSV: name their columns");
  });
  if (headers && columns !== undefined) rows.unshift(columns.map(nameOf));
  return stringifyAll(rows, {
    delimiter: separator,
    record_delimiter: "windows",
    quote_record_delimiter: true,
    quoted_empty: rows[0]?.length === 1,
    // Without quotes, readers would take it for the mark of the file.
    quoted_match: /^\uFEFF/,
    bom,
  });
}

function pathOf(column: Column): readonly PropertyAccessor[] {
  if (typeof column !== "object") return [column];
  const path = "prop" in column ? column.prop : column;
  return typeof path === "object" ? path : [path];
}

function nameOf(column: Column): string {
  if (typeof column === "object" && "prop" in column && column.header) {
    return column.header;
  }
  return String(pathOf(column).at(-1) ?? "");
}

function at(item: unknown, path: readonly PropertyAccessor[]): unknown {
  let value = item;
  for (const key of path) {
    if (typeof value !== "object" || value === null) return undefined;
    value = Reflect.get(value, key);
  }
  return value;
}

function textOf(value: unknown): string {
  if (value === null || value === undefined) return "";
  return typeof value === "object" ? JSON.stringify(value) : String(value);
}

function nativeOptions(options: ParseOptions): Options {
  const { separator = ",", columns, skipFirstRow } = options;
  const fieldsPerRecord = options.fieldsPerRecord ??
    columns?.length ?? (skipFirstRow ? 0 : undefined);
  if (separator === "" || /["\r\n]/.test(separator)) {
    throw new RangeError(
      `Cannot parse CSV with separator ${JSON.stringify(separator)}: ` +
        `use a character that is not a quote or a line end`,
    );
  }
  return {
    bom: true,
    delimiter: separator,
    record_delimiter: ["\r\n", "\n"],
    skip_empty_lines: true,
    comment: options.comment ?? null,
    comment_no_infix: true,
    ltrim: options.trimLeadingSpace ?? false,
    relax_quotes: options.lazyQuotes ?? false,
    relax_column_count: fieldsPerRecord === undefined || fieldsPerRecord < 0,
    ...(fieldsPerRecord !== undefined && fieldsPerRecord > 0
      ? { on_record: widthCheck(fieldsPerRecord), relax_column_count: true }
      : {}),
  };
}

function widthCheck(width: number): NonNullable<Options["on_record"]> {
  return (record, { lines }) => {
    if (record.length === width) return record;
    throw wrongWidth(lines, record.length, width);
  };
}

function namesOf(
  { columns }: ParseOptions,
  first: readonly string[] | undefined,
): readonly string[] {
  const names = columns ?? first;
  if (names !== undefined) return names;
  throw new TypeError(
    "Cannot name the columns of CSV: there is no first record",
  );
}

function named(cells: readonly string[], names: readonly string[]): CsvRecord {
  return Object.fromEntries(names.map((name, i) => [name, cells[i] ?? ""]));
}

function wrongWidth(line: number, found: number, wanted: number): SyntaxError {
  return new SyntaxError(
    `Cannot parse CSV: line ${line} has ${found} cells instead of ${wanted}: ` +
      `put quotes around cells with separators or line ends`,
  );
}

/** Errors of csv-parse in our words: the line, and what is wrong there. */
function asSyntaxError(error: unknown, returns: number): unknown {
  if (!(error instanceof CsvError)) return error;
  const line = Number(error.lines ?? 0) - returns;
  const expected = /expect (\d+)/.exec(error.message)?.[1];
  if (Array.isArray(error.record) && expected !== undefined) {
    return wrongWidth(line, error.record.length, Number(expected));
  }
  const problem = error.code === "CSV_QUOTE_NOT_CLOSED"
    ? `the text ends inside quotes that record ${
      Number(error.records) + 1
    } opened`
    : error.message.replace(/ at line \d+/, "");
  return new SyntaxError(`Cannot parse CSV: line ${line}: ${problem}`, {
    cause: error,
  });
}
