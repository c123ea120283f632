/**
 * The classifier that asks a language model about one message at a time (Appendix A).
 *
 * @module
 */

import {
  chatRequest,
  completeAll,
  type CompleteAllOptions,
  type Estimate,
  estimate,
  FAILURES,
  type Llm,
  type Parameters,
  type Progress,
  requestKey,
} from "@taskflow/llm";
import { type Questions, questionsOf } from "./llm_questions.ts";
import type { IntentPrompt } from "./prompt.ts";

/**
 * Why a message has no label: what came of its request (see `FAILURES` of lib/llm), `missing` (nothing
 * may be sent and there is no response to it), or `no-text`.
 */
export const UNLABELLED = [...FAILURES, "missing", "no-text"] as const;

/** Why a message has no label. */
export type Unlabelled = (typeof UNLABELLED)[number];

/** What a classifier says of one message: a label, or why there is none. Never both, never neither. */
export type Labelling =
  | { readonly intent: string; readonly failure: null }
  | { readonly intent: null; readonly failure: Unlabelled };

/** How to ask. */
export interface LlmClassifyOptions {
  /** Endpoint and store. */
  readonly llm: Llm;
  /** The prompt, which says what labels there are. */
  readonly prompt: IntentPrompt;
  /** Name of the model as the endpoint knows it. */
  readonly model: string;
  /** Sampling parameters, sent as they are. */
  readonly parameters?: Parameters;
  /** Times to ask again after a response without a label (default 0). */
  readonly reasks?: number;
  /** Called after each distinct message. */
  readonly onProgress?: (progress: Progress) => void;
}

/** What came of asking. */
export interface LlmLabels {
  /** One a message, in their order. */
  readonly labels: readonly Labelling[];
  /** What was asked. */
  readonly questions: Questions;
  /** Messages without a label, by reason. */
  readonly failures: Readonly<Partial<Record<Unlabelled, number>>>;
  /** What was wrong with the first of each reason; may quote an answer, and so a private text. */
  readonly examples: Readonly<Partial<Record<Unlabelled, string>>>;
}

/** Answer tokens that are reckoned with where nothing tells: the bare JSON, without thoughts. */
const ANSWER_TOKENS = 15;

/**
 * How a prompt is asked about: schema, messages and options for the functions of lib/llm, `writeBatch`
 * and `readBatch` among them. Their items are the `shown` texts of {@linkcode questionsOf}.
 *
 * @param options How to ask.
 * @returns Options for `completeAll`.
 *
 * @example Requests in a batch file
 * ```ts
 * import { equal } from "node:assert/strict";
 * import { intentPrompt, llmAsking, questionsOf } from "@taskflow/classify";
 * import { openLlm, writeBatch } from "@taskflow/llm";
 *
 * await using llm = openLlm({ store: ":memory:", replay: true });
 * const prompt = intentPrompt();
 * const { shown } = questionsOf(["go", "why?", "go"], prompt);
 * const path = `${await Deno.makeTempDir()}/requests.jsonl`;
 * const asking = llmAsking({ llm, prompt, model: "m" });
 * const [file] = await writeBatch(prompt.schema, shown, path, asking);
 * equal(file?.requests, 2);
 * ```
 */
export function llmAsking(
  { llm, prompt, model, parameters, reasks, onProgress }: LlmClassifyOptions,
): CompleteAllOptions<string> {
  return {
    llm,
    model,
    messages: prompt.messages,
    ...(parameters === undefined ? {} : { parameters }),
    ...(reasks === undefined ? {} : { reasks }),
    ...(onProgress === undefined ? {} : { onProgress }),
  };
}

/**
 * What classifying will take, before the first call: messages that are alike are asked about once, and
 * what is in the store costs nothing.
 *
 * @param shown Distinct messages as they are shown.
 * @param options How to ask.
 * @returns Calls, tokens and cost. Generated tokens are the mean of what the store has of the model, else
 * 15 a call: a model that thinks first generates more. `cost` is `null` where the price is unknown.
 *
 * @example
 * ```ts
 * import { deepEqual } from "node:assert/strict";
 * import { intentPrompt, llmEstimate } from "@taskflow/classify";
 * import { openLlm } from "@taskflow/llm";
 *
 * await using llm = openLlm({ store: ":memory:", replay: true });
 * const options = { llm, prompt: intentPrompt(), model: "gemma-4-31b" };
 * const { calls, cost } = llmEstimate(["go", "why?"], options);
 * deepEqual([calls, cost], [2, null]);
 * ```
 */
export function llmEstimate(
  shown: readonly string[],
  options: LlmClassifyOptions,
): Estimate {
  const { llm, model, prompt } = options;
  return estimate(prompt.schema, shown, {
    ...llmAsking(options),
    outputTokens: llm.store.meanOutput(model) ?? ANSWER_TOKENS,
  });
}

/**
 * Give messages the labels that a model gives them, each message alone. Order is kept; a message without
 * a usable answer stays without a label and says why.
 *
 * With an endpoint every question is asked that has no response in the store. Without one (replay) nothing
 * is sent, and a question without a response counts as `missing`.
 *
 * @param texts Texts in any order; `null` where there is none.
 * @param options How to ask.
 * @returns Labels and counts.
 * @throws {StopError} If going on would be in vain; what came before is in the store.
 *
 * @example A server that always says "tests"
 * ```ts
 * import { deepEqual, equal } from "node:assert/strict";
 * import { intentPrompt, llmClassify } from "@taskflow/classify";
 * import { openLlm } from "@taskflow/llm";
 *
 * const message = { role: "assistant", content: '{"task_type":"tests"}' };
 * let calls = 0;
 * await using server = Deno.serve(
 *   { hostname: "127.0.0.1", port: 0, onListen() {} },
 *   () => (calls++, Response.json({ choices: [{ message, finish_reason: "stop" }] })),
 * );
 * const env = { OPENAI_BASE_URL: `http://127.0.0.1:${server.addr.port}/v1` };
 * await using llm = openLlm({ store: ":memory:", env });
 * const { labels } = await llmClassify(["Test it", null, "Test it"], {
 *   llm,
 *   prompt: intentPrompt(),
 *   model: "m",
 * });
 * deepEqual(labels.map(({ intent }) => intent), ["tests", null, "tests"]);
 * equal(calls, 1);
 * ```
 */
export async function llmClassify(
  texts: readonly (string | null)[],
  options: LlmClassifyOptions,
): Promise<LlmLabels> {
  const { prompt } = options;
  const questions = questionsOf(texts, prompt);
  const { answers, examples } = await ask(questions.shown, options);
  const failures: Partial<Record<Unlabelled, number>> = {};
  const labels = Array.from(questions.of, (place): Labelling => {
    const labelling = place < 0
      ? { intent: null, failure: "no-text" as const }
      : answers[place] ?? { intent: null, failure: "missing" as const };
    const { failure } = labelling;
    if (failure !== null) failures[failure] = (failures[failure] ?? 0) + 1;
    return labelling;
  });
  return { labels, questions, failures, examples };
}

/** Answers by place; in replay those without a response stay empty. */
async function ask(
  shown: readonly string[],
  options: LlmClassifyOptions,
): Promise<
  {
    answers: readonly (Labelling | undefined)[];
    examples: LlmLabels["examples"];
  }
> {
  const { llm, prompt } = options;
  const asking = llmAsking(options);
  const answers = new Array<Labelling | undefined>(shown.length);
  const examples: Partial<Record<Unlabelled, string>> = {};
  const isThere = (text: string) =>
    llm.store.has(
      requestKey(chatRequest(prompt.schema, prompt.messages(text), asking)),
    );
  const places = [...shown.keys()].filter((place) =>
    llm.endpoint !== null || isThere(shown[place] ?? "")
  );
  const items = places.map((place) => shown[place] ?? "");
  for await (
    const { index, outcome } of completeAll(prompt.schema, items, asking)
  ) {
    const place = places[index] ?? -1;
    if (outcome.ok) {
      answers[place] = { intent: outcome.value.task_type, failure: null };
    } else {
      answers[place] = { intent: null, failure: outcome.reason };
      examples[outcome.reason] ??= outcome.detail;
    }
  }
  return { answers, examples };
}
