/**
 * Names by which rows of several label files find each other.
 *
 * @module
 */

import type { LabelPlace, LabelTable } from "./agreement_join.ts";

/** By what rows find each other. */
export type LabelKey =
  | "file, session and sha256"
  | "file, session and position"
  | "session and position"
  | "id";

/** A name for each row of a file, in order. */
export interface KeyedTable {
  readonly keys: readonly string[];
}

type Naming = (place: LabelPlace) => string | null;

const by: Readonly<Record<LabelKey, Naming>> = {
  "file, session and sha256": ({ file, ordinal, sha256 }) =>
    file === null || ordinal === null || sha256 === null
      ? null
      : `${file}#${ordinal} ${sha256}`,
  "file, session and position": ({ file, ordinal, position }) =>
    file === null || ordinal === null || position === null
      ? null
      : `${file}#${ordinal} message ${position}`,
  "session and position": ({ session, position }) =>
    session === null || position === null
      ? null
      : `session "${session}" message ${position}`,
  "id": ({ id }) => id === null ? null : `id "${id}"`,
};

const ORDER: readonly LabelKey[] = [
  "file, session and sha256",
  "file, session and position",
  "session and position",
  "id",
];

/**
 * Name the rows of label files by the first key that all rows of all files have.
 *
 * @param tables Files.
 * @returns The key and one name a row; files are known by the ends of their paths, so that
 * `project/a.md` and `a.md` are one file if no other path ends so.
 * @throws {RangeError} If a message occurs twice in a file.
 * @throws {TypeError} If several files have no key in common.
 *
 * @example
 * ```ts
 * import { deepEqual } from "node:assert/strict";
 * import { labelKeys } from "@taskflow/classify";
 *
 * const place = { id: "x", file: null, ordinal: null, position: null, sha256: null, cluster: null };
 * const table = {
 *   name: "a.csv",
 *   rows: [{ ...place, session: null }],
 *   columns: [],
 *   placeOf: () => "line 2",
 * };
 * deepEqual(labelKeys([table, table]).keyed[1]?.keys, ['id "x"']);
 * ```
 */
export function labelKeys(
  tables: readonly LabelTable[],
): { key: LabelKey | "row"; keyed: KeyedTable[] } {
  for (const table of tables) refuseTwins(table);
  const key = ORDER.find((key) =>
    tables.every(({ rows }) => rows.every((row) => by[key](row) !== null))
  );
  if (tables.length === 1) {
    const keyed = tables.map(({ rows }) => ({
      keys: rows.map((_, row) => `row ${row + 1}`),
    }));
    return { key: "row", keyed };
  }
  if (key === undefined) {
    const there = tables.map((table) =>
      `"${table.name}" has ${
        ORDER.filter((key) => table.rows.every((row) => by[key](row) !== null))
          .join("; or ") || "none of these throughout"
      }`
    );
    throw new TypeError(
      `Cannot compare labels: the files have no key in common (${
        ORDER.join("; or ")
      }): ${there.join(", ")}`,
    );
  }
  const canonical = oneName(tables);
  return {
    key,
    keyed: tables.map(({ rows }, at) => {
      const places = rows.map((row) => ({
        ...row,
        file: row.file === null ? null : canonical(at, row.file),
      }));
      const keys = places.map((place) => by[key](place) ?? "");
      return {
        keys: key === "file, session and sha256" ? counted(places, keys) : keys,
      };
    }),
  };
}

/** Names with the number of their occurrence, in order of position where it is known. */
function counted(
  places: readonly LabelPlace[],
  keys: readonly string[],
): string[] {
  const seen = new Map<string, number>();
  const named = [...keys];
  const inOrder = [...places.keys()].sort((a, b) =>
    (places[a]?.position ?? a) - (places[b]?.position ?? b)
  );
  for (const row of inOrder) {
    const key = keys[row] ?? "";
    const nth = (seen.get(key) ?? 0) + 1;
    seen.set(key, nth);
    named[row] = nth === 1 ? key : `${key} (${nth})`;
  }
  return named;
}

/** A message is one row: whatever names it but its text may not come twice. */
function refuseTwins({ rows, placeOf }: LabelTable): void {
  const places = ORDER.slice(1, 3);
  // A column "id" may name the session; it must be unique only where nothing else names a message.
  const named = places.some((key) =>
    rows.every((row) => by[key](row) !== null)
  );
  for (const key of named ? places : ORDER.slice(1)) {
    const first = new Map<string, number>();
    for (const [row, place] of rows.entries()) {
      const named = by[key](place);
      if (named === null) continue;
      const before = first.get(named);
      if (before === undefined) {
        first.set(named, row);
        continue;
      }
      throw new RangeError(
        `Cannot read labels ${placeOf(row)}: ${named} has a row before, ${
          placeOf(before).replace(/^"[^"]*", /, "")
        }; keep one of the two`,
      );
    }
  }
}

/** Paths of later files as the first file writes them, where one is the end of the other. */
function oneName(
  tables: readonly LabelTable[],
): (table: number, file: string) => string {
  const filesOf = ({ rows }: LabelTable) =>
    new Set(rows.flatMap(({ file }) => file === null ? [] : [file]));
  const [head, ...rest] = tables.map(filesOf);
  const known = [...head ?? []];
  const maps = rest.map((files) => {
    const ends = (a: string, b: string) =>
      a.endsWith(`/${b}`) || b.endsWith(`/${a}`);
    return new Map(
      [...files].filter((file) => head?.has(file) === false).flatMap((file) => {
        const [found, ...others] = known.filter((other) => ends(other, file));
        return found === undefined || others.length > 0
          ? []
          : [[file, found] as const];
      }),
    );
  });
  return (table, file) => maps[table - 1]?.get(file) ?? file;
}
