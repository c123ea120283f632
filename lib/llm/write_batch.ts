/**
 * Requests as files in the OpenAI Batch format.
 *
 * @module
 */

import { basename, dirname, extname, join } from "node:path";
import type * as z from "zod";
import type { CompleteAllOptions } from "./complete_all.ts";
import {
  type AnswerFormat,
  type Dialect,
  requestBody,
} from "./request_body.ts";
import { unanswered } from "./unanswered.ts";

/** Options of {@linkcode writeBatch}. */
export interface WriteBatchOptions<I> extends CompleteAllOptions<I> {
  /** Most bytes in a file, inclusive (default 200000000, OpenAI's limit). */
  readonly maxBytes?: number;
  /** Most requests in a file, inclusive (default 50000, OpenAI's limit). */
  readonly maxRequests?: number;
  /** How answers are asked for (default `schema`): a batch cannot find out what is understood. */
  readonly format?: AnswerFormat;
  /** The name under which `max_tokens` is sent (default `max_tokens`). */
  readonly limit?: Dialect["limit"];
}

/** One file written. */
export interface BatchFile {
  /** Its path. */
  readonly path: string;
  /** Requests in it. */
  readonly requests: number;
  /** Its bytes. */
  readonly bytes: number;
}

/** `requests.jsonl`, part 2 -> `requests-2.jsonl`. */
function partPath(path: string, part: number): string {
  const extension = extname(path);
  const name = basename(path, extension);
  return join(dirname(path), `${name}-${part}${extension}`);
}

/**
 * Write the requests that have no response in the store, as lines
 * `{"custom_id", "method", "url", "body"}`; `custom_id` is the key of the store. A single file has
 * the given path; where limits ask for more, they are `requests-1.jsonl`, `requests-2.jsonl`, ...
 * Files appear when all are written, so a killed run leaves no half of one under its name.
 *
 * @param schema Schema of the answers.
 * @param items What to ask about; equal conversations are written once.
 * @param path The file.
 * @param options As for `completeAll`, with limits.
 * @returns The files; none if every item is answered.
 * @throws {RangeError} If one request is larger than a file may be.
 *
 * @example
 * ```ts
 * import { deepEqual } from "node:assert/strict";
 * import { openLlm, writeBatch } from "@taskflow/llm";
 * import * as z from "zod";
 *
 * const folder = await Deno.makeTempDir();
 * await using llm = openLlm({ store: ":memory:", replay: true });
 * const files = await writeBatch(
 *   z.object({}),
 *   ["a", "b", "c"],
 *   `${folder}/requests.jsonl`,
 *   {
 *     llm,
 *     model: "m",
 *     messages: (content) => [{ role: "user", content }],
 *     maxRequests: 2,
 *   },
 * );
 * deepEqual(files.map(({ requests }) => requests), [2, 1]);
 * await Deno.remove(folder, { recursive: true });
 * ```
 */
export async function writeBatch<T, I>(
  schema: z.ZodType<T>,
  items: readonly I[],
  path: string,
  options: WriteBatchOptions<I>,
): Promise<BatchFile[]> {
  const { maxBytes = 200_000_000, maxRequests = 50_000 } = options;
  const dialect: Dialect = {
    format: options.format ?? "schema",
    limit: options.limit ?? "max_tokens",
  };
  await Deno.mkdir(dirname(path), { recursive: true });
  const encoder = new TextEncoder();
  const parts: { temporary: string; requests: number; bytes: number }[] = [];
  let file: Deno.FsFile | null = null;
  try {
    for (const { index, key, request } of unanswered(schema, items, options)) {
      const line = encoder.encode(
        JSON.stringify({
          custom_id: key,
          method: "POST",
          url: "/v1/chat/completions",
          body: requestBody(request, dialect),
        }) + "\n",
      );
      if (line.length > maxBytes) {
        throw new RangeError(
          `Cannot write batch "${path}": the request of item ${index} has ${line.length} bytes, ` +
            `a file may have ${maxBytes}: shorten the item`,
        );
      }
      let part = parts.at(-1);
      if (
        file === null || part === undefined || part.requests >= maxRequests ||
        part.bytes + line.length > maxBytes
      ) {
        file?.close();
        const temporary = `${path}.${crypto.randomUUID()}.tmp`;
        part = { temporary, requests: 0, bytes: 0 };
        parts.push(part);
        file = await Deno.create(temporary);
      }
      for (let at = 0; at < line.length;) {
        at += await file.write(line.subarray(at));
      }
      part.requests++;
      part.bytes += line.length;
    }
  } catch (error) {
    file?.close();
    await Promise.all(parts.map(({ temporary }) => Deno.remove(temporary)));
    throw error;
  }
  file?.close();
  return await Promise.all(
    parts.map(async ({ temporary, requests, bytes }, i) => {
      const target = parts.length === 1 ? path : partPath(path, i + 1);
      await Deno.rename(temporary, target);
      return { path: target, requests, bytes };
    }),
  );
}
