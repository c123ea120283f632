/**
 * From a zod schema to what goes over the wire.
 *
 * @module
 */

import { zodResponseFormat } from "openai/helpers/zod";
import type * as z from "zod";
import type { Json } from "./request.ts";

/** A JSON Schema. */
export type JsonSchema = { readonly [key: string]: Json };

/** The name under which every answer's schema is sent. */
export const SCHEMA_NAME = "answer";

/** Schemas already converted: a run asks for one schema thousands of times. */
const converted = new WeakMap<z.ZodType, JsonSchema>();

/**
 * The JSON Schema that a zod schema is sent as, in the strict subset of OpenAI's structured outputs
 * (every property required, no others allowed), as npm:openai converts it.
 *
 * @param schema Schema of an object; an optional property must be nullable.
 * @returns The JSON Schema, without `$schema`.
 * @throws {TypeError} If the root is no object, or the strict subset cannot say it.
 *
 * @example
 * ```ts
 * import { deepEqual } from "node:assert/strict";
 * import { answerSchema } from "@taskflow/llm";
 * import * as z from "zod";
 *
 * deepEqual(answerSchema(z.object({ label: z.enum(["a", "b"]) })), {
 *   type: "object",
 *   properties: { label: { type: "string", enum: ["a", "b"] } },
 *   required: ["label"],
 *   additionalProperties: false,
 * });
 * ```
 */
export function answerSchema(schema: z.ZodType): JsonSchema {
  const known = converted.get(schema);
  if (known !== undefined) return known;
  let sent: Record<string, unknown> | undefined;
  try {
    sent = zodResponseFormat(schema, SCHEMA_NAME).json_schema.schema;
  } catch (cause) {
    throw new TypeError(
      `Cannot ask for answers of this schema: ${
        cause instanceof Error ? cause.message : String(cause)
      }`,
      { cause },
    );
  }
  if (sent?.type !== "object") {
    throw new TypeError(
      `Cannot ask for answers of this schema: its root is ` +
        `"${sent?.type ?? "a union"}", wrap it into an object`,
    );
  }
  const { $schema: _, ...rest } = sent;
  const json = JSON.parse(JSON.stringify(rest)) as JsonSchema;
  converted.set(schema, json);
  return json;
}
