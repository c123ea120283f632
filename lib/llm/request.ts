/**
 * A request to a model, and the key under which its response is stored.
 *
 * @module
 */

import canonicalize from "canonicalize";
import { createHash } from "node:crypto";
import type { JsonSchema } from "./answer_schema.ts";

/** A JSON value. */
export type Json =
  | null
  | boolean
  | number
  | string
  | readonly Json[]
  | { readonly [key: string]: Json };

/** One chat message. */
export interface ChatMessage {
  /** Who speaks; servers with one system message take it as the first. */
  readonly role: "system" | "developer" | "user" | "assistant";
  /** Its text. */
  readonly content: string;
}

/**
 * Parameters that go into the request as they are: `temperature`, `top_p`, `max_tokens`, `seed`,
 * `stop`, and whatever else the endpoint knows. `seed` is sent with the sample index added, so that
 * samples differ and can be drawn again.
 */
export type Parameters = Readonly<Record<string, Json>>;

/** Everything that decides what a model is asked; its fields are the key of the store. */
export interface ChatRequest {
  /** Name of the model as the endpoint knows it. */
  readonly model: string;
  /** The conversation, in order. */
  readonly messages: readonly ChatMessage[];
  /** JSON Schema of the answer. */
  readonly schema: JsonSchema;
  /** Sampling parameters. */
  readonly parameters: Parameters;
  /** Index of the sample, from 0; a request asked again differs in this alone. */
  readonly sample: number;
}

/** Fields of the body that this room fills in itself. */
const RESERVED = ["model", "messages", "response_format", "stream", "n"];

/** How far apart the sample indices of re-asks lie, so that they never meet a wanted sample. */
export const REASK_STRIDE = 1_000_000;

/**
 * The sample index of a re-ask: `sample + reask * 1000000`. A re-ask of sample 0 is thereby never
 * mistaken for sample 1, which somebody may want for itself.
 *
 * @param sample The sample that is wanted, from 0, below 1000000.
 * @param reask 0 for the first ask, 1 for the first re-ask, ...
 * @returns The index that goes into the key.
 * @throws {RangeError} If `sample` is not an integer from 0 to 999999.
 *
 * @example
 * ```ts
 * import { equal } from "node:assert/strict";
 * import { sampleIndex } from "@taskflow/llm";
 *
 * equal(sampleIndex(3, 1), 1_000_003);
 * ```
 */
export function sampleIndex(sample: number, reask: number): number {
  if (!Number.isInteger(sample) || sample < 0 || sample >= REASK_STRIDE) {
    throw new RangeError(
      `Cannot ask for sample ${sample}: give an integer from 0 to ${
        REASK_STRIDE - 1
      }`,
    );
  }
  return sample + reask * REASK_STRIDE;
}

/**
 * Check what a caller asks for, before anything is sent or stored.
 *
 * @param request The request.
 * @throws {TypeError} If there is no model or no message.
 * @throws {RangeError} If the parameters hold a field that this room fills in itself.
 *
 * @example
 * ```ts
 * import { throws } from "node:assert/strict";
 * import { checkRequest } from "@taskflow/llm";
 *
 * const message = { role: "user" as const, content: "Why?" };
 * const request = { model: "m", messages: [message], schema: {}, sample: 0 };
 * throws(
 *   () => checkRequest({ ...request, parameters: { stream: true } }),
 *   /"stream"/,
 * );
 * ```
 */
export function checkRequest(request: ChatRequest): void {
  if (request.model === "") {
    throw new TypeError(`Cannot ask a model: its name is empty`);
  }
  if (request.messages.length === 0) {
    throw new TypeError(
      `Cannot ask model "${request.model}": there are no messages`,
    );
  }
  const reserved = RESERVED.find((name) =>
    Object.hasOwn(request.parameters, name)
  );
  if (reserved !== undefined) {
    throw new RangeError(
      `Cannot ask model "${request.model}": parameter "${reserved}" is filled in by lib/llm, ` +
        `leave it out`,
    );
  }
}

/**
 * The key of a response: SHA-256 of the canonical JSON (RFC 8785) of
 * `{messages, model, parameters, sample, schema}`. Endpoint, key, answer format, timeouts and
 * retries are left out: they decide how a response is fetched, not what is asked.
 *
 * @param request The request.
 * @returns 64 hexadecimal digits; at most as long as a `custom_id` of a batch may be.
 * @throws {TypeError} If a parameter is not JSON, for example NaN.
 *
 * @example
 * ```ts
 * import { equal, notEqual } from "node:assert/strict";
 * import { requestKey } from "@taskflow/llm";
 *
 * const message = { role: "user" as const, content: "Why?" };
 * const request = {
 *   model: "m",
 *   messages: [message],
 *   schema: { type: "object" },
 *   parameters: { temperature: 0, top_p: 1 },
 *   sample: 0,
 * };
 * const reordered = { ...request, parameters: { top_p: 1, temperature: 0 } };
 * equal(requestKey(request), requestKey(reordered));
 * notEqual(requestKey(request), requestKey({ ...request, sample: 1 }));
 * ```
 */
export function requestKey(request: ChatRequest): string {
  const { model, schema, parameters, sample } = request;
  const messages = request.messages.map(({ role, content }) => ({
    role,
    content,
  }));
  let text: string | undefined;
  try {
    text = canonicalize({ model, messages, schema, parameters, sample });
  } catch (cause) {
    throw new TypeError(
      `Cannot make the key of a request to model "${model}": ` +
        (cause instanceof Error ? cause.message : String(cause)),
      { cause },
    );
  }
  return createHash("sha256").update(text ?? "").digest("hex");
}
