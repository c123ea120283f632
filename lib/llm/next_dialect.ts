/**
 * Reading from an error what an endpoint does not understand.
 *
 * @module
 */

import type { Failed } from "./reply.ts";
import { type Dialect, FORMATS } from "./request_body.ts";

/**
 * Statuses with which servers turn down a `response_format`: 400 most, 422 those on FastAPI, 404
 * OpenRouter (no provider takes it), 500 older llama.cpp and llama-cpp-python, 501 some proxies.
 */
const STATUSES = [400, 404, 422, 500, 501];

const FORMAT_WORDS =
  /response.?format|json.?schema|json.?object|json.?mode|structured.?output|guided|grammar/i;

const LIMIT_WORDS = /max_tokens[\s\S]*max_completion_tokens/;

/** Only the head of a message is read: further on, some servers quote the request itself. */
const HEAD = 600;

/**
 * The next thing to try after an endpoint turned a request away. What this returns is a guess: it
 * is kept for the endpoint only if the request then goes through.
 *
 * @param dialect What was tried.
 * @param failed What came of it.
 * @returns The next dialect, or `null` if the error is about something else.
 *
 * @example
 * ```ts
 * import { deepEqual, equal } from "node:assert/strict";
 * import { nextDialect } from "./next_dialect.ts";
 *
 * const dialect = { format: "schema" as const, limit: "max_tokens" as const };
 * const failed = {
 *   ok: false as const,
 *   status: 400,
 *   message: "'response_format.type' must be 'text'",
 *   flagged: false,
 *   quota: false,
 *   retryAfter: null,
 * };
 * deepEqual(nextDialect(dialect, failed), { ...dialect, format: "json" });
 * equal(nextDialect(dialect, { ...failed, message: "too long" }), null);
 * ```
 */
export function nextDialect(dialect: Dialect, failed: Failed): Dialect | null {
  if (failed.status === null || !STATUSES.includes(failed.status)) return null;
  const head = failed.message.slice(0, HEAD);
  if (dialect.limit === "max_tokens" && LIMIT_WORDS.test(head)) {
    return { ...dialect, limit: "max_completion_tokens" };
  }
  const format = FORMATS[FORMATS.indexOf(dialect.format) + 1];
  if (format === undefined || !FORMAT_WORDS.test(head)) return null;
  return { ...dialect, format };
}
