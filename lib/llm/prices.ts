/**
 * Prices of models. An unknown price is an unknown cost, never 0.
 *
 * @module
 */

import * as z from "zod";
import { parseJson } from "./parse_json.ts";
import shipped from "./prices.json" with { type: "json" };
import type { Usage } from "./usage.ts";

const dollars = z.number().nonnegative();

/** Schema of one model's prices: US dollars per million tokens. */
export const priceSchema = z.strictObject({
  /** Prompt tokens. */
  input: dollars,
  /** Prompt tokens read from the server's cache; without it, the price of `input`. */
  cached: dollars.optional(),
  /** Generated tokens. */
  output: dollars,
  /** Factor for responses that came by batch, from 0 to 1; without it, 1. */
  batch: z.number().min(0).max(1).optional(),
});

/** Schema of a price file. */
export const priceTableSchema = z.strictObject({
  schema_version: z.literal(1),
  /** When the prices held, for people. */
  as_of: z.string().optional(),
  /** Where they are from, for people. */
  source: z.string().optional(),
  /** Model, as it is asked for, to its prices. */
  models: z.record(z.string(), priceSchema),
});

/** Prices of one model. */
export type Price = z.infer<typeof priceSchema>;
/** Prices by model. */
export type PriceTable = z.infer<typeof priceTableSchema>;

/** The prices that ship with the project (`lib/llm/prices.json`); they age. */
export const SHIPPED_PRICES: PriceTable = priceTableSchema.parse(shipped);

/**
 * Read a price file and lay it over the shipped prices: its models win, all others stay.
 *
 * @param path A JSON file as {@linkcode priceTableSchema} describes it.
 * @returns The prices.
 * @throws {Deno.errors.NotFound} If there is no such file.
 * @throws {SyntaxError} If it is not JSON.
 * @throws {TypeError} If it has another shape.
 *
 * @example A server of one's own costs nothing only if one says so
 * ```ts
 * import { equal } from "node:assert/strict";
 * import { costOf, readPrices } from "@taskflow/llm";
 *
 * const path = await Deno.makeTempFile({ suffix: ".json" });
 * const models = { "my-gemma": { input: 0, output: 0 } };
 * await Deno.writeTextFile(path, JSON.stringify({ schema_version: 1, models }));
 * const prices = await readPrices(path);
 * await Deno.remove(path);
 * const usage = { input: 1000, cached: null, output: 10, charged: null };
 * equal(costOf(usage, prices, "my-gemma", "endpoint"), 0);
 * equal(costOf(usage, prices, "another", "endpoint"), null);
 * ```
 */
export async function readPrices(path: string): Promise<PriceTable> {
  const json = parseJson(await Deno.readTextFile(path));
  if (json === undefined) {
    throw new SyntaxError(`Cannot read prices "${path}": it is not JSON`);
  }
  const parsed = priceTableSchema.safeParse(json);
  if (!parsed.success) {
    throw new TypeError(
      `Cannot read prices "${path}": ${z.prettifyError(parsed.error)}`,
    );
  }
  return {
    ...parsed.data,
    models: { ...SHIPPED_PRICES.models, ...parsed.data.models },
  };
}

/**
 * The prices of a model: by its exact name, else without a trailing date (`-2026-04-14`).
 *
 * @param prices The table.
 * @param model Name of the model.
 * @returns Its prices, or `null` if they are unknown.
 *
 * @example
 * ```ts
 * import { equal } from "node:assert/strict";
 * import { priceOf, SHIPPED_PRICES } from "@taskflow/llm";
 *
 * equal(priceOf(SHIPPED_PRICES, "gpt-4.1-mini-2025-04-14")?.output, 1.6);
 * equal(priceOf(SHIPPED_PRICES, "gemma-4-31b"), null);
 * ```
 */
export function priceOf(prices: PriceTable, model: string): Price | null {
  const { models } = prices;
  for (const name of [model, model.replace(/-\d{4}-\d{2}-\d{2}$/, "")]) {
    if (Object.hasOwn(models, name)) return models[name] ?? null;
  }
  return null;
}

/**
 * The cost of a response in US dollars: what its server says it charged, else tokens times prices.
 *
 * @param usage Its tokens.
 * @param prices The table.
 * @param model The model asked.
 * @param source How it came.
 * @returns The cost, or `null` if a price or a number of tokens is unknown.
 *
 * @example
 * ```ts
 * import { equal } from "node:assert/strict";
 * import { costOf, SHIPPED_PRICES } from "@taskflow/llm";
 *
 * const usage = { input: 1e6, cached: 5e5, output: 1e5, charged: null };
 * const cost = costOf(usage, SHIPPED_PRICES, "gpt-4.1-mini", "endpoint");
 * equal(cost?.toFixed(2), "0.41"); // 0.20 + 0.05 + 0.16
 * ```
 */
export function costOf(
  usage: Usage,
  prices: PriceTable,
  model: string,
  source: "endpoint" | "batch",
): number | null {
  if (usage.charged !== null) return usage.charged;
  const price = priceOf(prices, model);
  if (price === null || usage.input === null || usage.output === null) {
    return null;
  }
  const cached = Math.min(usage.cached ?? 0, usage.input);
  const full = (usage.input - cached) * price.input +
    cached * (price.cached ?? price.input) + usage.output * price.output;
  return full / 1e6 * (source === "batch" ? price.batch ?? 1 : 1);
}
