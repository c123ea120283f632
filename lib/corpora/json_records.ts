/**
 * The values of a JSON file, whether it is one value or one a line.
 *
 * @module
 */

import { readLineBlocks } from "@taskflow/table";
import type { ReadContext, SourceFile } from "./adapter.ts";
import { closeJson } from "./close_json.ts";
import { isOneValue } from "./json_head.ts";

/** A value of a file. */
export interface JsonRecord {
  readonly value: unknown;
  /** 1-based line, or `null` if the file is one value over several lines. */
  readonly line: number | null;
}

/**
 * Read a file of JSON lines in blocks, or a file that is one JSON value. What cannot be parsed is left
 * out as `unreadable`; of a value that is cut the part before the cut is read.
 *
 * @param file The file.
 * @param context Where to report what is left out.
 * @returns Arrays of values, in order; for lines, memory holds one block.
 * @throws {RangeError} If a line or value is too long for one text.
 *
 * @example
 * ```ts
 * import { deepEqual } from "node:assert/strict";
 * import { jsonRecords, newScratch, openSource, RULES } from "@taskflow/corpora";
 *
 * const path = await Deno.makeTempFile();
 * await Deno.writeTextFile(path, '{"a":1}\n{"a":\n{"a":3}\n');
 * const left: (number | null)[] = [];
 * const leaveOut = (_: string, line: number | null) => void left.push(line);
 * const context = { rules: RULES.default, leaveOut, warn: () => {} };
 * {
 *   using file = openSource(path, "a.jsonl", newScratch());
 *   const blocks = await Array.fromAsync(jsonRecords(file, context));
 *   deepEqual(blocks.flat().map(({ line }) => line), [1, 3]);
 * }
 * deepEqual(left, [2]);
 * await Deno.remove(path);
 * ```
 */
export async function* jsonRecords(
  file: SourceFile,
  context: ReadContext,
): AsyncGenerator<JsonRecord[]> {
  if (isOneValue(file.head)) {
    const value = parseWhole(await file.text(), context);
    if (value !== undefined) yield [{ value, line: null }];
    return;
  }
  for await (
    const block of readLineBlocks(file.chunks(), { name: file.file })
  ) {
    const records: JsonRecord[] = [];
    for (const { text, number: line } of block) {
      try {
        records.push({ value: JSON.parse(text), line });
      } catch {
        if (text.trim() !== "") context.leaveOut("unreadable", line, null);
      }
    }
    yield records;
  }
}

function parseWhole(text: string, context: ReadContext): unknown {
  try {
    return JSON.parse(text);
  } catch {
    context.leaveOut("unreadable", null, null);
  }
  try {
    const value: unknown = JSON.parse(closeJson(text) ?? "");
    context.warn(
      "the file is no whole JSON value, what stands before the cut was read: export it again",
      null,
      null,
    );
    return value;
  } catch {
    context.warn("the file is no JSON: export it again", null, null);
    return undefined;
  }
}
