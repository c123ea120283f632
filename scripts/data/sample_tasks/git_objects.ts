/**
 * Ids of git objects, worked out without git: a repository's history then has known commits on a
 * machine that has no git.
 *
 * @module
 */

import { Buffer } from "node:buffer";
import { createHash } from "node:crypto";

/** Path below the root of a repository to the text of the file; all files have mode 100644. */
export type Tree = ReadonlyMap<string, string>;

/** What a commit says beside its tree. */
export interface CommitFacts {
  /** Author and committer, as in `Ines Harrow <ines@rootcellar.example>`. */
  readonly author: string;
  /** ISO time in UTC, whole seconds. */
  readonly date: string;
  /** Without a line end. */
  readonly message: string;
}

function objectId(kind: string, content: Uint8Array): string {
  return createHash("sha1").update(`${kind} ${content.length}\0`)
    .update(content).digest("hex");
}

const utf8 = new TextEncoder();

/**
 * Id of a file's contents.
 *
 * @param text The contents.
 * @returns 40 hexadecimal digits.
 *
 * @example
 * ```ts
 * import { equal } from "node:assert/strict";
 * import { blobId } from "./git_objects.ts";
 *
 * equal(blobId(""), "e69de29bb2d1d6434b8b29ae775ad8c2e48c5391");
 * ```
 */
export function blobId(text: string): string {
  return objectId("blob", utf8.encode(text));
}

function compareBytes(a: string, b: string): number {
  return Buffer.compare(Buffer.from(a), Buffer.from(b));
}

/**
 * Id of a tree.
 *
 * @param files Its files.
 * @returns 40 hexadecimal digits.
 *
 * @example
 * ```ts
 * import { equal } from "node:assert/strict";
 * import { treeId } from "./git_objects.ts";
 *
 * equal(treeId(new Map()), "4b825dc642cb6eb9a060e54bf8d69288fbee4904");
 * ```
 */
export function treeId(files: Tree): string {
  const entries = new Map<string, string>();
  const folders = new Map<string, Map<string, string>>();
  for (const [path, text] of files) {
    const slash = path.indexOf("/");
    if (slash < 0) {
      entries.set(path, `100644 ${path}\0${blobId(text)}`);
      continue;
    }
    const name = path.slice(0, slash);
    const inside = folders.get(name) ?? new Map<string, string>();
    folders.set(name, inside.set(path.slice(slash + 1), text));
  }
  // Git sorts a folder as if its name ended in a slash.
  for (const [name, inside] of folders) {
    entries.set(`${name}/`, `40000 ${name}\0${treeId(inside)}`);
  }
  const bytes = [...entries].sort(([a], [b]) => compareBytes(a, b))
    .map(([, entry]) =>
      Buffer.concat([
        Buffer.from(entry.slice(0, -40)),
        Buffer.from(entry.slice(-40), "hex"),
      ])
    );
  return objectId("tree", Buffer.concat(bytes));
}

/**
 * Seconds since 1970, as git writes times.
 *
 * @param date ISO time.
 * @returns Whole seconds.
 * @throws {RangeError} If it is no time.
 *
 * @example
 * ```ts
 * import { equal } from "node:assert/strict";
 * import { secondsOf } from "./git_objects.ts";
 *
 * equal(secondsOf("1970-01-02T00:00:00Z"), 86400);
 * ```
 */
export function secondsOf(date: string): number {
  const seconds = Date.parse(date) / 1000;
  if (!Number.isInteger(seconds)) {
    throw new RangeError(`Cannot date a commit: "${date}" is no whole second`);
  }
  return seconds;
}

/**
 * Id of a commit, times in UTC.
 *
 * @param facts Author, date, message.
 * @param tree Its files.
 * @param parent Id of the commit before, or `null`.
 * @returns 40 hexadecimal digits.
 *
 * @example
 * ```ts
 * import { match } from "node:assert/strict";
 * import { commitId } from "./git_objects.ts";
 *
 * const facts = { author: "A <a@b.example>", date: "2026-01-01T00:00:00Z", message: "Start" };
 * match(commitId(facts, new Map([["a", "1\n"]]), null), /^[0-9a-f]{40}$/);
 * ```
 */
export function commitId(
  { author, date, message }: CommitFacts,
  tree: Tree,
  parent: string | null,
): string {
  const who = `${author} ${secondsOf(date)} +0000`;
  const lines = [
    `tree ${treeId(tree)}`,
    ...(parent === null ? [] : [`parent ${parent}`]),
    `author ${who}`,
    `committer ${who}`,
    "",
    `${message}\n`,
  ];
  return objectId("commit", utf8.encode(lines.join("\n")));
}
