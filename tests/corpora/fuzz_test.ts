/** Fifty damaged files of every format, from made-up ones; `deno task fuzz` runs 2,000 from real ones. */

import { deepEqual, equal } from "node:assert/strict";
import { ADAPTERS } from "@taskflow/corpora";
import { checkCase } from "../../scripts/fuzz/check_case.ts";
import { drawOf } from "../../scripts/fuzz/draw.ts";
import { DAMAGE, mutate } from "../../scripts/fuzz/mutate.ts";
import { synthetic } from "../../scripts/fuzz/synthetic.ts";

for (const adapter of ADAPTERS) {
  Deno.test(`readCorpus() holds on fifty damaged files of ${adapter.title}`, async () => {
    const files = await synthetic(adapter.source);
    const folder = await Deno.makeTempDir();
    const problems: string[] = [];
    for (let at = 0; at < 50; at++) {
      const draw = drawOf(4, adapter.source, at);
      const { bytes, damage } = mutate(files, draw);
      const how = draw.below(2) === 0 ? "all" : "forced";
      const problem = await checkCase(bytes, adapter, how, folder);
      if (problem !== null) {
        problems.push(`case ${at}, ${damage.join(", ")}: ${problem}`);
      }
    }
    deepEqual(problems, []);
    await Deno.remove(folder);
  });
}

Deno.test("mutate() does every kind of damage, the same for the same seed", async () => {
  const files = await synthetic("claude-code");
  const seen = new Set<string>();
  for (let at = 0; at < 300; at++) {
    const made = mutate(files, drawOf(1, "claude-code", at));
    for (const name of made.damage) seen.add(name);
    if (at % 50 > 0) continue;
    deepEqual(mutate(files, drawOf(1, "claude-code", at)), made);
  }
  deepEqual([...seen].sort(), Object.keys(DAMAGE).sort());
});

Deno.test("checkCase() names an adapter that fails and one that gives a message without text", async () => {
  const folder = await Deno.makeTempDir();
  const [codex] = ADAPTERS.filter(({ source }) => source === "codex");
  const [file] = await synthetic("codex");
  if (codex === undefined || file === undefined) throw new Error("no codex");
  const message = { text: " ", timestamp: null, intent: null };
  const silent = {
    ...codex,
    *read() {
      yield {
        schema_version: 1 as const,
        ...{ id: "s", source: "codex", file: "damaged", ordinal: 0 },
        attributes: {},
        messages: [message],
      };
    },
  };
  equal(
    await checkCase(file, silent, "forced", folder),
    "a message has no text",
  );
  const failing = {
    ...codex,
    // deno-lint-ignore require-yield -- it fails before there is anything to yield
    *read() {
      throw new TypeError("Cannot read properties of undefined");
    },
  };
  equal(
    await checkCase(file, failing, "forced", folder),
    "the adapter gave up: Cannot read properties of undefined",
  );
  equal(await checkCase(file, codex, "forced", folder), null);
  await Deno.remove(folder);
});
