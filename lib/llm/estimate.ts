/**
 * What a run will take, before its first call.
 *
 * @module
 */

import type * as z from "zod";
import type { CompleteAllOptions } from "./complete_all.ts";
import { costOf } from "./prices.ts";
import { requestBody } from "./request_body.ts";
import { unanswered } from "./unanswered.ts";

/** Options of {@linkcode estimate}. */
export interface EstimateOptions<I> extends CompleteAllOptions<I> {
  /** Counts the tokens of a text (default: bytes of UTF-8 over four, rounded up). */
  readonly countTokens?: (text: string) => number;
  /** Tokens generated per call, if known better than the store knows it. */
  readonly outputTokens?: number;
}

/** What a run will take. */
export interface Estimate {
  /** Items in all. */
  readonly items: number;
  /** Calls to be made: requests not in the store, equal ones once, re-asks not foreseen. */
  readonly calls: number;
  /** Prompt tokens of these calls. */
  readonly inputTokens: number;
  /** Tokens they will generate, or `null` if nothing tells. */
  readonly outputTokens: number | null;
  /** US dollars, or `null` if the price or the tokens are unknown. */
  readonly cost: number | null;
  /** How it was reckoned, for people: one line. */
  readonly how: string;
}

/** Tokens of a text: bytes of its UTF-8 over four. About right for English and for Chinese. */
function bytesOverFour(text: string): number {
  return Math.ceil(new TextEncoder().encode(text).length / 4);
}

/**
 * Estimate calls, tokens and cost of a run. Sends nothing. Prompt tokens are those of the messages
 * and of the JSON Schema, without what a chat template adds; generated tokens per call are, in this
 * order: what `outputTokens` says, the mean of the model's responses in the store, the parameter
 * `max_tokens` or `max_completion_tokens` (then an upper bound), unknown.
 *
 * @param schema Schema of the answers.
 * @param items What to ask about.
 * @param options As for `completeAll`.
 * @returns The estimate.
 *
 * @example
 * ```ts
 * import { deepEqual } from "node:assert/strict";
 * import { estimate, openLlm } from "@taskflow/llm";
 * import * as z from "zod";
 *
 * await using llm = openLlm({ store: ":memory:", replay: true });
 * const options = {
 *   llm,
 *   model: "gpt-4.1-mini",
 *   messages: (content: string) => [{ role: "user" as const, content }],
 * };
 * const { calls, cost } = estimate(z.object({}), ["a", "b", "a"], options);
 * deepEqual([calls, cost], [2, null]);
 * ```
 */
export function estimate<T, I>(
  schema: z.ZodType<T>,
  items: readonly I[],
  options: EstimateOptions<I>,
): Estimate {
  const { llm, model, parameters = {}, countTokens = bytesOverFour } = options;
  let calls = 0;
  let inputTokens = 0;
  for (const { request } of unanswered(schema, items, options)) {
    calls++;
    for (const { content } of request.messages) {
      inputTokens += countTokens(content);
    }
    inputTokens += countTokens(
      JSON.stringify(requestBody(request).response_format),
    );
  }
  const limit = parameters.max_tokens ?? parameters.max_completion_tokens;
  const mean = llm.store.meanOutput(model);
  const [perCall, from] = options.outputTokens !== undefined
    ? [options.outputTokens, "as given"]
    : mean !== null
    ? [mean, "the mean of this model's responses in the store"]
    : typeof limit === "number"
    ? [limit, "the token limit, an upper bound"]
    : [null, "unknown"];
  const outputTokens = perCall === null ? null : Math.round(calls * perCall);
  const usage = {
    input: inputTokens,
    cached: null,
    output: outputTokens,
    charged: null,
  };
  const cost = calls === 0 ? 0 : costOf(usage, llm.prices, model, "endpoint");
  return {
    items: items.length,
    calls,
    inputTokens,
    outputTokens,
    cost,
    how:
      `prompt tokens ${
        countTokens === bytesOverFour
          ? "as bytes over four"
          : "by the given tokenizer"
      }; ` +
      `generated tokens per call: ${from}` +
      (cost === null ? "; cost unknown" : ""),
  };
}
