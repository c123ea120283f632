import { deepEqual, equal, throws } from "node:assert/strict";
import {
  labelCode,
  parentCodes,
  parseTaxonomy,
  TAXONOMY,
} from "@taskflow/taxonomy";

const child = {
  label: "deploy",
  definition: "Put it into service.",
  instantiable: true,
  parent: "execute",
};
const file = (intents: unknown[]) => ({
  schema_version: 1,
  name: "t",
  intents,
});

Deno.test("TAXONOMY has 16 intents, three of them excluded", () => {
  equal(TAXONOMY.labels.length, 16);
  deepEqual([...TAXONOMY.excluded], ["meta-question", "greeting", "other"]);
  equal(TAXONOMY.retainedCode[TAXONOMY.codeOf.get("greeting") ?? 0], -1);
  equal(TAXONOMY.retained[TAXONOMY.retainedCode[11] ?? 0], "code-review");
});

Deno.test("parseTaxonomy() changes its hash with any word of a definition", () => {
  const [first, ...rest] = TAXONOMY.intents;
  const changed = file([{ ...first, definition: "Something else." }, ...rest]);
  equal(parseTaxonomy(file([...TAXONOMY.intents])).hash, TAXONOMY.hash);
  equal(parseTaxonomy(changed).hash === TAXONOMY.hash, false);
});

Deno.test("parseTaxonomy() says what is wrong with a taxonomy file", () => {
  const cases: [unknown, RegExp][] = [
    [{ intents: [] }, /Cannot read taxonomy "t.json"/],
    [file([child, child]), /"deploy" occurs twice/],
    [file([{ ...child, label: "end" }]), /"end" is reserved/],
    [file([{ ...child, label: "Bug Fix" }]), /label/],
    [
      file([{ ...child, parent: "ship" }]),
      /parent "ship" of "deploy" is not a label/,
    ],
    [file([{ ...child, parent: "other" }]), /differ in "instantiable"/],
  ];
  for (const [value, message] of cases) {
    throws(() => parseTaxonomy(value, "t.json"), message);
  }
});

Deno.test("labelCode() suggests the label that was meant", () => {
  throws(() => labelCode(TAXONOMY, "Bug_Fix"), /did you mean "bug-fix"/);
  throws(() => labelCode(TAXONOMY, "poetry"), /use one of tests, bug-fix/);
});

Deno.test("parentCodes() refuses a label without a place among the 16", () => {
  const codes = parentCodes(parseTaxonomy(file([child])));
  equal(TAXONOMY.labels[codes[0] ?? 0], "execute");
  const orphan = parseTaxonomy(file([{ ...child, parent: null }]));
  throws(() => parentCodes(orphan), /Cannot map label "deploy"/);
});
