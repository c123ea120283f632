/**
 * Labelled sessions as a table: one row a message.
 *
 * @module
 */

import type { Attribute, Message, Session } from "@taskflow/session";
import { lineOfRecord, readLines, readTable } from "@taskflow/table";
import type { Taxonomy } from "@taskflow/taxonomy";
import { checkLabel } from "./labelled_line.ts";

/** Columns with a meaning of their own; every other one is an attribute of the session. */
const KNOWN = [
  "session",
  "position",
  "intent",
  "text",
  "timestamp",
  "source",
] as const;
const NEEDED = ["session", "position", "intent"] as const;

type Known = (typeof KNOWN)[number];

/** What a column is called in the file, by what it means. */
export type LabelledColumns = { readonly [name in Known]?: string };

interface Row {
  readonly row: number;
  readonly position: number;
  readonly message: Message;
}

interface Group {
  readonly rows: Row[];
  source: string | null;
  readonly attributes: Record<string, Attribute>;
}

/**
 * Read a table of labelled messages.
 *
 * @param path The file.
 * @param file Its name, for errors.
 * @param taxonomy Labels that may occur.
 * @param names What columns are called.
 * @returns The sessions in order of their first row.
 * @throws {TypeError} If a column is missing or a cell has the wrong shape.
 * @throws {RangeError} If a label is unknown or a position occurs twice in a session.
 *
 * @example
 * ```ts
 * import { equal } from "node:assert/strict";
 * import { labelledRows } from "@taskflow/corpora";
 * import { TAXONOMY } from "@taskflow/taxonomy";
 *
 * const path = await Deno.makeTempFile({ suffix: ".csv" });
 * await Deno.writeTextFile(path, "id,position,intent,agent\ns,0,tests,cursor\n");
 * const sessions = labelledRows(path, "t.csv", TAXONOMY, { session: "id" });
 * const [session] = await Array.fromAsync(sessions);
 * equal(session?.attributes["agent"], "cursor");
 * await Deno.remove(path);
 * ```
 */
export async function* labelledRows(
  path: string,
  file: string,
  taxonomy: Taxonomy,
  names: LabelledColumns,
): AsyncGenerator<Session> {
  const columnOf = (known: Known) => names[known] ?? known;
  const texts = ["session", "intent", "text", "timestamp", "source"] as const;
  const table = await readTable(path, {
    types: Object.fromEntries(
      texts.map((known) => [columnOf(known), "utf8" as const]),
    ),
  });
  const there = table.schema.fields.map(({ name }) => name);
  for (const known of NEEDED) {
    if (there.includes(columnOf(known))) continue;
    throw new TypeError(
      `Cannot read labelled sessions "${file}": there is no column "${
        columnOf(known)
      }" among ` +
        `${there.map((name) => `"${name}"`).join(", ")}; ` +
        `name it with --columns ${known}=NAME`,
    );
  }
  const column = (known: Known) => table.getChild(columnOf(known));
  const vectors = Object.fromEntries(
    KNOWN.map((known) => [known, column(known)]),
  );
  const known = KNOWN.map(columnOf);
  const attributes = there.filter((name) => !known.includes(name)).map((
    name,
  ) => ({ name, vector: table.getChild(name) }));
  const groups = new Map<string, Group>();
  const fail = async (row: number, problem: string): Promise<never> => {
    throw new TypeError(
      `Cannot read labelled sessions ${await placeOf(
        path,
        file,
        row,
      )}: ${problem}`,
    );
  };
  for (let row = 0; row < table.numRows; row++) {
    const cell = (known: Known) => vectors[known]?.get(row) ?? null;
    const id = cell("session");
    if (id === null || id === "") await fail(row, "the session id is empty");
    const position = wholeNumber(cell("position"));
    if (position === null) {
      await fail(
        row,
        `position "${
          cell("position") ?? ""
        }" is not a whole number of 0 or more`,
      );
    }
    const intent = cell("intent") === "" ? null : cell("intent");
    if (intent !== null && !taxonomy.codeOf.has(intent)) {
      checkLabel(intent, taxonomy, await placeOf(path, file, row));
    }
    const group = groups.get(String(id)) ??
      { rows: [], source: null, attributes: {} };
    groups.set(String(id), group);
    group.source ??= cell("source");
    for (const { name, vector } of attributes) {
      group.attributes[name] ??= attributeOf(vector?.get(row) ?? null);
    }
    const time = cell("timestamp");
    group.rows.push({
      row,
      position: position ?? 0,
      message: {
        text: cell("text"),
        timestamp: time === null || time === "" ? null : String(time),
        intent,
      },
    });
  }
  let ordinal = 0;
  for (const [id, { rows, source, attributes }] of groups) {
    rows.sort((a, b) => a.position - b.position || a.row - b.row);
    for (const [at, { position, row }] of rows.entries()) {
      if (at === 0 || rows[at - 1]?.position !== position) continue;
      throw new RangeError(
        `Cannot read labelled sessions ${await placeOf(path, file, row)}: ` +
          `session "${id}" has position ${position} twice; number its messages apart`,
      );
    }
    yield {
      schema_version: 1,
      id,
      source: source ?? "labelled",
      file: null,
      ordinal: ordinal++,
      attributes,
      messages: rows.map(({ message }) => message),
    };
  }
}

function wholeNumber(value: unknown): number | null {
  const number = typeof value === "bigint" ? Number(value) : value;
  return typeof number === "number" && Number.isSafeInteger(number) &&
      number >= 0
    ? number
    : null;
}

function attributeOf(value: unknown): Attribute {
  if (typeof value === "bigint") return Number(value);
  if (value === null || typeof value === "number") return value;
  return typeof value === "boolean" ? value : String(value);
}

/** File and line of a row, or the number of the row where the format has no lines. */
async function placeOf(
  path: string,
  file: string,
  row: number,
): Promise<string> {
  if (/\.csv$/i.test(path)) {
    const line = lineOfRecord(await Deno.readFile(path), row + 1);
    return `"${file}", line ${line}`;
  }
  if (!/\.(jsonl|ndjson)$/i.test(path)) return `"${file}", row ${row + 1}`;
  let seen = 0;
  for await (const { text, number } of readLines(path)) {
    if (text.trim() !== "" && seen++ === row) {
      return `"${file}", line ${number}`;
    }
  }
  return `"${file}", row ${row + 1}`;
}
