/**
 * What a command changed in a tree: by path, kind, mode, size, time and hash of every file.
 *
 * @module
 */

/** One file, folder or link of a tree. */
export interface TreeEntry {
  readonly path: string;
  /** `f` file, `d` folder, `l` symbolic link, others as `find` calls them. */
  readonly kind: string;
  /** Permission bits, octal. */
  readonly mode: string;
  /** Bytes. */
  readonly size: string;
  /** Time of the last change of the contents, seconds with all their digits. */
  readonly time: string;
  /** Target of a symbolic link, else empty. */
  readonly target: string;
}

/** A path that is not as it was. */
export interface TreeChange {
  /** From the tree's root. */
  readonly path: string;
  /** What became of it. */
  readonly change: "added" | "removed" | "modified";
}

const decoder = new TextDecoder();

/**
 * Read what `list.sh tree` printed.
 *
 * @param bytes NUL-ended records.
 * @returns The entries by path.
 *
 * @example
 * ```ts
 * import { equal } from "node:assert/strict";
 * import { parseTree } from "./changes.ts";
 *
 * const bytes = new TextEncoder().encode("f\t644\t3\t17.5\t\ta.txt\0");
 * equal(parseTree(bytes).get("a.txt")?.size, "3");
 * ```
 */
export function parseTree(bytes: Uint8Array): Map<string, TreeEntry> {
  const entries = new Map<string, TreeEntry>();
  for (const record of decoder.decode(bytes).split("\0")) {
    const [kind, mode, size, time, ...rest] = record.split("\t");
    if (
      kind === undefined || mode === undefined || size === undefined ||
      time === undefined || rest.length < 2
    ) continue;
    const [target = "", ...path] = rest;
    const entry = { kind, mode, size, time, target, path: path.join("\t") };
    entries.set(entry.path, entry);
  }
  return entries;
}

/**
 * Compare two listings of a tree. Times of folders are left out: they follow from what is in them.
 *
 * @param before The tree as it was.
 * @param after The tree as it is.
 * @param rehashed Paths whose contents differ although size and time do not.
 * @returns The changes, by path.
 *
 * @example
 * ```ts
 * import { deepEqual } from "node:assert/strict";
 * import { compareTrees, parseTree } from "./changes.ts";
 *
 * const tree = (text: string) => parseTree(new TextEncoder().encode(text));
 * deepEqual(
 *   compareTrees(tree("f\t644\t3\t17\t\ta\0"), tree("f\t644\t4\t17\t\ta\0d\t755\t0\t17\t\tb\0")),
 *   [{ path: "a", change: "modified" }, { path: "b", change: "added" }],
 * );
 * ```
 */
export function compareTrees(
  before: ReadonlyMap<string, TreeEntry>,
  after: ReadonlyMap<string, TreeEntry>,
  rehashed: ReadonlySet<string> = new Set(),
): TreeChange[] {
  const changes: TreeChange[] = [];
  for (const [path, entry] of before) {
    const now = after.get(path);
    if (now === undefined) changes.push({ path, change: "removed" });
    else if (!sameEntry(entry, now) || rehashed.has(path)) {
      changes.push({ path, change: "modified" });
    }
  }
  for (const path of after.keys()) {
    if (!before.has(path)) changes.push({ path, change: "added" });
  }
  return changes.sort((a, b) => (a.path < b.path ? -1 : 1));
}

/**
 * Whether two entries look the same without a look at their contents.
 *
 * @example
 * ```ts
 * import { equal } from "node:assert/strict";
 * import { sameEntry } from "./changes.ts";
 *
 * const folder = { path: "a", kind: "d", mode: "755", size: "40", time: "1", target: "" };
 * equal(sameEntry(folder, { ...folder, time: "2" }), true);
 * equal(sameEntry({ ...folder, kind: "f" }, { ...folder, kind: "f", time: "2" }), false);
 * ```
 */
export function sameEntry(a: TreeEntry, b: TreeEntry): boolean {
  if (a.kind !== b.kind || a.mode !== b.mode) return false;
  if (a.kind === "d") return true;
  return a.size === b.size && a.time === b.time && a.target === b.target;
}

/**
 * Read what `list.sh hash` printed.
 *
 * @param bytes NUL-ended `HASH  PATH` records.
 * @returns Hashes by path.
 *
 * @example
 * ```ts
 * import { equal } from "node:assert/strict";
 * import { parseHashes } from "./changes.ts";
 *
 * equal(parseHashes(new TextEncoder().encode("abc  a b.txt\0")).get("a b.txt"), "abc");
 * ```
 */
export function parseHashes(bytes: Uint8Array): Map<string, string> {
  const hashes = new Map<string, string>();
  for (const record of decoder.decode(bytes).split("\0")) {
    const at = record.indexOf("  ");
    if (at > 0) hashes.set(record.slice(at + 2), record.slice(0, at));
  }
  return hashes;
}
