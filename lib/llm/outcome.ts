/**
 * What comes of a request: a value of the wanted schema, or a failure with its reason.
 *
 * @module
 */

import * as z from "zod";
import { parseJson } from "./parse_json.ts";
import type { AnswerFormat } from "./request_body.ts";
import type { Usage } from "./usage.ts";

/**
 * Why there is no value, in the order in which it is looked for.
 *
 * - `refusal`: the model says it will not answer;
 * - `filtered`: a content filter cut the answer or turned the request away;
 * - `truncated`: the token limit cut it (`finish_reason` "length"), even if the piece would parse;
 * - `empty`: no text;
 * - `invalid-json`: text without a JSON value in it;
 * - `outside-schema`: JSON, but not of the schema: an unknown label, a missing field;
 * - `rejected`: the endpoint turned this one request away (400, 413, 422): too long, for example;
 * - `unreachable`: no response after all retries: 429, 5xx, timeouts, dropped connections.
 *
 * The first six are responses: stored, paid for, read again from the store without another call.
 * The last two are not stored, and are tried again by the next run.
 */
export const FAILURES = [
  "refusal",
  "filtered",
  "truncated",
  "empty",
  "invalid-json",
  "outside-schema",
  "rejected",
  "unreachable",
] as const;

/** Why there is no value. */
export type FailureReason = (typeof FAILURES)[number];

/** A value, or why there is none. */
export type Verdict<T> =
  | { readonly ok: true; readonly value: T }
  | {
    readonly ok: false;
    readonly reason: FailureReason;
    /** One line on what is wrong; may quote the model's answer. */
    readonly detail: string;
  };

/** Where an outcome comes from, and what it took. */
export interface OutcomeFacts {
  /** Key of the last request asked for it. */
  readonly key: string;
  /** Its sample index. */
  readonly sample: number;
  /** Requests asked for it: 1, and one more for each re-ask; those in the store count. */
  readonly asks: number;
  /** Whether the last response was in the store before. */
  readonly fromStore: boolean;
  /** How the last answer was asked for, or `null` if there is no response. */
  readonly format: AnswerFormat | null;
  /** The last response as the server sent it, or `null` if there is none. */
  readonly raw: string | null;
  /** Tokens of the last response. */
  readonly usage: Usage | null;
}

/** What comes of a request. */
export type Outcome<T> = Verdict<T> & OutcomeFacts;

/** The part of a chat completion that is read; everything else may be there or not. */
const completionSchema = z.object({
  choices: z.tuple([z.object({
    finish_reason: z.string().nullish(),
    message: z.object({
      content: z.union([
        z.string(),
        z.array(z.object({ type: z.string(), text: z.string().optional() })),
      ]).nullish(),
      refusal: z.string().nullish(),
    }),
  })], z.unknown()),
});

/** Whether a value is a chat completion with at least one choice. */
export function isCompletion(body: unknown): boolean {
  return completionSchema.safeParse(body).success;
}

const QUOTED = 120;

function quote(text: string): string {
  const line = text.replace(/\s+/g, " ").trim();
  return JSON.stringify(
    line.length > QUOTED ? `${line.slice(0, QUOTED)}...` : line,
  );
}

/**
 * The JSON value in an answer: the whole of it, else what stands in a code fence, else what stands
 * between the first brace and the last. A model's thoughts in `<think>` are passed over.
 *
 * @param text The answer.
 * @returns The value, or `undefined` if there is none.
 *
 * @example
 * ```ts
 * import { deepEqual } from "node:assert/strict";
 * import { jsonIn } from "@taskflow/llm";
 *
 * const answer = "<think>tests? yes</think>Sure: {\"label\":\"tests\"}";
 * deepEqual(jsonIn(answer), { label: "tests" });
 * ```
 */
export function jsonIn(text: string): unknown {
  const answer = text.replace(/^\s*<think>[\s\S]*?<\/think>/, "").trim();
  const fence = /```(?:json)?\s*\n([\s\S]*?)\n?```/.exec(answer)?.[1];
  const braces = /\{[\s\S]*\}/.exec(answer)?.[0];
  for (const candidate of [answer, fence, braces]) {
    const value = candidate === undefined ? undefined : parseJson(candidate);
    if (value !== undefined) return value;
  }
  return undefined;
}

/**
 * Read a stored response: the same text and schema always give the same verdict.
 *
 * @param schema Schema of the answer.
 * @param raw The response as the server sent it: JSON of a chat completion.
 * @returns The value, or why there is none.
 *
 * @example A label outside the schema
 * ```ts
 * import { equal } from "node:assert/strict";
 * import { readOutcome } from "@taskflow/llm";
 * import * as z from "zod";
 *
 * const message = { role: "assistant", content: '{"label":"chat"}' };
 * const raw = JSON.stringify({ choices: [{ message, finish_reason: "stop" }] });
 * const verdict = readOutcome(z.object({ label: z.enum(["tests"]) }), raw);
 * equal(verdict.ok ? "" : verdict.reason, "outside-schema");
 * ```
 */
export function readOutcome<T>(schema: z.ZodType<T>, raw: string): Verdict<T> {
  const fail = (reason: FailureReason, detail: string): Verdict<T> => ({
    ok: false,
    reason,
    detail,
  });
  const completion = completionSchema.safeParse(parseJson(raw));
  if (!completion.success) {
    return fail("empty", `no chat completion: ${quote(raw)}`);
  }
  const [{ message, finish_reason }] = completion.data.choices;
  const { content, refusal } = message;
  const text = typeof content === "string"
    ? content
    : (content ?? []).map((part) => part.text ?? "").join("");
  if (refusal) return fail("refusal", quote(refusal));
  if (finish_reason === "content_filter") {
    return fail("filtered", `the answer was filtered: ${quote(text)}`);
  }
  if (finish_reason === "length") {
    return fail("truncated", `the token limit cut the answer: ${quote(text)}`);
  }
  if (text.trim() === "") return fail("empty", "the answer has no text");
  const value = jsonIn(text);
  if (value === undefined) return fail("invalid-json", quote(text));
  const parsed = schema.safeParse(value);
  if (parsed.success) return { ok: true, value: parsed.data };
  const issues = z.prettifyError(parsed.error).replace(/\s+/g, " ");
  return fail("outside-schema", `${issues}: ${quote(text)}`);
}
