/**
 * What comes of one HTTP request, read from what a server says.
 *
 * @module
 */

import { isCompletion } from "./outcome.ts";
import { parseJson } from "./parse_json.ts";

/** A response worth storing. */
export interface Responded {
  readonly ok: true;
  /** The body as it came: JSON of a chat completion. */
  readonly raw: string;
}

/** No response. */
export interface Failed {
  readonly ok: false;
  /** HTTP status, or `null` for timeouts, dropped connections and unreadable bodies. */
  readonly status: number | null;
  /** What is wrong, in the server's words where it has any. */
  readonly message: string;
  /** Whether a moderation turned this one request away. */
  readonly flagged: boolean;
  /** Whether the account's quota is used up, so that waiting does not help. */
  readonly quota: boolean;
  /** How long the server asks to wait, in milliseconds, or `null`. */
  readonly retryAfter: number | null;
}

/** What comes of one HTTP request. */
export type Reply = Responded | Failed;

type Fields = Record<string, unknown>;

function fields(value: unknown): Fields {
  return typeof value === "object" && value !== null ? value as Fields : {};
}

/**
 * The wait that a server asks for: `retry-after-ms`, or `retry-after` in seconds or as a date.
 *
 * @param headers Headers of its response.
 * @param now Milliseconds since 1970.
 * @returns Milliseconds, at least 0; `null` if there is no such header or it cannot be read.
 *
 * @example
 * ```ts
 * import { equal } from "node:assert/strict";
 * import { retryAfter } from "./reply.ts";
 *
 * equal(retryAfter(new Headers({ "retry-after": "1.5" }), 0), 1500);
 * equal(retryAfter(new Headers(), 0), null);
 * ```
 */
export function retryAfter(headers: Headers, now: number): number | null {
  const milliseconds = headers.get("retry-after-ms");
  const after = headers.get("retry-after");
  let wait = NaN;
  if (milliseconds !== null) wait = Number(milliseconds);
  else if (after !== null) {
    wait = /^[\d.]+$/.test(after)
      ? Number(after) * 1000
      : Date.parse(after) - now;
  }
  return Number.isFinite(wait) ? Math.max(0, wait) : null;
}

/**
 * A failure without a status.
 *
 * @param message What is wrong.
 * @returns The failure.
 *
 * @example
 * ```ts
 * import { equal } from "node:assert/strict";
 * import { noReply } from "./reply.ts";
 *
 * equal(noReply("cut off").status, null);
 * ```
 */
export function noReply(message: string): Failed {
  return {
    ok: false,
    status: null,
    message,
    flagged: false,
    quota: false,
    retryAfter: null,
  };
}

/**
 * A failure with a status, from an error body; servers nest theirs in different depths.
 *
 * @param status HTTP status.
 * @param error The body, or the `error` in it: an object or a text.
 * @param headers Headers, for the wait they ask for.
 * @returns The failure: message, parameter and code in one line.
 *
 * @example
 * ```ts
 * import { deepEqual } from "node:assert/strict";
 * import { failedReply } from "./reply.ts";
 *
 * const error = { message: "slow down", code: "insufficient_quota" };
 * const { message, quota } = failedReply(429, { error }, new Headers());
 * deepEqual([message, quota], ["429 slow down | insufficient_quota", true]);
 * ```
 */
export function failedReply(
  status: number,
  error: unknown,
  headers: Headers,
): Failed {
  const inner = fields(fields(error).error ?? error);
  const metadata = fields(inner.metadata);
  const words = [
    inner.message ?? inner.detail ?? error,
    inner.param,
    inner.code,
  ]
    .filter((word) => word !== null && word !== undefined && word !== "")
    .map((word) => typeof word === "string" ? word : JSON.stringify(word));
  return {
    ok: false,
    status,
    message: `${status} ${words.join(" | ")}`.trim(),
    flagged: status === 403 &&
      ("reasons" in metadata || "flagged_input" in metadata),
    quota: status === 402 ||
      [inner.code, inner.type].includes("insufficient_quota"),
    retryAfter: retryAfter(headers, Date.now()),
  };
}

/**
 * Judge a body that came with status 200: a completion, an error all the same (OpenRouter sends
 * those of its providers so), or neither.
 *
 * @param text The body.
 * @param headers Its headers.
 * @returns The reply.
 *
 * @example
 * ```ts
 * import { deepEqual, equal } from "node:assert/strict";
 * import { judgeBody } from "./reply.ts";
 *
 * const body = '{"choices":[{"message":{"content":"{}"}}]}';
 * deepEqual(judgeBody(body, new Headers()), { ok: true, raw: body });
 * equal(judgeBody("<html>", new Headers()).ok, false);
 * ```
 */
export function judgeBody(text: string, headers: Headers): Reply {
  const body = parseJson(text);
  const head = text.slice(0, 80);
  if (body === undefined) return noReply(`the body is not JSON: ${head}`);
  const [choice] = [fields(body).choices].flat();
  const error = fields(body).error ?? fields(choice).error;
  if (error) {
    const code = Number(fields(error).code);
    return failedReply(code >= 400 && code < 600 ? code : 502, error, headers);
  }
  return isCompletion(body)
    ? { ok: true, raw: text }
    : noReply(`the body is no chat completion: ${head}`);
}
