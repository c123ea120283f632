/** The stand-in target's files, checked against the paper without the script that makes them. */

import { deepEqual, equal, ok, throws } from "node:assert/strict";
import {
  align,
  LENGTH_BINS,
  lengthBin,
  parseFlowFile,
  similarity,
  type TaskFlow,
  transitionNames,
} from "@taskflow/flow";
import { paperNumber } from "@taskflow/paper";
import { TAXONOMY } from "@taskflow/taxonomy";
import { fitSums } from "../../scripts/data/fit_sums.ts";
import { standinFiles } from "../../scripts/data/make_standin_target.ts";
import { newton } from "../../scripts/data/newton.ts";
import { lengthFacts } from "../../scripts/data/standin_facts.ts";
import { standinLengths } from "../../scripts/data/standin_lengths.ts";

const FOLDER = "data/targets/";
const READINGS = [
  "production-standin.json",
  "production-standin-of-13.json",
  "production-standin-full-sample.json",
] as const;
/** Section 2's shares, in the order of the taxonomy. */
const PRINTED = {
  "bug-fix": 0.259,
  "new-feature": 0.189,
  explain: 0.061,
  question: 0.097,
};
const EXCLUDED = 0.05;

const text = (name: string) => Deno.readTextFileSync(FOLDER + name);
const raw = (name: string) => JSON.parse(text(name));
const flowOf = (name: string): TaskFlow =>
  parseFlowFile(raw(name), name).flow();

function cells(flow: TaskFlow, part: "P_L" | "P_T" | "P_R"): Float64Array {
  return flow[part] ?? new Float64Array();
}

const sum = (values: Iterable<number>) =>
  [...values].reduce((total, value) => total + value, 0);

function close(got: number, want: number, by: number, what: string): void {
  ok(Math.abs(got - want) <= by, `${what}: ${got} for ${want}`);
}

/** Messages per long session and their probability, from the file beside the targets. */
const lengths = text("production-standin-lengths.csv").trim().split("\n")
  .slice(1).map((line) => line.split(",").map(Number) as [number, number]);
const mean = sum(lengths.map(([n, p]) => n * p));
const atLeast = (least: number) =>
  sum(lengths.filter(([n]) => n >= least).map(([, p]) => p));

Deno.test("standinFiles() gives the committed files byte for byte", () => {
  const made = standinFiles();
  equal(made.size, READINGS.length + 1);
  for (const [name, contents] of made) equal(contents, text(name), name);
});

Deno.test("production-standin*.json say what they are", () => {
  const notes = READINGS.map((name) => {
    const file = parseFlowFile(raw(name), name);
    equal(file.standIn, true);
    ok(file.name.includes("stand-in"));
    equal(file.filter, "messages>=3");
    equal(file.taxonomy.hash, TAXONOMY.hash);
    throws(
      () => file.flow({ lengthOf: "retained", emptySession: "edge" }),
      RangeError,
    );
    return raw(name).reading_note;
  });
  equal(new Set(notes).size, READINGS.length);
});

Deno.test("production-standin*.json mark how far publication fixes each cell", () => {
  for (const name of READINGS) {
    const { published, distributions } = raw(name);
    const known = Object.keys(published.legend);
    for (const part of ["P_L", "P_T", "P_R"]) {
      for (const status of Object.values<string>(published[part])) {
        ok(known.includes(status), `${name} ${part} ${status}`);
      }
    }
    deepEqual(Object.keys(published.P_L), [...LENGTH_BINS]);
    deepEqual(Object.keys(published.P_T), [...TAXONOMY.retained]);
    for (const [label, status] of Object.entries(published.P_T)) {
      equal(status !== "free", label in PRINTED, `${name} ${label}`);
    }
    const group = (cell: string) => {
      if (cell in published.P_R) return cell;
      const [from = "", to = ""] = cell.split(">");
      return `${from === "START" ? from : "*"}>${to === "END" ? to : "*"}`;
    };
    for (const cell of Object.keys(distributions.P_R)) {
      equal(published.P_R[group(cell)], "free", cell);
    }
  }
});

for (const name of READINGS) {
  const flow = flowOf(name);
  const [P_L, P_T, P_R] = [
    cells(flow, "P_L"),
    cells(flow, "P_T"),
    cells(flow, "P_R"),
  ];

  Deno.test(`${name}: three distributions, each adding up to 1`, () => {
    const stored = raw(name).distributions;
    for (const part of ["P_L", "P_T", "P_R"]) {
      close(sum(Object.values<number>(stored[part])), 1, 1e-12, part);
    }
    equal(Object.keys(stored.P_R).length, 13 * 13 + 2 * 13);
  });

  Deno.test(`${name}: P_L gives Split 0.491 and the optimised mix 0.840`, () => {
    equal(P_L[0], 0);
    equal(P_L[1], 0);
    close(P_L[2] ?? NaN, 0.2855, 1e-9, "P_L(3)");
    const split = similarity(P_L, [0, 0, 1, 0, 0, 0, 0]) ?? NaN;
    close(split, 0.491, 0.0005, "Split");
    const mix = similarity(P_L, [0, 0, 445, 113, 85, 57, 0]) ?? NaN;
    close(mix, 0.84, 1e-9, "optimised mix");
    equal(similarity(P_L, [1, 0, 0, 0, 0, 0, 0]), 0);
  });

  Deno.test(`${name}: P_L is the lengths file in bins, with the stated means`, () => {
    const bins = LENGTH_BINS.map(() => 0);
    for (const [n, p] of lengths) {
      bins[lengthBin(n)] = (bins[lengthBin(n)] ?? 0) + p;
    }
    bins.forEach((p, bin) => close(P_L[bin] ?? NaN, p, 1e-12, `bin ${bin}`));
    const said = raw(name).provenance.assumptions;
    const means = [3, 4, 5, said.mean_of_bin_6_to_10, said.mean_of_bin_11_plus];
    const total = sum(means.map((m, i) => m * (P_L[i + 2] ?? NaN)));
    close(total, mean, 1e-9, "mean from bins");
    close(said.messages_per_long_session, mean, 1e-9, "stated mean");
  });

  Deno.test(`${name}: START and END mass follow the messages per session`, () => {
    const names = transitionNames(TAXONOMY);
    const mass = (test: (from: string, to: string) => boolean) =>
      sum(P_R.filter((_, cell) => {
        const [from = "", to = ""] = (names[cell] ?? "").split(">");
        return test(from, to);
      }));
    const ends = 1 / (1 + (1 - EXCLUDED) * mean);
    close(mass((from) => from === "START"), ends, 1e-9, "START");
    close(mass((_, to) => to === "END"), ends, 1e-9, "END");
    equal(mass((from, to) => from === "START" && to === "END"), 0);
    TAXONOMY.retained.forEach((label, i) => {
      const want = (P_T[i] ?? NaN) * (1 - ends);
      close(mass((from) => from === label), want, 1e-9, `row ${label}`);
      close(mass((_, to) => to === label), want, 1e-9, `column ${label}`);
    });
  });

  Deno.test(`${name}: P_R is the product form, its diagonal not special`, () => {
    // With the corner START>END empty the solution has this closed form.
    const ends = 1 / (1 + (1 - EXCLUDED) * mean);
    const n = P_T.length;
    for (let from = 0; from <= n; from++) {
      for (let to = 0; to <= n; to++) {
        const [a, b] = [P_T[from - 1] ?? 1, P_T[to] ?? 1];
        const weight = from === 0 && to === n
          ? 0
          : from === 0 || to === n
          ? ends
          : 1 - 2 * ends;
        const got = P_R[from * (n + 1) + to] ?? NaN;
        close(got, weight * a * b, 1e-12, `${from}>${to}`);
      }
    }
  });

  Deno.test(`${name}: what nothing published fixes is spread evenly`, () => {
    const free = TAXONOMY.retained.flatMap((label, i) =>
      label in PRINTED ? [] : [P_T[i] ?? NaN]
    );
    equal(free.length, 9);
    for (const share of free) close(share, free[0] ?? NaN, 1e-12, "share");
    const leading = Math.min(P_T[1] ?? NaN, P_T[2] ?? NaN);
    equal([...P_T].filter((share) => share >= leading).length, 2);
    ok((P_T[1] ?? NaN) + (P_T[2] ?? NaN) < 0.5);
  });
}

Deno.test("production-standin.json and -of-13 hold the four printed shares", () => {
  const [of16, of13] = [flowOf(READINGS[0]), flowOf(READINGS[1])];
  for (const [label, share] of Object.entries(PRINTED)) {
    const i = TAXONOMY.retained.indexOf(label);
    close(cells(of16, "P_T")[i] ?? NaN, share / 0.95, 1e-9, label);
    close(cells(of13, "P_T")[i] ?? NaN, share, 1e-9, label);
  }
});

Deno.test("production-standin-full-sample.json leaves the short sessions room", () => {
  const flow = flowOf(READINGS[2]);
  const weight = 1578 * mean / 14000;
  for (const [label, share] of Object.entries(PRINTED)) {
    const long = 0.95 *
      (cells(flow, "P_T")[TAXONOMY.retained.indexOf(label)] ?? NaN);
    if (label === "explain" || label === "question") {
      close(long, share, 1e-9, label);
      continue;
    }
    const short = (share - weight * long) / (1 - weight);
    ok(short > 0 && short < 1, `${label} in short sessions: ${short}`);
    // Greatest entropy treats every unprinted intent alike, so it leans on neither slice much.
    close(long, share, 0.01, label);
  }
});

Deno.test("production-standin-lengths.csv gives Section 2's sample its messages and percentiles", () => {
  close(sum(lengths.map(([, p]) => p)), 1, 1e-9, "total");
  const [sessions, single, long] = [4782, 2434, 1578];
  const two = sessions - single - long;
  close(single + 2 * two + long * mean, 14000, 1e-6, "messages");
  ok(mean >= 6 && mean <= 6.7);
  ok(atLeast(8) > 0.3);
  /** Share of all sessions with at most n messages. */
  const below = (n: number) => 1 - long * atLeast(n + 1) / sessions;
  const quantile = (p: number) => lengths.find(([n]) => below(n) >= p)?.[0];
  equal(1 - long / sessions < 0.75, true);
  equal(quantile(0.75), paperNumber("production.length_p75").value);
  equal(quantile(0.9), paperNumber("production.length_p90").value);
  // Interpolated between order statistics, the 90th percentile is 8 as well.
  const rank = Math.floor(0.9 * (sessions - 1));
  ok(sessions * below(7) <= rank + 1e-6 && sessions * below(8) >= rank + 2);
});

Deno.test("production-standin-lengths.csv has no direction in which entropy rises", () => {
  // Move masses of lengths 4 to 40 so that, to first order, every constraint stays as it is.
  const mix = [0, 0, 445, 113, 85, 57, 0].map((n) => n / 700);
  const bins = cells(flowOf(READINGS[0]), "P_L");
  const moved = lengths.filter(([n]) => n >= 4 && n <= 40);
  const gradients = [
    moved.map(() => 1),
    moved.map(([n]) => n),
    moved.map(([n]) => n >= 8 ? 1 : 0),
    moved.map(([n]) => {
      const bin = lengthBin(n);
      return Math.log2(1 + (mix[bin] ?? 0) / (bins[bin] ?? NaN));
    }),
  ];
  const dot = (a: readonly number[], b: readonly number[]) =>
    sum(a.map((value, i) => value * (b[i] ?? 0)));
  const basis: number[][] = [];
  const away = (vector: readonly number[]) =>
    basis.reduce<number[]>((left, unit) => {
      const part = dot(left, unit);
      return left.map((value, i) => value - part * (unit[i] ?? 0));
    }, [...vector]);
  for (const gradient of gradients) {
    const rest = away(gradient);
    const norm = Math.sqrt(dot(rest, rest));
    ok(norm > 1e-6);
    basis.push(rest.map((value) => value / norm));
  }
  const entropy = moved.map(([, p]) => -Math.log(p));
  const slope = away(entropy);
  ok(
    Math.sqrt(dot(slope, slope)) < 1e-9 * Math.sqrt(dot(entropy, entropy)),
    `entropy would rise along ${slope}`,
  );
});

Deno.test("align() the readings of Section 2 differ by less than a tenth of a point", () => {
  const target = flowOf(READINGS[0]);
  for (const name of READINGS.slice(1)) {
    const { TFAS } = align(target, flowOf(name));
    ok(TFAS !== null && TFAS > 99.9 && TFAS < 100, `${name}: ${TFAS}`);
  }
});

Deno.test("standinLengths() refuses a bound that does not bind", () => {
  throws(
    () => standinLengths({ ...lengthFacts(), eightOrMore: 0.2 }),
    /leave the bound out that does not bind/,
  );
});

Deno.test("fitSums() and newton() say so when there is no solution", () => {
  const both = { cells: [0, 1] };
  throws(
    () => fitSums([1, 1], [{ ...both, total: 1 }, { ...both, total: 0.5 }]),
    { name: "RangeError", message: /contradict each other/ },
  );
  throws(
    () => newton(([x = 0]) => [x * x + 1], [0.5]),
    { name: "RangeError", message: /Cannot solve the system: residual/ },
  );
});
