import { deepEqual, equal, match, ok } from "node:assert/strict";
import { readRecords, readTasks, taskOf } from "@taskflow/benchmark";
import { checkSplit, type FindingKind, splitSchema } from "@taskflow/transform";
import { sharedPath, sharedTest } from "../shared.ts";

const TASK = taskOf({
  instance_id: "crawl-1",
  repo: "tiny/crawl",
  problem_statement:
    "# The crawler fetches pages twice\n\nEvery page is fetched again for each link that points at it, so a crawl of a large site takes hours.",
  requirements: [
    "- The function `fetchPage(url: string, maxAge: number)` in `src/net/page.ts` must keep pages in `PageCache` and answer from it while they are younger than `maxAge`.",
    "- `PageCache` must evict the least recently read page once it holds more than 500 pages.",
    '- A page whose server answers with "410 Gone" must be forgotten at once.',
    "- The command `crawl --stats` must print how many pages came from the cache, as `hits: N of M`.",
    "- Redirects must be followed at most 5 times, after that `TooManyRedirects` is thrown.",
  ].join("\n"),
  interface: "No new interfaces are introduced.",
  fail_to_pass: ["page.test.ts | all"],
});

const GOOD = {
  instance_id: "crawl-1",
  eligible: true,
  parts: [
    "Our crawler fetches every page again for each link that points at it, and a crawl of a large site takes hours. Please have `fetchPage(url: string, maxAge: number)` in `src/net/page.ts` keep pages in `PageCache` and answer from it while they are younger than `maxAge`. Once it holds more than 500 pages, `PageCache` must evict the least recently read one.",
    'If a server answers with "410 Gone", the page must be forgotten at once. Redirects must be followed at most 5 times, then throw `TooManyRedirects`.',
    "I'd like to see what `PageCache` is good for: `crawl --stats` should print how many pages came from the cache, as `hits: N of M`.",
  ],
  artifacts: [
    "fetchPage(url: string, maxAge: number)",
    "src/net/page.ts",
    "PageCache",
    "410 Gone",
    "crawl --stats",
    "hits: N of M",
    "TooManyRedirects",
  ],
  requirement_units: [
    "answers from the cache while young",
    "evicts the least recently read page",
    "forgets pages that are gone",
    "redirects at most 5",
    "stats of hits",
  ],
  unit_to_part: [0, 0, 1, 1, 2],
};

/** Kinds of the errors in a variant of the good split. */
function errors(
  parts: readonly string[],
  more: Partial<typeof GOOD> = {},
): FindingKind[] {
  const { findings, ok: passed } = checkSplit(
    splitSchema.parse({ ...GOOD, ...more, parts }),
    TASK,
  );
  const kinds = findings.filter(({ severity }) => severity === "error").map((
    { kind },
  ) => kind);
  equal(passed, kinds.length === 0);
  return [...new Set(kinds)];
}

function edit(part: number, change: (text: string) => string): string[] {
  const text = GOOD.parts[part] ?? "";
  const changed = change(text);
  ok(changed !== text, `nothing changed in part ${part}`);
  return GOOD.parts.with(part, changed);
}

Deno.test("checkSplit() has nothing against a good split", () => {
  deepEqual(checkSplit(splitSchema.parse(GOOD), TASK).findings, []);
});

Deno.test("checkSplit() is content with a row that is not eligible", () => {
  const row = splitSchema.parse({
    ...GOOD,
    eligible: false,
    parts: null,
    unit_to_part: [],
    requirement_units: [],
    reason: "one change",
  });
  deepEqual(checkSplit(row, TASK), {
    instance_id: "crawl-1",
    eligible: false,
    ok: true,
    findings: [],
  });
});

Deno.test("checkSplit() names a requirement that no part asks for", () => {
  const cuts: [number, RegExp][] = [
    [0, / Once it holds[^.]*\./],
    [1, / Redirects must[^.]*\./],
    [1, /^If a server[^.]*\. /],
  ];
  for (const [part, cut] of cuts) {
    const parts = edit(part, (text) => text.replace(cut, ""));
    ok(
      errors(parts, { artifacts: [] }).includes("dropped-requirement"),
      String(cut),
    );
  }
  // Without units the words of the source tell as well.
  const parts = edit(0, (text) => text.replace(/ Once it holds[^.]*\./, ""));
  ok(
    errors(parts, { artifacts: [], requirement_units: [], unit_to_part: [] })
      .length > 0,
  );
});

Deno.test("checkSplit() finds artifacts that are lost, altered by a letter, by case, by a quotation mark", () => {
  const changes: [number, (text: string) => string][] = [
    [0, (text) => text.replace("src/net/page.ts", "src/net/pages.ts")],
    [1, (text) => text.replace("TooManyRedirects", "ToManyRedirects")],
    [2, (text) => text.replace("hits: N of M", "Hits: N of M")],
    [2, (text) => text.replace("crawl --stats", "crawl -stats")],
    [1, (text) => text.replace("410 Gone", "410 gone")],
    [0, (text) => text.replace("500", "50")],
  ];
  for (const [part, change] of changes) {
    deepEqual(
      errors(edit(part, change)).filter((kind) =>
        kind !== "changed-artifact" && kind !== "new-requirement"
      ),
      [],
    );
    ok(errors(edit(part, change)).includes("changed-artifact"), String(change));
  }
  const { findings } = checkSplit(
    splitSchema.parse({
      ...GOOD,
      parts: edit(
        1,
        (text) => text.replace("TooManyRedirects", "ToManyRedirects"),
      ),
    }),
    TASK,
  );
  match(
    findings[0]?.detail ?? "",
    /"TooManyRedirects" became "ToManyRedirects"/,
  );
});

Deno.test("checkSplit() finds one altered place of several, listed or not", () => {
  const parts = edit(2, (text) => text.replace("PageCache", "PagesCache"));
  deepEqual(errors(parts, { artifacts: [] }), ["changed-artifact"]);
});

Deno.test("checkSplit() finds artifacts that the source does not have", () => {
  deepEqual(
    errors(GOOD.parts, { artifacts: [...GOOD.artifacts, "evictStale()"] }),
    ["changed-artifact", "new-requirement"],
  );
  deepEqual(
    errors(edit(2, (text) => `${text} Add \`resetStats()\` beside it.`)),
    ["new-requirement"],
  );
});

Deno.test("checkSplit() finds requirements that the source does not have", () => {
  for (
    const more of [
      " Negative amounts should be rejected with an exception.",
      " Also write every eviction to the audit log.",
      " It must be safe under concurrent writers.",
    ]
  ) {
    deepEqual(
      errors(edit(2, (text) => text + more)),
      ["new-requirement"],
      more,
    );
  }
});

Deno.test("checkSplit() finds talk about other messages, and leaves ordinary words alone", () => {
  for (
    const more of [
      " The output I'll describe in my next message.",
      " That's all for now.",
      " We'll get to the statistics later.",
      " This is the first of three requests.",
    ]
  ) deepEqual(errors(edit(0, (text) => text + more)), ["mentions-split"], more);
  for (
    const start of ["Part 2: ", "(2/3) ", "Now that the first part is done, "]
  ) {
    deepEqual(
      errors(edit(1, (text) => start + text)),
      ["mentions-split"],
      start,
    );
  }
  const task = {
    ...TASK,
    requirements:
      `${TASK.requirements}\n- In the next step of the pipeline, split the links.`,
  };
  const parts = edit(
    2,
    (text) => `${text} In the next step of the pipeline, split the links.`,
  );
  equal(checkSplit(splitSchema.parse({ ...GOOD, parts }), task).ok, true);
});

Deno.test("checkSplit() finds parts that lean on other messages", () => {
  const changes: [number, (text: string) => string][] = [
    [
      2,
      (text) => text.replace("`hits: N of M`", "the format I gave you above"),
    ],
    [1, (text) => `${text} Handle errors as described earlier.`],
    [
      1,
      () =>
        'It must forget a page at once when a server answers with "410 Gone". Redirects must be followed at most 5 times, then throw `TooManyRedirects`.',
    ],
    [2, (text) => `${text} Print them as follows:`],
    [1, (text) => `Same for pages that are gone: ${text}`],
  ];
  for (const [part, change] of changes) {
    ok(
      errors(edit(part, change)).includes("not-self-contained"),
      String(change),
    );
  }
  // A list in the same part may be pointed at.
  const parts = edit(
    2,
    (text) => `${text}\n- hits\n- misses\n\nPrint the values above.`,
  );
  ok(!errors(parts).includes("not-self-contained"));
});

Deno.test("checkSplit() finds empty and near-empty parts", () => {
  for (const hollow of ["", " \n\t", "...", "## Tests", "Please continue."]) {
    ok(
      errors(GOOD.parts.with(1, hollow)).includes("empty-part"),
      JSON.stringify(hollow),
    );
  }
});

Deno.test("splitSchema refuses rows that contradict themselves", () => {
  const bad = [
    { ...GOOD, parts: null },
    { ...GOOD, parts: ["one"] },
    { ...GOOD, unit_to_part: [0] },
    { ...GOOD, unit_to_part: [0, 0, 1, 1, 3] },
    { ...GOOD, instance_id: "" },
  ];
  for (const row of bad) equal(splitSchema.safeParse(row).success, false);
});

sharedTest(
  "checkSplit() rejects at most one of 35 good splits, and every broken one for its fault",
  async () => {
    const { tasks } = await readTasks(
      sharedPath("swe-bench-pro/instances.jsonl"),
    );
    const byId = new Map(tasks.map((task) => [task.instance_id, task]));
    const check = async (file: string) => {
      const records = await Array.fromAsync(
        readRecords(sharedPath(`splits/${file}`)),
      );
      return records.map(({ record }) => {
        const split = splitSchema.parse(record);
        const task = byId.get(split.instance_id);
        ok(task !== undefined);
        return {
          check: checkSplit(split, task),
          violation: record?.["violation"],
        };
      });
    };
    const good = (await check("splits.jsonl")).filter(({ check }) =>
      check.eligible
    );
    equal(good.length, 35);
    ok(good.filter(({ check }) => !check.ok).length <= 1);
    for (
      const { check: { findings }, violation } of await check(
        "violations.jsonl",
      )
    ) {
      ok(
        findings.some(({ kind, severity }) =>
          kind === violation && severity === "error"
        ),
        `${violation}`,
      );
    }
  },
);
