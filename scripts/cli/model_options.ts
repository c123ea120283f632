/**
 * Options of every verb that asks a language model: online, by batch files, or from stored answers.
 *
 * @module
 */

import { type Command, InvalidArgumentError } from "commander";
import { type Llm, openLlm, type Parameters } from "@taskflow/llm";
import { complain, interrupted, wholeNumber } from "./run.ts";

/** What the options give. */
export interface ModelOptions {
  model?: string;
  store: string;
  replay?: boolean;
  batch?: string;
  responses?: string[];
  concurrency: number;
  temperature?: number;
  maxTokens?: number;
  reasks: number;
}

/** How a model is asked. */
export interface Asking {
  readonly llm: Llm;
  readonly model: string;
  readonly parameters: Parameters;
  readonly reasks: number;
}

/**
 * Add the options to a verb.
 *
 * @param verb The verb.
 * @returns The verb.
 */
export function addModelOptions(verb: Command): Command {
  return verb
    .option(
      "--model <name>",
      "model, as the endpoint of OPENAI_BASE_URL knows it",
    )
    .option(
      "--store <file>",
      "where every answer is kept, and taken from",
      "out/llm.sqlite",
    )
    .option("--replay", "send nothing: take all answers from the store")
    .option(
      "--batch <file>",
      "write what is not answered as a batch file, and stop",
    )
    .option(
      "--responses <files...>",
      "read answers of batch files into the store first",
    )
    .option("--concurrency <n>", "most requests at once", wholeNumber(1), 8)
    .option(
      "--temperature <t>",
      "sampling temperature (default: the endpoint's)",
      decimal,
    )
    .option("--max-tokens <n>", "most tokens of an answer", wholeNumber(1))
    .option(
      "--reasks <n>",
      "ask again after an unusable answer",
      wholeNumber(0),
      1,
    );
}

function decimal(value: string): number {
  const number = Number(value);
  if (!Number.isFinite(number) || number < 0 || value.trim() === "") {
    throw new InvalidArgumentError("Give a number of at least 0.");
  }
  return number;
}

/** Whether the verb works without an endpoint: nothing may be sent. */
export function isOffline(
  { replay, batch, responses }: ModelOptions,
): boolean {
  return replay === true || batch !== undefined || responses !== undefined;
}

/**
 * Open the endpoint and its store.
 *
 * @param options Options of the verb.
 * @returns How to ask; dispose of `llm`.
 * @throws {RangeError} If no model is named.
 */
export async function openModel(options: ModelOptions): Promise<Asking> {
  const { model, store, concurrency, temperature, maxTokens, reasks } = options;
  if (model === undefined) {
    throw new RangeError(
      "Cannot ask a model: name it with --model; its endpoint is OPENAI_BASE_URL, its key OPENAI_API_KEY",
    );
  }
  const at = store.lastIndexOf("/");
  if (at > 0) await Deno.mkdir(store.slice(0, at), { recursive: true });
  const llm = openLlm({
    store,
    concurrency,
    replay: isOffline(options),
    signal: interrupted.signal,
    onNote: (note) => complain(`note: ${note}`),
  });
  const parameters = {
    ...(temperature === undefined ? {} : { temperature }),
    ...(maxTokens === undefined ? {} : { max_tokens: maxTokens }),
  };
  return { llm, model, parameters, reasks };
}
