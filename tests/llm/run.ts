/**
 * A run in a process of its own, for tests that interrupt, kill or search it:
 * `run.ts STORE ITEMS CONCURRENCY OUT`. Writes the outcomes to OUT, if it comes to that.
 */

import { completeAll, interrupt, openLlm, StopError } from "@taskflow/llm";
import { LABEL, messages } from "./setup.ts";

const [store = "", items = "0", concurrency = "1", out = ""] = Deno.args;
function say(text: string): void {
  Deno.stderr.writeSync(new TextEncoder().encode(`${text}\n`));
}

using control = interrupt();
await using llm = openLlm({
  store,
  concurrency: Number(concurrency),
  signal: control.signal,
  timeout: 20,
  retry: { retries: 2, firstWait: 1, longestWait: 4 },
  onNote: say,
});
const texts = Array.from({ length: Number(items) }, (_, i) => `text ${i}`);
const lines: string[] = [];
try {
  const options = { llm, model: "m", messages };
  for await (const completed of completeAll(LABEL, texts, options)) {
    lines.push(JSON.stringify(completed));
  }
} catch (error) {
  say(Deno.inspect([llm, llm.ledger(), error], { depth: 9 }));
  if (!(error instanceof StopError) || error.code !== "aborted") throw error;
  say(error.message);
}
if (lines.length === texts.length) {
  await Deno.writeTextFile(out, lines.join("\n"));
}
