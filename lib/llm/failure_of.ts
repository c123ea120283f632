/**
 * What a missing response means: for its one item, or for the whole run.
 *
 * @module
 */

import type { FailureReason } from "./outcome.ts";
import type { Failed } from "./reply.ts";
import { mayPass } from "./retry.ts";
import { StopError } from "./stop_error.ts";

/**
 * The reason under which a request without a response is counted.
 *
 * @param failed What came of it.
 * @returns The reason.
 *
 * @example
 * ```ts
 * import { equal } from "node:assert/strict";
 * import { failureOf } from "./failure_of.ts";
 *
 * const failed = {
 *   ok: false as const,
 *   status: 400,
 *   message: "400 too long",
 *   flagged: false,
 *   quota: false,
 *   retryAfter: null,
 * };
 * equal(failureOf(failed), "rejected");
 * ```
 */
export function failureOf(failed: Failed): FailureReason {
  if (failed.flagged) return "filtered";
  return mayPass(failed) ? "unreachable" : "rejected";
}

/**
 * The error that ends a run, if a failure would meet every further request as well.
 *
 * @param failed What came of a request.
 * @param model The model asked.
 * @param url The endpoint.
 * @returns The error, or `null`.
 *
 * @example
 * ```ts
 * import { equal } from "node:assert/strict";
 * import { stopFor } from "./failure_of.ts";
 *
 * const failed = {
 *   ok: false as const,
 *   status: 401,
 *   message: "401 no such key",
 *   flagged: false,
 *   quota: false,
 *   retryAfter: null,
 * };
 * equal(stopFor(failed, "m", "http://127.0.0.1/v1")?.code, "key");
 * ```
 */
export function stopFor(
  failed: Failed,
  model: string,
  url: string,
): StopError | null {
  const { status, message, flagged, quota } = failed;
  if (status === 401 || (status === 403 && !flagged)) {
    return new StopError(
      "key",
      `Cannot ask "${url}": it rejects the key (${message}): ` +
        `set OPENAI_API_KEY to one that it takes`,
    );
  }
  if (quota) {
    return new StopError(
      "credit",
      `Cannot ask "${url}": the account has no credit left (${message})`,
    );
  }
  if (status === 404) {
    return new StopError(
      "model",
      `Cannot ask model "${model}" at "${url}": it is not there (${message}): ` +
        `check the model's name and that OPENAI_BASE_URL ends as the server wants, often in /v1`,
    );
  }
  return null;
}
