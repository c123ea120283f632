/**
 * What a run has asked, got and paid.
 *
 * @module
 */

import type { FailureReason } from "./outcome.ts";
import { costOf, type PriceTable } from "./prices.ts";
import type { StoredResponse } from "./store.ts";

/** A sum of which parts may be unknown. */
export interface Sum {
  /** The sum of the known parts. */
  readonly known: number;
  /** Number of responses whose part is unknown. */
  readonly unknown: number;
  /** The sum, or `null` if any part of it is unknown: never a number that is too small. */
  readonly total: number | null;
}

/** Responses paid for in this run, of one model. */
export interface LedgerLine {
  /** The model. */
  readonly model: string;
  /** Responses received and stored. */
  readonly responses: number;
  /** Prompt tokens. */
  readonly input: Sum;
  /** Prompt tokens read from the server's cache; a server that says nothing counts as unknown. */
  readonly cached: Sum;
  /** Generated tokens. */
  readonly output: Sum;
  /** US dollars. */
  readonly cost: Sum;
}

/** What a run has asked, got and paid. */
export interface Ledger {
  /** HTTP requests sent, retries included; servers may charge for some that brought nothing. */
  readonly sent: number;
  /** Responses taken from the store instead of being asked for. */
  readonly fromStore: number;
  /** Requests that brought no response, by reason. */
  readonly unanswered: Readonly<Partial<Record<FailureReason, number>>>;
  /** By model, in the order of their first responses. */
  readonly models: readonly LedgerLine[];
  /** US dollars over all models. */
  readonly cost: Sum;
}

/** Counts while a run goes on. */
export interface LedgerKeeper {
  /** A response came and is stored. */
  paid(response: StoredResponse): void;
  /** A response was in the store. */
  reused(): void;
  /** HTTP requests were sent. */
  sent(requests: number): void;
  /** A request brought no response. */
  unanswered(reason: FailureReason): void;
  /** The counts so far. */
  read(): Ledger;
}

interface Parts {
  known: number;
  unknown: number;
}

const QUANTITIES = ["input", "cached", "output", "cost"] as const;
type Line = Record<(typeof QUANTITIES)[number], Parts> & { responses: number };

const empty = (): Parts => ({ known: 0, unknown: 0 });

function add(parts: Parts, part: number | null): void {
  if (part === null) parts.unknown++;
  else parts.known += part;
}

function sum({ known, unknown }: Parts): Sum {
  return { known, unknown, total: unknown === 0 ? known : null };
}

/**
 * A ledger of nothing.
 *
 * @param prices Prices by model.
 * @returns The ledger, to be filled.
 *
 * @example An unknown price is an unknown cost
 * ```ts
 * import { deepEqual } from "node:assert/strict";
 * import { ledgerKeeper } from "@taskflow/llm";
 *
 * const ledger = ledgerKeeper({ schema_version: 1, models: {} });
 * ledger.paid({
 *   key: "a",
 *   model: "m",
 *   sample: 0,
 *   format: "schema",
 *   source: "endpoint",
 *   endpoint: null,
 *   receivedAt: "2026-01-01T00:00:00Z",
 *   usage: { input: 10, cached: 0, output: 2, charged: null },
 *   raw: "{}",
 * });
 * const { cost, models } = ledger.read();
 * deepEqual(cost, { known: 0, unknown: 1, total: null });
 * deepEqual(models[0]?.input.total, 10);
 * ```
 */
export function ledgerKeeper(prices: PriceTable): LedgerKeeper {
  let requests = 0;
  let fromStore = 0;
  const unanswered: Partial<Record<FailureReason, number>> = {};
  const lines = new Map<string, Line>();
  const lineOf = (model: string): Line => {
    const line = lines.get(model) ?? {
      responses: 0,
      input: empty(),
      cached: empty(),
      output: empty(),
      cost: empty(),
    };
    lines.set(model, line);
    return line;
  };
  return {
    paid({ model, usage, source }) {
      const line = lineOf(model);
      line.responses++;
      add(line.input, usage.input);
      add(line.cached, usage.cached);
      add(line.output, usage.output);
      add(line.cost, costOf(usage, prices, model, source));
    },
    reused() {
      fromStore++;
    },
    sent(n) {
      requests += n;
    },
    unanswered(reason) {
      unanswered[reason] = (unanswered[reason] ?? 0) + 1;
    },
    read() {
      const cost = empty();
      for (const line of lines.values()) {
        cost.known += line.cost.known;
        cost.unknown += line.cost.unknown;
      }
      return {
        sent: requests,
        fromStore,
        unanswered: { ...unanswered },
        models: [...lines].map(([model, line]) => ({
          model,
          responses: line.responses,
          input: sum(line.input),
          cached: sum(line.cached),
          output: sum(line.output),
          cost: sum(line.cost),
        })),
        cost: sum(cost),
      };
    },
  };
}
