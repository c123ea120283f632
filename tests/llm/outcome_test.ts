import {
  answerSchema,
  estimate,
  jsonIn,
  openLlm,
  readOutcome,
} from "@taskflow/llm";
import { deepEqual, equal, ok, throws } from "node:assert/strict";
import fc from "fast-check";
import * as z from "zod";
import { LABEL, messages } from "./setup.ts";

function raw(content: unknown, finish_reason: string | null = "stop"): string {
  return JSON.stringify({ choices: [{ message: { content }, finish_reason }] });
}

Deno.test("jsonIn() finds the JSON in what models say around it", () => {
  const cases: [string, unknown][] = [
    ['{"a":1}', { a: 1 }],
    [' {"a":1}\n', { a: 1 }],
    ['```json\n{"a":1}\n```', { a: 1 }],
    ['```\n{"a":1}```', { a: 1 }],
    ['Sure! {"a":{"b":2}} Anything else?', { a: { b: 2 } }],
    ['<think>{"a":0}?</think>\n{"a":1}', { a: 1 }],
    ['"tests"', "tests"],
    ['{"a":1} and {"a":2}', undefined],
    ["tests", undefined],
    ["", undefined],
  ];
  for (const [text, value] of cases) deepEqual(jsonIn(text), value, text);
});

Deno.test("readOutcome() reads contents that come in parts", () => {
  const parts = [{ type: "text", text: '{"label":' }, {
    type: "text",
    text: '"tests"}',
  }];
  const verdict = readOutcome(LABEL, raw(parts));
  ok(verdict.ok);
  equal(verdict.value.label, "tests");
});

Deno.test("readOutcome() reads answers of servers that name no reason to stop", () => {
  ok(readOutcome(LABEL, raw('{"label":"tests"}', null)).ok);
});

Deno.test("readOutcome() never throws, whatever a server says", () => {
  fc.assert(
    fc.property(
      fc.oneof(
        fc.string(),
        fc.json(),
        fc.json().map((content) => raw(content)),
        fc.string().map((content) => raw(content)),
        fc.object().map((body) => JSON.stringify(body)),
      ),
      (text) => {
        const verdict = readOutcome(LABEL, text);
        ok(verdict.ok || verdict.detail.length < 1000);
      },
    ),
    { seed: 1, numRuns: 500 },
  );
});

Deno.test("answerSchema() refuses what the strict subset cannot say", () => {
  for (
    const schema of [
      z.string(),
      z.array(z.string()),
      z.union([z.object({ a: z.string() }), z.object({ b: z.string() })]),
      z.object({ a: z.string().optional() }),
    ]
  ) {
    throws(() => answerSchema(schema), {
      name: "TypeError",
      message: /^Cannot ask for answers of this schema: /,
    });
  }
});

Deno.test("estimate() counts calls, tokens and cost, or says that they are unknown", async () => {
  await using llm = openLlm({ store: ":memory:", replay: true });
  const options = { llm, model: "gpt-4.1-mini", messages };
  const texts = ["a".repeat(400), "b".repeat(400), "a".repeat(400)];
  const blind = estimate(LABEL, texts, options);
  deepEqual([blind.items, blind.calls, blind.outputTokens, blind.cost], [
    3,
    2,
    null,
    null,
  ]);
  // Two texts of 100 tokens, two system messages of 5, two schemas.
  const schema = Math.ceil(
    JSON.stringify({
      type: "json_schema",
      json_schema: {
        name: "answer",
        strict: true,
        schema: answerSchema(LABEL),
      },
    }).length / 4,
  );
  equal(blind.inputTokens, 2 * (100 + 5 + schema));
  const bound = estimate(LABEL, texts, {
    ...options,
    parameters: { max_tokens: 50 },
  });
  equal(bound.outputTokens, 100);
  equal(bound.cost, (bound.inputTokens * 0.4 + 100 * 1.6) / 1e6);
  const counted = estimate(LABEL, texts, {
    ...options,
    countTokens: () => 1,
    outputTokens: 3,
  });
  deepEqual([counted.inputTokens, counted.outputTokens], [6, 6]);
  equal(estimate(LABEL, texts, { ...options, model: "own" }).cost, null);
  equal(estimate(LABEL, [], options).cost, 0);
});
