/**
 * Intent labels of messages, kept apart from the sessions (labels belong to whoever made them, and
 * texts to their authors).
 *
 * @module
 */

import { labelCode, TAXONOMY, type Taxonomy } from "@taskflow/taxonomy";
import { basename } from "node:path";
import { type JoinReport, joinReport } from "./join_report.ts";
import { type LabelRow, type LabelRows, readLabelRows } from "./label_rows.ts";

/** Labels of one message text inside a session, or of one position. */
export interface LabelSlot {
  /** Intents by occurrence: the first is that of the first message with this text. */
  readonly intents: string[];
  /** Whether each was given to a message. */
  readonly used: boolean[];
}

/** Labels of one file of the corpus. */
export interface LabelledFile {
  /** Path as in the label file. */
  readonly file: string;
  /** Labels, by {@linkcode slotKey}. */
  readonly slots: Map<string, LabelSlot>;
  /** Number of labels. */
  labels: number;
  /** File of the corpus that they were joined to, or `null`. */
  joined: string | null;
}

/** Labels to join to sessions with `joinLabels`. */
export interface Labels {
  /** Name of the label file. */
  readonly name: string;
  /** Whether labels find their message by the hash of its text, or by its position alone. */
  readonly key: "sha256" | "position";
  /** Files by path as in the label file. */
  readonly files: ReadonlyMap<string, LabelledFile>;
  /** Number of labels. */
  readonly count: number;
  /** Rows without an intent. */
  readonly blank: number;
  /** Problems that do not stop the join. */
  readonly warnings: string[];
  /** Messages met by the join. */
  readonly messages: { labelled: number; unlabelled: number };
  /** How labels and messages met so far; complete once all sessions were joined. */
  readonly report: () => JoinReport;
}

/**
 * Key of the labels that a message may have.
 *
 * @param session 0-based ordinal of the session in its file.
 * @param message SHA-256 of the trimmed text in hexadecimal digits, or the 0-based position.
 * @returns The key in {@linkcode LabelledFile.slots}.
 *
 * @example
 * ```ts
 * import { equal } from "node:assert/strict";
 * import { slotKey } from "@taskflow/corpora";
 *
 * equal(slotKey(0, 3), "0:3");
 * ```
 */
export function slotKey(session: number, message: string | number): string {
  return `${session}:${message}`;
}

/**
 * Read labels.
 *
 * Columns: `file` (relative to some folder above), `session` (0-based ordinal in the file), `intent`
 * (empty: not labelled), and `sha256` of the trimmed text. Where that column is missing, it is taken
 * from the file beside it with the ending `.jsonl`, by `id`; where that is missing too, the labels
 * go by `position` alone, and a warning says so: one message more or less shifts the rest of its
 * session.
 *
 * @param path The label file, `.csv` or JSONL.
 * @param taxonomy Its labels.
 * @returns The labels, for `joinLabels`.
 * @throws {Deno.errors.NotFound} If there is no such file.
 * @throws {TypeError} If a column is missing or a value has the wrong shape.
 * @throws {RangeError} If a label is not in the taxonomy, or a key occurs twice. All name file and
 * line.
 * @throws {SyntaxError} If a file is no CSV or JSONL.
 *
 * @example
 * ```ts
 * import { equal } from "node:assert/strict";
 * import { readLabels } from "@taskflow/corpora";
 *
 * const path = await Deno.makeTempFile({ suffix: ".csv" });
 * const hash = "2c26b46b68ffc68ff99b453c1d30413413422d706483bfa0f98a5e886266e7ae";
 * await Deno.writeTextFile(path, `file,session,sha256,intent\na.md,0,${hash},bug-fix\n`);
 * const labels = await readLabels(path);
 * equal(labels.key, "sha256");
 * equal(labels.count, 1);
 * await Deno.remove(path);
 * ```
 */
export async function readLabels(
  path: string,
  taxonomy: Taxonomy = TAXONOMY,
): Promise<Labels> {
  const name = basename(path);
  const read = await readLabelRows(path);
  const { rows } = read;
  /** Start of an error message that names the line. */
  const at = ({ row }: LabelRow) =>
    `Cannot read labels "${name}": line ${read.lineOf(row)}`;
  if (rows.length === 0) {
    throw new TypeError(
      `Cannot read labels "${name}": it has no rows; give one row a message`,
    );
  }
  checkUnique(read, at);
  const beside = rows.some(({ sha256 }) => sha256 === null)
    ? await keysBeside(path, rows)
    : null;
  const key = rows.every(({ sha256 }) => sha256 !== null) || beside !== null
    ? "sha256"
    : "position";
  const files = new Map<string, LabelledFile>();
  let [count, blank] = [0, 0];
  for (const row of inOrder(rows)) {
    if (row.intent === null) blank++;
    else checkLabel(row.intent, taxonomy, () => at(row));
    const file = row.file.replaceAll("\\", "/");
    const entry = files.get(file) ??
      { file, slots: new Map(), labels: 0, joined: null };
    files.set(file, entry);
    const message = key === "position"
      ? row.position
      : row.sha256 ?? keyOf(row, beside, at);
    if (message === null) {
      throw new TypeError(
        `${
          at(row)
        }: neither "sha256" nor "position" is given; add one of the two`,
      );
    }
    const place = slotKey(row.session, message);
    const slot = entry.slots.get(place) ?? { intents: [], used: [] };
    entry.slots.set(place, slot);
    // A blank keeps its place, so that later occurrences of the text keep theirs.
    slot.intents.push(row.intent ?? "");
    slot.used.push(false);
    if (row.intent === null) continue;
    entry.labels++;
    count++;
  }
  const warnings = key === "sha256" ? [] : [
    `labels "${name}" have no sha256, so they are joined by position alone: one message more or ` +
    `less shifts the rest of its session; add a column sha256 (of the trimmed UTF-8 text)`,
  ];
  const messages = { labelled: 0, unlabelled: 0 };
  const state = { key, files, count, blank, warnings, messages } as const;
  return { name, ...state, report: () => joinReport(state) };
}

/** Rows of a session by position where it is known, so that occurrences count in message order. */
function inOrder(rows: readonly LabelRow[]): LabelRow[] {
  return rows.toSorted((a, b) => (a.position ?? a.row) - (b.position ?? b.row));
}

function checkLabel(
  intent: string,
  taxonomy: Taxonomy,
  at: () => string,
): void {
  try {
    labelCode(taxonomy, intent);
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    throw new RangeError(`${at()}: ${error.message}`, { cause: error });
  }
}

function checkUnique(
  { rows, lineOf }: LabelRows,
  at: (row: LabelRow) => string,
): void {
  const firsts = new Map<string, number>();
  for (const row of rows) {
    const { id, file, session, position } = row;
    const message = `message ${position} of session ${session} in "${file}"`;
    for (
      const key of [
        id === null ? "" : `id "${id}"`,
        position === null ? "" : message,
      ]
    ) {
      if (key === "") continue;
      const first = firsts.get(key);
      if (first !== undefined) {
        throw new RangeError(
          `${at(row)}: ${key} has a label in line ${
            lineOf(first)
          } already; keep one of the two`,
        );
      }
      firsts.set(key, row.row);
    }
  }
}

/** The rows of the file beside it that has the hashes, by id, or `null` if there is none. */
async function keysBeside(
  path: string,
  rows: readonly LabelRow[],
): Promise<ReadonlyMap<string, LabelRow> | null> {
  const beside = path.replace(/\.csv$/i, ".jsonl");
  if (beside === path || rows.some(({ id }) => id === null)) return null;
  try {
    const { rows: found } = await readLabelRows(beside, [
      "id",
      "file",
      "session",
      "sha256",
    ]);
    return new Map(found.map((row) => [row.id ?? "", row]));
  } catch (error) {
    if (error instanceof Deno.errors.NotFound) return null;
    throw error;
  }
}

function keyOf(
  row: LabelRow,
  keys: ReadonlyMap<string, LabelRow> | null,
  at: (row: LabelRow) => string,
): string | null {
  const key = keys?.get(row.id ?? "");
  if (key === undefined) {
    throw new RangeError(
      `${at(row)}: id "${row.id}" is not in the .jsonl file beside it; ` +
        `take both files from the same version`,
    );
  }
  if (key.file !== row.file || key.session !== row.session) {
    throw new RangeError(
      `${
        at(row)
      }: id "${row.id}" belongs to session ${key.session} of "${key.file}" in the .jsonl ` +
        `file beside it; take both files from the same version`,
    );
  }
  return key.sha256;
}
