/** The baseline classifier: one message alone, any language, any input, files that do not fit. */

import { deepEqual, equal, notEqual, ok, throws } from "node:assert/strict";
import {
  classify,
  featuresId,
  loadBaseline,
  parseBaseline,
} from "@taskflow/classify";
import { TAXONOMY } from "@taskflow/taxonomy";
import fc from "fast-check";
import file from "../../data/models/baseline.json" with { type: "json" };
import report from "../../data/models/report.json" with { type: "json" };
import { sharedPath, sharedTest } from "../shared.ts";

const baseline = loadBaseline();
const intentOf = (text: string) => classify(baseline, text).intent;

Deno.test("classify() gives the same text the same label at any position", () => {
  const session = [
    "hello",
    "why does the importer stop after ten rows?",
    "go on",
    "write a readme for the importer",
    "go on",
    "commit and push",
  ];
  const alone = session.map((
    text,
  ) => [...classify(baseline, text).probabilities]);
  for (let turn = 0; turn < session.length; turn++) {
    const rotated = [...session.slice(turn), ...session.slice(0, turn)];
    rotated.forEach((text, at) => {
      deepEqual(
        [...classify(baseline, text).probabilities],
        alone[(at + turn) % session.length],
      );
    });
  }
});

Deno.test("classify() takes a text and nothing else", () =>
  equal(classify.length, 2));

Deno.test("classify() ignores white space around a message", () => {
  deepEqual(
    classify(baseline, "\n  run the tests \t\n"),
    classify(baseline, "run the tests"),
  );
});

Deno.test("classify() gives probabilities that sum to 1 and fit the label, for any string", () => {
  fc.assert(
    fc.property(fc.string({ unit: "binary", maxLength: 300 }), (text) => {
      const { intent, probabilities } = classify(baseline, text);
      equal(probabilities.length, TAXONOMY.labels.length);
      const sum = probabilities.reduce((all, p) => all + p, 0);
      ok(Math.abs(sum - 1) < 1e-5, `sum ${sum}`);
      equal(
        intent,
        TAXONOMY.labels[probabilities.indexOf(Math.max(...probabilities))],
      );
    }),
    { numRuns: 300 },
  );
});

/** Plain requests, none of them among the training messages; each language must hold up on its own. */
const REQUESTS: Readonly<
  Record<string, readonly (readonly [string, string])[]>
> = {
  English: [
    ["Add an archive button to every invoice row", "new-feature"],
    ["commit these changes and push them to origin", "execute"],
    [
      "TypeError: Cannot read properties of undefined (reading 'rows')",
      "bug-fix",
    ],
    ["write a readme that explains the setup", "generate-docs"],
    ["Why does the nightly import fail?", "debug"],
    ["thank you so much", "other"],
  ],
  Chinese: [
    ["修复保存按钮的错误", "bug-fix"],
    ["增加一个归档功能", "new-feature"],
    ["提交代码并推送", "execute"],
    ["更新一下说明文档", "generate-docs"],
    ["继续吧", "other"],
    ["为什么导入会失败", "debug"],
  ],
  German: [
    ["behebe den Fehler beim Speichern", "bug-fix"],
    ["füge einen Knopf zum Archivieren hinzu", "new-feature"],
    ["schreibe eine Readme für das Modul", "generate-docs"],
    ["starte den Server neu", "execute"],
    ["warum schlägt der Import fehl?", "debug"],
    ["ja, mach weiter", "other"],
  ],
  Spanish: [
    ["corrige el error al guardar", "bug-fix"],
    ["agrega un botón para archivar", "new-feature"],
    ["actualiza el readme", "generate-docs"],
    ["sí, continúa", "other"],
  ],
  Russian: [
    ["исправь ошибку при сохранении", "bug-fix"],
    ["добавь кнопку архива", "new-feature"],
    ["запусти все тесты", "execute"],
    ["да, продолжай", "other"],
  ],
  Japanese: [
    ["保存時のエラーを修正してください", "bug-fix"],
    ["アーカイブ機能を追加してください", "new-feature"],
    ["テストを実行してください", "execute"],
    ["続けてください", "other"],
  ],
};

for (const [language, requests] of Object.entries(REQUESTS)) {
  Deno.test(`classify() understands plain requests in ${language}`, () => {
    const wrong = requests.filter(([text, intent]) => intentOf(text) !== intent)
      .map(([text]) => `${text}: ${intentOf(text)}`);
    ok(wrong.length <= 1, wrong.join("; "));
  });
}

Deno.test("classify() never takes long, whatever it is given", () => {
  const hostile = [
    " ".repeat(1e6) + "x",
    "A".repeat(1e6),
    "A\n".repeat(5e5) + "b",
    "ABC".repeat(600) + "d",
    '"'.repeat(1e6),
    "- ".repeat(5e5),
    "`".repeat(1e6),
    "\n\n \n".repeat(3e5),
    "@a/b.c ".repeat(2e5),
    "修".repeat(1e6),
    "İ".repeat(1e6),
    "\ud800".repeat(1e6),
    "a-".repeat(5e5),
    "<a".repeat(5e5),
  ];
  const start = performance.now();
  for (const text of hostile) intentOf(text);
  const ms = performance.now() - start;
  ok(ms < 2000, `${ms} ms for ${hostile.length} texts`);
});

Deno.test("classify() reads both ends of a long message", () => {
  const padding = "lorem ipsum dolor sit amet ".repeat(400);
  const [head, tail] = [
    "Fix the crash on startup. ",
    " Fix the crash on startup.",
  ];
  const plain = classify(baseline, padding).probabilities;
  notEqual(classify(baseline, head + padding).probabilities[1], plain[1]);
  notEqual(classify(baseline, padding + tail).probabilities[1], plain[1]);
  deepEqual(
    classify(baseline, head + padding + "one" + padding),
    classify(baseline, head + padding + "two" + padding),
  );
});

Deno.test("parseBaseline() refuses what does not fit, and says what to do", () => {
  const wrong = (change: object) => () =>
    parseBaseline({ ...file, ...change }, "m.json");
  throws(wrong({ schema_version: 2 }), TypeError);
  throws(wrong({ labels: file.labels.toReversed() }), /train it again/);
  throws(wrong({ features: "00000000" }), /trained on features "00000000"/);
  throws(wrong({ rows: file.rows - 1 }), /do not fit/);
  throws(wrong({ weights: file.weights.slice(0, 400) }), /do not fit/);
  throws(wrong({ bias: [0] }), /do not fit/);
  throws(() => parseBaseline(null, "m.json"), /Cannot read model "m.json"/);
});

Deno.test("the model file holds numbers and intent names only, and is small", () => {
  const { labels, marks, weights, features, ...numbers } = file;
  deepEqual(labels, [...TAXONOMY.labels]);
  equal(features, featuresId());
  equal(Uint8Array.fromBase64(marks).length, file.slots);
  equal(Uint8Array.fromBase64(weights).length, file.rows * labels.length);
  for (const value of Object.values(numbers).flat()) {
    equal(typeof value, "number");
  }
  ok(JSON.stringify(file).length < 2e6);
});

Deno.test("the report is of this code and beats the reference by more than 3 points", () => {
  equal(report.features, featuresId());
  const { accuracy, macroF1 } = report.against_reference;
  ok(accuracy.difference > 0.03 && accuracy.low > 0);
  ok(macroF1.difference > 0.03 && macroF1.low > 0);
});

const own = Deno.readTextFileSync(
  new URL("../../data/models/extra_messages.jsonl", import.meta.url),
).trim().split("\n").map((line) =>
  JSON.parse(line) as { intent: string; text: string }
);

Deno.test("our own messages carry known intents, none twice", () => {
  ok(own.every(({ intent }) => TAXONOMY.codeOf.has(intent)));
  equal(new Set(own.map(({ text }) => text)).size, own.length);
});

sharedTest("our own messages are not other people's", async () => {
  const lines = (await Deno.readTextFile(sharedPath("labels/messages.jsonl")))
    .trim().split("\n");
  const theirs = new Set(
    lines.map((line) =>
      (JSON.parse(line) as { text: string }).text.toLowerCase().trim()
    ),
  );
  // Short phrases ("try again") belong to nobody.
  const taken = own.filter(({ text }) =>
    text.length > 30 && theirs.has(text.toLowerCase().trim())
  );
  deepEqual(taken, []);
});

sharedTest("the report names no text of other people", async () => {
  const written = JSON.stringify(report).toLowerCase();
  const lines = (await Deno.readTextFile(sharedPath("labels/messages.jsonl")))
    .trim().split("\n");
  const found = lines.map((line) =>
    (JSON.parse(line) as { text: string }).text.toLowerCase()
  )
    .filter((text) => text.length > 20 && written.includes(text));
  deepEqual(found, []);
});
