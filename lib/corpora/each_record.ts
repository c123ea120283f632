/**
 * The records of a file of JSON lines, without parsing what cannot matter.
 *
 * @module
 */

import { readLineBlocks } from "@taskflow/table";
import type { ReadContext, SourceFile } from "./adapter.ts";
import { type JsonObject, objectOf } from "./json_access.ts";

/**
 * Read JSON objects, one a line. Lines that are no JSON object are left out as `unreadable`.
 *
 * @param file The file.
 * @param context Where to report what is left out.
 * @param isIdle Whether a line that looks like a whole object can be no part of the conversation, told
 * from its start (see `leadingField`): most of a transcript is the agent's, and parsing it is most of
 * the work.
 * @param take Called with every other object and its 1-based line.
 * @throws {RangeError} If a line is longer than 256 MiB.
 *
 * @example
 * ```ts
 * import { deepEqual } from "node:assert/strict";
 * import { eachRecord, leadingField, newScratch, openSource, RULES } from "@taskflow/corpora";
 *
 * const path = await Deno.makeTempFile();
 * await Deno.writeTextFile(path, '{"type":"user"}\n{"type":"tick"}\n{"type":\n');
 * const [seen, left]: [number[], (number | null)[]] = [[], []];
 * const leaveOut = (_: string, line: number | null) => void left.push(line);
 * const context = { rules: RULES.default, leaveOut, warn: () => {} };
 * const isIdle = (line: string) => leadingField(line, 0, "type").text === "tick";
 * {
 *   using file = openSource(path, "a.jsonl", newScratch());
 *   await eachRecord(file, context, isIdle, (_, line) => seen.push(line));
 * }
 * deepEqual([seen, left], [[1], [3]]);
 * await Deno.remove(path);
 * ```
 */
export async function eachRecord(
  file: SourceFile,
  context: ReadContext,
  isIdle: (line: string) => boolean,
  take: (record: JsonObject, line: number) => void,
): Promise<void> {
  for await (
    const block of readLineBlocks(file.chunks(), { name: file.file })
  ) {
    for (const { text, number } of block) {
      if (text.endsWith("}") && isIdle(text)) continue;
      const record = parse(text);
      if (record !== null) take(record, number);
      else if (text.trim() !== "") {
        context.leaveOut("unreadable", number, null);
      }
    }
  }
}

function parse(text: string): JsonObject | null {
  try {
    return objectOf(JSON.parse(text));
  } catch {
    // Not JSON: the caller counts it.
    return null;
  }
}
