/**
 * Drawing messages for people to label: blind, stratified by predicted intent.
 *
 * @module
 */

import { trimText } from "@taskflow/corpora";
import { labelCode, TAXONOMY, type Taxonomy } from "@taskflow/taxonomy";
import { createHash } from "node:crypto";
import { randomBelow } from "@taskflow/flow";
import type { GoldKey } from "./gold_key.ts";

/** How to draw. */
export interface GoldSampleOptions {
  /** Messages per predicted intent (default 30); all where there are fewer. */
  readonly perIntent?: number;
  /** Seed of the draw and of the order, an integer (default 1). */
  readonly seed?: number;
  /** The labels, by default the paper's 16. */
  readonly taxonomy?: Taxonomy;
}

/** A message that may be drawn; a row of `messageRows()` with its text is one. */
export interface GoldMessage {
  readonly session: string;
  readonly position: number;
  readonly file: string | null;
  readonly ordinal: number;
  /** Predicted intent, or `null`. */
  readonly intent: string | null;
  readonly text?: string | null;
}

/** A row of the sheet: no label, no session, no stratum. */
export interface GoldRow {
  readonly id: string;
  readonly text: string;
}

type Drawn = GoldKey["items"][number]["messages"][number] & {
  readonly text: string;
};

interface Stratum {
  messages: number;
  readonly drawn: Drawn[];
}

/**
 * Draw a gold sample: every message of a predicted intent is equally likely, and every intent gets the
 * same number, so rare ones are judged as well. Messages with one text become one row.
 *
 * @param messages Messages with texts and predicted intents; those without either are counted.
 * @param options Number per intent, seed, taxonomy.
 * @returns The rows in a random order, and the key to them. Memory holds what is drawn, not the corpus.
 * @throws {RangeError} If a predicted label is not in the taxonomy, or there is nothing to draw from.
 *
 * @example
 * ```ts
 * import { deepEqual, equal } from "node:assert/strict";
 * import { sampleGold } from "@taskflow/classify";
 *
 * const place = { session: "s", file: null, ordinal: 0, intent: "tests" };
 * const { rows, key } = await sampleGold([
 *   { ...place, position: 0, text: "Test the parser" },
 *   { ...place, position: 1, text: "Test it" },
 *   { ...place, position: 2, text: "Test it" },
 * ]);
 * equal(rows.length, 2);
 * deepEqual(key.strata["tests"], { messages: 3, sampled: 3 });
 * ```
 */
export async function sampleGold(
  messages: Iterable<GoldMessage> | AsyncIterable<GoldMessage>,
  options: GoldSampleOptions = {},
): Promise<{ rows: GoldRow[]; key: GoldKey }> {
  const { perIntent = 30, seed = 1, taxonomy = TAXONOMY } = options;
  const below = randomBelow(seed);
  const strata = new Map<string, Stratum>();
  const leftOut = { without_label: 0, without_text: 0 };
  for await (const message of messages) {
    const { intent, session, position, file, ordinal } = message;
    const text = trimText(message.text ?? "");
    if (intent === null) leftOut.without_label++;
    else if (text === "") leftOut.without_text++;
    else {
      labelCode(taxonomy, intent);
      const stratum = strata.get(intent) ?? { messages: 0, drawn: [] };
      strata.set(intent, stratum);
      // Reservoir: the n-th message takes a place with chance perIntent / n.
      const place = stratum.messages < perIntent
        ? stratum.messages
        : below(stratum.messages + 1);
      stratum.messages++;
      if (place >= perIntent) continue;
      stratum.drawn[place] = {
        session,
        position,
        file,
        ordinal,
        sha256: createHash("sha256").update(text).digest("hex"),
        predicted: intent,
        text,
      };
    }
  }
  const inOrder = taxonomy.labels.flatMap((label) => {
    const stratum = strata.get(label);
    return stratum === undefined ? [] : [[label, stratum] as const];
  });
  if (inOrder.length === 0) {
    throw new RangeError(
      `Cannot draw a gold sample: no message has a text and an intent (${leftOut.without_label} ` +
        `without an intent, ${leftOut.without_text} without a text); give exports and their labels`,
    );
  }
  const byText = Map.groupBy(
    inOrder.flatMap(([, { drawn }]) => drawn),
    ({ text }) => text,
  );
  const texts = shuffled([...byText], below);
  const digits = String(texts.length).length;
  const idOf = (at: number) => `g-${String(at + 1).padStart(digits, "0")}`;
  return {
    rows: texts.map(([text], at) => ({ id: idOf(at), text })),
    key: {
      schema_version: "gold-key/v1",
      taxonomy: { name: taxonomy.name, hash: taxonomy.hash },
      seed,
      per_intent: perIntent,
      strata: Object.fromEntries(inOrder.map(([label, { messages, drawn }]) => [
        label,
        { messages, sampled: drawn.length },
      ])),
      left_out: leftOut,
      items: texts.map(([, messages], at) => ({
        id: idOf(at),
        messages: messages.map(({ text: _, ...message }) => message),
      })),
    },
  };
}

/** Fisher and Yates. */
function shuffled<T>(items: T[], below: (bound: number) => number): T[] {
  for (let i = items.length - 1; i > 0; i--) {
    const j = below(i + 1);
    [items[i], items[j]] = [items[j] as T, items[i] as T];
  }
  return items;
}
