/**
 * Labels that several sets give to the same messages.
 *
 * @module
 */

import { labelCode, TAXONOMY, type Taxonomy } from "@taskflow/taxonomy";
import { MISSING } from "./confusion.ts";

/** Messages with a label from each of several sets; messages of a session follow one another. */
export interface Ratings {
  readonly taxonomy: Taxonomy;
  /** Names of the label sets; at least two. */
  readonly names: readonly string[];
  /** Per set the intent code of each message, or `MISSING`. */
  readonly codes: readonly Int16Array[];
  /** Number of the session of each message, from 0, never falling. */
  readonly session: Uint32Array;
  /** Number of the cluster of each message, from 0: what the bootstrap resamples as a whole. */
  readonly cluster: Uint32Array;
  readonly sessions: number;
  readonly clusters: number;
}

/** One message before it is numbered. */
export interface RatedMessage {
  readonly session: string;
  /** What is resampled as a whole, by default the session. */
  readonly cluster?: string;
  /** A label of each set, in their order; `null` where there is none. */
  readonly labels: readonly (string | null)[];
}

/**
 * Number sessions, clusters and labels.
 *
 * @param names Names of the label sets; at least two.
 * @param messages Messages in the order of their session; sessions may be interleaved.
 * @param taxonomy The labels, by default the paper's 16.
 * @returns The ratings, sessions in order of their first message.
 * @throws {RangeError} If a label is not in the taxonomy, or there are fewer than two sets.
 *
 * @example
 * ```ts
 * import { deepEqual } from "node:assert/strict";
 * import { ratingsOf } from "@taskflow/classify";
 *
 * const { codes, session } = ratingsOf(["a", "b"], [
 *   { session: "s", labels: ["bug-fix", "bug-fix"] },
 *   { session: "t", labels: ["tests", null] },
 *   { session: "s", labels: ["explain", "question"] },
 * ]);
 * deepEqual([...session], [0, 0, 1]);
 * deepEqual(codes.map((set) => [...set]), [[1, 8, 0], [1, 9, -1]]);
 * ```
 */
export function ratingsOf(
  names: readonly string[],
  messages: Iterable<RatedMessage>,
  taxonomy: Taxonomy = TAXONOMY,
): Ratings {
  if (names.length < 2) {
    throw new RangeError(
      `Cannot compare labels: there is one set, "${
        names[0] ?? ""
      }"; give two or more`,
    );
  }
  const sessions = new Map<string, RatedMessage[]>();
  for (const message of messages) {
    const before = sessions.get(message.session);
    if (before === undefined) sessions.set(message.session, [message]);
    else before.push(message);
  }
  const inOrder = [...sessions.values()].flat();
  const [sessionNumber, clusterNumber] = [numbers(), numbers()];
  const session = Uint32Array.from(
    inOrder,
    (message) => sessionNumber.of(message.session),
  );
  const cluster = Uint32Array.from(
    inOrder,
    (message) => clusterNumber.of(message.cluster ?? message.session),
  );
  return {
    taxonomy,
    names,
    codes: names.map((_, set) =>
      Int16Array.from(inOrder, ({ labels }) => {
        const label = labels[set] ?? null;
        return label === null ? MISSING : labelCode(taxonomy, label);
      })
    ),
    session,
    cluster,
    sessions: sessionNumber.count(),
    clusters: clusterNumber.count(),
  };
}

/** Numbers names in order of appearance. */
function numbers() {
  const known = new Map<string, number>();
  return {
    of: (name: string): number => {
      const number = known.get(name) ?? known.size;
      known.set(name, number);
      return number;
    },
    count: (): number => known.size,
  };
}
