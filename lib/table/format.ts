/**
 * Table formats by file extension, and the errors that every reader words alike.
 *
 * @module
 */

/** A table format. */
export type TableFormat = "parquet" | "ipc" | "csv" | "jsonl";

/** File extension (lower case, with its dot) to format. */
export const TABLE_EXTENSIONS: Readonly<Record<string, TableFormat>> = {
  ".parquet": "parquet",
  ".arrow": "ipc",
  ".ipc": "ipc",
  ".feather": "ipc",
  ".csv": "csv",
  ".jsonl": "jsonl",
  ".ndjson": "jsonl",
};

/**
 * The table format of a path, by its extension; upper and lower case are alike.
 *
 * @param path Path or name of a file, existing or not.
 * @returns The format.
 * @throws {RangeError} If the extension is none of {@linkcode TABLE_EXTENSIONS}.
 *
 * @example
 * ```ts
 * import { equal, throws } from "node:assert/strict";
 * import { tableFormat } from "@taskflow/table";
 *
 * equal(tableFormat("out/messages.Parquet"), "parquet");
 * throws(() => tableFormat("messages.xlsx"), /use one of .parquet, /);
 * ```
 */
export function tableFormat(path: string): TableFormat {
  const extension = /\.[^./\\]*$/.exec(path)?.[0].toLowerCase() ?? "";
  const format = Object.hasOwn(TABLE_EXTENSIONS, extension)
    ? TABLE_EXTENSIONS[extension]
    : undefined;
  if (format === undefined) {
    throw new RangeError(
      `Cannot tell the table format of "${path}" by its extension: use one of ` +
        Object.keys(TABLE_EXTENSIONS).join(", "),
    );
  }
  return format;
}

/**
 * Words of an error, whatever was thrown.
 *
 * @example
 * ```ts
 * import { equal } from "node:assert/strict";
 * import { errorText } from "./format.ts";
 *
 * equal(errorText(new RangeError("too far")), "too far");
 * ```
 */
export function errorText(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

/**
 * The error for a file that cannot be parsed: what is wrong, then the remedy.
 *
 * @example
 * ```ts
 * import { equal } from "node:assert/strict";
 * import { unreadable } from "./format.ts";
 *
 * const { message } = unreadable("t.csv", "the file is empty", "write it again");
 * equal(message, 'Cannot read table "t.csv": the file is empty: write it again');
 * ```
 */
export function unreadable(
  path: string,
  problem: string,
  remedy: string,
  cause?: unknown,
): SyntaxError {
  return new SyntaxError(
    `Cannot read table "${path}": ${problem}: ${remedy}`,
    cause === undefined ? {} : { cause },
  );
}

/**
 * Refuse columns that are not there, naming those that are.
 *
 * @example
 * ```ts
 * import { throws } from "node:assert/strict";
 * import { requireColumns } from "./format.ts";
 *
 * throws(() => requireColumns("t.csv", ["b"], ["a"]), /no column "b", there are "a"/);
 * ```
 */
export function requireColumns(
  path: string,
  wanted: readonly string[],
  there: readonly string[],
): void {
  const missing = wanted.find((name) => !there.includes(name));
  if (missing === undefined) return;
  throw new RangeError(
    `Cannot read table "${path}": there is no column "${missing}", there are ` +
      there.map((name) => `"${name}"`).join(", "),
  );
}

/**
 * Open a file for reading; a missing one and a folder are named as such.
 *
 * @example
 * ```ts
 * import { rejects } from "node:assert/strict";
 * import { openFile } from "./format.ts";
 *
 * await rejects(openFile("no such file"), /there is no such file/);
 * ```
 */
export async function openFile(path: string): Promise<Deno.FsFile> {
  let file: Deno.FsFile;
  try {
    file = await Deno.open(path);
  } catch (error) {
    if (!(error instanceof Deno.errors.NotFound)) throw error;
    throw new Deno.errors.NotFound(
      `Cannot read "${path}": there is no such file`,
      { cause: error },
    );
  }
  if ((await file.stat()).isDirectory) {
    file.close();
    throw new TypeError(
      `Cannot read "${path}": it is a folder, give one of its files`,
    );
  }
  return file;
}

/**
 * The bytes of a file; errors as in {@linkcode openFile}.
 *
 * @example
 * ```ts
 * import { equal } from "node:assert/strict";
 * import { readBytes } from "./format.ts";
 *
 * const path = await Deno.makeTempFile();
 * await Deno.writeTextFile(path, "abc");
 * equal((await readBytes(path)).length, 3);
 * await Deno.remove(path);
 * ```
 */
export async function readBytes(path: string): Promise<Uint8Array> {
  using file = await openFile(path);
  const bytes = new Uint8Array((await file.stat()).size);
  let at = 0;
  while (at < bytes.length) {
    const n = await file.read(bytes.subarray(at));
    if (n === null) break;
    at += n;
  }
  return bytes.subarray(0, at);
}
