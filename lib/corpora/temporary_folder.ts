/**
 * A folder for files that are unpacked while they are read.
 *
 * @module
 */

import { join } from "node:path";

/** A folder that is made when it is first needed. */
export interface TemporaryFolder extends AsyncDisposable {
  /** A path in it that nobody uses; only this user can look into the folder. */
  newPath(): Promise<string>;
}

/**
 * A temporary folder; dispose of it to remove it with all that is in it.
 *
 * @returns The folder, which is not made yet.
 *
 * @example
 * ```ts
 * import { rejects } from "node:assert/strict";
 * import { temporaryFolder } from "@taskflow/corpora";
 *
 * let path = "";
 * {
 *   await using folder = temporaryFolder();
 *   path = await folder.newPath();
 *   await Deno.writeTextFile(path, "Hi");
 * }
 * await rejects(Deno.stat(path), Deno.errors.NotFound);
 * ```
 */
export function temporaryFolder(): TemporaryFolder {
  let folder: Promise<string> | null = null;
  let paths = 0;
  return {
    async newPath() {
      // Deno makes it for this user alone (0700).
      folder ??= Deno.makeTempDir({ prefix: "taskflow-" });
      return join(await folder, String(paths++));
    },
    async [Symbol.asyncDispose]() {
      if (folder === null) return;
      await Deno.remove(await folder, { recursive: true });
    },
  };
}
