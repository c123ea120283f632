import { deepEqual, equal, ok } from "node:assert/strict";
import { REASONS, RULES, userText } from "@taskflow/corpora";

const read = (text: string) => userText(text, RULES.default);

Deno.test("userText() trims, and turns CRLF into LF", () => {
  equal(read("\r\n  one\r\ntwo \r\n").text, "one\ntwo");
});

Deno.test("userText() names the reason of what nobody typed", () => {
  const cases: readonly (readonly [string, string])[] = [
    [" \n\t", "empty"],
    ["<system-reminder>\nx\n</system-reminder>", "injected-context"],
    ["<ide_opened_file>x</ide_opened_file>", "injected-context"],
    ["<local-command-caveat>Caveat</local-command-caveat>", "injected-context"],
    ["Caveat: The messages below were made by commands", "injected-context"],
    ["# AGENTS.md instructions for /a", "injected-context"],
    ["[Image: source: /tmp/a.png]", "injected-context"],
    ["<task-notification>\n<task-id>1</task-id>", "injected-context"],
    ["<local-command-stdout></local-command-stdout>", "command-output"],
    ["<bash-stderr>x</bash-stderr>", "command-output"],
    ['<teammate-message teammate_id="a">x</teammate-message>', "subagent"],
    ["[Request interrupted by user for tool use]", "interruption-marker"],
    [
      "This session is being continued from a previous conversation that ran out",
      "compaction-summary",
    ],
    ["<command-name>/clear</command-name>", "slash-command"],
    ["<bash-input>ls</bash-input>", "slash-command"],
  ];
  for (const [text, reason] of cases) {
    deepEqual(read(text), { text: null, reason }, text);
    ok((REASONS as readonly string[]).includes(reason));
  }
});

Deno.test("userText() takes whole injected blocks out of a message", () => {
  equal(
    read(
      "<ide_selection>\nx = 1\n</ide_selection>\nrename x\n" +
        "<system-reminder>\nBe brief.\n</system-reminder>",
    ).text,
    "rename x",
  );
});

Deno.test("userText() keeps tags that a person quotes", () => {
  for (
    const text of [
      "what does <system-reminder>x</system-reminder> mean?",
      "see\n<system-reminder>x</system-reminder> here",
      "-<local-command-caveat>x</local-command-caveat>\n+nothing",
      "why does it print [Request interrupted by user]?",
    ]
  ) equal(read(text).text, text);
});

Deno.test("userText() keeps a slash command with arguments, tags in any order", () => {
  const tags = [
    "<command-name>/review</command-name>",
    "<command-message>review</command-message>",
    "<command-args>12 please</command-args>",
  ];
  for (const order of [tags, tags.toReversed()]) {
    equal(read(order.join("\n")).text, "/review 12 please");
    equal(userText(order.join("\n"), RULES.labels).reason, "slash-command");
  }
  const plugin = "<command-message>a:b is running…</command-message>\n" +
    "<command-args>now</command-args>";
  equal(read(plugin).text, "/a:b now");
});

Deno.test("userText() takes time linear in the length of a text of tags", () => {
  const started = performance.now();
  const open = "<system-reminder>\n".repeat(50_000);
  read(open);
  read(`${open}</system-reminder> x`);
  read(`x\n${open}</system-reminder>`);
  read(`<command-name>${" ".repeat(100_000)}`);
  ok(performance.now() - started < 2000);
});
