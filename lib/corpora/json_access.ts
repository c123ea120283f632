/**
 * Narrow looks into parsed JSON of unknown shape, without exceptions.
 *
 * @module
 */

/** A parsed JSON object; what a key holds is not known. */
export type JsonObject = { readonly [key: string]: unknown };

/**
 * The value as an object.
 *
 * @param value Anything parsed.
 * @returns The object, or `null` if it is a list, a plain value or missing.
 *
 * @example
 * ```ts
 * import { equal } from "node:assert/strict";
 * import { objectOf } from "@taskflow/corpora";
 *
 * equal(objectOf([1]), null);
 * equal(objectOf({ a: 1 })?.a, 1);
 * ```
 */
export function objectOf(value: unknown): JsonObject | null {
  return typeof value === "object" && value !== null && !Array.isArray(value)
    ? value as JsonObject
    : null;
}

/**
 * The value as a list.
 *
 * @param value Anything parsed.
 * @returns The list; empty if it is none.
 *
 * @example
 * ```ts
 * import { deepEqual } from "node:assert/strict";
 * import { listOf } from "@taskflow/corpora";
 *
 * deepEqual(listOf([1, 2]), [1, 2]);
 * deepEqual(listOf("no"), []);
 * ```
 */
export function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

/**
 * The value as a text.
 *
 * @param value Anything parsed.
 * @returns The text, or `null` if it is none or empty.
 *
 * @example
 * ```ts
 * import { equal } from "node:assert/strict";
 * import { stringOf } from "@taskflow/corpora";
 *
 * equal(stringOf("s-1"), "s-1");
 * equal(stringOf(""), null);
 * equal(stringOf(17), null);
 * ```
 */
export function stringOf(value: unknown): string | null {
  return typeof value === "string" && value !== "" ? value : null;
}

/**
 * The text of message content as chat formats write it: a string, or a list of parts of which those
 * with a text count.
 *
 * @param content Content of a message.
 * @returns The texts joined by line feeds, or `null` if there is no content that can hold text.
 *
 * @example
 * ```ts
 * import { equal } from "node:assert/strict";
 * import { contentText } from "@taskflow/corpora";
 *
 * equal(contentText("Why?"), "Why?");
 * equal(contentText([{ type: "text", text: "Why?" }, { type: "image_url" }]), "Why?");
 * equal(contentText(17), null);
 * ```
 */
export function contentText(content: unknown): string | null {
  if (typeof content === "string") return content;
  if (!Array.isArray(content)) {
    const text = objectOf(content)?.text;
    return typeof text === "string" ? text : null;
  }
  const texts: string[] = [];
  for (const part of content) {
    const text = typeof part === "string" ? part : objectOf(part)?.text;
    if (typeof text === "string") texts.push(text);
  }
  return texts.join("\n");
}
