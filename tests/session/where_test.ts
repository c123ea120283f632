import { deepEqual, equal, throws } from "node:assert/strict";
import { compileWhere } from "@taskflow/session";

Deno.test("compileWhere() compares numbers, strings, booleans and null", () => {
  const session = {
    messages: 4,
    agent: "codex",
    month: "2026-03",
    remote: true,
    cost: -2,
    x: null,
  };
  const cases: [string, boolean][] = [
    ["messages>=3", true],
    ["messages > 4", false],
    ["messages == 4 && agent != 'cursor'", true],
    ['not (agent == "codex")', false],
    ["!(messages < 3) and remote == true", true],
    ["month >= '2026-02' and month < '2026-04'", true],
    ["messages == 1 or (agent == 'codex' and messages == 4)", true],
    ["cost == -2", true],
    ["x == null", true],
    ["absent == null", true],
    ["x > 0", false],
    ["x <= 0", false],
    ["remote", true],
  ];
  for (const [source, passes] of cases) {
    equal(compileWhere(source).test(session), passes, source);
  }
});

Deno.test("compileWhere() lists the attributes it reads", () => {
  deepEqual([...compileWhere("messages>=3 and agent == 'x'").attributes], [
    "messages",
    "agent",
  ]);
});

Deno.test("compileWhere() evaluates nothing but comparisons", () => {
  for (
    const source of [
      "messages >=",
      "",
      "fetch('x')",
      "agent.length > 3",
      "messages + 1 > 3",
      "a = 3",
      "not agent == 'x'",
      "messages>=3; agent",
      "`x`",
      "this",
      "[1]",
    ]
  ) throws(() => compileWhere(source), SyntaxError, source);
});

Deno.test("compileWhere() refuses to compare values of two types", () => {
  const session = { messages: 4, agent: "codex", remote: true };
  for (
    const source of [
      "agent > 3",
      'messages >= "3"',
      "1 < messages < 9",
      "remote > false",
      'messages == "4"',
      "messages",
      "agent and messages > 3",
      "not messages",
    ]
  ) throws(() => compileWhere(source).test(session), TypeError, source);
});
