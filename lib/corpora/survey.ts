/**
 * A first look at every file: what it is, and what it belongs to.
 *
 * @module
 */

import type { Adapter, Head } from "./adapter.ts";
import { type Checkpoint, checkpointOf } from "./entire.ts";
import type { FileReason } from "./report.ts";
import { unknownFile } from "./unknown_file.ts";

/** What the head of a file tells. */
export interface Surveyed {
  /** Path relative to the folder given, with `/`. */
  readonly file: string;
  /** Its size in bytes; 0 if it cannot be opened. */
  readonly size: number;
  /** Who reads it, or `null` if nobody does. */
  readonly adapter: Adapter | null;
  /** Names of its conversation; see {@linkcode Adapter.links}. */
  readonly links: readonly string[];
  /** What it says as metadata of an Entire checkpoint, or `null`. */
  readonly checkpoint: Checkpoint | "tree" | null;
  /** Why nobody reads it, or `null`. */
  readonly problem:
    | { readonly reason: FileReason; readonly detail: string }
    | null;
}

/**
 * Look at the head of a file.
 *
 * @param file Path relative to the folder given, with `/`.
 * @param size Its size in bytes.
 * @param head Its beginning.
 * @param adapters The formats to try, in order.
 * @returns What it is.
 *
 * @example
 * ```ts
 * import { equal } from "node:assert/strict";
 * import { ADAPTERS, survey } from "@taskflow/corpora";
 *
 * const text = "## SpecStory\n\n## Greeting\n\n_**User**_\n\nHi\n";
 * const head = { bytes: new TextEncoder().encode(text), text, complete: true };
 * equal(survey("a.md", 44, head, ADAPTERS).adapter?.source, "specstory");
 * ```
 */
export function survey(
  file: string,
  size: number,
  head: Head,
  adapters: readonly Adapter[],
): Surveyed {
  const adapter = adapters.find((adapter) => adapter.detect(head)) ?? null;
  if (adapter !== null) {
    const links = adapter.links?.(head) ?? [];
    return { file, size, adapter, links, checkpoint: null, problem: null };
  }
  const checkpoint = checkpointOf(head);
  const problem = checkpoint === null ? unknownFile(head) : {
    reason: "companion" as const,
    detail: "it has metadata of Entire checkpoints, and no messages",
  };
  return { file, size, adapter, links: [], checkpoint, problem };
}
