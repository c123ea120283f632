/**
 * Sending again what may go through the next time.
 *
 * @module
 */

import { setTimeout as delay } from "node:timers/promises";
import pRetry from "p-retry";
import type { Failed, Reply } from "./reply.ts";

/** How often and how patiently a request is sent again. Times in milliseconds. */
export interface RetryPolicy {
  /** Times to send again after a failure that names no wait. */
  readonly retries: number;
  /** First wait; it doubles each time. The real wait is up to twice as long (jitter). */
  readonly firstWait: number;
  /** Longest of these waits. */
  readonly longestWait: number;
  /**
   * Longest time that one request may spend waiting as servers ask (`Retry-After`). Such waits do
   * not count against `retries`; a server that asks for more fails the request.
   */
  readonly patience: number;
}

/** Statuses after which the same request may go through. */
const PASSING = [408, 409, 425, 429];

/**
 * Whether the same request may go through later: timeouts, dropped connections, 408, 409, 425, 429
 * (unless the quota is used up) and all of 5xx.
 *
 * @param failed What came of it.
 * @returns Whether to send it again.
 *
 * @example
 * ```ts
 * import { equal } from "node:assert/strict";
 * import { mayPass } from "./retry.ts";
 *
 * const failed = {
 *   ok: false as const,
 *   status: 503,
 *   message: "busy",
 *   flagged: false,
 *   quota: false,
 *   retryAfter: null,
 * };
 * equal(mayPass(failed), true);
 * equal(mayPass({ ...failed, status: 400 }), false);
 * ```
 */
export function mayPass(failed: Failed): boolean {
  if (failed.status === null) return true;
  return !failed.quota &&
    (failed.status >= 500 || PASSING.includes(failed.status));
}

/** Carries a failure through `p-retry`, which knows errors alone. */
class Passing extends Error {
  constructor(readonly failed: Failed) {
    super(failed.message);
  }
}

/** Waits that an endpoint asks for hold for every request to it: this holds them all back. */
export interface Gate {
  /** Let nothing pass for so many milliseconds. */
  close(milliseconds: number): void;
  /** Wait until it is open; rejects when the signal is aborted. */
  pass(signal: AbortSignal): Promise<void>;
}

/**
 * A gate that is open.
 *
 * @returns The gate.
 *
 * @example
 * ```ts
 * import { ok } from "node:assert/strict";
 * import { gate } from "./retry.ts";
 *
 * const at = performance.now();
 * const closed = gate();
 * closed.close(20);
 * await closed.pass(new AbortController().signal);
 * ok(performance.now() - at >= 19);
 * ```
 */
export function gate(): Gate {
  let until = 0;
  return {
    close(milliseconds) {
      until = Math.max(until, performance.now() + milliseconds);
    },
    async pass(signal) {
      for (;;) {
        signal.throwIfAborted();
        const wait = until - performance.now();
        if (wait <= 0) return;
        await delay(wait, undefined, { signal });
      }
    },
  };
}

/**
 * Send until there is a response, a failure that will not pass, or no retry left.
 *
 * @param send Sends once.
 * @param policy How often and how patiently.
 * @param shared The endpoint's gate.
 * @param signal Ends waiting; a request under way is `send`'s own business.
 * @param final Whether a failure is not to be retried for another reason.
 * @returns The last reply, and how often it was sent.
 * @throws If the signal ends a wait.
 *
 * @example
 * ```ts
 * import { deepEqual } from "node:assert/strict";
 * import { gate, retry } from "./retry.ts";
 *
 * const busy = {
 *   ok: false as const,
 *   status: 503,
 *   message: "busy",
 *   flagged: false,
 *   quota: false,
 *   retryAfter: null,
 * };
 * const replies = [busy, busy, { ok: true as const, raw: "{}" }];
 * const policy = { retries: 5, firstWait: 1, longestWait: 2, patience: 10 };
 * const { reply, sent } = await retry(
 *   () => Promise.resolve(replies.shift() ?? busy),
 *   policy,
 *   gate(),
 *   new AbortController().signal,
 * );
 * deepEqual([reply.ok, sent], [true, 3]);
 * ```
 */
export async function retry(
  send: () => Promise<Reply>,
  policy: RetryPolicy,
  shared: Gate,
  signal: AbortSignal,
  final: (failed: Failed) => boolean = () => false,
): Promise<{ reply: Reply; sent: number }> {
  let sent = 0;
  let answered: Reply | null = null;
  let waited = 0;
  let wait: number | null = null;
  /** Takes the wait a server asks for out of the patience there is, or leaves `null`. */
  const grant = ({ retryAfter }: Failed) => {
    wait = retryAfter === null ? null : Math.max(retryAfter, policy.firstWait);
    if (wait !== null && waited + wait > policy.patience) wait = null;
    waited += wait ?? 0;
    if (wait !== null) shared.close(wait + Math.random() * policy.firstWait);
    return wait !== null;
  };
  try {
    const reply = await pRetry(async () => {
      await shared.pass(signal);
      sent++;
      const reply = await send();
      if (!reply.ok && mayPass(reply) && !final(reply)) {
        throw new Passing(reply);
      }
      answered = reply;
      return reply;
    }, {
      retries: policy.retries,
      minTimeout: policy.firstWait,
      maxTimeout: policy.longestWait,
      randomize: true,
      signal,
      shouldConsumeRetry: ({ error }) =>
        !(error instanceof Passing && grant(error.failed)),
      shouldRetry: ({ error }) =>
        error instanceof Passing &&
        (wait !== null || error.failed.retryAfter === null),
    });
    return { reply, sent };
  } catch (error) {
    // p-retry drops what arrives after the signal, but that is paid for and wants storing.
    if (answered !== null) return { reply: answered, sent };
    if (error instanceof Passing) return { reply: error.failed, sent };
    throw error;
  }
}
