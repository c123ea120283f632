/**
 * Sessions with the intents that the baseline gives their messages.
 *
 * @module
 */

import type { Session } from "@taskflow/session";
import { classify } from "./baseline.ts";
import type { Baseline } from "./baseline_model.ts";

/** How many messages were classified, had a label already, or have no text to classify. */
export interface ClassifyCounts {
  classified: number;
  labelled: number;
  withoutText: number;
}

/**
 * Give every message without an intent the one that the baseline finds likeliest, each message alone.
 * Labels that are there stay.
 *
 * @param sessions Sessions in any order.
 * @param baseline The classifier.
 * @param counts Filled while the sessions are taken.
 * @returns The sessions; a message without text keeps no intent.
 *
 * @example
 * ```ts
 * import { equal } from "node:assert/strict";
 * import { classifySessions, loadBaseline } from "@taskflow/classify";
 *
 * const counts = { classified: 0, labelled: 0, withoutText: 0 };
 * const message = { text: "Fix the crash in the parser", timestamp: null, intent: null };
 * const session = {
 *   schema_version: 1 as const,
 *   id: "s-1",
 *   source: "example",
 *   file: null,
 *   ordinal: 0,
 *   attributes: {},
 *   messages: [message],
 * };
 * for await (const { messages } of classifySessions([session], loadBaseline(), counts)) {
 *   equal(messages[0]?.intent, "bug-fix");
 * }
 * equal(counts.classified, 1);
 * ```
 */
export async function* classifySessions(
  sessions: Iterable<Session> | AsyncIterable<Session>,
  baseline: Baseline,
  counts: ClassifyCounts,
): AsyncGenerator<Session> {
  for await (const session of sessions) {
    const messages = session.messages.map((message) => {
      if (message.intent !== null) {
        counts.labelled++;
        return message;
      }
      if (message.text === null) {
        counts.withoutText++;
        return message;
      }
      counts.classified++;
      return { ...message, intent: classify(baseline, message.text).intent };
    });
    yield { ...session, messages };
  }
}
