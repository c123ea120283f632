/**
 * Which files are read, and which of them together.
 *
 * @module
 */

import type { Adapter } from "./adapter.ts";
import { chooseCheckpoints } from "./choose_checkpoints.ts";
import type { Checkpoint } from "./entire.ts";
import type { Surveyed } from "./survey.ts";

/** A file to read. */
export interface PlannedFile {
  /** Path relative to the folder given, with `/`. */
  readonly file: string;
  /** Its size in bytes. */
  readonly size: number;
  /** Files that go on where it ends. */
  readonly parts: readonly string[];
  /** Who reads it. */
  readonly adapter: Adapter;
  /** Names of its conversation. */
  readonly links: readonly string[];
  /** The Entire checkpoint it belongs to, or `null`. */
  readonly checkpoint: Checkpoint | null;
}

/** What to read. */
export interface ReadingPlan {
  /** Conversations: one file each, or several that share a name, in order of the first path. */
  readonly conversations: readonly (readonly PlannedFile[])[];
  /** Files that are not read, each with its problem. */
  readonly unread: readonly Surveyed[];
}

/**
 * Decide what to read.
 *
 * @param surveyed All files, in order of path.
 * @returns The plan.
 *
 * @example
 * ```ts
 * import { deepEqual } from "node:assert/strict";
 * import { codex, planReading } from "@taskflow/corpora";
 *
 * const found = (file: string, ...links: string[]) => ({
 *   file, size: 9, adapter: codex, links, checkpoint: null, problem: null,
 * });
 * const { conversations } = planReading([found("a", "1"), found("b", "2"), found("c", "2", "1")]);
 * deepEqual(conversations.map((files) => files.map(({ file }) => file)), [["a", "b", "c"]]);
 * ```
 */
export function planReading(surveyed: readonly Surveyed[]): ReadingPlan {
  const { files, unread } = chooseCheckpoints(surveyed);
  const groups = grouping(files.length);
  const first = new Map<string, number>();
  for (const [index, { links }] of files.entries()) {
    for (const link of links) {
      const other = first.get(link);
      if (other === undefined) first.set(link, index);
      else groups.join(other, index);
    }
  }
  const conversations = new Map<number, PlannedFile[]>();
  for (const [index, file] of files.entries()) {
    const group = groups.of(index);
    const members = conversations.get(group);
    if (members === undefined) conversations.set(group, [file]);
    else members.push(file);
  }
  return { conversations: [...conversations.values()], unread };
}

/** Disjoint groups of numbers; each is named by its smallest. */
function grouping(size: number) {
  const parent = Int32Array.from({ length: size }, (_, index) => index);
  const of = (index: number): number => {
    let root = index;
    while (parent[root] !== root) root = parent[root] ?? 0;
    for (let at = index; at !== root;) {
      const next = parent[at] ?? 0;
      parent[at] = root;
      at = next;
    }
    return root;
  };
  return {
    of,
    join(a: number, b: number) {
      const [x, y] = [of(a), of(b)];
      parent[Math.max(x, y)] = Math.min(x, y);
    },
  };
}
