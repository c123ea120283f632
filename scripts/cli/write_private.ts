/**
 * Files with people's texts: for their owner only, and never written over.
 *
 * @module
 */

import { dirname } from "node:path";

/**
 * Write a new file that only its owner may read (on systems with such permissions).
 *
 * @param path Where; its folder is made if it is missing.
 * @param text What.
 * @param remedy What to do if the file is there already.
 * @throws {TypeError} If the file is there already: it may hold somebody's work.
 */
export async function writePrivate(
  path: string,
  text: string,
  remedy: string,
): Promise<void> {
  await Deno.mkdir(dirname(path), { recursive: true });
  try {
    await Deno.writeTextFile(path, text, { createNew: true, mode: 0o600 });
  } catch (error) {
    if (!(error instanceof Deno.errors.AlreadyExists)) throw error;
    throw new TypeError(
      `Cannot write "${path}": it is there already, and may hold somebody's work; ${remedy}`,
      { cause: error },
    );
  }
}

/**
 * Find out before the work that a file is not there yet.
 *
 * @param path Where something is to be written.
 * @param remedy What to do if the file is there already.
 * @throws {TypeError} If it is.
 */
export async function refuseExisting(
  path: string,
  remedy: string,
): Promise<void> {
  try {
    await Deno.lstat(path);
  } catch (error) {
    if (error instanceof Deno.errors.NotFound) return;
    throw error;
  }
  throw new TypeError(
    `Cannot write "${path}": it is there already, and may hold somebody's work; ${remedy}`,
  );
}
