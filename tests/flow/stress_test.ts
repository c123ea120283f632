import { deepEqual, throws } from "node:assert/strict";
import { countStress, parseStressSlices } from "@taskflow/flow";
import { TAXONOMY } from "@taskflow/taxonomy";

const shipped = parseStressSlices(
  JSON.parse(
    await Deno.readTextFile(
      new URL("../../data/stress_slices.json", import.meta.url),
    ),
  ),
  "stress_slices.json",
  TAXONOMY,
);

function counted(...messages: [intent: string | null, text: string | null][]) {
  const stress = countStress(shipped);
  stress.add({
    messages: messages.map(([intent, text]) => ({
      intent,
      text,
      timestamp: null,
    })),
  });
  return Object.fromEntries(
    stress.counts.map((
      { name, messages, sessions, withoutText },
    ) => [name, [messages, sessions, withoutText]]),
  );
}

Deno.test("countStress() counts messages by intent and pattern, sessions once", () => {
  deepEqual(
    counted(
      ["execute", "git reset --hard origin/main"],
      ["execute", "now rm -rf dist"],
      ["explain", "what does rm -rf dist do?"],
      ["code-review", "is the login form open to SQL injection?"],
      ["execute", "run the tests"],
    ),
    {
      "destructive-execute": [2, 1, 0],
      "security-review": [1, 1, 0],
      "deploy-or-release": [0, 0, 0],
    },
  );
});

Deno.test("countStress() says how many messages had no text to look at", () => {
  deepEqual(counted(["execute", null], [null, "rm -rf /"]), {
    "destructive-execute": [0, 0, 1],
    "security-review": [0, 0, 0],
    "deploy-or-release": [0, 0, 1],
  });
});

Deno.test("parseStressSlices() names the slice and the remedy", () => {
  const slices = [{ name: "a", description: "", intents: ["nap"] }];
  throws(
    () => parseStressSlices({ schema_version: 1, slices }, "s.json", TAXONOMY),
    /"nap" is not an intent/,
  );
  throws(() => parseStressSlices([], "s.json", TAXONOMY), TypeError);
});
