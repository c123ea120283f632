/** What a server does not understand is found out once, and said. */

import { completeAll, openLlm } from "@taskflow/llm";
import { deepEqual, equal, match, ok } from "node:assert/strict";
import {
  answer,
  type Call,
  refuse,
  scriptedServer,
} from "./scripted_server.ts";
import { LABEL, messages, QUICK } from "./setup.ts";

const TEXTS = Array.from({ length: 30 }, (_, i) => `text ${i}`);

function formatOf({ body }: Call): string {
  return body.response_format?.type ?? "text";
}

async function run(
  play: (call: Call) => Response | Promise<Response>,
  parameters: Record<string, number> = {},
) {
  const server = scriptedServer(play);
  await using _ = server;
  await using llm = openLlm({ store: ":memory:", env: server.env, ...QUICK });
  const outcomes = await Array.fromAsync(
    completeAll(LABEL, TEXTS, { llm, model: "m", messages, parameters }),
  );
  const formats = server.calls.map(formatOf);
  return { outcomes, formats, notes: llm.notes, calls: server.calls };
}

/** The words of servers that lack something, with the status they send them with. */
const WORDS: [string, number, string][] = [
  [
    "OpenAI",
    400,
    "Invalid parameter: 'response_format' of type 'json_schema' is not supported with this model",
  ],
  ["DeepSeek", 400, "This response_format type is unavailable now"],
  [
    "older llama.cpp",
    500,
    'response_format type must be one of "text" or "json_object", but got: json_schema',
  ],
  [
    "FastAPI",
    422,
    "Input should be 'text' or 'json_object' (body.response_format.type)",
  ],
  [
    "OpenRouter",
    404,
    "No endpoints found that support the parameter structured_outputs",
  ],
];

for (const [name, status, words] of WORDS) {
  Deno.test(`completeAll() falls back to JSON mode on the words of ${name}`, async () => {
    const { outcomes, formats, notes, calls } = await run((call) =>
      formatOf(call) === "json_schema"
        ? refuse(status, words)
        : answer({ label: "tests" })
    );
    ok(outcomes.every(({ outcome }) => outcome.ok));
    ok(outcomes.every(({ outcome }) => outcome.format === "json"));
    // Once: one request was turned down, then all go in JSON mode.
    equal(formats.filter((format) => format === "json_schema").length, 1);
    equal(formats.length, TEXTS.length + 1);
    equal(notes.length, 1);
    match(notes[0] ?? "", /does not take json_schema .*asking for JSON mode/);
    // The schema goes into the prompt, after the system message.
    const system = calls.at(-1)?.body.messages[0]?.content ?? "";
    match(system, /^Label the message\.\n\nAnswer with one JSON .*"enum"/s);
  });
}

Deno.test("completeAll() falls back to plain text where JSON mode is lacking too", async () => {
  const { outcomes, formats, notes } = await run((call) =>
    formatOf(call) === "text"
      ? answer('```json\n{"label": "debug"}\n```')
      : refuse(400, "unknown field: response_format")
  );
  ok(outcomes.every(({ outcome }) => outcome.ok));
  deepEqual(formats.slice(0, 4), [
    "json_schema",
    "json_object",
    "text",
    "text",
  ]);
  equal(formats.length, TEXTS.length + 2);
  match(notes[0] ?? "", /asking for plain text/);
});

Deno.test("completeAll() keeps to the schema where an error only sounds like it", async () => {
  const { outcomes, formats, notes } = await run((call) =>
    call.text === "text 0"
      ? refuse(400, "prompt too long; note: grammar of 3 rules")
      : answer({ label: "tests" })
  );
  equal(outcomes[0]?.outcome.ok, false);
  ok(outcomes.slice(1).every(({ outcome }) => outcome.format === "schema"));
  equal(formats.length, TEXTS.length + 2);
  deepEqual(notes, []);
});

Deno.test("completeAll() says that a server may ignore json_schema", async () => {
  const { outcomes, notes } = await run(() => answer("tests, I would say"));
  ok(outcomes.every(({ outcome }) => !outcome.ok));
  equal(notes.length, 1);
  match(notes[0] ?? "", /may ignore it/);
});

Deno.test("completeAll() sends max_tokens under the name that a model takes", async () => {
  const { outcomes, calls, notes } = await run(
    ({ body }) =>
      "max_tokens" in body
        ? refuse(
          400,
          "Unsupported parameter: 'max_tokens' is not supported with this model. " +
            "Use 'max_completion_tokens' instead.",
        )
        : answer({ label: "tests" }),
    { max_tokens: 20 },
  );
  ok(outcomes.every(({ outcome }) => outcome.ok));
  equal(calls.length, TEXTS.length + 1);
  equal(calls.at(-1)?.body.max_completion_tokens, 20);
  match(notes[0] ?? "", /sending it as max_completion_tokens/);
});

Deno.test("openLlm() starts with the format that it is given", async () => {
  await using server = scriptedServer(() => answer({ label: "tests" }));
  await using llm = openLlm({
    store: ":memory:",
    env: server.env,
    ...QUICK,
    format: "text",
  });
  const only = (content: string) => [{ role: "user" as const, content }];
  const options = { llm, model: "m", messages: only };
  await Array.fromAsync(completeAll(LABEL, ["a"], options));
  const [call] = server.calls;
  ok(call !== undefined);
  equal(formatOf(call), "text");
  // Without a system message none is added: some chat templates know none.
  equal(call.body.messages.length, 1);
  match(call.text, /^a\n\nAnswer with one JSON object/);
});
