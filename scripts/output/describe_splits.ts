/**
 * What splitting came to, for people and as JSON.
 *
 * @module
 */

import {
  FINDING_KINDS,
  type Split,
  type SplitCheck,
  type SplitFailure,
  type SplitFunnel,
  testCoverage,
} from "@taskflow/transform";

/** What `split` made. */
export interface SplitResult {
  readonly splitter: string;
  readonly splitter_version: string;
  readonly malformed: number;
  readonly funnel: SplitFunnel;
  /** Rows of the file. */
  readonly written: readonly Split[];
  readonly checks: readonly SplitCheck[];
  readonly failures: readonly SplitFailure[];
}

/**
 * The result as one JSON object.
 *
 * @param result The result.
 * @returns Funnel, tasks that stay single-turn, findings by kind, failures, tests.
 */
export function summariseSplits(result: SplitResult): Record<string, unknown> {
  const { splitter, splitter_version, malformed, written, failures } = result;
  const { single, ...funnel } = result.funnel;
  return {
    splitter,
    splitter_version,
    malformed,
    funnel,
    written: written.length,
    rows_breaking_contract: breaking(result),
    failures,
    test_part: testCoverage(written),
    intents: intents(written),
    single_turn: single,
  };
}

/** Eligible rows with an error, by kind. */
function breaking({ checks }: SplitResult): Record<string, number> {
  return Object.fromEntries(
    FINDING_KINDS.map((kind) => [
      kind,
      checks.filter(({ findings }) =>
        findings.some((one) => one.kind === kind && one.severity === "error")
      ).length,
    ]),
  );
}

/** Turns by intent, most frequent first; `null` where nothing was labelled. */
function intents(rows: readonly Split[]): Record<string, number> | null {
  const labels = rows.flatMap(({ parts, labels }) =>
    labels === null
      ? []
      : (parts ?? []).flatMap((_, i) => labels[`${i + 1}`] ?? [])
  );
  if (labels.length === 0) return null;
  const counts = new Map<string, number>();
  for (const label of labels) counts.set(label, (counts.get(label) ?? 0) + 1);
  return Object.fromEntries(
    [...counts].sort(([a, n], [b, m]) => m - n || (a < b ? -1 : 1)),
  );
}

const SHOWN = 20;

/**
 * The result in lines.
 *
 * @param result The result.
 * @returns Text.
 */
export function describeSplits(result: SplitResult): string {
  const { funnel, failures, written } = result;
  const eligible = result.checks.filter((check) => check.eligible);
  const passed = eligible.filter(({ ok }) => ok).length;
  const tests = testCoverage(written);
  const share = (n: number, of: number) =>
    of === 0 ? "" : ` (${(100 * n / of).toFixed(1)} %)`;
  const row = (name: string, n: number) =>
    `  ${name.padEnd(24)}${`${n}`.padStart(6)}${share(n, funnel.loaded)}`;
  const broken = Object.entries(breaking(result)).filter(([, n]) => n > 0);
  const labelled = intents(written);
  const turns = Object.values(labelled ?? {}).reduce((sum, n) => sum + n, 0);
  return [
    `splitter ${result.splitter} (${result.splitter_version})`,
    row("loaded", funnel.loaded),
    row("splittable", funnel.splittable),
    row("contract passed", funnel.contract),
    row("context fits", funnel.context),
    row("kept", funnel.kept),
    `contract: ${passed} of ${eligible.length} eligible${
      share(passed, eligible.length)
    }` +
    (broken.length === 0
      ? ""
      : `; broken by ${broken.map(([kind, n]) => `${kind} ${n}`).join(", ")}`),
    `written: ${written.length} rows`,
    ...(failures.length === 0
      ? []
      : [`failures: ${
        failures.map(({ instance_id, pass, reason }) =>
          `${instance_id} (${pass}: ${reason})`
        ).join(", ")
      }`]),
    `tests: ${
      tests.tests - tests.bySource.default
    } of ${tests.tests} placed by name${
      share(tests.tests - tests.bySource.default, tests.tests)
    }, ` +
    `the others fall due at the last part; in ${tests.lastOnly} of ${tests.splits} splits all do`,
    ...(labelled === null ? [] : [
      `intents of turns (baseline): ${
        Object.entries(labelled).map(([intent, n]) =>
          `${intent} ${n}${share(n, turns)}`
        ).join(", ")
      }`,
    ]),
    ...(funnel.single.length === 0
      ? []
      : ["", `stay single-turn: ${funnel.single.length}`]),
    ...funnel.single.slice(0, SHOWN).map(({ instance_id, stage, reason }) =>
      `  ${instance_id}: ${stage}: ${reason}`
    ),
    ...(funnel.single.length > SHOWN
      ? [`  ... and ${funnel.single.length - SHOWN} more (-o writes them all)`]
      : []),
  ].join("\n");
}
