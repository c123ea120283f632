/**
 * Labelled sessions as a table: one row a message.
 *
 * @module
 */

import type { Session } from "@taskflow/session";
import {
  type LabelledColumns,
  lineOfRecord,
  readTable,
  sessionsOfTable,
  tableFormat,
} from "@taskflow/table";
import type { Taxonomy } from "@taskflow/taxonomy";
import type { Table } from "apache-arrow";
import { readFileSync } from "node:fs";
import { checkLabel } from "./labelled_line.ts";
import { MESSAGE_COLUMNS } from "./message_rows.ts";
import { emptyReport, type IngestReport, warn } from "./report.ts";

export type { LabelledColumns } from "@taskflow/table";

/** Columns that a table of labelled messages must have. */
const NEEDED = ["session", "position", "intent"] as const;

/** Columns that are read as texts, whatever they look like: `007` is an identifier. */
const TEXTS = ["session", "intent", "text", "timestamp", "source"] as const;

/**
 * Read a table of labelled messages.
 *
 * @param path The file.
 * @param file Its name, for errors.
 * @param taxonomy Labels that may occur.
 * @param names What columns are called.
 * @returns The sessions in order of their first row.
 * @param report Where columns that are no attributes are noted.
 * @throws {TypeError} If a column is missing or a cell has the wrong shape.
 * @throws {RangeError} If a label is unknown, a position occurs twice in a session, or a session has two
 * sources.
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
  report: IngestReport = emptyReport(),
): AsyncGenerator<Session> {
  const nameOf = (known: (typeof TEXTS)[number] | "position") =>
    names[known] ?? known;
  const text = Object.fromEntries(
    TEXTS.map((known) => [nameOf(known), "utf8" as const]),
  );
  const table = withoutMessages(await readTable(path, { types: text }));
  requireColumns(file, NEEDED.map((known) => [known, nameOf(known)]), [
    ...table.schema.fields.map(({ name }) => name),
  ]);
  const place = placer(path, file);
  const intents = table.getChild(nameOf("intent"));
  let row = 0;
  for (const intent of intents ?? []) {
    if (intent && !taxonomy.codeOf.has(intent)) {
      checkLabel(String(intent), taxonomy, place(row));
    }
    row++;
  }
  yield* sessionsOfTable(table, {
    columns: names,
    place,
    onOther(column, at) {
      const where = { file, line: lineAt(path, at), session: null };
      warn(
        report,
        where,
        `column "${column}" is no attribute: it has lists, or several values ` +
          `in a session; it was left out`,
      );
    },
  });
}

/** Of a table of messages (`messageRows()`), what is no property of a session is taken away. */
function withoutMessages(table: Table): Table {
  const names = table.schema.fields.map(({ name }) => name);
  return names.includes("sha256")
    ? table.select(names.filter((name) => !MESSAGE_COLUMNS.includes(name)))
    : table;
}

function requireColumns(
  file: string,
  needed: readonly (readonly [known: string, name: string])[],
  there: readonly string[],
): void {
  const missing = needed.find(([, name]) => !there.includes(name));
  if (missing === undefined) return;
  const [known, name] = missing;
  const [only = ""] = there.length === 1 ? there : [];
  const separator = /[;\t|]/.exec(only)?.[0];
  throw new TypeError(
    `Cannot read labelled sessions "${file}": there is no column "${name}" among ` +
      `${there.map((name) => `"${name}"`).join(", ")}; ` +
      (separator === undefined
        ? `name it with --columns ${known}=NAME`
        : `the columns seem to be separated by ${
          JSON.stringify(separator)
        }: save the table with commas`),
  );
}

/** File and line of a row, or the number of the row where the format has no lines. */
function placer(path: string, file: string): (row: number) => string {
  return (row) => {
    const line = lineAt(path, row);
    return line === null
      ? `"${file}", row ${row + 1}`
      : `"${file}", line ${line}`;
  };
}

/** The line of a row; only asked for once something is wrong, so the file is read again. */
function lineAt(path: string, row: number): number | null {
  const format = tableFormat(path);
  if (format === "csv") return lineOfRecord(readFileSync(path), row + 1);
  if (format !== "jsonl") return null;
  const bytes = readFileSync(path);
  let line = 1;
  let seen = -1;
  for (let from = 0; from < bytes.length; line++) {
    const end = bytes.indexOf(10, from);
    const text = bytes.subarray(from, end < 0 ? bytes.length : end);
    if (text.some((byte) => byte > 32) && ++seen === row) return line;
    from += text.length + 1;
  }
  return null;
}
