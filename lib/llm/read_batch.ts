/**
 * Responses from files in the OpenAI Batch format.
 *
 * @module
 */

import { readLines } from "@taskflow/table";
import * as z from "zod";
import { chatRequest } from "./complete.ts";
import type { CompleteAllOptions } from "./complete_all.ts";
import { isCompletion } from "./outcome.ts";
import { parseJson } from "./parse_json.ts";
import { type ChatRequest, requestKey } from "./request.ts";
import type { AnswerFormat } from "./request_body.ts";
import { readUsage } from "./usage.ts";
import { unanswered } from "./unanswered.ts";

/** Options of {@linkcode readBatch}. */
export interface ReadBatchOptions<I> extends CompleteAllOptions<I> {
  /** How the answers were asked for (default `schema`); kept with each response. */
  readonly format?: AnswerFormat;
}

/** A line that brought no response. */
export interface BatchProblem {
  /** The file. */
  readonly path: string;
  /** 1-based line. */
  readonly line: number;
  /** What is wrong, in the file's words where it has any. */
  readonly message: string;
}

/** What was read. `lines = stored + known + duplicates + unknown + errors + unreadable`. */
export interface BatchReport {
  /** Lines, empty ones left out. */
  readonly lines: number;
  /** Responses now in the store through this reading. */
  readonly stored: number;
  /** Responses that were in the store before; the old ones stay. */
  readonly known: number;
  /** Further responses to a key of these files; the first one counts. */
  readonly duplicates: number;
  /** Lines whose `custom_id` is not a key of these items: other files, options or models. */
  readonly unknown: number;
  /** Lines that report an error instead of a response. */
  readonly errors: number;
  /** Lines that are no JSON or no batch response. */
  readonly unreadable: number;
  /** Items' requests that have no response even now: write another batch, or run online. */
  readonly missing: number;
  /** The first hundred lines of the last three kinds. */
  readonly problems: readonly BatchProblem[];
}

const PROBLEMS = 100;

const lineSchema = z.object({
  custom_id: z.string(),
  response: z.looseObject({
    status_code: z.number().nullish(),
    body: z.unknown().optional(),
  }).nullish(),
  error: z.unknown().optional(),
});

/**
 * Read batch responses into the store, from OpenAI, vLLM's `run-batch` or a script of one's own:
 * lines `{"custom_id", "response": {"status_code", "body"}, "error"}` in any order, with duplicates
 * and errors. Only responses to requests of these items are stored; what they say is judged when
 * `completeAll` takes them from the store.
 *
 * @param schema Schema of the answers.
 * @param items What was asked about.
 * @param paths Response files, error files too.
 * @param options The same model, parameters, sample, re-asks and messages as when writing.
 * @returns What was read.
 * @throws {Deno.errors.NotFound} If a file is missing.
 *
 * @example
 * ```ts
 * import { deepEqual } from "node:assert/strict";
 * import { openLlm, readBatch } from "@taskflow/llm";
 * import * as z from "zod";
 *
 * const path = await Deno.makeTempFile({ suffix: ".jsonl" });
 * await Deno.writeTextFile(path, '{"custom_id":"x","response":null,"error":{}}\n');
 * await using llm = openLlm({ store: ":memory:", replay: true });
 * const options = {
 *   llm,
 *   model: "m",
 *   messages: (content: string) => [{ role: "user" as const, content }],
 * };
 * const report = await readBatch(z.object({}), ["a"], [path], options);
 * deepEqual([report.unknown, report.missing], [1, 1]);
 * await Deno.remove(path);
 * ```
 */
export async function readBatch<T, I>(
  schema: z.ZodType<T>,
  items: readonly I[],
  paths: readonly string[],
  options: ReadBatchOptions<I>,
): Promise<BatchReport> {
  const { llm } = options;
  const wanted = wantedRequests(schema, items, options);
  const read = new Set<string>();
  const problems: BatchProblem[] = [];
  const n = { lines: 0, stored: 0, known: 0, duplicates: 0 };
  const bad = { unknown: 0, errors: 0, unreadable: 0 };
  const judge = (text: string): [keyof typeof bad, string] | null => {
    const line = lineSchema.safeParse(parseJson(text));
    if (!line.success) return ["unreadable", "it is no batch response"];
    const { custom_id: key, response, error } = line.data;
    const request = wanted.get(key);
    if (request === undefined) {
      return ["unknown", `custom_id "${key}" is not a key of these items`];
    }
    // Older vLLM puts the completion where OpenAI has status and body.
    const body = response?.body ?? response;
    const status = response?.status_code ?? 200;
    if (error || status !== 200 || !isCompletion(body)) {
      const words = error || response?.body || "no chat completion";
      return ["errors", `${status} ${JSON.stringify(words)}`.slice(0, 300)];
    }
    if (read.has(key)) n.duplicates++;
    else if (llm.store.has(key)) n.known++;
    else {
      n.stored++;
      llm.record({
        key,
        model: request.model,
        sample: request.sample,
        format: options.format ?? "schema",
        source: "batch",
        endpoint: null,
        receivedAt: new Date().toISOString(),
        usage: readUsage((body as Record<string, unknown>).usage),
        raw: JSON.stringify(body),
      });
    }
    read.add(key);
    return null;
  };
  for (const path of paths) {
    for await (const { text, number } of readLines(path)) {
      if (text.trim() === "") continue;
      n.lines++;
      const problem = judge(text);
      if (problem === null) continue;
      const [kind, message] = problem;
      bad[kind]++;
      if (problems.length < PROBLEMS) {
        problems.push({ path, line: number, message });
      }
    }
  }
  let missing = 0;
  for (const { reask } of unanswered(schema, items, options)) {
    if (reask === 0) missing++;
  }
  return { ...n, ...bad, missing, problems };
}

/** Every request that a batch of these items may hold, re-asks included, by key. */
function wantedRequests<T, I>(
  schema: z.ZodType<T>,
  items: readonly I[],
  options: CompleteAllOptions<I>,
): Map<string, ChatRequest> {
  const wanted = new Map<string, ChatRequest>();
  for (const [index, item] of items.entries()) {
    const messages = options.messages(item, index);
    for (let reask = 0; reask <= (options.reasks ?? 0); reask++) {
      const request = chatRequest(schema, messages, options, reask);
      wanted.set(requestKey(request), request);
    }
  }
  return wanted;
}
