/**
 * Asking about many items: in parallel, in order, with progress.
 *
 * @module
 */

import type * as z from "zod";
import { complete, type CompleteOptions } from "./complete.ts";
import { REMEDY } from "./open_llm.ts";
import type { FailureReason, Outcome } from "./outcome.ts";
import type { ChatMessage } from "./request.ts";
import { StopError } from "./stop_error.ts";
import { unanswered } from "./unanswered.ts";

/** How far a run is. */
export interface Progress {
  /** Items with an outcome. */
  readonly done: number;
  /** Items in all. */
  readonly total: number;
  /** Items whose outcome came from the store. */
  readonly fromStore: number;
  /** Items without a value, by reason. */
  readonly failed: Readonly<Partial<Record<FailureReason, number>>>;
  /** US dollars spent in this run, or `null` if a part is unknown. */
  readonly cost: number | null;
  /** Seconds since the start. */
  readonly seconds: number;
  /** Seconds left at the pace of what was asked for so far, or `null` if nothing was. */
  readonly left: number | null;
}

/** Options of {@linkcode completeAll}. */
export interface CompleteAllOptions<I> extends Omit<CompleteOptions, "cancel"> {
  /** The conversation about an item. */
  readonly messages: (item: I, index: number) => readonly ChatMessage[];
  /** Called after each item, in the order in which they are done. */
  readonly onProgress?: (progress: Progress) => void;
}

/** The outcome of one item. */
export interface Completed<T> {
  /** Index of the item. */
  readonly index: number;
  /** Its outcome. */
  readonly outcome: Outcome<T>;
}

/** Outcomes that may wait for an earlier item before no further one is begun. */
const WINDOW = 10_000;

/**
 * Ask a model about many items. At most `llm.concurrency` are under way at once; outcomes come in
 * the order of the items, whatever the order of the responses. Leaving the loop early sends nothing
 * more; what is under way is awaited and stored.
 *
 * @param schema zod schema of the answers; its root is an object.
 * @param items What to ask about; equal conversations are asked once.
 * @param options As for `complete`, with `messages` to make a conversation of an item.
 * @returns Outcomes, one an item, in order.
 * @throws {StopError} As `complete`, after what was under way is stored. In replay, before the first
 * outcome, if responses are missing: it says how many, and how to come by them.
 *
 * @example
 * ```ts
 * import { deepEqual } from "node:assert/strict";
 * import { completeAll, openLlm } from "@taskflow/llm";
 * import * as z from "zod";
 *
 * await using server = Deno.serve(
 *   { hostname: "127.0.0.1", port: 0, onListen() {} },
 *   async (request) => {
 *     const { messages: [{ content }] } = await request.json();
 *     const message = { content: JSON.stringify({ length: content.length }) };
 *     return Response.json({ choices: [{ message, finish_reason: "stop" }] });
 *   },
 * );
 * const env = { OPENAI_BASE_URL: `http://127.0.0.1:${server.addr.port}/v1` };
 * await using llm = openLlm({ store: ":memory:", env });
 * const lengths: number[] = [];
 * const options = {
 *   llm,
 *   model: "m",
 *   messages: (content: string) => [{ role: "user" as const, content }],
 * };
 * const schema = z.object({ length: z.number() });
 * for await (const { outcome } of completeAll(schema, ["a", "bcd"], options)) {
 *   if (outcome.ok) lengths.push(outcome.value.length);
 * }
 * deepEqual(lengths, [1, 3]);
 * ```
 */
export async function* completeAll<T, I>(
  schema: z.ZodType<T>,
  items: readonly I[],
  options: CompleteAllOptions<I>,
): AsyncGenerator<Completed<T>> {
  const { llm } = options;
  if (llm.endpoint === null) refuseMissing(schema, items, options);
  const cancel = new AbortController();
  const tally = tallier(items.length, options);
  const waiting = new Map<number, Promise<Outcome<T>>>();
  const running = new Set<Promise<Outcome<T>>>();
  let next = 0;
  let yielded = 0;
  const start = () => {
    while (
      running.size < llm.concurrency && next < items.length &&
      next - yielded < WINDOW && !cancel.signal.aborted
    ) begin(next++);
  };
  const ask = async (index: number): Promise<Outcome<T>> => {
    const messages = options.messages(items[index] as I, index);
    const outcome = await complete(schema, messages, {
      ...options,
      cancel: cancel.signal,
    });
    tally(outcome);
    return outcome;
  };
  const begin = (index: number) => {
    const outcome = ask(index);
    waiting.set(index, outcome);
    running.add(outcome);
    const settled = () => {
      running.delete(outcome);
      start();
    };
    // The loop below throws what is rejected here, once it comes to that item.
    outcome.then(settled, () => {
      cancel.abort();
      settled();
    });
  };
  try {
    while (yielded < items.length) {
      start();
      const outcome = await waiting.get(yielded);
      if (outcome === undefined) {
        throw new Error(`Cannot complete item ${yielded}: it was not begun`);
      }
      waiting.delete(yielded);
      yield { index: yielded++, outcome };
    }
  } finally {
    cancel.abort();
    await Promise.allSettled(running);
  }
}

function refuseMissing<T, I>(
  schema: z.ZodType<T>,
  items: readonly I[],
  options: CompleteAllOptions<I>,
): void {
  let missing = 0;
  let first = -1;
  for (const { index, reask } of unanswered(schema, items, options)) {
    if (reask > 0) continue;
    if (missing++ === 0) first = index;
  }
  if (missing === 0) return;
  throw new StopError(
    "missing",
    `Cannot replay: ${missing} responses of model "${options.model}" for ${items.length} items ` +
      `are not in "${options.llm.store.path}", the first is that of item ${first}: ${REMEDY}`,
  );
}

function tallier<I>(total: number, { llm, onProgress }: CompleteAllOptions<I>) {
  const started = performance.now();
  const failed: Partial<Record<FailureReason, number>> = {};
  let done = 0;
  let fromStore = 0;
  return (outcome: Outcome<unknown>) => {
    done++;
    if (outcome.fromStore) fromStore++;
    if (!outcome.ok) failed[outcome.reason] = (failed[outcome.reason] ?? 0) + 1;
    const seconds = (performance.now() - started) / 1000;
    const asked = done - fromStore;
    onProgress?.({
      done,
      total,
      fromStore,
      failed: { ...failed },
      cost: llm.ledger().cost.total,
      seconds,
      left: asked === 0 ? null : (total - done) * seconds / asked,
    });
  };
}
