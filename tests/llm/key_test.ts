/** The key reaches nothing that a run leaves behind, not even where a server repeats it. */

import { openLlm, StopError } from "@taskflow/llm";
import { equal, match, ok, throws } from "node:assert/strict";
import { scrubber } from "../../lib/llm/scrub.ts";
import {
  answer,
  type Call,
  KEY,
  never,
  refuse,
  scriptedServer,
} from "./scripted_server.ts";
import { temporary } from "./setup.ts";
import { spawnRun } from "./spawn_run.ts";

/** Forms in which a key could slip through. */
const FORMS = [
  KEY,
  KEY.slice(3),
  encodeURIComponent(KEY),
  btoa(KEY).replaceAll("=", ""),
  btoa(`Bearer ${KEY}`).replaceAll("=", "").slice(8),
];

/** Everything in a folder, whatever its format, as text. */
async function everything(folder: string): Promise<string> {
  let all = "";
  for await (const { name } of Deno.readDir(folder)) {
    const bytes = await Deno.readFile(`${folder}/${name}`);
    all += name + new TextDecoder("latin1").decode(bytes);
  }
  return all;
}

/** A server that tells everybody the key: in answers, errors, headers. */
function gossip(last: (call: Call) => Response | Promise<Response>) {
  return (call: Call) => {
    const said = call.headers.get("authorization") ?? "";
    equal(said, `Bearer ${KEY}`);
    const n = Number(call.text.slice(5));
    if (n === 20) return last(call);
    if (n % 5 === 1) return answer(`Your key is ${KEY}, ${btoa(KEY)}`);
    if (n % 5 === 2) return refuse(400, `bad request from ${said}`);
    if (n % 5 === 3) return refuse(500, `${said} is unlucky`);
    if (n % 5 === 4) return new Response(`<p>${said}</p>`, { status: 502 });
    return answer({ label: "tests" }, { usage: { note: KEY } });
  };
}

const ENDS: [string, (call: Call) => Response | Promise<Response>][] = [
  [
    "rejected",
    (call) =>
      refuse(401, `Incorrect API key: ${call.headers.get("authorization")}`),
  ],
  ["crashed", never],
];

for (const [name, last] of ENDS) {
  Deno.test(`a run that is ${name} leaves no trace of the key`, async () => {
    await using folder = await temporary();
    await using server = scriptedServer(gossip(last));
    const child = spawnRun(folder.path, server.env, 30, 1);
    if (name === "crashed") {
      while (server.calls.every(({ text }) => text !== "text 20")) {
        await new Promise((resolve) => setTimeout(resolve, 10));
      }
      child.kill("SIGKILL");
    }
    const { stdout, stderr, code } = await child.output();
    const printed = new TextDecoder().decode(stdout) +
      new TextDecoder().decode(stderr);
    ok(code !== 0);
    if (name === "rejected") match(printed, /StopError.*rejects the key/s);
    const left = await everything(folder.path);
    match(left, /Your key is \[key\], \[key\]/);
    for (const form of FORMS) {
      ok(!left.includes(form), `${form} in a file`);
      ok(!printed.includes(form), `${form} in the output`);
    }
  });
}

Deno.test("scrubber() removes keys, and leaves placeholders alone", () => {
  const scrub = scrubber([KEY]);
  equal(scrub(`a ${KEY} b ${KEY}`), "a [key] b [key]");
  equal(scrub("sk-other-12345678"), "sk-other-12345678");
  equal(scrub("Incorrect: sk-abc***********xyz", true), "Incorrect: [key]");
  equal(scrubber(["ollama"])("ask ollama"), "ask ollama");
  equal(
    scrubber(['quo"te\\d-key'])(JSON.stringify('quo"te\\d-key')),
    '"[key]"',
  );
});

Deno.test("openLlm() takes the endpoint from the environment, and says what is wrong there", () => {
  const open = (env: Record<string, string>) =>
    openLlm({ store: ":memory:", env });
  throws(() => open({}), { name: "RangeError", message: /OPENAI_API_KEY/ });
  throws(() => open({ OPENAI_BASE_URL: "localhost:80" }), {
    name: "TypeError",
    message: /not a URL with http/,
  });
  const secret = "http://user:hunter2hunter2@127.0.0.1/v1";
  throws(() => open({ OPENAI_BASE_URL: secret }), (error) => {
    ok(error instanceof TypeError && !(error instanceof StopError));
    ok(!error.message.includes("hunter2"));
    return true;
  });
});
