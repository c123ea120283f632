/** Provenance, checksums, and files written in one step. */

import { deepEqual, equal, ok, rejects, throws } from "node:assert/strict";
import { createHash } from "node:crypto";
import {
  inputOf,
  type Provenance,
  provenance,
  provenanceSchema,
  sha256File,
  writeAtomically,
} from "@taskflow/table";
import { inFolder } from "./tables.ts";

const sha256 = "0".repeat(64);
const FACTS: Omit<Provenance, "schema_version"> = {
  inputs: [{ name: "b.csv", sha256 }, { name: "a.csv", sha256 }],
  parameters: { z: 1, a: { y: [1, null], b: true } },
  seed: 7,
  versions: { taskflow: "1.0.0", deno: "2.9.6" },
  visibility: "private",
};

Deno.test("provenance() is the same text for the same facts in any order", () => {
  const again = provenance({
    versions: { deno: "2.9.6", taskflow: "1.0.0" },
    visibility: "private",
    seed: 7,
    parameters: { a: { b: true, y: [1, null] }, z: 1 },
    inputs: [...FACTS.inputs].reverse(),
  });
  equal(JSON.stringify(again), JSON.stringify(provenance(FACTS)));
  deepEqual(again.inputs.map(({ name }) => name), ["a.csv", "b.csv"]);
  deepEqual(provenanceSchema.parse(JSON.parse(JSON.stringify(again))), again);
});

Deno.test("provenance() refuses names that tell whose machine it was, and twins", () => {
  const named = (...names: string[]) => () =>
    provenance({ ...FACTS, inputs: names.map((name) => ({ name, sha256 })) });
  throws(
    named("/home/ada/a.csv"),
    /RangeError: .*"\/home\/ada\/a.csv" is an absolute/,
  );
  throws(named("C:\\a.csv"), /absolute path/);
  throws(named("a.csv", "b.csv", "a.csv"), /two inputs are named "a.csv"/);
});

Deno.test("provenance() refuses facts of the wrong shape", () => {
  const wrong = (facts: Record<string, unknown>) => () =>
    provenance({ ...FACTS, ...facts } as unknown as typeof FACTS);
  throws(
    wrong({ visibility: "secret" }),
    /TypeError: Cannot make provenance: /,
  );
  throws(wrong({ parameters: { a: undefined } }), TypeError);
  throws(wrong({ time: "now" }), TypeError);
  throws(wrong({ inputs: [{ name: "a", sha256: "x" }] }), TypeError);
});

Deno.test("sha256File() agrees with a hash of the whole", async () => {
  await inFolder(async (folder) => {
    const path = `${folder}/data`;
    const bytes = Uint8Array.from({ length: 600_001 }, (_, i) => i * 31);
    await Deno.writeFile(path, bytes);
    const wanted = createHash("sha256").update(bytes).digest("hex");
    equal(await sha256File(path), wanted);
    deepEqual(await inputOf(path), { name: "data", sha256: wanted });
    await rejects(sha256File(`${folder}/none`), /there is no such file/);
    await rejects(sha256File(folder), /it is a folder/);
  });
});

Deno.test("writeAtomically() writes bytes, texts and pieces, and makes the folder", async () => {
  await inFolder(async (folder) => {
    const path = `${folder}/a/b/c.txt`;
    await writeAtomically(path, "one");
    equal(await Deno.readTextFile(path), "one");
    await writeAtomically(path, Uint8Array.of(0x32));
    equal(await Deno.readTextFile(path), "2");
    await writeAtomically(path, ["ä", Uint8Array.of(10), "b"]);
    equal(await Deno.readTextFile(path), "ä\nb");
  });
});

Deno.test("writeAtomically() leaves the old file, and no other, when it fails", async () => {
  await inFolder(async (folder) => {
    const path = `${folder}/a.txt`;
    await writeAtomically(path, "old");
    const failing = function* () {
      yield "new";
      throw new RangeError("no more");
    };
    await rejects(writeAtomically(path, failing()), /no more/);
    equal(await Deno.readTextFile(path), "old");
    const names = await Array.fromAsync(Deno.readDir(folder));
    deepEqual(names.map(({ name }) => name), ["a.txt"]);
    await Deno.mkdir(`${folder}/taken`);
    await rejects(writeAtomically(`${folder}/taken`, "x"));
    ok((await Array.fromAsync(Deno.readDir(folder))).length === 2);
  });
});
