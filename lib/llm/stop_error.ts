/**
 * The one error that ends a run.
 *
 * @module
 */

/**
 * Why a run ends:
 * - `key`: the endpoint rejects the key (401, 403);
 * - `credit`: the account has none left (402, or 429 with `insufficient_quota`);
 * - `model`: the endpoint knows neither the model nor the path (404);
 * - `failing`: too many requests in a row brought no response;
 * - `aborted`: the caller's signal, Ctrl-C for example;
 * - `missing`: replay only, and responses are not in the store;
 * - `store`: a response could not be written to disk.
 */
export type StopCode =
  | "key"
  | "credit"
  | "model"
  | "failing"
  | "aborted"
  | "missing"
  | "store";

/**
 * Ends a run: going on would fail the same way for every further request. What was answered before
 * is in the store; after the cause is mended, the same run goes on from there.
 *
 * @example
 * ```ts
 * import { equal } from "node:assert/strict";
 * import { StopError } from "@taskflow/llm";
 *
 * equal(new StopError("key", "Cannot ask").code, "key");
 * ```
 */
export class StopError extends Error {
  /** The class's name, as errors print it. */
  override readonly name = "StopError";
  /** Why the run ends. */
  readonly code: StopCode;

  /**
   * Make one.
   *
   * @param code Why the run ends.
   * @param message What was tried, what is wrong, what to do; without the key.
   */
  constructor(code: StopCode, message: string) {
    super(message);
    this.code = code;
  }
}
