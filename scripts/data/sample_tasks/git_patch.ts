/**
 * A patch between two trees as `git diff` writes it.
 *
 * @module
 */

import { structuredPatch } from "diff";
import { blobId, type Tree } from "./git_objects.ts";

/** Lines that belong together in a patch. */
export type Hunk = ReturnType<typeof structuredPatch>["hunks"][number];

/**
 * The hunks between two texts.
 *
 * @param before Old text.
 * @param after New text.
 * @param context Lines around a change (default 3).
 * @returns Hunks, top to bottom.
 *
 * @example
 * ```ts
 * import { deepEqual } from "node:assert/strict";
 * import { hunksBetween } from "./git_patch.ts";
 *
 * deepEqual(hunksBetween("a\n", "b\n")[0]?.lines, ["-a", "+b"]);
 * ```
 */
export function hunksBetween(
  before: string,
  after: string,
  context = 3,
): Hunk[] {
  const none = undefined;
  return structuredPatch("", "", before, after, none, none, { context }).hunks;
}

function range(start: number, lines: number): string {
  return lines === 1 ? String(start) : `${start},${lines}`;
}

function filePatch(path: string, before: string | undefined, after: string) {
  const lines = [`diff --git a/${path} b/${path}`];
  const ids = `${before === undefined ? "0".repeat(7) : short(before)}..${
    short(after)
  }`;
  if (before === undefined) {
    lines.push("new file mode 100644", `index ${ids}`, "--- /dev/null");
  } else {
    lines.push(`index ${ids} 100644`, `--- a/${path}`);
  }
  lines.push(`+++ b/${path}`);
  for (const hunk of hunksBetween(before ?? "", after)) {
    const old = range(hunk.oldStart, hunk.oldLines);
    lines.push(
      `@@ -${old} +${range(hunk.newStart, hunk.newLines)} @@`,
      ...hunk.lines,
    );
  }
  return lines.map((line) => `${line}\n`).join("");
}

function short(text: string): string {
  return blobId(text).slice(0, 7);
}

/**
 * Write the patch that turns one tree into another.
 *
 * @param before Files before.
 * @param after Files after; none is deleted.
 * @returns The patch, files by path; empty if nothing changed.
 * @throws {RangeError} If a file is deleted or new and empty: the sample has no such change.
 *
 * @example
 * ```ts
 * import { match } from "node:assert/strict";
 * import { gitPatch } from "./git_patch.ts";
 *
 * match(gitPatch(new Map(), new Map([["a", "1\n"]])), /^diff --git a\/a b\/a\nnew file mode 100644\n/);
 * ```
 */
export function gitPatch(before: Tree, after: Tree): string {
  const gone = [...before.keys()].filter((path) => !after.has(path));
  const changed = [...after].filter(([path, text]) =>
    before.get(path) !== text
  );
  const empty = changed.filter(([, text]) => text === "");
  const odd = [...gone, ...empty.map(([path]) => path)];
  if (odd.length > 0) {
    throw new RangeError(`Cannot write patch: "${odd[0]}" is gone or empty`);
  }
  return changed.sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([path, text]) => filePatch(path, before.get(path), text)).join("");
}
