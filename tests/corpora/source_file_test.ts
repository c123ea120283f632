import { deepEqual, equal, rejects, throws } from "node:assert/strict";
import { createHash } from "node:crypto";
import { HEAD_BYTES, newScratch, openSource } from "@taskflow/corpora";
import { folder } from "./fixtures.ts";

const sha256 = (bytes: Uint8Array) =>
  createHash("sha256").update(bytes).digest("hex");

Deno.test("openSource() gives the same bytes in parts and at once, and hashes them", async () => {
  const sizes = [0, 1, HEAD_BYTES - 1, HEAD_BYTES, HEAD_BYTES + 1, 1_000_000];
  const scratch = newScratch();
  for (const size of sizes) {
    const bytes = Uint8Array.from({ length: size }, (_, i) => (i * 7) % 127);
    await using made = await folder({ file: bytes });
    const path = `${made.path}/file`;
    const parts = createHash("sha256");
    {
      using source = openSource(path, "file", scratch);
      for await (const part of source.chunks()) parts.update(part);
      deepEqual(source.finish(), {
        bytes: size,
        sha256: sha256(bytes),
        cut: false,
      });
    }
    equal(parts.digest("hex"), sha256(bytes));
    using source = openSource(path, "file", scratch);
    equal(sha256(await source.bytes()), sha256(bytes));
    equal(source.finish().sha256, sha256(bytes));
  }
});

Deno.test("openSource() hashes what an adapter leaves unread", async () => {
  const bytes = new Uint8Array(1_000_000).fill(65);
  await using made = await folder({ file: bytes });
  using source = openSource(`${made.path}/file`, "file", newScratch());
  equal(source.head.complete, false);
  equal(source.finish().sha256, sha256(bytes));
});

Deno.test("openSource() leaves a cut character out of the head, and tells a cut file", async () => {
  const long = new TextEncoder().encode("文".repeat(HEAD_BYTES));
  await using made = await folder({
    long,
    cut: long.subarray(0, 10),
    whole: long.subarray(0, 9),
  });
  const scratch = newScratch();
  const open = (name: string) =>
    openSource(`${made.path}/${name}`, name, scratch);
  {
    using source = open("long");
    equal(/^文+$/.test(source.head.text), true);
  }
  for (const [name, cut] of [["cut", true], ["whole", false]] as const) {
    using source = open(name);
    equal(source.finish().cut, cut);
  }
});

Deno.test("openSource() decodes with replacement and without the byte-order mark", async () => {
  await using made = await folder({
    file: Uint8Array.of(0xef, 0xbb, 0xbf, 0x61, 0xff, 0x62),
  });
  using source = openSource(`${made.path}/file`, "file", newScratch());
  equal(await source.text(), "a\uFFFDb");
});

Deno.test("openSource() gives its content once", async () => {
  await using made = await folder({ file: "a" });
  using source = openSource(`${made.path}/file`, "file", newScratch());
  await source.bytes();
  throws(() => source.text(), /Cannot read "file" twice/);
  await rejects(Array.fromAsync(source.chunks()), TypeError);
});
