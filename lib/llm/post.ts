/**
 * One HTTP request, and whatever comes of it as a value.
 *
 * @module
 */

import OpenAI, { APIError } from "openai";
import type { Endpoint } from "./endpoint.ts";
import { failedReply, judgeBody, noReply, type Reply } from "./reply.ts";
import type { Json } from "./request.ts";
import { scrubber } from "./scrub.ts";

/** Sends one body to `/chat/completions`; what goes wrong is a value, never an exception. */
export type Post = (
  body: Readonly<Record<string, Json>>,
  signal: AbortSignal,
) => Promise<Reply>;

/** Words of servers are kept this long. */
const LONGEST = 1000;

/** The words of an error and of what caused it. */
function errorChain(error: unknown): string {
  const words: string[] = [];
  for (let at = error; at instanceof Error; at = at.cause) {
    const word = at.message.replace(/\.$/, "");
    if (!words.includes(word)) words.push(word);
  }
  return words.join(": ");
}

/**
 * A function that sends requests to an endpoint, one at a time, without retries. Nothing that it
 * returns contains the key, even where the server repeats it.
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
  const send = async (
    body: Readonly<Record<string, Json>>,
    signal: AbortSignal,
  ): Promise<Reply> => {
    const clock = new AbortController();
    const timer = setTimeout(() => clock.abort(), timeout);
    try {
      const response = await client.post("/chat/completions", {
        body,
        signal: AbortSignal.any([signal, clock.signal]),
      }).asResponse();
      return judgeBody(await response.text(), response.headers);
    } catch (error) {
      if (clock.signal.aborted) {
        return noReply(`no response within ${timeout / 1000} s`);
      }
      if (!(error instanceof APIError) || error.status === undefined) {
        return noReply(errorChain(error));
      }
      return failedReply(
        error.status,
        error.error ?? error.message,
        error.headers ?? new Headers(),
      );
    } finally {
      clearTimeout(timer);
    }
  };
  return async (body, signal) => {
    const reply = await send(body, signal);
    return reply.ok
      ? { ...reply, raw: scrub(reply.raw) }
      : { ...reply, message: scrub(reply.message, true).slice(0, LONGEST) };
  };
}
