/**
 * Shares of the intents: bars for one corpus, dots for several side by side.
 *
 * @module
 */

import type { FlowCounts } from "@taskflow/flow";
import type { Taxonomy } from "@taskflow/taxonomy";
import { completeFigure } from "./chart_config.ts";
import type { Figure, FigureOptions, Table } from "./figure.ts";
import { formatCount } from "./format.ts";
import { barChart, dotChart, WIDTH } from "./intent_chart.ts";

/** One corpus in a comparison. */
export interface NamedCounts {
  /** Name of the corpus; may be untrusted text. Names must differ. */
  readonly name: string;
  /** Its counts. */
  readonly counts: Pick<FlowCounts, "taxonomy" | "intents">;
}

/** What the chart shows. */
export interface IntentBarsOptions extends FigureOptions {
  /** `all` intents (default), or the `retained` ones that make up P_T. */
  readonly over?: "all" | "retained";
}

/** Most corpora in one chart: as many shapes can be told apart. */
const MOST = 6;

/** A corpus with its messages and shares over the labels shown. */
export interface IntentSeries {
  /** Name of the corpus. */
  readonly name: string;
  /** Messages per label shown. */
  readonly messages: readonly number[];
  /** Shares of them, 0 to 1; `null` without any message. */
  readonly shares: readonly (number | null)[];
  /** Sum of the messages. */
  readonly total: number;
}

function check(corpora: readonly NamedCounts[], name: string): Taxonomy {
  const [first] = corpora;
  if (first === undefined || corpora.length > MOST) {
    throw new RangeError(
      `Cannot draw "${name}": it has ${corpora.length} corpora, not 1 to ${MOST}`,
    );
  }
  const { taxonomy } = first.counts;
  const names = new Set<string>();
  for (const { name: corpus, counts } of corpora) {
    if (names.has(corpus)) {
      throw new RangeError(
        `Cannot draw "${name}": two corpora are called ${
          JSON.stringify(corpus)
        }`,
      );
    }
    names.add(corpus);
    if (counts.taxonomy.hash !== taxonomy.hash) {
      throw new RangeError(
        `Cannot draw "${name}": corpora with taxonomies "${taxonomy.name}" and ` +
          `"${counts.taxonomy.name}": map both onto one taxonomy first`,
      );
    }
  }
  return taxonomy;
}

function tableOf(
  labels: readonly string[],
  series: readonly IntentSeries[],
): Table {
  const suffix = (name: string) => series.length === 1 ? "" : `: ${name}`;
  return {
    columns: [
      { key: "intent", header: "Intent", format: "text" },
      ...series.flatMap(({ name }) => [
        {
          key: `messages${suffix(name)}`,
          header: `Messages${suffix(name)}`,
          format: "count" as const,
        },
        {
          key: `share${suffix(name)}`,
          header: `Share${suffix(name)}`,
          format: "share" as const,
        },
      ]),
    ],
    rows: labels.map((intent, i) => ({
      intent,
      ...Object.fromEntries(series.flatMap(({ name, messages, shares }) => [
        [`messages${suffix(name)}`, messages[i] ?? 0],
        [`share${suffix(name)}`, shares[i] ?? null],
      ])),
    })),
  };
}

/**
 * Draw the share of each intent, in taxonomy order: bars in the colours of the
 * intents for one corpus, one row of dots per intent for several.
 *
 * @param corpora One to six corpora under one taxonomy.
 * @param options What to show.
 * @returns The figure; its table has one row an intent, messages and share of each corpus.
 * @throws {RangeError} If there are no or too many corpora, two names are equal, or taxonomies differ.
 *
 * @example
 * ```ts
 * import { equal } from "node:assert/strict";
 * import { countFlow } from "@taskflow/flow";
 * import { intentBars } from "@taskflow/plot";
 *
 * const corpora = [{ name: "mine", counts: countFlow([["tests", "bug-fix"]]) }];
 * const { table } = intentBars(corpora, { name: "intents", title: "Intents" });
 * equal(table.rows[0]?.share, 0.5);
 * ```
 */
export function intentBars(
  corpora: readonly NamedCounts[],
  options: IntentBarsOptions,
): Figure {
  const { over = "all" } = options;
  const taxonomy = check(corpora, options.name);
  const labels = [...over === "all" ? taxonomy.labels : taxonomy.retained];
  const series = corpora.map(({ name, counts }): IntentSeries => {
    const messages = labels.map((label) =>
      counts.intents[taxonomy.codeOf.get(label) ?? -1] ?? 0
    );
    const total = messages.reduce((sum, n) => sum + n, 0);
    const shares = messages.map((n) => total === 0 ? null : n / total);
    return { name, messages, shares, total };
  });
  const what = over === "all"
    ? `all ${labels.length} intents`
    : `the ${labels.length} retained intents`;
  const sizes = series.map(({ name, total }) =>
    series.length === 1
      ? `${formatCount(total)} messages`
      : `${name}: ${formatCount(total)}`
  );
  const shown = series.length === 1
    ? `${sizes[0]}, ${what}`
    : `Share of messages over ${what}`;
  return completeFigure(options, {
    subtitle: shown,
    caption: [
      `Share of user messages by intent, over ${what}.`,
      series.length === 1 ? `${sizes[0]}.` : `Messages: ${sizes.join("; ")}.`,
    ],
    chart: series.length === 1
      ? barChart(taxonomy, labels, series)
      : dotChart(labels, series),
    width: WIDTH + 120,
    table: tableOf(labels, series),
  });
}
