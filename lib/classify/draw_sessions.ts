/**
 * Drawing whole sessions, and dividing them among machines.
 *
 * @module
 */

import type { Session } from "@taskflow/session";
import { createHash } from "node:crypto";

/** What tells a session from others. */
type Named = Pick<Session, "source" | "id">;

/**
 * Draw whole sessions without replacement, each equally likely. The draw goes by a hash of seed and
 * session, so it does not depend on the order of the sessions, and a larger draw with the same seed
 * contains a smaller one: what was paid for the smaller one is not paid again.
 *
 * @param sessions The sessions; source and id together occur once.
 * @param n How many, at least 1; all where there are fewer.
 * @param seed Seed of the draw (default 1).
 * @returns The drawn sessions in the order of `sessions`; memory holds at most twice as many.
 *
 * @example
 * ```ts
 * import { deepEqual, equal } from "node:assert/strict";
 * import { drawSessions } from "@taskflow/classify";
 *
 * const sessions = ["a", "b", "c", "d"].map((id) => ({ source: "aider", id }));
 * const two = await drawSessions(sessions, 2);
 * equal(two.length, 2);
 * const again = await drawSessions(sessions.toReversed(), 2);
 * deepEqual(again.toReversed(), two);
 * ```
 */
export async function drawSessions<S extends Named>(
  sessions: Iterable<S> | AsyncIterable<S>,
  n: number,
  seed = 1,
): Promise<S[]> {
  let drawn: { session: S; rank: string; at: number }[] = [];
  const keep = () => {
    drawn.sort((a, b) => a.rank < b.rank ? -1 : a.rank > b.rank ? 1 : 0);
    drawn = drawn.slice(0, n);
  };
  let at = 0;
  for await (const session of sessions) {
    drawn.push({ session, rank: hashOf(session, `draw ${seed}`), at: at++ });
    if (drawn.length >= 2 * n) keep();
  }
  keep();
  return drawn.sort((a, b) => a.at - b.at).map(({ session }) => session);
}

/** One part of a corpus. */
export interface Shard {
  /** Which part, from 1 to `of`. */
  readonly index: number;
  /** How many parts there are. */
  readonly of: number;
}

/**
 * Whether a session belongs to a shard. Every session belongs to exactly one of the `of` shards, on every
 * machine to the same.
 *
 * @param session The session.
 * @param shard The shard.
 * @returns Whether it belongs there.
 *
 * @example
 * ```ts
 * import { equal } from "node:assert/strict";
 * import { inShard } from "@taskflow/classify";
 *
 * const session = { source: "aider", id: "s-1" };
 * const shards = [1, 2, 3].filter((index) => inShard(session, { index, of: 3 }));
 * equal(shards.length, 1);
 * ```
 */
export function inShard(session: Named, { index, of }: Shard): boolean {
  const hash = parseInt(hashOf(session, "shard").slice(0, 12), 16);
  return hash % of === index - 1;
}

function hashOf({ source, id }: Named, use: string): string {
  const name = JSON.stringify([use, source, id]);
  return createHash("sha256").update(name).digest("hex");
}
