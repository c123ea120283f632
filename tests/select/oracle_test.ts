/** The oracle's instances: bars of notes/optimizer.md, section 5, certificates, corruptions. */

import { deepEqual, equal, match, ok } from "node:assert/strict";
import {
  checkSelection,
  type Instance,
  parseInstance,
  selectAsPaper,
  selectCandidates,
  type Selected,
  selectionFile,
} from "@taskflow/select";
import { sharedPath, sharedTest } from "../shared.ts";

interface Bar {
  /** Gap to the own bound, at most. */
  readonly gap: number;
  /** Own bound above the stored one, at most. */
  readonly above: number;
}

const BARS: Record<string, Bar> = {
  "tiny-12": { gap: 0.17, above: 0.0005 },
  "paper-700": { gap: 0.0135, above: 0.0005 },
  "quota-700": { gap: 0.011, above: 0.0005 },
  "paper-7000": { gap: 0.0005, above: 0.0005 },
  "paper-70000": { gap: 0.00005, above: 0.0005 },
};

function here(name: string): unknown {
  const path = new URL(`../oracle/selection/${name}.json`, import.meta.url);
  return JSON.parse(Deno.readTextFileSync(path));
}

/** A file as another program would read it. */
function stored(instance: Instance, selected: Selected): unknown {
  return JSON.parse(JSON.stringify(selectionFile(instance, selected)));
}

function holds(name: string, value: unknown): void {
  const bar = BARS[name];
  const instance = parseInstance(value, name);
  const { best, bound } = instance;
  ok(bar && best && bound);
  const selected = selectCandidates(instance);
  const { tfas } = selected;
  ok(tfas >= best.tfas - 0.0001, `${name}: TFAS ${tfas} of ${best.tfas}`);
  ok(selected.bound >= best.tfas, `${name}: bound below a known selection`);
  ok(
    selected.bound <= bound.tfas + bar.above,
    `${name}: bound ${selected.bound}`,
  );
  ok(selected.bound - tfas <= bar.gap, `${name}: gap ${selected.bound - tfas}`);
  const checked = checkSelection(stored(instance, selected), name);
  deepEqual(checked.checks.filter((check) => !check.ok), []);
  ok(Math.abs(checked.bound - selected.bound) < 1e-8);
  deepEqual(selectCandidates(instance).selection, selected.selection);
}

for (const name of ["tiny-12", "paper-700", "quota-700", "paper-7000"]) {
  Deno.test(`selectCandidates() keeps the bars on ${name}, the same every time`, () => {
    holds(name, here(name));
  });
}

sharedTest("selectCandidates() keeps the bars on paper-70000", () => {
  const path = sharedPath("oracle/selection/paper-70000.json");
  holds("paper-70000", JSON.parse(Deno.readTextFileSync(path)));
});

Deno.test("selectCandidates() reaches the proven optimum of tiny-12", () => {
  const instance = parseInstance(here("tiny-12"), "tiny-12");
  equal(instance.best?.provenOptimal, true);
  const { tfas } = selectCandidates(instance);
  ok(Math.abs(tfas - (instance.best?.tfas ?? 0)) < 1e-9);
});

Deno.test("selectAsPaper() ends within 0.005 of the default search, below the bound", () => {
  const instance = parseInstance(here("paper-700"), "paper-700");
  const best = instance.best?.tfas ?? 0;
  const paper = selectAsPaper(instance, { restarts: 8, seed: 1 });
  ok(paper.tfas > best - 0.005 && paper.tfas <= paper.bound);
  equal(paper.search.restarts.length, 8);
  ok(Math.max(...paper.search.sweeps) <= 20);
  const again = selectAsPaper(instance, { restarts: 8, seed: 1 });
  deepEqual(again.selection, paper.selection);
  equal(checkSelection(stored(instance, paper), "paper").ok, true);
});

Deno.test("checkSelection() accepts the stored certificates", () => {
  for (const name of ["tiny-12", "paper-700", "quota-700", "paper-7000"]) {
    const value = here(name);
    const checked = checkSelection(value, name);
    deepEqual(checked.checks.filter((check) => !check.ok), [], name);
    const claimed = parseInstance(value, name).bound?.tfas ?? 0;
    ok(Math.abs(checked.bound - claimed) < 1e-6, name);
  }
});

/** A file as loose JSON, to be damaged. */
// deno-lint-ignore no-explicit-any -- each corruption reaches into a different place of plain JSON
type Loose = any;

const CORRUPTIONS: Record<string, [string, (file: Loose) => void, RegExp]> = {
  "one task more in a group": ["units", (f) => f.groups[0].n++, /groups hold/],
  "a task less": ["units", (f) => f.tasks--, /groups hold/],
  "a unit less": ["units", (f) => f.best.selection[0][0][1]--, /are selected/],
  "a unit more": ["units", (f) => f.best.selection[0][0][1]++, /are selected/],
  "half a unit": [
    "units",
    (f) => {
      f.best.selection[1][0][1] -= 0.5;
      f.best.selection[1][1][1] += 0.5;
    },
    /units/,
  ],
  "a negative unit": [
    "units",
    (f) => {
      f.best.selection[1][0][1] = -1;
    },
    /units/,
  ],
  "a candidate that is not there": [
    "units",
    (f) => f.best.selection[1][0][0] = 999,
    /no candidate 999/,
  ],
  "a group without a selection": [
    "units",
    (f) => f.best.selection.pop(),
    /groups are selected/,
  ],
  "another candidate": [
    "score",
    (f) => f.best.selection[1][0][0] = f.best.selection[1][0][0] === 0 ? 1 : 0,
    /is claimed/,
  ],
  "other turns in a candidate": [
    "score",
    (f) => f.sequences[f.groups[0].c[0]].t = [0, 0, 0],
    /is claimed/,
  ],
  "TFAS claimed 1e-6 too high": [
    "score",
    (f) => f.best.tfas += 1e-6,
    /tfas is/,
  ],
  "TFAS claimed 1e-6 too low": ["score", (f) => f.best.tfas -= 1e-6, /tfas is/],
  "S_R claimed 1e-6 too high": ["score", (f) => f.best.S_R += 1e-6, /S_R is/],
  "retained turns miscounted": [
    "score",
    (f) => f.best.retainedTurns++,
    /retained turns/,
  ],
  "another target": [
    "score",
    (f) => f.target.P_T[0] += 0.01,
    /is claimed/,
  ],
  "a bound below the truth": [
    "bound",
    (f) => f.bound.tfas = f.best.tfas - 0.001,
    /above the bound/,
  ],
  "a bound below what its certificate proves": [
    "bound",
    (f) => f.bound.tfas -= 1e-5,
    /certificate bounds/,
  ],
  "an interval left out": [
    "bound",
    (f) => f.bound.certificate.splice(2, 1),
    /intervals cover/,
  ],
  "an interval cut short": [
    "bound",
    (f) => f.bound.certificate.at(-1).N[1] -= 5,
    /intervals cover/,
  ],
  "a tangent point moved": [
    "bound",
    (f) => f.bound.certificate[3].t[1] *= 2,
    /certificate bounds/,
  ],
  "a tangent point on the edge": [
    "bound",
    (f) => f.bound.certificate[3].l.fill(0),
    /certificate bounds/,
  ],
  "no certificate": [
    "bound",
    (f) => f.bound.certificate = [],
    /certificate is empty/,
  ],
};

Deno.test("checkSelection() rejects corrupted files and says why", () => {
  ok(Object.keys(CORRUPTIONS).length >= 20);
  for (const [name, [check, corrupt, why]] of Object.entries(CORRUPTIONS)) {
    const file = here("paper-700");
    corrupt(file);
    const { ok: accepted, checks } = checkSelection(file, name);
    equal(accepted, false, name);
    const failed = checks.find((one) => one.name === check);
    equal(failed?.ok, false, name);
    match(failed?.detail ?? "", why, name);
  }
});

Deno.test("checkSelection() rejects limits that are not kept and multipliers that were changed", () => {
  const file = here("quota-700") as Loose;
  file.constraints.placement.before = [0, 79];
  const limits = checkSelection(file, "quota").checks.find(({ name }) =>
    name === "limits"
  );
  equal(limits?.ok, false);
  match(limits?.detail ?? "", /placement before is \d+, outside 0\.\.79/);
  const other = here("quota-700") as Loose;
  other.bound.certificate[2].lambda.after += 0.01;
  const bound = checkSelection(other, "quota").checks.find(({ name }) =>
    name === "bound"
  );
  equal(bound?.ok, false);
});
