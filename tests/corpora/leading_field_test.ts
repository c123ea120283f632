import { equal, ok } from "node:assert/strict";
import { leadingField } from "@taskflow/corpora";
import { assistant, NOISE, toolResult, user } from "./claude_code_lines.ts";
import { mutate, numbers } from "./mutations.ts";
import { linesOf } from "./read_with.ts";

Deno.test("leadingField() finds nothing that is nested, and stops where it is not sure", () => {
  const find = (json: string) => leadingField(json, 0, "type").text;
  equal(find('{"a":{"type":"x"},"type":"y"}'), null);
  equal(find('{"a":["type"],"type":"y"}'), null);
  equal(find('{"a":"\\"type\\":\\"x\\"","type":"y"}'), null);
  equal(find('{"type":"x","a":"\\""}'), "x");
  equal(find('{"path":"C:\\\\shop","type":"y"}'), "y");
  equal(find('{"a":1e9,"b":null,"c":true,"type":"y"}'), "y");
  equal(find('{"a":"","type":"y"}'), "y");
  equal(find('{"type":7}'), null);
  const cut = [
    "",
    "{",
    '{"',
    '{"type',
    '{"type"',
    '{"type":',
    '{"type":"y',
    '{"a":1',
  ];
  for (const json of [...cut, "[]", '{ "type":"y"}']) equal(find(json), null);
});

Deno.test("leadingField() tells of damaged lines what parsing tells", () => {
  const below = numbers(3);
  const lines = linesOf(
    toolResult("1"),
    assistant("2"),
    user("3", "Why?"),
    ...NOISE,
  );
  let found = 0;
  for (let n = 0; n < 500; n++) {
    const text = new TextDecoder().decode(mutate(lines, below));
    for (const line of text.split("\n")) {
      const { text: type, nested } = leadingField(line, 0, "type");
      if (type === null && nested === null) continue;
      let record: unknown;
      try {
        record = JSON.parse(line);
      } catch {
        continue;
      }
      ok(typeof record === "object" && record !== null);
      if (type !== null && !type.includes("\\")) {
        found++;
        equal(Reflect.get(record, "type"), type);
      }
      if (nested !== null && !nested.includes("\\")) {
        equal(typeof Reflect.get(record, nested), "object");
      }
    }
  }
  ok(found > 500, String(found));
});
