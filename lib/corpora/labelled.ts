/**
 * Labelled sessions: files in which every message has its intent already.
 *
 * @module
 */

import type { Session } from "@taskflow/session";
import { readLines, sha256File } from "@taskflow/table";
import { TAXONOMY, type Taxonomy } from "@taskflow/taxonomy";
import { basename } from "node:path";
import { type LabelledColumns, labelledRows } from "./labelled_rows.ts";
import { type LineKind, lineKind, sessionOfLine } from "./labelled_line.ts";
import { recordIds } from "./record_ids.ts";
import {
  addInput,
  emptyReport,
  type IngestReport,
  keepSession,
  warn,
} from "./report.ts";

/** Options of {@linkcode readLabelled}. */
export interface ReadLabelledOptions {
  /** Labels that may occur (default the paper's 16). */
  readonly taxonomy?: Taxonomy;
  /** What the columns of a table are called, where not `session`, `position`, `intent`, ... */
  readonly columns?: LabelledColumns;
}

/**
 * Read labelled sessions.
 *
 * JSONL of `{"session":"id","intents":["bug-fix", ...]}` or of whole sessions (`sessionSchema`), one
 * a line, streams. A table (CSV, JSONL of rows, Parquet, Arrow IPC) has the columns `session`,
 * `position` (a whole number; gaps are allowed, the order counts), `intent` (empty: not labelled),
 * and perhaps `text`, `timestamp` and `source`; every further column with one value a session is an
 * attribute of it (others are left out, with a warning). Its rows may come in any order, and it is held
 * in memory.
 *
 * @param path The file.
 * @param options Taxonomy, names of columns.
 * @returns The sessions, to be iterated once, and their report. Iterating throws, naming file, line
 * and remedy: RangeError for a label outside the taxonomy or a key that occurs twice, TypeError for
 * a missing column or a wrong shape, SyntaxError for what cannot be parsed or an empty file.
 * @throws {Deno.errors.NotFound} If there is no such file.
 *
 * @example
 * ```ts
 * import { deepEqual } from "node:assert/strict";
 * import { readLabelled } from "@taskflow/corpora";
 * import { intentsOf } from "@taskflow/session";
 *
 * const path = await Deno.makeTempFile({ suffix: ".csv" });
 * await Deno.writeTextFile(path, "session,position,intent\ns,1,tests\ns,0,bug-fix\n");
 * const { sessions } = await readLabelled(path);
 * const [session] = await Array.fromAsync(sessions);
 * deepEqual(intentsOf(session!), ["bug-fix", "tests"]);
 * await Deno.remove(path);
 * ```
 */
export async function readLabelled(
  path: string,
  options: ReadLabelledOptions = {},
): Promise<{ sessions: AsyncIterable<Session>; report: IngestReport }> {
  const { taxonomy = TAXONOMY, columns = {} } = options;
  const report = emptyReport();
  const file = basename(path);
  const { size } = await statFile(path);
  const source = await isSessionLines(path)
    ? sessionLines(path, file, taxonomy, report)
    : labelledRows(path, file, taxonomy, columns, report);
  return {
    report,
    sessions: (async function* () {
      for await (const session of source) {
        keepSession(report, "labelled", session.messages.length);
        yield session;
      }
      const sha256 = await sha256File(path);
      addInput(report, "labelled", { file, bytes: size, sha256 });
      report.corpusHash = sha256;
    })(),
  };
}

async function statFile(path: string): Promise<Deno.FileInfo> {
  try {
    const info = await Deno.stat(path);
    if (info.isFile) return info;
  } catch (error) {
    if (!(error instanceof Deno.errors.NotFound)) throw error;
    throw new Deno.errors.NotFound(
      `Cannot read labelled sessions "${path}": there is no such file`,
    );
  }
  throw new TypeError(
    `Cannot read labelled sessions "${path}": it is a folder; name a file`,
  );
}

/** Whether a file has one session a line; otherwise it is a table. */
async function isSessionLines(path: string): Promise<boolean> {
  if (!/\.(jsonl|ndjson)$/i.test(path)) return false;
  for await (const { text } of readLines(path)) {
    if (text.trim() !== "") return lineKind(text) !== "row";
  }
  throw new SyntaxError(
    `Cannot read labelled sessions "${path}": it has no lines; ` +
      `write one JSON object a line, {"session":"id","intents":["bug-fix"]}`,
  );
}

async function* sessionLines(
  path: string,
  file: string,
  taxonomy: Taxonomy,
  report: IngestReport,
): AsyncGenerator<Session> {
  const seen = recordIds();
  let ordinal = 0;
  let kind: LineKind | null = null;
  for await (const { text, number, ended } of readLines(path)) {
    if (text.trim() === "") continue;
    kind ??= lineKind(text);
    const place = `"${file}", line ${number}`;
    if (!ended && !isJson(text)) {
      throw new SyntaxError(
        `Cannot read labelled sessions ${place}: the last line is cut off; ` +
          `complete it or remove it`,
      );
    }
    const session = sessionOfLine(text, kind, ordinal++, place, taxonomy);
    if (!seen.add(session.id)) {
      const before = await firstLineOf(session.id, path, kind, taxonomy);
      throw new RangeError(
        `Cannot read labelled sessions ${place}: session "${session.id}" is already on ` +
          `line ${before}; give each session one line and its own id`,
      );
    }
    if (session.messages.length === 0) {
      warn(
        report,
        { file, line: number, session: session.id },
        "the session has no messages; it counts as empty",
      );
    }
    yield session;
  }
}

/** The first line with a session of this id; only asked for once it has come twice. */
async function firstLineOf(
  id: string,
  path: string,
  kind: LineKind,
  taxonomy: Taxonomy,
): Promise<number> {
  for await (const { text, number } of readLines(path)) {
    if (text.trim() === "") continue;
    if (sessionOfLine(text, kind, 0, "", taxonomy).id === id) return number;
  }
  return 0;
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    // Only asked to tell a cut-off line from a bad one.
    return false;
  }
}
