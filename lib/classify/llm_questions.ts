/**
 * Messages as questions to a model: each distinct one once.
 *
 * @module
 */

import type { IntentPrompt } from "./prompt.ts";

/** What has to be asked about some messages. */
export interface Questions {
  /** Distinct messages as they are shown, in order of first appearance. */
  readonly shown: readonly string[];
  /** Of each message its place in `shown`, or -1 where there is no text. */
  readonly of: Int32Array;
  /** Messages that were cut in the middle. */
  readonly cut: number;
  /** Messages without a text. */
  readonly withoutText: number;
}

/**
 * The questions about some messages. Messages that look alike once cut are one question.
 *
 * @param texts Texts in any order; `null` where there is none.
 * @param prompt The prompt.
 * @returns The questions.
 *
 * @example
 * ```ts
 * import { deepEqual } from "node:assert/strict";
 * import { intentPrompt, questionsOf } from "@taskflow/classify";
 *
 * const { shown, of } = questionsOf(["go", null, "why?", "go"], intentPrompt());
 * deepEqual(shown, ["go", "why?"]);
 * deepEqual([...of], [0, -1, 1, 0]);
 * ```
 */
export function questionsOf(
  texts: readonly (string | null)[],
  prompt: Pick<IntentPrompt, "shown">,
): Questions {
  const places = new Map<string, number>();
  let [cut, withoutText] = [0, 0];
  const of = Int32Array.from(texts, (text) => {
    if (text === null) {
      withoutText++;
      return -1;
    }
    const shown = prompt.shown(text);
    if (shown.cut) cut++;
    const place = places.get(shown.text) ?? places.size;
    if (place === places.size) places.set(shown.text, place);
    return place;
  });
  return { shown: [...places.keys()], of, cut, withoutText };
}
