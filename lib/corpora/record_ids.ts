/**
 * A set of record ids in little memory.
 *
 * @module
 */

import { createHash } from "node:crypto";

/** Ids that were met. */
export interface RecordIds {
  /** Number of ids. */
  readonly size: number;
  /** Note an id; `false` if it was there. */
  add(id: string): boolean;
}

/** 32-bit words kept of each id: with 128 bits, chance does not make two ids one. */
const WORDS = 4;

/**
 * Start a set of record ids. It holds 16 bytes of the SHA-256 of each: 22 to 43 bytes an id, 64 while
 * it grows.
 *
 * @returns An empty set.
 *
 * @example
 * ```ts
 * import { equal } from "node:assert/strict";
 * import { recordIds } from "@taskflow/corpora";
 *
 * const ids = recordIds();
 * equal(ids.add("a"), true);
 * equal(ids.add("a"), false);
 * equal(ids.size, 1);
 * ```
 */
export function recordIds(): RecordIds {
  let slots = 1 << 10;
  let table = new Uint32Array(slots * WORDS);
  let size = 0;
  /** Put a key into its slot; `false` if it is there. The first word is never 0 in a used slot. */
  const put = (into: Uint32Array, key: Uint32Array, at: number): boolean => {
    const mask = into.length / WORDS - 1;
    for (let slot = (key[at + 1] ?? 0) & mask;; slot = (slot + 1) & mask) {
      const from = slot * WORDS;
      if (into[from] === 0) {
        into.set(key.subarray(at, at + WORDS), from);
        return true;
      }
      let same = 0;
      while (same < WORDS && into[from + same] === key[at + same]) same++;
      if (same === WORDS) return false;
    }
  };
  const grow = () => {
    const larger = new Uint32Array(2 * slots * WORDS);
    for (let at = 0; at < table.length; at += WORDS) {
      if (table[at] !== 0) put(larger, table, at);
    }
    table = larger;
    slots *= 2;
  };
  const key = new Uint32Array(WORDS);
  return {
    get size() {
      return size;
    },
    add(id) {
      const digest = createHash("sha256").update(id).digest();
      for (let i = 0; i < WORDS; i++) key[i] = digest.readUInt32LE(4 * i);
      key[0] = (key[0] ?? 0) | 1;
      if (!put(table, key, 0)) return false;
      size++;
      if (size > 0.75 * slots) grow();
      return true;
    },
  };
}
