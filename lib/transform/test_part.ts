/**
 * After which turn a test must pass.
 *
 * @module
 */

import type { Task } from "@taskflow/benchmark";
import { artifactsOf } from "./artifacts.ts";
import type { Split, TestPart, TestSource } from "./split.ts";

/** Shorter names are found in too many tests. */
const SHORTEST = 5;

/**
 * Map the tests that must pass at the end to the parts after which they fall due, by identifiers: a
 * test falls due at the last part that alone speaks of a name found in the test's name. A test
 * without such a name falls due at the last part of all, which is never too early.
 *
 * @param task The task.
 * @param parts The parts of its split.
 * @param known Entries that a person or a model gave; they go before what is found here.
 * @returns One entry a test, in the order of `fail_to_pass`.
 *
 * @example
 * ```ts
 * import { deepEqual } from "node:assert/strict";
 * import { testPart } from "@taskflow/transform";
 *
 * const task = { fail_to_pass: ["cache.test.ts | fetchPage retries", "all"] };
 * const parts = ["Retry in `fetchPage`.", "Evict with `evictPages`."];
 * deepEqual(testPart(task, parts).map(({ part, source }) => [part, source]), [
 *   [0, "identifier"],
 *   [1, "default"],
 * ]);
 * ```
 */
export function testPart(
  task: Pick<Task, "fail_to_pass">,
  parts: readonly string[],
  known: readonly TestPart[] = [],
): TestPart[] {
  const given = new Map(known.map((entry) => [entry.test, entry]));
  const own = ownNames(parts);
  return task.fail_to_pass.map((test) => {
    const entry = given.get(test);
    if (entry !== undefined) return entry;
    const name = plain(test);
    const due = own.reduce(
      (last, names, part) =>
        names.some((own) => name.includes(own)) ? part : last,
      -1,
    );
    return due >= 0
      ? { test, part: due, source: "identifier" }
      : { test, part: parts.length - 1, source: "default" };
  });
}

/** Identifiers that stand in one part alone, by part. */
function ownNames(parts: readonly string[]): string[][] {
  const names = parts.map((part) => {
    const strings = artifactsOf(part).filter(({ kind }) =>
      kind !== "number" && kind !== "quotation" && kind !== "url"
    );
    const words = strings.flatMap(({ text }) =>
      text.match(/[A-Za-z_$][\w$]*/g) ?? []
    );
    return new Set(words.map(plain).filter((name) => name.length >= SHORTEST));
  });
  return names.map((set, at) =>
    [...set].filter((name) =>
      names.every((other, i) =>
        i === at || ![...other].some((known) => known.includes(name))
      )
    )
      .filter((name) =>
        !parts.some((part, i) => i !== at && plain(part).includes(name))
      )
  );
}

function plain(text: string): string {
  return text.toLowerCase().replace(/[^a-z0-9]/g, "");
}

/** How many tests a map places, and from what. */
export interface TestCoverage {
  /** Splits with a map. */
  readonly splits: number;
  readonly tests: number;
  /** Tests by where their entry comes from. */
  readonly bySource: Readonly<Record<TestSource, number>>;
  /** Share of tests that are placed by something better than the default, or `null` without tests. */
  readonly placed: number | null;
  /** Splits whose tests all fall due at the last part. */
  readonly lastOnly: number;
}

/**
 * Count what the maps of splits rest on.
 *
 * @param splits Splits; those without a map do not count.
 * @returns The counts.
 *
 * @example
 * ```ts
 * import { equal } from "node:assert/strict";
 * import { testCoverage } from "@taskflow/transform";
 *
 * equal(testCoverage([]).placed, null);
 * ```
 */
export function testCoverage(
  splits: readonly Pick<Split, "parts" | "test_part">[],
): TestCoverage {
  const bySource: Record<TestSource, number> = {
    identifier: 0,
    llm: 0,
    person: 0,
    default: 0,
  };
  const mapped = splits.filter(({ parts, test_part }) =>
    parts !== null && test_part !== null
  );
  for (const { test_part } of mapped) {
    for (const { source } of test_part ?? []) bySource[source]++;
  }
  const tests = Object.values(bySource).reduce((sum, n) => sum + n, 0);
  return {
    splits: mapped.length,
    tests,
    bySource,
    placed: tests === 0 ? null : (tests - bySource.default) / tests,
    lastOnly:
      mapped.filter(({ parts, test_part }) =>
        test_part?.every(({ part }) => part === (parts?.length ?? 0) - 1)
      ).length,
  };
}
