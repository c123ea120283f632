/**
 * A repository as a stream for `git fast-import`: plain text that people can read and git turns into
 * commits with the ids known beforehand.
 *
 * @module
 */

import type { HistoryCommit } from "./history.ts";
import { secondsOf } from "./git_objects.ts";

function data(text: string): string {
  return `data ${new TextEncoder().encode(text).length}\n${text}\n`;
}

/**
 * Write a history as a stream, branch `main`.
 *
 * @param history Commits, oldest first.
 * @returns The stream; a commit lists the files that it changes.
 *
 * @example
 * ```ts
 * import { equal } from "node:assert/strict";
 * import { fastImport } from "./fast_import.ts";
 *
 * equal(fastImport([]), "feature done\ndone\n");
 * ```
 */
export function fastImport(history: readonly HistoryCommit[]): string {
  const commits = history.map(({ commit, tree, base }, i) => {
    const who = `${commit.author} ${secondsOf(commit.date)} +0000`;
    const changed = [...tree].filter(([path, text]) => base.get(path) !== text);
    return [
      "commit refs/heads/main\n",
      `mark :${i + 1}\n`,
      `author ${who}\ncommitter ${who}\n`,
      data(`${commit.message}\n`),
      ...(i === 0 ? [] : [`from :${i}\n`]),
      ...changed.map(([path, text]) =>
        `M 100644 inline ${path}\n${data(text)}`
      ),
      "\n",
    ].join("");
  });
  return ["feature done\n", ...commits, "done\n"].join("");
}
