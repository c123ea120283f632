/**
 * The hand-written sessions of the sample corpus (`data/sample/texts.jsonl`).
 *
 * @module
 */

import { labelCode, TAXONOMY } from "@taskflow/taxonomy";
import * as z from "zod";

const textSessionSchema = z.strictObject({
  id: z.string().regex(/^t-\d\d$/),
  /** BCP 47 language of the messages. */
  language: z.string().min(2),
  agent: z.string().min(1),
  /** Made-up project that the session is about; `null` where it is about none. */
  repository: z.string().min(1).nullable(),
  /** Made-up person, for example `u7`. */
  user: z.string().regex(/^u\d+$/),
  messages: z.array(
    z.strictObject({ intent: z.string(), text: z.string().min(1) }),
  ).min(1),
});

/** One hand-written session. */
export type TextSession = z.infer<typeof textSessionSchema>;

/**
 * Read the hand-written sessions.
 *
 * @param jsonl Contents of the file.
 * @returns The sessions in the order of the file.
 * @throws {SyntaxError} If a line is not JSON.
 * @throws {TypeError} If a line is not a session.
 * @throws {RangeError} If an id occurs twice, a label is unknown or a text is not trimmed.
 *
 * @example
 * ```ts
 * import { equal } from "node:assert/strict";
 * import { parseTextSessions } from "./sample_texts.ts";
 *
 * const line = `{"id":"t-01","language":"en","agent":"cursor","repository":null,"user":"u1",` +
 *   `"messages":[{"intent":"greeting","text":"hello"}]}`;
 * equal(parseTextSessions(line)[0]?.messages.length, 1);
 * ```
 */
export function parseTextSessions(jsonl: string): TextSession[] {
  const seen = new Set<string>();
  return jsonl.split("\n").flatMap((line, i) => {
    if (line === "") return [];
    const where = `Cannot read data/sample/texts.jsonl, line ${i + 1}`;
    const session = parseLine(line, where);
    if (seen.has(session.id)) {
      throw new RangeError(`${where}: id "${session.id}" occurs twice`);
    }
    seen.add(session.id);
    for (const { intent, text } of session.messages) {
      labelCode(TAXONOMY, intent);
      if (text !== text.trim()) {
        throw new RangeError(
          `${where}: a text of "${session.id}" has white space at an end`,
        );
      }
    }
    return [session];
  });
}

function parseLine(line: string, where: string): TextSession {
  let value: unknown;
  try {
    value = JSON.parse(line);
  } catch {
    throw new SyntaxError(`${where}: not JSON`);
  }
  const parsed = textSessionSchema.safeParse(value);
  if (parsed.success) return parsed.data;
  throw new TypeError(`${where}: ${z.prettifyError(parsed.error)}`);
}
