/**
 * Messages a second of the baseline classifier, against wink's naive Bayes on words, on the same
 * texts in the same run. One iteration is all texts: our own messages, and with `TASKFLOW_SHARED`
 * set real ones too. Wink is trained on our own messages only; what is compared is speed.
 */

import { classify, createExtractor, loadBaseline } from "@taskflow/classify";
import bayes from "wink-naive-bayes-text-classifier";

const own = Deno.readTextFileSync(
  new URL("../../data/models/extra_messages.jsonl", import.meta.url),
).trim().split("\n").map((line) =>
  JSON.parse(line) as { intent: string; text: string }
);

const shared = Deno.env.get("TASKFLOW_SHARED");
const real = shared === undefined
  ? []
  : Deno.readTextFileSync(`${shared}/labels/messages.jsonl`).trim().split("\n")
    .map((line) => (JSON.parse(line) as { text: string }).text);

/** The first 45 and the last 15 words: about what our classifier looks at of a whole text. */
function cut(text: string): string {
  const words = text.split(/\s+/);
  return words.length <= 60
    ? text
    : [...words.slice(0, 45), ...words.slice(-15)].join(" ");
}

const baseline = loadBaseline();
const extract = createExtractor();
const wink = bayes();
wink.definePrepTasks([
  (text: string) => text.toLowerCase().match(/[\p{L}\p{N}]+|\?/gu) ?? [],
]);
wink.defineConfig({ considerOnlyPresence: true, smoothingFactor: 0.5 });
for (const { intent, text } of own) wink.learn(text, intent);
wink.consolidate();

const sets: Record<string, string[]> = {
  "our own": own.map(({ text }) => text),
  ...(real.length > 0 ? { real } : {}),
};

for (const [name, texts] of Object.entries(sets)) {
  const group = `${texts.length} messages, ${name}`;
  const short = texts.map(cut);
  Deno.bench({
    name: `classify, texts cut: ${name}`,
    group,
    baseline: true,
    fn: () => {
      for (const text of short) classify(baseline, text);
    },
  });
  Deno.bench({
    name: `classify, whole texts: ${name}`,
    group,
    fn: () => {
      for (const text of texts) classify(baseline, text);
    },
  });
  Deno.bench({
    name: `features alone: ${name}`,
    group,
    fn: () => {
      for (const text of texts) extract(text);
    },
  });
  Deno.bench({
    name: `wink naive Bayes, texts cut: ${name}`,
    group,
    n: 3,
    warmup: 1,
    fn: () => {
      for (const text of short) wink.predict(text);
    },
  });
}
