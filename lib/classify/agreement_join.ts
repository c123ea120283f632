/**
 * Joining label files that speak of the same messages.
 *
 * @module
 */

import { labelCode, TAXONOMY, type Taxonomy } from "@taskflow/taxonomy";
import { type KeyedTable, type LabelKey, labelKeys } from "./agreement_keys.ts";
import {
  type RatedMessage,
  type Ratings,
  ratingsOf,
} from "./agreement_ratings.ts";

/** Where a label belongs; `null` for what the file does not say. */
export interface LabelPlace {
  /** Name of the message, unique in the file. */
  readonly id: string | null;
  /** File of the session. */
  readonly file: string | null;
  /** 0-based ordinal of the session in its file. */
  readonly ordinal: number | null;
  /** Id of the session. */
  readonly session: string | null;
  /** Position of the message in its session. */
  readonly position: number | null;
  /** SHA-256 of the trimmed text. */
  readonly sha256: string | null;
  /** What the bootstrap resamples as a whole; `null` for the session. */
  readonly cluster: string | null;
}

/** A file with one or more columns of labels. */
export interface LabelTable {
  readonly name: string;
  readonly rows: readonly LabelPlace[];
  /** Label columns; `null` where a row has no label. */
  readonly columns: readonly {
    readonly name: string;
    readonly labels: readonly (string | null)[];
  }[];
  /** What errors call a row: file and line. */
  readonly placeOf: (row: number) => string;
}

/** How label files met. */
export interface LabelJoin {
  readonly ratings: Ratings;
  /** By what rows found each other; `row` within one file. */
  readonly key: LabelKey | "row";
  /** Whether the files say which session a message belongs to; otherwise each is its own. */
  readonly hasSessions: boolean;
  /** Messages that every file has. */
  readonly shared: number;
  readonly files: readonly {
    readonly name: string;
    readonly rows: number;
    /** Rows without a label, summed over the label columns. */
    readonly blank: number;
    /** Rows of messages that not every other file has. */
    readonly unmatched: number;
    /** The first of them by name. */
    readonly examples: readonly string[];
  }[];
}

/** Unmatched rows named. */
const EXAMPLES = 5;

/**
 * Join label files.
 *
 * Rows of several files find each other by file, ordinal and SHA-256 (n-th occurrence in the session)
 * where all have them, else by file, ordinal and position, else by session id and position, else by id.
 * A row without a partner stays, with missing labels.
 *
 * @param tables Files; together at least two label columns.
 * @param taxonomy The labels, by default the paper's 16.
 * @returns Ratings, and how the files met.
 * @throws {RangeError} If a label is not in the taxonomy, a message occurs twice in a file, or the files
 * have no message in common.
 * @throws {TypeError} If a file has no rows, or the files have no key in common.
 *
 * @example
 * ```ts
 * import { equal } from "node:assert/strict";
 * import { joinLabelTables, type LabelTable } from "@taskflow/classify";
 *
 * const table = (name: string, labels: string[]): LabelTable => ({
 *   name,
 *   rows: labels.map((_, position) => ({
 *     ...{ id: null, file: null, ordinal: null, sha256: null, cluster: null },
 *     session: "s",
 *     position,
 *   })),
 *   columns: [{ name, labels }],
 *   placeOf: (row) => `"${name}", line ${row + 2}`,
 * });
 * const { ratings, files } = joinLabelTables([
 *   table("a.csv", ["tests", "debug"]),
 *   table("b.csv", ["tests"]),
 * ]);
 * equal(ratings.session.length, 2);
 * equal(files[0]?.unmatched, 1);
 * ```
 */
export function joinLabelTables(
  tables: readonly LabelTable[],
  taxonomy: Taxonomy = TAXONOMY,
): LabelJoin {
  for (const table of tables) check(table, taxonomy);
  const { key, keyed } = labelKeys(tables);
  const messages = new Map<string, Map<number, number>>();
  for (const [at, { keys }] of keyed.entries()) {
    keys.forEach((name, row) => {
      const rows = messages.get(name) ?? new Map<number, number>();
      messages.set(name, rows.set(at, row));
    });
  }
  const shared =
    [...messages.values()].filter(({ size }) => size === tables.length).length;
  if (shared === 0) throw nothingShared(tables, keyed, key);
  const rated = rate(tables, [...messages.values()]);
  return {
    ratings: ratingsOf(
      namesOf(tables),
      rated.map(({ message }) => message),
      taxonomy,
    ),
    key,
    hasSessions: rated.some(({ known }) => known),
    shared,
    files: tables.map(({ name, rows, columns }, at) => {
      const alone = (keyed[at]?.keys ?? []).filter((key) =>
        messages.get(key)?.size !== tables.length
      );
      return {
        name,
        rows: rows.length,
        blank: columns.reduce(
          (sum, { labels }) =>
            sum + labels.filter((label) => label === null).length,
          0,
        ),
        unmatched: alone.length,
        examples: alone.slice(0, EXAMPLES),
      };
    }),
  };
}

function check(table: LabelTable, taxonomy: Taxonomy): void {
  if (table.rows.length === 0) {
    throw new TypeError(
      `Cannot compare labels: "${table.name}" has no rows; give one row a message`,
    );
  }
  for (const { name, labels } of table.columns) {
    labels.forEach((label, row) => {
      if (label === null || taxonomy.codeOf.has(label)) return;
      try {
        labelCode(taxonomy, label);
      } catch (error) {
        if (!(error instanceof RangeError)) throw error;
        throw new RangeError(
          `Cannot read labels ${
            table.placeOf(row)
          }, column "${name}": ${error.message}`,
          { cause: error },
        );
      }
    });
  }
}

/** Label columns by name; where two files have a column of one name, the file tells them apart. */
function namesOf(tables: readonly LabelTable[]): string[] {
  return tables.flatMap(({ name, columns }) =>
    tables.length === 1
      ? columns.map((column) => column.name)
      : columns.length === 1
      ? [name]
      : columns.map((column) => `${name}:${column.name}`)
  );
}

function nothingShared(
  tables: readonly LabelTable[],
  keyed: readonly KeyedTable[],
  key: LabelKey | "row",
): RangeError {
  const first = tables.map(({ name }, at) =>
    `"${name}" begins with ${keyed[at]?.keys[0] ?? ""}`
  );
  return new RangeError(
    `Cannot compare labels: no message is in every file (joined by ${key}); ${
      first.join(", ")
    }; take label files of the same messages`,
  );
}

/** Messages in order: by session, then by position, each from the first file that knows. */
function rate(
  tables: readonly LabelTable[],
  messages: readonly ReadonlyMap<number, number>[],
): { message: RatedMessage; known: boolean }[] {
  const order = new Map<string, number>();
  return messages.map((rows, appearance) => {
    const places = [...rows].map(([at, row]) => tables[at]?.rows[row]);
    const first = <T>(of: (place: LabelPlace) => T | null): T | null => {
      for (const place of places) {
        const value = place === undefined ? null : of(place);
        if (value !== null) return value;
      }
      return null;
    };
    const named = first(sessionOf);
    const session = named ?? `message ${appearance}`;
    if (!order.has(session)) order.set(session, order.size);
    const cluster = first((place) => place.cluster);
    return {
      message: {
        session,
        ...(cluster === null ? {} : { cluster }),
        labels: tables.flatMap(({ columns }, at) => {
          const row = rows.get(at);
          return columns.map(({ labels }) =>
            row === undefined ? null : labels[row] ?? null
          );
        }),
      },
      known: named !== null,
      rank: order.get(session) ?? 0,
      position: first((place) => place.position) ?? appearance,
    };
  }).sort((a, b) => a.rank - b.rank || a.position - b.position);
}

/** Name of the session of a row, or `null` if the file does not say. */
export function sessionOf(
  { file, ordinal, session }: LabelPlace,
): string | null {
  return file !== null && ordinal !== null ? `${file}#${ordinal}` : session;
}
