/**
 * Writing files so that nobody ever sees half of one.
 *
 * @module
 */

import { basename, dirname, join } from "node:path";

/** A part of a file: bytes, or text to be written as UTF-8. */
export type Piece = Uint8Array | string;

/**
 * Write a file in one step: into a temporary file beside it, then renamed over it. Readers see the
 * old contents or the new ones; a killed process leaves at most a `.NAME.*.tmp`. The folder is made
 * if it is missing. This guards against killed processes, not against power failures (no `fsync`).
 *
 * @param path File to write; an existing file is replaced.
 * @param contents Bytes, or text to be written as UTF-8, or pieces of either in order, which may still be in the making.
 * @throws {Deno.errors.PermissionDenied} And other errors of the file system; the temporary file is
 * then removed.
 *
 * @example
 * ```ts
 * import { equal } from "node:assert/strict";
 * import { writeAtomically } from "@taskflow/table";
 *
 * const folder = await Deno.makeTempDir();
 * await writeAtomically(`${folder}/new/a.txt`, "one line\n");
 * equal(await Deno.readTextFile(`${folder}/new/a.txt`), "one line\n");
 * await Deno.remove(folder, { recursive: true });
 * ```
 */
export async function writeAtomically(
  path: string,
  contents: Piece | Iterable<Piece> | AsyncIterable<Piece>,
): Promise<void> {
  const folder = dirname(path);
  await Deno.mkdir(folder, { recursive: true });
  const temporary = join(
    folder,
    `.${basename(path)}.${crypto.randomUUID()}.tmp`,
  );
  try {
    using file = await Deno.open(temporary, { createNew: true, write: true });
    const single = typeof contents === "string" || isBytes(contents);
    for await (const piece of single ? [contents] : contents) {
      await writeAll(file, piece);
    }
    await Deno.rename(temporary, path);
  } catch (error) {
    await removeIfThere(temporary);
    throw error;
  }
}

const encoder = new TextEncoder();

function isBytes(contents: object): contents is Uint8Array {
  return contents instanceof Uint8Array;
}

async function writeAll(file: Deno.FsFile, piece: Piece): Promise<void> {
  let bytes = typeof piece === "string" ? encoder.encode(piece) : piece;
  while (bytes.length > 0) {
    bytes = bytes.subarray(await file.write(bytes));
  }
}

/**
 * Remove a file; a missing one is no error.
 *
 * @example
 * ```ts
 * import { equal } from "node:assert/strict";
 * import { removeIfThere } from "./write_atomically.ts";
 *
 * equal(await removeIfThere("no such file"), undefined);
 * ```
 */
export async function removeIfThere(path: string): Promise<void> {
  try {
    await Deno.remove(path);
  } catch (error) {
    if (!(error instanceof Deno.errors.NotFound)) throw error;
  }
}
