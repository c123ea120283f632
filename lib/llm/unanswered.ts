/**
 * Which requests of a run are not answered yet.
 *
 * @module
 */

import type * as z from "zod";
import { chatRequest } from "./complete.ts";
import type { CompleteAllOptions } from "./complete_all.ts";
import { readOutcome } from "./outcome.ts";
import { type ChatRequest, requestKey } from "./request.ts";

/** The first request of an item that has no response in the store. */
export interface Unanswered {
  /** Index of the item. */
  readonly index: number;
  /** Its key. */
  readonly key: string;
  /** The request. */
  readonly request: ChatRequest;
  /** 0 for a first ask; a re-ask otherwise, after responses that hold no value. */
  readonly reask: number;
}

/**
 * The requests that a run would send next, one at most per item, in the order of the items. Items
 * with the same messages share a request: it comes once.
 *
 * @param schema Schema of the answer.
 * @param items What to ask about.
 * @param options As for `completeAll`.
 * @returns The requests.
 *
 * @example
 * ```ts
 * import { equal } from "node:assert/strict";
 * import { openLlm } from "@taskflow/llm";
 * import * as z from "zod";
 * import { unanswered } from "./unanswered.ts";
 *
 * await using llm = openLlm({ store: ":memory:", replay: true });
 * const messages = (content: string) => [{ role: "user" as const, content }];
 * const open = unanswered(z.object({}), ["a", "b", "a"], {
 *   llm,
 *   model: "m",
 *   messages,
 * });
 * equal([...open].length, 2);
 * ```
 */
export function* unanswered<T, I>(
  schema: z.ZodType<T>,
  items: readonly I[],
  options: CompleteAllOptions<I>,
): Generator<Unanswered> {
  const { llm, reasks = 0 } = options;
  const seen = new Set<string>();
  for (const [index, item] of items.entries()) {
    const messages = options.messages(item, index);
    for (let reask = 0; reask <= reasks; reask++) {
      const request = chatRequest(schema, messages, options, reask);
      const key = requestKey(request);
      if (seen.has(key)) break;
      const stored = llm.store.get(key);
      if (stored === null) {
        seen.add(key);
        yield { index, key, request, reask };
        break;
      }
      if (readOutcome(schema, stored.raw).ok) break;
    }
  }
}
