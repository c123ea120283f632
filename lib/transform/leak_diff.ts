/**
 * What a fix adds and changes, read from its diff.
 *
 * @module
 */

/** Lines of a file at the base commit that a fix takes away, or one before which it puts something. */
export interface ChangedRange {
  /** Path at the base commit. */
  readonly path: string;
  /** First line, 1-based. */
  readonly start: number;
  /** Last line, inclusive. */
  readonly end: number;
}

/** A fix as seen from its diff. */
export interface FixChanges {
  /** Lines added, by path. */
  readonly added: readonly { readonly path: string; readonly line: string }[];
  /** Lines of the base commit that it changes. */
  readonly changed: readonly ChangedRange[];
  /** Paths of files that are new. */
  readonly newFiles: readonly string[];
}

/**
 * Read a unified diff, with or without context.
 *
 * @param diff The diff.
 * @returns What it adds and changes.
 *
 * @example
 * ```ts
 * import { deepEqual } from "node:assert/strict";
 * import { readDiff } from "@taskflow/transform";
 *
 * const diff = "--- a/x.py\n+++ b/x.py\n@@ -3 +3,2 @@\n-old = 1\n+new = 1\n+more = 2\n";
 * const { added, changed } = readDiff(diff);
 * deepEqual(added.map(({ line }) => line), ["new = 1", "more = 2"]);
 * deepEqual(changed, [{ path: "x.py", start: 3, end: 3 }]);
 * ```
 */
export function readDiff(diff: string): FixChanges {
  const added: { path: string; line: string }[] = [];
  const changed: ChangedRange[] = [];
  const newFiles: string[] = [];
  let from: string | null = null;
  let to = "";
  let at = 0;
  let left = { old: 0, new: 0 };
  let start: number | null = null;
  const close = () => {
    if (start !== null && from !== null) {
      changed.push({ path: from, start, end: at - 1 });
    }
    start = null;
  };
  for (const line of diff.split("\n")) {
    const inHunk = left.old > 0 || left.new > 0;
    if (!inHunk) {
      close();
      const header = /^(---|\+\+\+) (.*?)(?:\t.*)?$/.exec(line);
      if (header?.[1] === "---") from = nameOf(header[2] ?? "");
      if (header?.[1] === "+++") {
        to = nameOf(header[2] ?? "") ?? "";
        if (from === null) newFiles.push(to);
      }
      const hunk = /^@@ -(\d+)(?:,(\d+))? \+\d+(?:,(\d+))? @@/.exec(line);
      if (hunk === null) continue;
      left = { old: Number(hunk[2] ?? 1), new: Number(hunk[3] ?? 1) };
      // A hunk that only adds names the line it comes after.
      at = Number(hunk[1]) + (left.old === 0 ? 1 : 0);
      continue;
    }
    if (line.startsWith("+")) {
      added.push({ path: to, line: line.slice(1) });
      left.new--;
      const again = changed.at(-1);
      if (start !== null || from === null) continue;
      if (again?.path === from && again.start === at) continue;
      changed.push({ path: from, start: at, end: at });
    } else if (line.startsWith("-")) {
      start ??= at;
      at++;
      left.old--;
    } else if (!line.startsWith("\\")) {
      close();
      at++;
      left.old--;
      left.new--;
    }
  }
  close();
  return { added, changed, newFiles };
}

/** A path in a diff's header; `null` for a file that is not there. */
function nameOf(text: string): string | null {
  if (text === "/dev/null") return null;
  const bare = text.startsWith('"') ? unquote(text) : text;
  return bare.replace(/^[ab]\//, "");
}

/** Undo git's quoting of unusual names. */
function unquote(text: string): string {
  const bytes: number[] = [];
  const body = text.slice(1, -1);
  const escapes: Record<string, number> = { n: 10, t: 9, r: 13 };
  for (let i = 0; i < body.length; i++) {
    if (body[i] !== "\\") {
      bytes.push(...new TextEncoder().encode(body[i]));
      continue;
    }
    const octal = /^[0-7]{3}/.exec(body.slice(i + 1));
    if (octal !== null) {
      bytes.push(parseInt(octal[0], 8));
      i += 3;
    } else {
      const next = body[++i] ?? "";
      bytes.push(escapes[next] ?? next.charCodeAt(0));
    }
  }
  return new TextDecoder().decode(new Uint8Array(bytes));
}
