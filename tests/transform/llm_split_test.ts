/** A scripted server plays the splitter and its reviewer. */

import { deepEqual, equal, match, ok, rejects } from "node:assert/strict";
import { taskOf } from "@taskflow/benchmark";
import { openLlm, StopError } from "@taskflow/llm";
import {
  checkSplit,
  LLM_SPLIT_VERSION,
  llmSplit,
  reviewSplits,
} from "@taskflow/transform";
import {
  answer,
  type Call,
  refuse,
  scriptedServer,
} from "../llm/scripted_server.ts";

const STATEMENT = "Pages are fetched twice.";
const task = (name: string) =>
  taskOf({
    instance_id: name,
    repo: "tiny/crawl",
    problem_statement: `${STATEMENT} (${name})`,
    requirements: [
      "- Keep pages in `PageCache`.",
      "- Evict pages beyond a quota of 500 entries.",
      "- Forget a page as soon as its server answers with status 410.",
    ].join("\n"),
  });

const PLAN = {
  eligible: true,
  reason: null,
  specificity_units: ["quota of 500"],
  subtask_units: [
    { name: "keep pages", evidence: "Keep pages in `PageCache`." },
    {
      name: "evict beyond quota",
      evidence: "Evict pages beyond a quota of 500 entries.",
    },
    {
      name: "forget pages with status 410",
      evidence: "Forget a page as soon as its server answers with status 410.",
    },
  ],
  artifacts: ["PageCache", "500", "410"],
  order: [1, 2, 3],
};
const SEQUENCE = {
  parts: [
    "Pages are fetched twice. Please keep them in `PageCache`.",
    "`PageCache` needs a quota of 500 entries, evict pages beyond it.",
    "Have `PageCache` forget a page as soon as its server answers with status 410.",
  ],
  unit_to_part: [1, 2, 3],
  missing: [],
};

/** The name of the task that a request is about. */
const nameOf = ({ text }: Call) => /\((\w+)\)/.exec(text)?.[1] ?? "";
const isPlan = ({ text }: Call) => !text.includes("<plan>");

/** Play a good splitter but for the tasks that the script names. */
function player(script: Record<string, (call: Call) => Response | undefined>) {
  return scriptedServer((call) =>
    script[nameOf(call)]?.(call) ?? answer(isPlan(call) ? PLAN : SEQUENCE)
  );
}

const QUICK = {
  retry: { retries: 1, firstWait: 1, longestWait: 2 },
  timeout: 2,
};

Deno.test("llmSplit() makes a split of good answers in two passes, and pays once", async () => {
  await using server = player({});
  await using llm = openLlm({ store: ":memory:", env: server.env, ...QUICK });
  const tasks = [task("good"), task("fine")];
  const first = await llmSplit(tasks, { llm, model: "m" });
  equal(server.calls.length, 4);
  deepEqual(await llmSplit(tasks, { llm, model: "m" }), first);
  equal(server.calls.length, 4);
  const [split] = first.splits;
  ok(split !== undefined && tasks[0] !== undefined);
  deepEqual([split.instance_id, split.parts, split.unit_to_part], [
    "good",
    SEQUENCE.parts,
    [0, 1, 2],
  ]);
  equal(split.splitter_version, `${LLM_SPLIT_VERSION} m`);
  match(LLM_SPLIT_VERSION, /^llm\/[0-9a-f]{12}$/);
  deepEqual(checkSplit(split, tasks[0]).findings, []);
});

Deno.test("llmSplit() ends each kind of bad answer in a counted failure, the others in splits", async () => {
  await using server = player({
    refusal: () => answer(null, { refusal: "I cannot help with that." }),
    broken: () => answer("{ parts: oops"),
    shape: (call) => isPlan(call) ? answer({ eligible: "yes" }) : undefined,
    short: (call) =>
      isPlan(call)
        ? undefined
        : answer({ ...SEQUENCE, parts: SEQUENCE.parts.slice(1) }),
    units: (call) =>
      isPlan(call) ? undefined : answer({ ...SEQUENCE, unit_to_part: [1] }),
    honest: (call) =>
      isPlan(call)
        ? undefined
        : answer({ ...SEQUENCE, missing: ["the quota"] }),
    atomic: (call) =>
      isPlan(call)
        ? answer({ ...PLAN, eligible: false, reason: "one change" })
        : undefined,
  });
  await using llm = openLlm({ store: ":memory:", env: server.env, ...QUICK });
  const names = [
    "refusal",
    "broken",
    "shape",
    "short",
    "units",
    "honest",
    "atomic",
    "good",
  ];
  const { splits, failures } = await llmSplit(names.map(task), {
    llm,
    model: "m",
  });
  deepEqual(
    failures.map(({ instance_id, pass, reason }) =>
      `${instance_id} ${pass} ${reason}`
    ),
    [
      "refusal plan refusal",
      "broken plan invalid-json",
      "shape plan outside-schema",
      "short write outside-schema",
      "units write inconsistent",
      "honest write inconsistent",
    ],
  );
  deepEqual(splits.map(({ instance_id }) => instance_id), names);
  deepEqual(
    splits.filter(({ eligible }) => eligible).map(({ instance_id }) =>
      instance_id
    ),
    ["good"],
  );
  equal(
    splits.find(({ instance_id }) => instance_id === "atomic")?.reason,
    "one change",
  );
  match(splits[0]?.reason ?? "", /plan failed \(refusal\)/);
});

Deno.test("llmSplit() with an invented artifact or a dropped unit is caught by the contract", async () => {
  const without = SEQUENCE.parts.with(
    2,
    "Please document `PageCache` for people who read its entries.",
  );
  await using server = player({
    invented: (call) =>
      isPlan(call)
        ? answer({
          ...PLAN,
          artifacts: [...PLAN.artifacts, "PageCache.evictAll()"],
        })
        : undefined,
    dropped: (call) =>
      isPlan(call)
        ? answer({ ...PLAN, artifacts: ["PageCache"] })
        : answer({ ...SEQUENCE, parts: without }),
  });
  await using llm = openLlm({ store: ":memory:", env: server.env, ...QUICK });
  const tasks = ["invented", "dropped"].map(task);
  const { splits } = await llmSplit(tasks, { llm, model: "m" });
  const kinds = splits.map((split, i) => {
    const one = tasks[i];
    ok(one !== undefined);
    return new Set(
      checkSplit(split, one).findings.filter(({ severity }) =>
        severity === "error"
      ).map(({ kind }) => kind),
    );
  });
  ok(kinds[0]?.has("new-requirement"));
  ok(kinds[1]?.has("dropped-requirement"));
});

Deno.test("llmSplit() that is stopped loses nothing: the next run asks for the rest only", async () => {
  let open = true;
  await using server = scriptedServer((call) => {
    if (!open && nameOf(call) === "two") return refuse(401, "no such key");
    return answer(isPlan(call) ? PLAN : SEQUENCE);
  });
  const store = await Deno.makeTempFile({ suffix: ".sqlite" });
  const tasks = ["one", "two", "three"].map(task);
  open = false;
  {
    await using llm = openLlm({
      store,
      env: server.env,
      concurrency: 1,
      ...QUICK,
    });
    await rejects(llmSplit(tasks, { llm, model: "m" }), StopError);
  }
  open = true;
  const before = server.calls.length;
  {
    await using llm = openLlm({
      store,
      env: server.env,
      concurrency: 1,
      ...QUICK,
    });
    equal(
      (await llmSplit(tasks, { llm, model: "m" })).splits.filter((
        { eligible },
      ) => eligible).length,
      3,
    );
  }
  // "one" was planned in the first run.
  equal(server.calls.length - before, 5);
  await using llm = openLlm({ store, replay: true });
  equal((await llmSplit(tasks, { llm, model: "m" })).splits.length, 3);
  await Deno.remove(store);
});

Deno.test("reviewSplits() counts a fault as an error only where its evidence stands", async () => {
  const faults = [
    {
      kind: "new-requirement",
      part: 2,
      evidence: "evict pages beyond it",
      explanation: "nobody asked",
    },
    {
      kind: "new-requirement",
      part: 1,
      evidence: "write a log",
      explanation: "imagined",
    },
    {
      kind: "dropped-requirement",
      part: null,
      evidence: "a quota of 500 entries",
      explanation: "the quota is gone",
    },
    {
      kind: "not-executable",
      part: 3,
      evidence: "forget a page",
      explanation: "relies on what is not there",
    },
    {
      kind: "not-executable",
      part: 9,
      evidence: "forget a page",
      explanation: "no such message",
    },
  ];
  await using server = scriptedServer((call) =>
    nameOf(call) === "refusal"
      ? answer(null, { refusal: "no" })
      : answer({ faults: nameOf(call) === "clean" ? [] : faults })
  );
  await using llm = openLlm({ store: ":memory:", env: server.env, ...QUICK });
  const items = ["faulty", "clean", "refusal"].map((name) => ({
    task: task(name),
    split: { ...splitOf(name) },
  }));
  const { findings, failures } = await reviewSplits(items, { llm, model: "m" });
  deepEqual(
    findings.get("faulty")?.map(({ kind, severity, part }) =>
      `${severity} ${kind} ${part}`
    ),
    [
      "error new-requirement 1",
      "warning new-requirement 0",
      "error dropped-requirement null",
      "error not-self-contained 2",
      "warning not-self-contained null",
    ],
  );
  deepEqual(findings.get("clean"), []);
  deepEqual(
    failures.map((
      { instance_id, pass, reason },
    ) => [instance_id, pass, reason]),
    [["refusal", "review", "refusal"]],
  );
});

function splitOf(instance_id: string) {
  return {
    schema_version: "split/v1" as const,
    instance_id,
    eligible: true,
    reason: null,
    parts: SEQUENCE.parts,
    artifacts: [],
    requirement_units: [],
    unit_to_part: [],
    labels: null,
    splitter: "llm",
    splitter_version: "llm/test",
    test_part: null,
  };
}
