/**
 * From a request to the body that is sent, for servers that know more or less of the API.
 *
 * @module
 */

import { SCHEMA_NAME } from "./answer_schema.ts";
import type { ChatMessage, ChatRequest, Json } from "./request.ts";

/**
 * How an answer is asked for:
 * - `schema`: `response_format` json_schema, strict: the server lets nothing else through;
 * - `json`: `response_format` json_object, with the schema in the prompt;
 * - `text`: no `response_format`, with the schema in the prompt.
 * Every answer is checked against the schema, whatever the format.
 */
export const FORMATS = ["schema", "json", "text"] as const;

/** How an answer is asked for. */
export type AnswerFormat = (typeof FORMATS)[number];

/** What an endpoint understands. */
export interface Dialect {
  /** How answers are asked for. */
  readonly format: AnswerFormat;
  /** The name under which `max_tokens` is sent; OpenAI's newer models take only the second. */
  readonly limit: "max_tokens" | "max_completion_tokens";
}

function withInstruction(request: ChatRequest): readonly ChatMessage[] {
  const instruction =
    `Answer with one JSON object that satisfies this JSON Schema, and with nothing else:\n` +
    JSON.stringify(request.schema);
  const { messages } = request;
  const [first] = messages;
  // Some chat templates know no system message; where the caller sends none, none is added.
  const at = first?.role === "system" || first?.role === "developer"
    ? 0
    : messages.findLastIndex(({ role }) => role === "user");
  if (at < 0) return [...messages, { role: "user", content: instruction }];
  return messages.map(({ role, content }, i) => ({
    role,
    content: i === at ? `${content}\n\n${instruction}` : content,
  }));
}

/**
 * The body of `POST /chat/completions`.
 *
 * @param request The request.
 * @param dialect What the endpoint understands; by default all of it.
 * @returns JSON: model, messages, `response_format` if any, then the parameters.
 *
 * @example
 * ```ts
 * import { deepEqual } from "node:assert/strict";
 * import { requestBody } from "@taskflow/llm";
 *
 * const request = {
 *   model: "m",
 *   messages: [{ role: "user" as const, content: "Why?" }],
 *   schema: { type: "object" },
 *   parameters: { temperature: 0, seed: 7 },
 *   sample: 2,
 * };
 * const body = requestBody(request);
 * deepEqual([body.temperature, body.seed], [0, 9]);
 * deepEqual(body.response_format, {
 *   type: "json_schema",
 *   json_schema: { name: "answer", strict: true, schema: { type: "object" } },
 * });
 * ```
 */
export function requestBody(
  request: ChatRequest,
  dialect: Dialect = { format: "schema", limit: "max_tokens" },
): Record<string, Json> {
  const { model, schema, parameters, sample } = request;
  const { format, limit } = dialect;
  const messages = format === "schema"
    ? request.messages
    : withInstruction(request);
  const body: Record<string, Json> = {
    model,
    messages: messages.map(({ role, content }) => ({ role, content })),
  };
  if (format === "schema") {
    body.response_format = {
      type: "json_schema",
      json_schema: { name: SCHEMA_NAME, strict: true, schema },
    };
  } else if (format === "json") body.response_format = { type: "json_object" };
  for (const [name, value] of Object.entries(parameters)) {
    if (name === "seed" && typeof value === "number") {
      body.seed = value + sample;
    } else body[name === "max_tokens" ? limit : name] = value;
  }
  return body;
}
