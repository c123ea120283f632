/**
 * An endpoint with its store, limits and ledger: what `complete` works through.
 *
 * @module
 */

import type { Failed } from "./reply.ts";
import pLimit from "p-limit";
import { endpointFromEnv, type EndpointVariables } from "./endpoint.ts";
import { failureOf, stopFor } from "./failure_of.ts";
import { type Ledger, ledgerKeeper } from "./ledger.ts";
import type { FailureReason } from "./outcome.ts";
import { parseJson } from "./parse_json.ts";
import { poster } from "./post.ts";
import { type PriceTable, SHIPPED_PRICES } from "./prices.ts";
import { type ChatRequest, requestKey } from "./request.ts";
import type { AnswerFormat } from "./request_body.ts";
import type { RetryPolicy } from "./retry.ts";
import { type Send, sender } from "./sender.ts";
import { StopError } from "./stop_error.ts";
import { openStore, type ResponseStore, type StoredResponse } from "./store.ts";
import { underWay } from "./under_way.ts";
import { readUsage } from "./usage.ts";

/** Options of {@linkcode openLlm}. */
export interface LlmOptions {
  /** The response store: a file, made if missing, or `:memory:`. */
  readonly store: string;
  /** Whether to take responses from the store alone and never send anything (default false). */
  readonly replay?: boolean;
  /** Most requests under way at once, at least 1 (default 8). */
  readonly concurrency?: number;
  /** Longest time for one request, its body included, in seconds (default 120). */
  readonly timeout?: number;
  /** How often and how patiently requests are sent again; see {@linkcode RetryPolicy}. */
  readonly retry?: Partial<RetryPolicy>;
  /**
   * Requests in a row without a response after which the run stops (default 10). Where nothing has ever
   * answered, it stops after the first.
   */
  readonly stopAfter?: number;
  /** Seconds that requests under way get to finish after the signal (default 10). */
  readonly grace?: number;
  /** How answers are asked for at first (default `schema`); falls back where an endpoint must. */
  readonly format?: AnswerFormat;
  /** Prices by model (default: those shipped). */
  readonly prices?: PriceTable;
  /** Ends the run: nothing new is sent, what is under way may finish and is stored. */
  readonly signal?: AbortSignal;
  /** Called with each note as it is made. */
  readonly onNote?: (note: string) => void;
  /** Stands in for the process environment: `OPENAI_BASE_URL` and `OPENAI_API_KEY`. */
  readonly env?: EndpointVariables;
}

/** A stored response, or why there is none. */
export type Asked =
  | { readonly stored: StoredResponse; readonly fromStore: boolean }
  | {
    readonly stored: null;
    readonly reason: FailureReason;
    readonly detail: string;
  };

/** An endpoint with its store, limits and ledger. Declare it with `await using`. */
export interface Llm {
  /** Base URL, or `null` in replay. */
  readonly endpoint: string | null;
  /** The response store. */
  readonly store: ResponseStore;
  /** Most requests under way at once. */
  readonly concurrency: number;
  /** Prices by model. */
  readonly prices: PriceTable;
  /** What a user should know of this run: fallbacks, for example. Each is made once. */
  readonly notes: readonly string[];
  /** Make a note, once. */
  note(text: string): void;
  /** What was asked, got and paid so far. */
  ledger(): Ledger;
  /** Store a response and count it as paid; returns what the store holds under its key. */
  record(response: StoredResponse): StoredResponse;
  /**
   * The response to a request: from the store, or from the endpoint and then stored. Two calls with
   * one key at the same time make one request. Nothing is sent once `cancel` is aborted.
   */
  ask(request: ChatRequest, cancel?: AbortSignal): Promise<Asked>;
  /** Wait for requests under way, then close the store. */
  [Symbol.asyncDispose](): Promise<void>;
}

/** How to come by responses that are not there. */
export const REMEDY =
  "run it with an endpoint, or write a batch file and read its responses";

const RETRY: RetryPolicy = {
  retries: 5,
  firstWait: 500,
  longestWait: 30_000,
  patience: 600_000,
};

/**
 * Open an endpoint and its store. The key stays inside: neither the returned object nor anything
 * that it writes, notes or throws contains it.
 *
 * @param options Where and how.
 * @returns The connection; nothing has been sent yet.
 * @throws {RangeError} If an option is out of range, or OpenAI is meant and there is no key.
 * @throws {TypeError} If `OPENAI_BASE_URL` is no URL.
 * @throws As {@linkcode openStore}.
 *
 * @example Replay only: no endpoint, no key
 * ```ts
 * import { equal } from "node:assert/strict";
 * import { openLlm } from "@taskflow/llm";
 *
 * await using llm = openLlm({ store: ":memory:", replay: true });
 * equal(llm.endpoint, null);
 * ```
 */
export function openLlm(options: LlmOptions): Llm {
  const { concurrency = 8, timeout = 120, stopAfter = 10, grace = 10 } =
    options;
  for (const [name, value] of Object.entries({ concurrency, stopAfter })) {
    if (!Number.isInteger(value) || value < 1) {
      throw new RangeError(
        `Cannot open the LLM client: ${name} is ${value}, give an integer of at least 1`,
      );
    }
  }
  const endpoint = options.replay ? null : endpointFromEnv(options.env);
  const prices = options.prices ?? SHIPPED_PRICES;
  const ledger = ledgerKeeper(prices);
  const notes: string[] = [];
  const note = (text: string) => {
    if (notes.includes(text)) return;
    notes.push(text);
    options.onNote?.(text);
  };
  const store = openStore(options.store);
  const soft = options.signal ?? new AbortController().signal;
  const under = underWay(soft, grace * 1000);
  const limit = pLimit(concurrency);
  const pending = new Map<string, Promise<Asked>>();
  let stopped: StopError | null = null;
  let failuresInARow = 0;
  let heard = false;

  const send = endpoint === null ? null : sender({
    post: poster(endpoint, timeout * 1000),
    policy: { ...RETRY, ...options.retry },
    format: options.format ?? "schema",
    endpoint: endpoint.url,
    soft,
    hard: under.signal,
    note,
    sent: ledger.sent,
  });

  const aborted = () =>
    new StopError(
      "aborted",
      `Stopped: ${store.count()} responses are in "${store.path}", ` +
        `the same run goes on from there`,
    );
  const stop = (error: StopError): never => {
    stopped ??= error;
    throw stopped;
  };

  const record = (response: StoredResponse): StoredResponse => {
    try {
      const stored = store.put(response);
      ledger.paid(response);
      return stored;
    } catch (error) {
      return stop(
        new StopError(
          "store",
          `Cannot store a response in "${store.path}": ` +
            (error instanceof Error ? error.message : String(error)),
        ),
      );
    }
  };

  /** Where nothing ever answered, asking for the rest as well would only take longer. */
  const silence = (reply: Failed, url: string): StopError | null =>
    heard ? null : new StopError(
      "failing",
      `Cannot go on: nothing answers at "${url}" (${reply.message}); ` +
        `is the server running, and is OPENAI_BASE_URL right?`,
    );

  const fetchOne = async (
    request: ChatRequest,
    key: string,
    url: string,
    send: Send,
    cancel?: AbortSignal,
  ): Promise<Asked> => {
    if (stopped !== null) throw stopped;
    if (soft.aborted || cancel?.aborted) throw aborted();
    const sent = await send(request);
    if (sent === null) throw aborted();
    const { reply, format } = sent;
    if (reply.ok || reply.status !== null) heard = true;
    if (reply.ok) {
      failuresInARow = 0;
      const response: StoredResponse = {
        key,
        model: request.model,
        sample: request.sample,
        format,
        source: "endpoint",
        endpoint: url,
        receivedAt: new Date().toISOString(),
        usage: readUsage(usageOf(reply.raw)),
        raw: reply.raw,
      };
      return { stored: record(response), fromStore: false };
    }
    const failure = failureOf(reply);
    if (failure !== "filtered") failuresInARow++;
    const fatal = stopFor(reply, request.model, url) ?? silence(reply, url) ??
      (failuresInARow >= stopAfter
        ? new StopError(
          "failing",
          `Cannot go on: ${failuresInARow} requests in a row to "${url}" brought no response, ` +
            `the last one: ${reply.message}`,
        )
        : null);
    if (fatal !== null) return stop(fatal);
    ledger.unanswered(failure);
    return { stored: null, reason: failure, detail: reply.message };
  };

  const ask = async (
    request: ChatRequest,
    cancel?: AbortSignal,
  ): Promise<Asked> => {
    const key = requestKey(request);
    const stored = store.get(key);
    if (stored !== null) {
      ledger.reused();
      return { stored, fromStore: true };
    }
    if (endpoint === null || send === null) {
      throw new StopError(
        "missing",
        `Cannot replay: the response ${key} of model "${request.model}" is not in ` +
          `"${store.path}": ${REMEDY}`,
      );
    }
    const known = pending.get(key);
    if (known !== undefined) return await known;
    const asked = limit(() =>
      under.run(() => fetchOne(request, key, endpoint.url, send, cancel))
    ).finally(() => pending.delete(key));
    pending.set(key, asked);
    return await asked;
  };

  return {
    endpoint: endpoint?.url ?? null,
    store,
    concurrency,
    prices,
    notes,
    note,
    ledger: ledger.read,
    record,
    ask,
    async [Symbol.asyncDispose]() {
      await Promise.allSettled(pending.values());
      under.dispose();
      store.close();
    },
  };
}

function usageOf(raw: string): unknown {
  const body = parseJson(raw);
  return typeof body === "object" && body !== null && "usage" in body
    ? body.usage
    : null;
}
