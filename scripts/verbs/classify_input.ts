/**
 * What `taskflow classify` reads: session exports of any format, or a table of messages with their texts.
 *
 * @module
 */

import {
  ADAPTERS,
  MESSAGE_COLUMNS,
  newScratch,
  openCorpus,
  readHead,
} from "@taskflow/corpora";
import type { Session } from "@taskflow/session";
import {
  fromRows,
  type Input,
  inputOf,
  lineOfRecord,
  readLines,
  readTable,
  type Row,
  sessionsOfTable,
  TABLE_EXTENSIONS,
  tableFormat,
  toRows,
} from "@taskflow/table";
import type { Taxonomy } from "@taskflow/taxonomy";
import {
  readingOf,
  type ReadingOptions,
  readingParameters,
} from "../cli/reading_options.ts";
import { readingProgress } from "../cli/reading_progress.ts";
import { complain, interrupted } from "../cli/run.ts";

/** Messages to be classified, and where they are from. */
export interface ClassifyInput {
  /** The sessions; they can be iterated once. */
  readonly sessions: AsyncIterable<Session>;
  /** To be called when they are all read. */
  readonly done: () => Promise<{
    readonly inputs: readonly Input[];
    readonly parameters: Readonly<Record<string, string>>;
  }>;
}

/**
 * Open what is to be classified.
 *
 * @param path Folder or file of session exports, or a table of messages.
 * @param taxonomy Labels that may occur in it.
 * @param options What counts as a message; names of columns.
 * @returns The sessions.
 * @throws {TypeError} If a table has no column `session` or `text`.
 */
export async function openClassifyInput(
  path: string,
  taxonomy: Taxonomy,
  options: ReadingOptions,
): Promise<ClassifyInput> {
  const { columns = {} } = options;
  if (await isMessagesTable(path, columns)) {
    return {
      sessions: messagesTable(path, columns),
      done: async () => ({ inputs: [await inputOf(path)], parameters: {} }),
    };
  }
  const line = readingProgress(path);
  const { sessions, report } = await openCorpus(path, {
    taxonomy,
    ...readingOf(options),
    signal: interrupted.signal,
    onProgress: line.onProgress,
  });
  const name = path.replace(/\/+$/, "").split("/").at(-1) || "corpus";
  return {
    sessions,
    done: () => {
      line.done(report);
      return Promise.resolve({
        inputs: report.corpusHash === null
          ? []
          : [{ name, sha256: report.corpusHash }],
        parameters: readingParameters(report),
      });
    },
  };
}

type Columns = Readonly<Record<string, string>>;

async function isMessagesTable(
  path: string,
  columns: Columns,
): Promise<boolean> {
  const extension = /\.[^./\\]*$/.exec(path)?.[0].toLowerCase() ?? "";
  if (!Object.hasOwn(TABLE_EXTENSIONS, extension)) return false;
  const info = await Deno.stat(path);
  if (!info.isFile) return false;
  switch (tableFormat(path)) {
    case "csv":
    case "ipc":
      return true;
    case "parquet": {
      const head = readHead(path, newScratch());
      return !ADAPTERS.some((adapter) => adapter.detect(head));
    }
    case "jsonl":
      return await hasMessageLines(path, columns);
  }
}

/** Whether the first line of a JSONL file is one message of a session. */
async function hasMessageLines(
  path: string,
  { session = "session", text = "text" }: Columns,
): Promise<boolean> {
  for await (const { text: line } of readLines(path)) {
    if (line.trim() === "") continue;
    let value: unknown;
    try {
      value = JSON.parse(line);
    } catch {
      // Not JSON: the adapters say what they make of it.
      return false;
    }
    return typeof value === "object" && value !== null &&
      Object.hasOwn(value, session) && Object.hasOwn(value, text);
  }
  return false;
}

/** Columns that are not of a session, or that will be written anew. */
const LEFT_OUT = new Set([
  ...MESSAGE_COLUMNS,
  "id",
  "of",
  "classifier",
  "classifier_model",
  "prompt_version",
]);

async function* messagesTable(
  path: string,
  columns: Columns,
): AsyncGenerator<Session> {
  const nameOf = (meaning: string) => columns[meaning] ?? meaning;
  const texts = ["session", "text", "timestamp", "source", "intent"];
  const table = await readTable(path, {
    types: {
      file: "utf8",
      ...Object.fromEntries(
        texts.map((known) => [nameOf(known), "utf8" as const]),
      ),
    },
  });
  const names = table.schema.fields.map(({ name }) => name);
  for (const known of ["session", "text"]) {
    if (names.includes(nameOf(known))) continue;
    throw new TypeError(
      `Cannot classify "${path}": there is no column "${nameOf(known)}" among ${
        names.map((name) => `"${name}"`).join(", ")
      }; ${
        known === "text"
          ? "taskflow messages writes texts with --with-text"
          : "a message belongs to a session"
      } (another name: --columns ${known}=NAME)`,
    );
  }
  const rest = names.filter((name) =>
    !LEFT_OUT.has(name) &&
    ![...texts, "position"].map(nameOf).includes(name)
  );
  const files = new Map<string, Pick<Session, "file" | "ordinal">>();
  const counts = new Map<string, number>();
  if (table.numRows === 0) return;
  const rows = toRows(table).map((row): Row => {
    const { id, file, ordinal } = placeOf(row, nameOf("session"), files.size);
    if (!files.has(id)) files.set(id, { file, ordinal });
    const next = counts.get(id) ?? 0;
    counts.set(id, next + 1);
    return {
      ...Object.fromEntries(rest.map((name) => [name, row[name]])),
      session: id,
      position: names.includes(nameOf("position"))
        ? row[nameOf("position")]
        : next,
      text: row[nameOf("text")] ?? null,
      timestamp: row[nameOf("timestamp")] ?? null,
      intent: row[nameOf("intent")] ?? null,
      source: row[nameOf("source")] ?? null,
    };
  });
  const sessions = sessionsOfTable(fromRows(rows), {
    place: (row) => placed(path, row),
    onOther: (column) =>
      complain(
        `note: column "${column}" has several values in a session; it was left out`,
      ),
  });
  for (const session of sessions) {
    yield { ...session, ...files.get(session.id) };
  }
}

/**
 * The session of a row. In a label file `session` is the ordinal of the session in its file; in a table
 * of messages it is an id, and the ordinal has a column of its own.
 */
function placeOf(
  row: Row,
  column: string,
  next: number,
): { id: string; file: string | null; ordinal: number } {
  const session = String(row[column] ?? "");
  const file = typeof row.file === "string" && row.file !== ""
    ? row.file
    : null;
  const given = Number(row.ordinal ?? NaN);
  const isOrdinal = file !== null && !Object.hasOwn(row, "ordinal") &&
    /^\d{1,9}$/.test(session);
  if (isOrdinal) {
    const id = session === "0" ? file : `${file}#${session}`;
    return { id, file, ordinal: Number(session) };
  }
  return {
    id: session,
    file,
    ordinal: Number.isSafeInteger(given) && given >= 0 ? given : next,
  };
}

function placed(path: string, row: number): string {
  return tableFormat(path) === "csv"
    ? `"${path}", line ${lineOfRecord(Deno.readFileSync(path), row + 1)}`
    : `"${path}", row ${row + 1}`;
}
