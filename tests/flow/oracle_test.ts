/** Every golden case of tests/oracle, at the tolerances of its README. */

import { deepEqual, equal, ok } from "node:assert/strict";
import { TAXONOMY } from "@taskflow/taxonomy";
import {
  align,
  countFlow,
  divergence,
  type FlowCounts,
  LENGTH_BINS,
  type Reading,
  retainedIntents,
  similarity,
  taskFlow,
  transitionMap,
} from "@taskflow/flow";
import jsd from "../oracle/jsd.json" with { type: "json" };
import flow from "../oracle/flow.json" with { type: "json" };

Deno.test("taxonomy has the labels, order and bins of the oracle", () => {
  deepEqual([...TAXONOMY.labels], flow.labels);
  deepEqual([...TAXONOMY.retained], flow.retained);
  deepEqual([...LENGTH_BINS], flow.lengthBins);
});

Deno.test("divergence() and similarity() agree with every case of jsd.json", () => {
  equal(jsd.cases.length, 180);
  for (const { id, tags, p, q, jsd2, s } of jsd.cases) {
    const [got, gotS] = [divergence(p, q), similarity(p, q)];
    ok(got !== null && gotS !== null, id);
    ok(got >= 0 && got <= 1 && gotS >= 0 && gotS <= 1, `${id}: ${got} ${gotS}`);
    ok(Math.abs(got - jsd2) <= 1e-12, `${id}: jsd ${got} for ${jsd2}`);
    ok(Math.abs(gotS - s) <= 1e-12, `${id}: s ${gotS} for ${s}`);
    // The other tiny values of s are what decimal rounding left of an exact 0.
    if (s > 1e-12 || tags.includes("nearly-disjoint")) {
      ok(Math.abs(gotS / s - 1) <= 1e-9, `${id}: s ${gotS} for ${s}, relative`);
    }
    if (jsd2 > 1e-13) {
      ok(Math.abs(got / jsd2 - 1) <= 1e-9, `${id}: jsd ${got} for ${jsd2}`);
    }
  }
});

type Case = (typeof flow.cases)[number];

function close(
  got: number | null,
  want: number | null | undefined,
  by: number,
  what: string,
) {
  if (want === null || want === undefined) return equal(got, null, what);
  ok(got !== null && Math.abs(got - want) <= by, `${what}: ${got} for ${want}`);
}

function checkSide(
  test: Case,
  side: "target" | "benchmark",
  counts: FlowCounts,
) {
  const want = test.expected.counts;
  const what = `${test.id} ${side}`;
  deepEqual([...counts.lengthAll], want.L.all[side], what);
  deepEqual([...counts.lengthRetained], want.L.retained[side], what);
  deepEqual([...retainedIntents(counts)], want.T[side], what);
  deepEqual(transitionMap(counts), want.R[side], what);
  equal(counts.sessions.all, want.sessions[side], what);
  equal(counts.sessions.empty, want.emptySessions[side], what);
}

Deno.test("countFlow(), taskFlow() and align() agree with every case of flow.json", () => {
  equal(flow.cases.length, 55);
  for (const test of flow.cases) {
    const least = test.filter.targetMinMessages ?? 0;
    const target = countFlow(
      test.target.sessions.filter((labels) => labels.length >= least),
    );
    const benchmark = countFlow(test.benchmark.sessions);
    checkSide(test, "target", target);
    checkSide(test, "benchmark", benchmark);
    for (const lengthOf of ["all", "retained"] as const) {
      for (const emptySession of ["edge", "skip"] as const) {
        const reading: Reading = { lengthOf, emptySession };
        const [P, Q] = [
          taskFlow(target, reading),
          taskFlow(benchmark, reading),
        ];
        const { S_L, S_T, S_R, TFAS } = align(P, Q);
        const what = `${test.id} ${lengthOf}/${emptySession}`;
        close(S_L, test.expected.S_L[lengthOf], 1e-12, `${what} S_L`);
        close(S_T, test.expected.S_T, 1e-12, `${what} S_T`);
        close(S_R, test.expected.S_R[emptySession], 1e-12, `${what} S_R`);
        close(
          TFAS,
          test.expected.TFAS[`${lengthOf}/${emptySession}`],
          1e-10,
          `${what} TFAS`,
        );
        const wanted = test.expected.P_L[lengthOf];
        if (wanted === null) equal(P.P_L, null);
        else {wanted.forEach((p, bin) =>
            close(P.P_L?.[bin] ?? null, p, 1e-12, `${what} P_L`)
          );}
      }
    }
  }
});
