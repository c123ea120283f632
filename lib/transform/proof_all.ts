/**
 * Proving many questions at a time.
 *
 * @module
 */

import pLimit from "p-limit";
import { type ProofTools, proveQuestion } from "./proof.ts";
import type { Proof } from "./proof_report.ts";
import type { Question } from "./question.ts";

/** Options of {@linkcode proveAll}. */
export interface ProveAllOptions extends ProofTools {
  /** Questions at a time. Default 2. */
  readonly jobs?: number;
  /** Called with each proof as it is there. */
  readonly onProof?: (proof: Proof, done: number) => void;
}

/**
 * Prove questions, several at a time.
 *
 * @param questions The questions.
 * @param options Sandbox, checkouts, how many at a time.
 * @returns The proofs in the order of the questions.
 * @throws As `proveQuestion`; the other questions are then given up.
 */
export async function proveAll(
  questions: readonly Question[],
  { jobs = 2, onProof, ...tools }: ProveAllOptions,
): Promise<Proof[]> {
  const stop = new AbortController();
  const { signal: outer } = tools;
  const signal = outer === undefined
    ? stop.signal
    : AbortSignal.any([outer, stop.signal]);
  const limit = pLimit(jobs);
  let done = 0;
  const all = questions.map((question) =>
    limit(async () => {
      signal.throwIfAborted();
      const proof = await proveQuestion(question, { ...tools, signal });
      onProof?.(proof, ++done);
      return proof;
    })
  );
  try {
    return await Promise.all(all);
  } catch (error) {
    // What is under way is ended before anybody hears of the failure: no process outlives it.
    stop.abort(error);
    await Promise.allSettled(all);
    throw error;
  }
}
