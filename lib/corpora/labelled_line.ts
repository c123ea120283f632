/**
 * One labelled session a line.
 *
 * @module
 */

import {
  labelledSessionSchema,
  type Session,
  sessionSchema,
} from "@taskflow/session";
import { labelCode, type Taxonomy } from "@taskflow/taxonomy";
import * as z from "zod";

/** What a line of a JSONL file holds: labels of a session, a whole session, or a row of a table. */
export type LineKind = "labels" | "session" | "row";

/**
 * Tell what the lines of a file hold from one of them.
 *
 * @param text The line.
 * @returns `row` for a record with a `position` or anything unknown that a table reader may name.
 *
 * @example
 * ```ts
 * import { equal } from "node:assert/strict";
 * import { lineKind } from "@taskflow/corpora";
 *
 * equal(lineKind('{"session":"s","intents":[]}'), "labels");
 * equal(lineKind('{"session":"s","position":0,"intent":"tests"}'), "row");
 * ```
 */
export function lineKind(text: string): LineKind {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    // The reader of labels names the line.
    return "labels";
  }
  if (typeof value !== "object" || value === null) return "labels";
  if ("intents" in value && Array.isArray(value.intents)) return "labels";
  if ("messages" in value && Array.isArray(value.messages)) return "session";
  return Object.hasOwn(value, "session") && Object.keys(value).length === 1
    ? "labels"
    : "row";
}

/**
 * Read one session.
 *
 * @param text The line.
 * @param kind What it should hold.
 * @param ordinal 0-based ordinal of the session in its file.
 * @param place File and line, for errors.
 * @param taxonomy Labels that may occur.
 * @returns The session.
 * @throws {SyntaxError} If the line is not JSON.
 * @throws {TypeError} If it is no session.
 * @throws {RangeError} If a label is not in the taxonomy.
 *
 * @example
 * ```ts
 * import { equal } from "node:assert/strict";
 * import { sessionOfLine } from "@taskflow/corpora";
 * import { TAXONOMY } from "@taskflow/taxonomy";
 *
 * const line = '{"session":"s","intents":["tests"]}';
 * equal(sessionOfLine(line, "labels", 0, "here", TAXONOMY).id, "s");
 * ```
 */
export function sessionOfLine(
  text: string,
  kind: LineKind,
  ordinal: number,
  place: string,
  taxonomy: Taxonomy,
): Session {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw new SyntaxError(
      `Cannot read labelled sessions ${place}: it is not JSON; ` +
        `write one object a line, {"session":"id","intents":["bug-fix"]}`,
    );
  }
  const session = kind === "session"
    ? check(sessionSchema, value, place)
    : fromLabels(check(labelledSessionSchema, value, place), ordinal);
  for (const { intent } of session.messages) {
    if (intent !== null) checkLabel(intent, taxonomy, place);
  }
  return session;
}

function fromLabels(
  labelled: z.infer<typeof labelledSessionSchema>,
  ordinal: number,
): Session {
  return {
    schema_version: 1,
    id: labelled.session,
    source: "labelled",
    file: null,
    ordinal,
    attributes: labelled.attributes ?? {},
    messages: labelled.intents.map((intent) => ({
      text: null,
      timestamp: null,
      intent,
    })),
  };
}

function check<T>(schema: z.ZodType<T>, value: unknown, place: string): T {
  const parsed = schema.safeParse(value);
  if (parsed.success) return parsed.data;
  throw new TypeError(
    `Cannot read labelled sessions ${place}: ${
      z.prettifyError(parsed.error)
    }\nWrite {"session":"id","intents":["bug-fix"]}`,
  );
}

/**
 * Check a label, naming the place.
 *
 * @param label The label.
 * @param taxonomy Labels that may occur.
 * @param place File and line.
 * @throws {RangeError} If it is not in the taxonomy.
 *
 * @example
 * ```ts
 * import { throws } from "node:assert/strict";
 * import { checkLabel } from "@taskflow/corpora";
 * import { TAXONOMY } from "@taskflow/taxonomy";
 *
 * throws(() => checkLabel("bugfix", TAXONOMY, "here"), /did you mean "bug-fix"/);
 * ```
 */
export function checkLabel(
  label: string,
  taxonomy: Taxonomy,
  place: string,
): void {
  if (taxonomy.codeOf.has(label)) return;
  try {
    labelCode(taxonomy, label);
  } catch (error) {
    throw new RangeError(
      `Cannot read labelled sessions ${place}: ${
        error instanceof Error ? error.message : error
      }`,
    );
  }
}
