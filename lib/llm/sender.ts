/**
 * Sending a request in the dialect that its endpoint understands, with retries.
 *
 * @module
 */

import { nextDialect } from "./next_dialect.ts";
import type { Post } from "./post.ts";
import type { Failed, Reply } from "./reply.ts";
import type { ChatRequest, Json } from "./request.ts";
import {
  type AnswerFormat,
  type Dialect,
  requestBody,
} from "./request_body.ts";
import { gate, retry, type RetryPolicy } from "./retry.ts";

/** What a sender needs. */
export interface SenderOptions {
  /** Sends once. */
  readonly post: Post;
  /** How often and how patiently to send again. */
  readonly policy: RetryPolicy;
  /** How answers are asked for at first. */
  readonly format: AnswerFormat;
  /** Base URL, for notes. */
  readonly endpoint: string;
  /** Ends waiting between retries. */
  readonly soft: AbortSignal;
  /** Ends requests under way. */
  readonly hard: AbortSignal;
  /** Makes a note. */
  readonly note: (text: string) => void;
  /** Counts HTTP requests. */
  readonly sent: (requests: number) => void;
}

/** What came of a request, and how its answer was asked for. */
export interface Sent {
  readonly reply: Reply;
  readonly format: AnswerFormat;
}

/** Sends a request with retries; `null` if a signal ended it. */
export type Send = (request: ChatRequest) => Promise<Sent | null>;

/**
 * Times that an endpoint which has never answered is tried again: seconds, not minutes, for a server
 * that is not running or an address that is wrong.
 */
const SILENT = 3;

const WORDS: Readonly<Record<AnswerFormat, string>> = {
  schema: "json_schema",
  json: "JSON mode, with the schema in the prompt",
  text: "plain text, with the schema in the prompt",
};

/**
 * A function that sends requests to one endpoint. What the endpoint does not understand is found
 * out once per model: the first request goes alone, and the rest wait for what it learns.
 *
 * @param options What it needs.
 * @returns The function; its result is `null` if a signal ended the request.
 *
 * @example
 * ```ts
 * import { deepEqual, equal } from "node:assert/strict";
 * import { sender } from "./sender.ts";
 *
 * const notes: string[] = [];
 * const { signal } = new AbortController();
 * const send = sender({
 *   post: (body) =>
 *     Promise.resolve(
 *       body.response_format === undefined
 *         ? { ok: true, raw: "{}" }
 *         : {
 *           ok: false,
 *           status: 400,
 *           message: "unknown field response_format",
 *           flagged: false,
 *           quota: false,
 *           retryAfter: null,
 *         },
 *     ),
 *   policy: { retries: 0, firstWait: 1, longestWait: 1, patience: 1 },
 *   format: "schema",
 *   endpoint: "http://127.0.0.1:8080/v1",
 *   soft: signal,
 *   hard: signal,
 *   note: (text) => notes.push(text),
 *   sent: () => {},
 * });
 * const messages = [{ role: "user" as const, content: "Why?" }];
 * const request = { model: "m", messages, schema: {}, parameters: {}, sample: 0 };
 * deepEqual(await send(request), { reply: { ok: true, raw: "{}" }, format: "text" });
 * equal(notes.length, 1);
 * ```
 */
export function sender(options: SenderOptions): Send {
  const { post, policy, soft, hard } = options;
  const shared = gate();
  const start: Dialect = { format: options.format, limit: "max_tokens" };
  const dialects = new Map<string, Dialect>();
  const scouts = new Map<string, Promise<unknown>>();

  const learn = (model: string, dialect: Dialect, why: Failed) => {
    const before = dialects.get(model) ?? start;
    dialects.set(model, dialect);
    const words = why.message.slice(0, 200);
    const at = `Model "${model}" at "${options.endpoint}"`;
    if (before.format !== dialect.format) {
      options.note(
        `${at} does not take ${WORDS[before.format]} (it says: ${words}): ` +
          `asking for ${
            WORDS[dialect.format]
          } instead; every answer is checked all the same`,
      );
    }
    if (before.limit !== dialect.limit) {
      options.note(
        `${at} does not take ${before.limit}: sending it as ${dialect.limit}`,
      );
    }
  };

  const postOnce = async (
    body: Readonly<Record<string, Json>>,
  ): Promise<Reply> => {
    const reply = await post(body, hard);
    if (!reply.ok && reply.status === 429 && !reply.quota) {
      options.note(
        `"${options.endpoint}" asks to slow down (429): requests wait and are sent again`,
      );
    }
    return reply;
  };

  let heard = false;
  let silent = 0;
  let troubled = false;
  /** Retries may take a minute: whoever waits for them should know why. Said once. */
  const trouble = ({ status, message }: Failed) => {
    if (troubled || status === 429) return;
    troubled = true;
    options.note(
      `"${options.endpoint}" does not answer as it should (${
        message.slice(0, 200)
      }): requests wait and are sent again`,
    );
  };

  const sendIn = async (request: ChatRequest): Promise<Sent> => {
    let dialect = dialects.get(request.model) ?? start;
    let first: Failed | null = null;
    for (;;) {
      const body = requestBody(request, dialect);
      const tried = dialect;
      const { reply, sent } = await retry(
        () => postOnce(body),
        policy,
        shared,
        soft,
        (failed) => {
          if (hard.aborted || nextDialect(tried, failed) !== null) return true;
          trouble(failed);
          if (failed.status !== null) heard = true;
          return !heard && ++silent > SILENT;
        },
      );
      options.sent(sent);
      if (reply.ok) {
        heard = true;
        if (first !== null) learn(request.model, dialect, first);
        return { reply, format: dialect.format };
      }
      const next = nextDialect(dialect, reply);
      if (next === null) {
        // Where the guess did not help, the first words tell what is wrong with this request.
        const told = first?.status === reply.status ? first : reply;
        return { reply: told, format: dialect.format };
      }
      first ??= reply;
      dialect = next;
    }
  };

  return async (request) => {
    const scout = scouts.get(request.model);
    const sending = scout === undefined
      ? sendIn(request)
      : scout.then(() => sendIn(request));
    if (scout === undefined) {
      scouts.set(
        request.model,
        sending.then(() => undefined, () => undefined),
      );
    }
    try {
      const sent = await sending;
      return hard.aborted && !sent.reply.ok ? null : sent;
    } catch (error) {
      if (soft.aborted || hard.aborted) return null;
      throw error;
    }
  };
}
