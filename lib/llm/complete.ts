/**
 * The one function that asks a model.
 *
 * @module
 */

import type * as z from "zod";
import { answerSchema } from "./answer_schema.ts";
import type { Llm } from "./open_llm.ts";
import { type Outcome, type OutcomeFacts, readOutcome } from "./outcome.ts";
import {
  type ChatMessage,
  type ChatRequest,
  checkRequest,
  type Parameters,
  requestKey,
  sampleIndex,
} from "./request.ts";

/** What is asked besides the messages. */
export interface AskOptions {
  /** Name of the model as the endpoint knows it. */
  readonly model: string;
  /** Sampling parameters, sent as they are (default none: the endpoint's own). */
  readonly parameters?: Parameters;
  /** Index of the sample, from 0 (default 0): another index is another response. */
  readonly sample?: number;
  /** Times to ask again, each with a new sample index, after a response without a value (default 0). */
  readonly reasks?: number;
}

/** Options of {@linkcode complete}. */
export interface CompleteOptions extends AskOptions {
  /** Endpoint and store, see {@linkcode openLlm}. */
  readonly llm: Llm;
  /** Keeps a request that has not begun from being sent. */
  readonly cancel?: AbortSignal;
}

/**
 * The request of one ask.
 *
 * @param schema Schema of the answer.
 * @param messages The conversation.
 * @param options Model, parameters, sample.
 * @param reask 0 for the first ask, 1 for the first re-ask, ...
 * @returns The request, checked.
 * @throws As {@linkcode checkRequest}, `answerSchema` and `sampleIndex`.
 *
 * @example
 * ```ts
 * import { equal } from "node:assert/strict";
 * import { chatRequest } from "@taskflow/llm";
 * import * as z from "zod";
 *
 * const messages = [{ role: "user" as const, content: "Why?" }];
 * equal(chatRequest(z.object({}), messages, { model: "m" }).sample, 0);
 * ```
 */
export function chatRequest(
  schema: z.ZodType,
  messages: readonly ChatMessage[],
  options: AskOptions,
  reask = 0,
): ChatRequest {
  const request: ChatRequest = {
    model: options.model,
    messages,
    schema: answerSchema(schema),
    parameters: options.parameters ?? {},
    sample: sampleIndex(options.sample ?? 0, reask),
  };
  checkRequest(request);
  return request;
}

/**
 * Ask a model for a value of a schema. Every response is stored before it is looked at: asking
 * again, in this run or the next, takes it from the store. A response without a value (a refusal,
 * a label outside the schema, ...) is a failure to be counted, never an exception; it is stored as
 * well, and after it the model is asked again up to `reasks` times.
 *
 * @param schema zod schema of the answer; its root is an object.
 * @param messages The conversation.
 * @param options Endpoint and store, model, parameters, sample, re-asks.
 * @returns The value, or why there is none; with the raw response and its tokens.
 * @throws {StopError} If going on would be in vain: a rejected key, an unknown model, an abort,
 * in replay a response that is not in the store; see `StopCode`.
 * @throws {TypeError} If the schema or the request has the wrong shape.
 *
 * @example A server that always says "tests", asked once
 * ```ts
 * import { deepEqual, equal } from "node:assert/strict";
 * import { complete, openLlm } from "@taskflow/llm";
 * import * as z from "zod";
 *
 * const message = { role: "assistant", content: '{"label":"tests"}' };
 * const completion = { choices: [{ message, finish_reason: "stop" }] };
 * let calls = 0;
 * await using server = Deno.serve(
 *   { hostname: "127.0.0.1", port: 0, onListen() {} },
 *   () => (calls++, Response.json(completion)),
 * );
 * const env = { OPENAI_BASE_URL: `http://127.0.0.1:${server.addr.port}/v1` };
 * await using llm = openLlm({ store: ":memory:", env });
 * const schema = z.object({ label: z.enum(["tests", "debug"]) });
 * const messages = [{ role: "user" as const, content: "Add a test for parse()." }];
 * for (let i = 0; i < 2; i++) {
 *   const outcome = await complete(schema, messages, { llm, model: "m" });
 *   deepEqual(outcome.ok && outcome.value, { label: "tests" });
 * }
 * equal(calls, 1);
 * ```
 */
export async function complete<T>(
  schema: z.ZodType<T>,
  messages: readonly ChatMessage[],
  options: CompleteOptions,
): Promise<Outcome<T>> {
  const { llm, reasks = 0, cancel } = options;
  let last: Outcome<T> | null = null;
  for (let reask = 0;; reask++) {
    const request = chatRequest(schema, messages, options, reask);
    // A batch cannot know which answers will fail: in replay, a re-ask may be missing.
    if (
      last !== null && llm.endpoint === null &&
      !llm.store.has(requestKey(request))
    ) return last;
    const outcome = await once(schema, request, llm, reask + 1, cancel);
    if (outcome.ok || outcome.raw === null || reask >= reasks) return outcome;
    last = outcome;
  }
}

async function once<T>(
  schema: z.ZodType<T>,
  request: ChatRequest,
  llm: Llm,
  asks: number,
  cancel: AbortSignal | undefined,
): Promise<Outcome<T>> {
  const asked = await llm.ask(request, cancel);
  const { stored } = asked;
  const facts: OutcomeFacts = {
    key: stored?.key ?? requestKey(request),
    sample: request.sample,
    asks,
    fromStore: stored !== null && asked.fromStore,
    format: stored?.format ?? null,
    raw: stored?.raw ?? null,
    usage: stored?.usage ?? null,
  };
  if (asked.stored === null) {
    const { reason, detail } = asked;
    return { ok: false, reason, detail, ...facts };
  }
  const verdict = readOutcome(schema, asked.stored.raw);
  if (
    !verdict.ok && asked.stored.format === "schema" && !asked.fromStore &&
    (verdict.reason === "invalid-json" || verdict.reason === "outside-schema")
  ) {
    llm.note(
      `Model "${request.model}" answered outside the schema although json_schema was asked for: ` +
        `the server may ignore it; format "json" or "text" puts the schema into the prompt`,
    );
  }
  return { ...verdict, ...facts };
}
