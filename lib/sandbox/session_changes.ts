/**
 * What commands changed in a session's tree.
 *
 * @module
 */

import { join } from "node:path";
import {
  compareTrees,
  parseHashes,
  parseTree,
  sameEntry,
  type TreeChange,
  type TreeEntry,
} from "./changes.ts";
import type { Session, TreeMode } from "./session.ts";

/** An entry of a tree and, for a file, its SHA-256 (else empty). */
export type Fingerprint = TreeEntry & { readonly hash: string };

/** What an overlay's upper folder says: only what is in it can differ from the tree. */
export async function overlayChanges(
  session: Session,
  mode: TreeMode,
): Promise<TreeChange[]> {
  const lower = mode === "empty" ? null : join(session.path, "lower");
  const tree = join(session.path, "fs/tree");
  const after = await listTree(session, tree);
  if (lower === null) return compareTrees(new Map(), after);
  const before = await listTree(session, lower);
  const upper = join(session.path, "fs/upper");
  const { stdout } = await session.script("list.sh", ["files", upper]);
  // A file that was opened for writing is copied up; only its hash tells whether it was changed.
  const alike = new TextDecoder().decode(stdout).split("\0").filter((path) => {
    const [was, is] = [before.get(path), after.get(path)];
    return was !== undefined && is !== undefined && sameEntry(was, is);
  });
  const [was, is] = await Promise.all(
    [lower, tree].map((root) => hashFiles(session, root, alike)),
  );
  const differing = alike.filter((path) => was?.get(path) !== is?.get(path));
  return compareTrees(before, after, new Set(differing));
}

/** The entries of a tree, and the hash of every file. */
export async function fingerprints(
  session: Session,
  root: string,
): Promise<Map<string, Fingerprint>> {
  const entries = await listTree(session, root);
  const files = [...entries.values()].filter(({ kind }) => kind === "f");
  const hashes = await hashFiles(session, root, files.map(({ path }) => path));
  return new Map(
    [...entries].map(([path, entry]) => [
      path,
      { ...entry, hash: hashes.get(path) ?? "" },
    ]),
  );
}

/** What differs from the fingerprints taken when the copy was made. */
export async function copyChanges(
  session: Session,
  before: ReadonlyMap<string, Fingerprint>,
): Promise<TreeChange[]> {
  const after = await fingerprints(session, join(session.path, "fs/tree"));
  const differing = [...before].filter(([path, { hash }]) =>
    after.get(path)?.hash !== hash
  );
  return compareTrees(before, after, new Set(differing.map(([path]) => path)));
}

async function listTree(session: Session, root: string) {
  const { stdout } = await session.script("list.sh", ["tree", root]);
  return parseTree(stdout);
}

async function hashFiles(
  session: Session,
  root: string,
  paths: readonly string[],
): Promise<Map<string, string>> {
  if (paths.length === 0) return new Map();
  const names = new TextEncoder().encode(paths.map((p) => `${p}\0`).join(""));
  const { stdout } = await session.script("list.sh", ["hash", root], names);
  return parseHashes(stdout);
}
