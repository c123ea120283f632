/**
 * One HTTP request, and whatever comes of it as a value.
 *
 * @module
 */

import OpenAI, { APIError } from "openai";
import type { Endpoint } from "./endpoint.ts";
import { isCompletion } from "./outcome.ts";
import { parseJson } from "./parse_json.ts";
import type { Json } from "./request.ts";
import { scrubber } from "./scrub.ts";

/** A response worth storing. */
export interface Responded {
  readonly ok: true;
  /** The body as it came, without keys. */
  readonly raw: string;
}

/** No response. */
export interface Failed {
  readonly ok: false;
  /** HTTP status, or `null` for timeouts, dropped connections and unreadable bodies. */
  readonly status: number | null;
  /** What is wrong, in the server's words where it has any; without keys. */
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

/** Sends one body to `/chat/completions`; throws only what is a bug here. */
export type Post = (
  body: Readonly<Record<string, Json>>,
  signal: AbortSignal,
) => Promise<Reply>;

/** Words of servers are kept this long. */
const LONGEST = 1000;

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
 * import { retryAfter } from "./post.ts";
 *
 * equal(retryAfter(new Headers({ "retry-after": "1.5" }), 0), 1500);
 * equal(retryAfter(new Headers(), 0), null);
 * ```
 */
export function retryAfter(headers: Headers, now: number): number | null {
  const ms = headers.get("retry-after-ms");
  const after = headers.get("retry-after");
  const wait = ms !== null
    ? Number(ms)
    : after === null
    ? NaN
    : /^[\d.]+$/.test(after)
    ? Number(after) * 1000
    : Date.parse(after) - now;
  return Number.isFinite(wait) ? Math.max(0, wait) : null;
}

/** What an error body says; servers nest it in different depths. */
function serverWords(error: unknown): { message: string; fields: Fields } {
  const inner = fields(fields(error).error ?? error);
  const words = [
    inner.message ?? inner.detail ?? error,
    inner.param,
    inner.code,
  ]
    .filter((word) => word !== null && word !== undefined && word !== "")
    .map((word) => typeof word === "string" ? word : JSON.stringify(word));
  return { message: words.join(" | "), fields: inner };
}

/** The words of an error and of what caused it. */
function errorChain(error: unknown): string {
  const words: string[] = [];
  for (let at = error; at instanceof Error; at = at.cause) {
    if (!words.includes(at.message)) words.push(at.message);
  }
  return words.join(": ");
}

/**
 * A function that sends requests to an endpoint, one at a time, without retries.
 *
 * @param endpoint URL and key; the key goes into the header and nowhere else.
 * @param timeout Longest time for one request in milliseconds, its body included.
 * @returns The function.
 *
 * @example
 * ```ts
 * import { equal } from "node:assert/strict";
 * import { poster } from "./post.ts";
 *
 * const post = poster({ url: "http://127.0.0.1:1/v1", key: null }, 1000);
 * const reply = await post({ model: "m" }, new AbortController().signal);
 * equal(reply.ok ? 200 : reply.status, null);
 * ```
 */
export function poster(endpoint: Endpoint, timeout: number): Post {
  const scrub = scrubber(endpoint.key === null ? [] : [endpoint.key]);
  const client = new OpenAI({
    apiKey: endpoint.key ?? "none",
    baseURL: endpoint.url,
    adminAPIKey: null,
    organization: null,
    project: null,
    webhookSecret: null,
    maxRetries: 0,
    logLevel: "off",
    // npm:openai stops its clock at the headers; ours runs until the body is read.
    timeout: 2 * timeout,
  });
  const failed = (
    status: number | null,
    message: string,
    more: Partial<Failed> = {},
  ): Failed => ({
    ok: false,
    status,
    flagged: false,
    quota: false,
    retryAfter: null,
    ...more,
    message: scrub(message, true).slice(0, LONGEST),
  });
  const failedWith = (
    status: number,
    error: unknown,
    headers: Headers,
  ): Failed => {
    const { message, fields: inner } = serverWords(error);
    const metadata = fields(inner.metadata);
    return failed(status, `${status} ${message}`.trim(), {
      flagged: status === 403 &&
        ("reasons" in metadata || "flagged_input" in metadata),
      quota: status === 402 ||
        [inner.code, inner.type].includes("insufficient_quota"),
      retryAfter: retryAfter(headers, Date.now()),
    });
  };
  return async (body, signal) => {
    const clock = new AbortController();
    const timer = setTimeout(() => clock.abort(), timeout);
    try {
      const response = await client.post("/chat/completions", {
        body,
        signal: AbortSignal.any([signal, clock.signal]),
      }).asResponse();
      return judge(
        await response.text(),
        response.headers,
        failed,
        failedWith,
        scrub,
      );
    } catch (error) {
      if (clock.signal.aborted) {
        return failed(null, `no response within ${timeout / 1000} s`);
      }
      if (error instanceof APIError && error.status !== undefined) {
        return failedWith(
          error.status,
          error.error ?? error.message,
          error.headers ?? new Headers(),
        );
      }
      return failed(null, errorChain(error));
    } finally {
      clearTimeout(timer);
    }
  };
}

/** A body with status 200: a completion, an error in its clothes (OpenRouter), or neither. */
function judge(
  text: string,
  headers: Headers,
  failed: (status: null, message: string) => Failed,
  failedWith: (status: number, error: unknown, headers: Headers) => Failed,
  scrub: (text: string) => string,
): Reply {
  const body = parseJson(text);
  if (body === undefined) {
    return failed(null, `the body is not JSON: ${text.slice(0, 80)}`);
  }
  const [choice] = [fields(body).choices].flat();
  const error = fields(body).error ?? fields(choice).error;
  if (error) {
    const code = Number(fields(error).code);
    return failedWith(code >= 400 && code < 600 ? code : 502, error, headers);
  }
  if (!isCompletion(body)) {
    return failed(null, `the body is no chat completion: ${text.slice(0, 80)}`);
  }
  return { ok: true, raw: scrub(text) };
}
