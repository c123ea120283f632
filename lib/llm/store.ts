/**
 * The response store: every response is in here before anybody sees it.
 *
 * SQLite in WAL mode with `synchronous=FULL`: a response is on disk when `put` returns, also if the
 * power fails a moment later. That costs about a third of a millisecond, a call costs a second.
 *
 * @module
 */

import { dirname } from "node:path";
import { DatabaseSync } from "node:sqlite";
import * as z from "zod";
import { type AnswerFormat, FORMATS } from "./request_body.ts";
import type { Usage } from "./usage.ts";

/** Version of the tables; a store of a later version is refused. */
const VERSION = 1;

/** How long a process waits for another one's write, in milliseconds. */
const PATIENCE = 30_000;

/** One response. */
export interface StoredResponse {
  /** Key of the request, see `requestKey`. */
  readonly key: string;
  /** Model asked. */
  readonly model: string;
  /** Sample index. */
  readonly sample: number;
  /** How the answer was asked for. */
  readonly format: AnswerFormat;
  /** How it came: from the endpoint, or out of a batch file. */
  readonly source: "endpoint" | "batch";
  /** Base URL of the endpoint, or `null` for a batch file. */
  readonly endpoint: string | null;
  /** When it was stored, ISO 8601. */
  readonly receivedAt: string;
  /** Its tokens. */
  readonly usage: Usage;
  /** The chat completion as the server sent it: JSON, without keys. */
  readonly raw: string;
}

/** A response store. Close it, or declare it with `using`. */
export interface ResponseStore {
  /** Its file. */
  readonly path: string;
  /** The response to a key, or `null`. */
  get(key: string): StoredResponse | null;
  /** Whether there is a response to a key. */
  has(key: string): boolean;
  /** Store a response. Whoever comes first wins: what is returned is what the store holds. */
  put(response: StoredResponse): StoredResponse;
  /** Number of responses. */
  count(): number;
  /** Mean of the tokens generated per response of a model, or `null` if none says. */
  meanOutput(model: string): number | null;
  /** Close the file. Further calls throw. */
  close(): void;
  /** As {@linkcode ResponseStore.close}. */
  [Symbol.dispose](): void;
}

const TABLE = `
  CREATE TABLE IF NOT EXISTS responses (
    key TEXT NOT NULL PRIMARY KEY,
    model TEXT NOT NULL,
    sample INTEGER NOT NULL,
    format TEXT NOT NULL,
    source TEXT NOT NULL,
    endpoint TEXT,
    received_at TEXT NOT NULL,
    input_tokens INTEGER,
    cached_tokens INTEGER,
    output_tokens INTEGER,
    charged REAL,
    raw TEXT NOT NULL
  ) STRICT`;

const rowSchema = z.object({
  key: z.string(),
  model: z.string(),
  sample: z.number(),
  format: z.enum(FORMATS),
  source: z.enum(["endpoint", "batch"]),
  endpoint: z.string().nullable(),
  received_at: z.string(),
  input_tokens: z.number().nullable(),
  cached_tokens: z.number().nullable(),
  output_tokens: z.number().nullable(),
  charged: z.number().nullable(),
  raw: z.string(),
}).transform((row): StoredResponse => ({
  key: row.key,
  model: row.model,
  sample: row.sample,
  format: row.format,
  source: row.source,
  endpoint: row.endpoint,
  receivedAt: row.received_at,
  usage: {
    input: row.input_tokens,
    cached: row.cached_tokens,
    output: row.output_tokens,
    charged: row.charged,
  },
  raw: row.raw,
}));

/**
 * Open a response store; several processes may have it open at once.
 *
 * @param path Its file, made if it is missing, readable by its owner alone (answers may quote
 * private texts); `:memory:` for one that is gone when it is closed. Not on a network drive: WAL
 * needs shared memory.
 * @returns The store.
 * @throws {SyntaxError} If the file is no SQLite database.
 * @throws {RangeError} If a later version of this project made it.
 *
 * @example
 * ```ts
 * import { equal } from "node:assert/strict";
 * import { openStore } from "@taskflow/llm";
 *
 * using store = openStore(":memory:");
 * const usage = { input: 10, cached: null, output: 4, charged: null };
 * const response = {
 *   key: "a",
 *   model: "m",
 *   sample: 0,
 *   format: "schema" as const,
 *   source: "endpoint" as const,
 *   endpoint: "http://127.0.0.1:8080/v1",
 *   receivedAt: "2026-01-01T00:00:00Z",
 *   usage,
 *   raw: "{}",
 * };
 * store.put(response);
 * equal(store.put({ ...response, raw: "[]" }).raw, "{}");
 * equal(store.meanOutput("m"), 4);
 * ```
 */
export function openStore(path: string): ResponseStore {
  if (path !== ":memory:") {
    Deno.mkdirSync(dirname(path), { recursive: true });
    Deno.openSync(path, { create: true, write: true, mode: 0o600 }).close();
  }
  const database = openDatabase(path);
  const select = database.prepare("SELECT * FROM responses WHERE key = ?");
  const exists = database.prepare("SELECT 1 FROM responses WHERE key = ?");
  const insert = database.prepare(
    "INSERT INTO responses VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?) " +
      "ON CONFLICT (key) DO NOTHING",
  );
  const count = database.prepare("SELECT count(*) AS n FROM responses");
  const mean = database.prepare(
    "SELECT avg(output_tokens) AS n FROM responses WHERE model = ?",
  );
  const get = (key: string): StoredResponse | null => {
    const row = select.get(key);
    return row === undefined ? null : rowSchema.parse(row);
  };
  const close = () => {
    if (database.isOpen) database.close();
  };
  return {
    path,
    get,
    has: (key) => exists.get(key) !== undefined,
    put(response) {
      const { usage } = response;
      insert.run(
        response.key,
        response.model,
        response.sample,
        response.format,
        response.source,
        response.endpoint,
        response.receivedAt,
        usage.input,
        usage.cached,
        usage.output,
        usage.charged,
        response.raw,
      );
      return get(response.key) ?? response;
    },
    count: () => Number(count.get()?.n),
    meanOutput(model) {
      const n = mean.get(model)?.n;
      return typeof n === "number" ? n : null;
    },
    close,
    [Symbol.dispose]: close,
  };
}

/**
 * Switching to WAL needs the file for itself for a moment, and SQLite does not wait for that however
 * long its timeout: of several processes that open a new store at once, all but one would fail.
 */
function useWriteAheadLog(database: DatabaseSync): void {
  const until = performance.now() + PATIENCE;
  for (;;) {
    try {
      database.exec("PRAGMA journal_mode = WAL");
      return;
    } catch (error) {
      const locked = error instanceof Error && /locked/.test(error.message);
      if (!locked || performance.now() > until) throw error;
      Atomics.wait(NAP, 0, 0, 10);
    }
  }
}

/** Nobody wakes it: waiting on it is sleeping. */
const NAP = new Int32Array(new SharedArrayBuffer(4));

function openDatabase(path: string): DatabaseSync {
  const database = new DatabaseSync(path, { timeout: PATIENCE });
  try {
    const version = Number(
      database.prepare("PRAGMA user_version").get()?.user_version,
    );
    if (version > VERSION) {
      throw new RangeError(
        `Cannot open response store "${path}": it has version ${version}, ` +
          `this project knows ${VERSION}: update the project or give another file`,
      );
    }
    useWriteAheadLog(database);
    database.exec("PRAGMA synchronous = FULL");
    database.exec(`${TABLE}; PRAGMA user_version = ${VERSION}`);
    return database;
  } catch (error) {
    database.close();
    if (error instanceof Error && /not a database/.test(error.message)) {
      throw new SyntaxError(
        `Cannot open response store "${path}": it is no SQLite database, ` +
          `give another file`,
        { cause: error },
      );
    }
    throw error;
  }
}
