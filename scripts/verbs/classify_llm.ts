/**
 * Labels from a model: online, by batch files, or from stored answers.
 *
 * @module
 */

import {
  type IntentPrompt,
  llmAsking,
  llmClassify,
  type LlmClassifyOptions,
  llmEstimate,
  type LlmLabels,
  questionsOf,
} from "@taskflow/classify";
import {
  type BatchFile,
  type Estimate,
  type Ledger,
  type Llm,
  openLlm,
  priceOf,
  type PriceTable,
  progressLine,
  readBatch,
  readPrices,
  SHIPPED_PRICES,
  StopError,
  writeBatch,
} from "@taskflow/llm";
import { progress } from "../cli/progress.ts";
import { AnswerIsNo, complain, interrupted } from "../cli/run.ts";
import type { ClassifyOptions } from "./classify_options.ts";

/** What came of asking a model. */
export interface Asked {
  readonly estimate: Estimate;
  /** Messages that were cut in the middle. */
  readonly cut: number;
  /** Batch files written. */
  readonly batch: readonly BatchFile[];
  /** The labels, or `null` where nothing was to be labelled yet. */
  readonly labelled: (LlmLabels & { readonly ledger: Ledger }) | null;
  /** The store, or `null` if none was kept. */
  readonly store: string | null;
}

/**
 * Label texts with the model of the options.
 *
 * @param texts The texts.
 * @param prompt The prompt.
 * @param options Options of the verb.
 * @returns What came of it.
 * @throws {AnswerIsNo} If it would cost, or has cost, more than `--max-cost`.
 */
export async function askModel(
  texts: readonly (string | null)[],
  prompt: IntentPrompt,
  options: ClassifyOptions,
): Promise<Asked> {
  const { batch, responses, dryRun, replay, out } = options;
  const store = storeOf(options);
  const prices = options.prices === undefined
    ? SHIPPED_PRICES
    : await readPrices(options.prices);
  const questions = questionsOf(texts, prompt);
  const kept = store === ":memory:" ? null : store;
  {
    await using llm = open(store, prices, options, null);
    const asking = askingOf(llm, prompt, options);
    if (responses !== undefined) {
      await readResponses(questions.shown, responses, asking, options);
    }
    const estimate = llmEstimate(questions.shown, asking);
    complain(describeEstimate(estimate, texts.length, questions, options));
    const files = batch === undefined
      ? []
      : await writeBatch(prompt.schema, questions.shown, batch, {
        ...llmAsking(asking),
        format: options.format,
        maxRequests: options.batchRequests,
        maxBytes: options.batchBytes,
      });
    const done = { estimate, cut: questions.cut, batch: files, store: kept };
    if (dryRun || out === undefined) return { ...done, labelled: null };
    const offline = replay === true || responses !== undefined ||
      batch !== undefined;
    if (offline || estimate.calls === 0) {
      const labels = await llmClassify(texts, asking);
      return { ...done, labelled: { ...labels, ledger: llm.ledger() } };
    }
    refuseCost(estimate, prices, options);
  }
  return await askOnline(texts, prompt, prices, options, store);
}

async function askOnline(
  texts: readonly (string | null)[],
  prompt: IntentPrompt,
  prices: PriceTable,
  options: ClassifyOptions,
  store: string,
): Promise<Asked> {
  const budget = new AbortController();
  const signal = AbortSignal.any([interrupted.signal, budget.signal]);
  await using llm = open(store, prices, options, signal);
  const asking = askingOf(llm, prompt, options);
  const { shown, cut } = questionsOf(texts, prompt);
  const estimate = llmEstimate(shown, asking);
  const line = progress(`asking ${options.model}`);
  let last = "nothing was asked";
  try {
    const labels = await llmClassify(texts, {
      ...asking,
      onProgress: (progress) => {
        line.update(last = progressLine(progress));
        if (overspent(llm.ledger(), options)) budget.abort();
      },
    });
    line.done(last);
    const labelled = { ...labels, ledger: llm.ledger() };
    return { estimate, cut, batch: [], labelled, store };
  } catch (error) {
    line.done(last);
    if (!(error instanceof StopError)) throw error;
    if (interrupted.signal.aborted) complain(error.message);
    else if (!budget.signal.aborted) {
      complain(
        `${llm.store.count()} answers are kept in "${store}", the same run goes on from there`,
      );
    }
    if (!budget.signal.aborted) throw error;
    throw new AnswerIsNo(describeOverspent(llm.ledger(), options, error));
  }
}

function open(
  store: string,
  prices: PriceTable,
  options: ClassifyOptions,
  signal: AbortSignal | null,
): Llm {
  return openLlm({
    store,
    prices,
    concurrency: options.concurrency,
    timeout: options.timeout,
    format: options.format,
    replay: signal === null,
    ...(signal === null ? {} : { signal }),
    onNote: (note) => complain(`note: ${note}`),
  });
}

function askingOf(
  llm: Llm,
  prompt: IntentPrompt,
  options: ClassifyOptions,
): LlmClassifyOptions {
  const { model = "", temperature, maxTokens, parameters, reasks } = options;
  return {
    llm,
    prompt,
    model,
    parameters: {
      ...(temperature === null ? {} : { temperature }),
      max_tokens: maxTokens,
      ...parameters,
    },
    reasks,
  };
}

/** The store that is named, or the one beside the output; none is needed to write requests alone. */
function storeOf({ store, out }: ClassifyOptions): string {
  if (store !== undefined) return store;
  return out === undefined
    ? ":memory:"
    : `${out.replace(/\.[^./\\]*$/, "")}.llm.sqlite`;
}

async function readResponses(
  shown: readonly string[],
  paths: readonly string[],
  asking: LlmClassifyOptions,
  { format }: ClassifyOptions,
): Promise<void> {
  const report = await readBatch(asking.prompt.schema, shown, paths, {
    ...llmAsking(asking),
    format,
  });
  const { lines, stored, known, duplicates, unknown, errors, unreadable } =
    report;
  complain(
    `responses: ${lines} lines, ${stored} taken, ${known} known, ${duplicates} double, ` +
      `${unknown} to other questions, ${errors} errors, ${unreadable} unreadable; ` +
      `${report.missing} of ${shown.length} questions have no answer`,
  );
  for (const { path, line, message } of report.problems.slice(0, 5)) {
    complain(`warning: "${path}", line ${line}: ${message}`);
  }
  if (lines > 0 && unknown === lines) {
    throw new RangeError(
      `Cannot use the responses: none answers a question of these messages; give the same path, ` +
        `--model, --taxonomy, --max-characters, --temperature, --max-tokens and --parameters as with --batch`,
    );
  }
}

function describeEstimate(
  estimate: Estimate,
  messages: number,
  { shown, cut, withoutText }: ReturnType<typeof questionsOf>,
  options: ClassifyOptions,
): string {
  const number = (n: number | null) => n?.toLocaleString("en-US") ?? "unknown";
  const { calls, inputTokens, outputTokens, cost } = estimate;
  const repeated = messages - withoutText - shown.length;
  const parts = [
    `${number(repeated)} repeat another's text`,
    `${number(shown.length - calls)} are answered`,
    ...(cut > 0
      ? [
        `${number(cut)} are cut to ${number(options.maxCharacters)} characters`,
      ]
      : []),
    ...(withoutText > 0 ? [`${number(withoutText)} have no text`] : []),
  ];
  const price = cost === null
    ? `cost unknown: no price for "${options.model}" (--prices FILE)`
    : `$${cost.toFixed(4)}`;
  return `estimate: ${number(calls)} calls for ${number(messages)} messages (${
    parts.join(", ")
  }); about ${number(inputTokens)} tokens in, ${number(outputTokens)} out` +
    `${calls > 0 ? " if the model does not think first" : ""}; ${price}`;
}

/** What `--max-cost` promises must be known before anything is sent. */
function refuseCost(
  { cost }: Estimate,
  prices: PriceTable,
  { maxCost, model = "" }: ClassifyOptions,
): void {
  if (maxCost === undefined) return;
  if (priceOf(prices, model) === null) {
    throw new RangeError(
      `Cannot keep to --max-cost: the price of "${model}" is unknown; give it with --prices FILE`,
    );
  }
  if (cost === null || cost <= maxCost) return;
  throw new AnswerIsNo(
    `Nothing was asked: the estimate of $${
      cost.toFixed(4)
    } is above --max-cost ${maxCost}; take a --sample, or raise it`,
  );
}

/** Whether the limit is reached, or the costs are no longer known. */
function overspent(
  { cost }: Ledger,
  { maxCost }: ClassifyOptions,
): boolean {
  return maxCost !== undefined &&
    (cost.total === null || cost.total >= maxCost);
}

function describeOverspent(
  { cost }: Ledger,
  { maxCost }: ClassifyOptions,
  stopped: StopError,
): string {
  const why = cost.total === null
    ? `${cost.unknown} responses do not say how many tokens they took, so --max-cost cannot be kept`
    : `$${cost.total.toFixed(4)} are spent, --max-cost is ${maxCost}`;
  return `${why}. ${stopped.message}`;
}
