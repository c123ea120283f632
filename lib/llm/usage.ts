/**
 * What a response cost in tokens, as its server reports it.
 *
 * @module
 */

import * as z from "zod";

/** Tokens of one response; `null` where the server does not say. */
export interface Usage {
  /** Prompt tokens, cached ones included. */
  readonly input: number | null;
  /** Prompt tokens that were read from the server's cache. */
  readonly cached: number | null;
  /** Tokens generated, reasoning included. */
  readonly output: number | null;
  /** What the server says it charged, in US dollars (OpenRouter does). */
  readonly charged: number | null;
}

const count = z.number().nonnegative().nullish().catch(null);

const usageSchema = z.object({
  prompt_tokens: count,
  completion_tokens: count,
  cost: count,
  prompt_tokens_details: z.object({ cached_tokens: count }).nullish().catch(
    null,
  ),
}).nullish().catch(null);

/**
 * Read the `usage` of a chat completion; whatever is missing or malformed is `null`, never 0.
 *
 * @param usage The value of that field.
 * @returns Tokens.
 *
 * @example
 * ```ts
 * import { deepEqual } from "node:assert/strict";
 * import { readUsage } from "@taskflow/llm";
 *
 * deepEqual(readUsage({ prompt_tokens: 120, completion_tokens: 9 }), {
 *   input: 120,
 *   cached: null,
 *   output: 9,
 *   charged: null,
 * });
 * ```
 */
export function readUsage(usage: unknown): Usage {
  const read = usageSchema.parse(usage);
  return {
    input: read?.prompt_tokens ?? null,
    cached: read?.prompt_tokens_details?.cached_tokens ?? null,
    output: read?.completion_tokens ?? null,
    charged: read?.cost ?? null,
  };
}
