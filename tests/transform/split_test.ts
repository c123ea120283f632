import { deepEqual, equal, match, ok, throws } from "node:assert/strict";
import { readTasks, taskOf } from "@taskflow/benchmark";
import {
  checkSplit,
  concatParts,
  issuePlans,
  mergeParts,
  mergeVariants,
  outlineSplit,
  randomSplit,
  splitFunnel,
  splitSchema,
  testCoverage,
  testPart,
} from "@taskflow/transform";
import { sharedPath, sharedTest } from "../shared.ts";

const ITEMS = [
  "Pages must be kept in `PageCache` while they are younger than an hour.",
  "It must evict the least recently read page beyond 500 pages.",
  "The command `crawl --stats` must print how many pages came from there.",
  "Redirects must be followed at most 5 times before giving up on a page.",
];

function task(requirements: string, more: Record<string, string> = {}) {
  return taskOf({
    instance_id: "crawl-1",
    repo: "tiny/crawl",
    problem_statement:
      "# Twice\n\nPages are fetched twice. Nobody sees what redirects cost.",
    requirements,
    fail_to_pass:
      "['cache | evicts', 'stats | PageCache hits', 'redirect | TooManyRedirects']",
    ...more,
  });
}

Deno.test("outlineSplit() cuts a list and the same list flattened into the same turns", () => {
  const listed = outlineSplit(
    task(ITEMS.map((item) => `- ${item}`).join("\n")),
    3,
  );
  const flat = outlineSplit(
    task(ITEMS.map((item) => `- ${item}`).join(" ")),
    3,
  );
  deepEqual(listed.parts, flat.parts);
  equal(listed.eligible, true);
  // "It must ..." stays with what it is about.
  match(listed.parts?.[0] ?? "", /PageCache[^]*It must evict/);
  match(listed.parts?.[0] ?? "", /^Twice\n\nPages are fetched twice\./);
  match(listed.parts?.[2] ?? "", /^Nobody sees what redirects cost\./);
  deepEqual(listed.unit_to_part, [0, 1, 2]);
});

Deno.test("outlineSplit() keeps nested items, announcements and code together", () => {
  const requirements = [
    "- Accept these ages for pages that are kept in the cache on disk:",
    "  - an hour",
    "  - a day",
    "- Print statistics after each crawl in exactly this form:",
    "```",
    "hits: N of M",
    "```",
    "- Follow redirects at most 5 times before giving up on a page for good.",
  ].join("\n");
  const { parts } = outlineSplit(task(requirements), 3);
  match(parts?.[0] ?? "", / {2}- an hour\n {2}- a day/);
  match(parts?.[1] ?? "", /form:\n```\nhits: N of M\n```/);
});

Deno.test("outlineSplit() puts each interface where it is first named", () => {
  const text = [
    "Name: countHits",
    "Path: src/stats.ts",
    "",
    "Name: followRedirects",
    "Path: src/redirect.ts",
  ].join("\n");
  const requirements = [
    "- Pages must be kept on disk while they are younger than an hour, then fetched again.",
    "- `countHits` must say how many pages came from there during the whole crawl.",
    "- `followRedirects` must give up on a page after the fifth redirect that it meets.",
  ].join("\n");
  const { parts, artifacts } = outlineSplit(
    task(requirements, { interface: text }),
    3,
  );
  match(parts?.[1] ?? "", /src\/stats\.ts/);
  match(parts?.[2] ?? "", /src\/redirect\.ts/);
  ok(artifacts.includes("src/redirect.ts"));
});

Deno.test("outlineSplit() says why a task stays whole", () => {
  const few = outlineSplit(task(`- ${ITEMS[0]}\n- ${ITEMS[2]}`), 3);
  deepEqual([few.eligible, few.parts, few.reason], [
    false,
    null,
    "the text lists 2 separate requirements, 3 are needed",
  ]);
  const thin = outlineSplit(task("- Cache.\n- Evict.\n- Print."), 3);
  match(thin.reason ?? "", /too short for 3 turns/);
  equal(outlineSplit(task(`- ${ITEMS[0]}\n- ${ITEMS[2]}`), 2).eligible, true);
  throws(() => outlineSplit(task(""), 1), RangeError);
});

Deno.test("randomSplit() loses no text, depends on seed and id alone, and fails openly", () => {
  const one = task(ITEMS.map((item) => `- ${item}`).join("\n"));
  const squeezed = (text: string) => text.replace(/\s+/g, "");
  const seen = new Set<string>();
  for (let seed = 0; seed < 20; seed++) {
    const split = randomSplit(one, 3, seed);
    equal(squeezed(split.parts?.join("") ?? ""), squeezed(one.prompt));
    deepEqual(randomSplit(one, 3, seed), split);
    seen.add(JSON.stringify(split.parts));
  }
  ok(seen.size > 5);
  const checks = Array.from(
    { length: 20 },
    (_, seed) => checkSplit(randomSplit(one, 3, seed), one),
  );
  ok(checks.some(({ ok }) => !ok));
  equal(
    randomSplit(task("", { problem_statement: "One sentence." }), 3, 1)
      .eligible,
    false,
  );
});

Deno.test("mergeParts() gives every variant, concatParts() all of them", () => {
  const parts = ["a", "b", "c"];
  deepEqual(mergeVariants(3).map((name) => mergeParts(parts, name)), [
    "a",
    "b",
    "c",
    "a\n\nb",
    "b\n\nc",
    "a\n\nb\n\nc",
  ]);
  equal(concatParts(parts), mergeParts(parts, "123"));
  deepEqual(issuePlans(1), [["1"]]);
  equal(issuePlans(4).length, 8);
  for (const plan of issuePlans(4)) equal(plan.join(""), "1234");
  for (const name of ["", "21", "13", "4", "x"]) {
    throws(() => mergeParts(parts, name), RangeError);
  }
});

Deno.test("testPart() places tests by names that one part alone has, and keeps what others said", () => {
  const one = task("");
  const parts = [
    "Keep pages in `PageCache`.",
    "Print hits of the cache.",
    "Throw `TooManyRedirects`.",
  ];
  const map = testPart(one, parts);
  deepEqual(map.map(({ part, source }) => [part, source]), [[2, "default"], [
    0,
    "identifier",
  ], [2, "identifier"]]);
  const known = [{
    test: "cache | evicts",
    part: 0,
    source: "person" as const,
  }];
  deepEqual(testPart(one, parts, known)[0], known[0]);
  // A name in two parts tells nothing.
  deepEqual(testPart(one, parts.with(1, "Print hits of `PageCache`."))[1], {
    test: "stats | PageCache hits",
    part: 2,
    source: "default",
  });
  const { tests, placed, lastOnly } = testCoverage([{ parts, test_part: map }, {
    parts: null,
    test_part: null,
  }]);
  deepEqual([tests, placed, lastOnly], [3, 2 / 3, 0]);
});

Deno.test("splitFunnel() counts every check and says why each task stays single-turn", () => {
  const tasks = ["a", "b", "c", "d"].map((instance_id) => ({
    ...task(""),
    instance_id,
  }));
  const row = (instance_id: string, parts: string[]) =>
    splitSchema.parse({ instance_id, eligible: true, parts });
  const splits = [
    row("a", ["Add it.", "Use it."]),
    row("b", ["x", "y"]),
    row("c", ["long ".repeat(100), "y"]),
  ];
  const ids = ["a", "b", "c"].map((instance_id) => ({
    instance_id,
    eligible: true,
    ok: true,
    findings: [],
  }));
  const broken = {
    kind: "empty-part" as const,
    severity: "error" as const,
    part: 0,
    detail: "it is empty",
  };
  const checks = ids.with(1, {
    instance_id: "b",
    eligible: true,
    ok: false,
    findings: [broken] as never,
  });
  const funnel = splitFunnel({ tasks, splits, checks, contextWindow: 100 });
  deepEqual([
    funnel.loaded,
    funnel.splittable,
    funnel.contract,
    funnel.context,
    funnel.kept,
  ], [4, 3, 2, 1, 1]);
  deepEqual(
    funnel.single.map(({ instance_id, stage }) => `${instance_id} ${stage}`),
    ["b contract", "c context", "d splittable"],
  );
  match(funnel.single[0]?.reason ?? "", /empty-part \(part 1\): it is empty/);
});

sharedTest(
  "outlineSplit() splits SWE-Bench Pro, and at least 85 % of what it splits keeps the contract",
  async () => {
    const { tasks } = await readTasks(
      sharedPath("swe-bench-pro/instances.jsonl"),
    );
    const checks = tasks.map((one) => checkSplit(outlineSplit(one, 3), one))
      .filter(({ eligible }) => eligible);
    ok(checks.length >= 0.9 * tasks.length, `${checks.length} eligible`);
    const passed = checks.filter(({ ok }) => ok).length;
    ok(passed >= 0.85 * checks.length, `${passed} of ${checks.length} pass`);
  },
);
