/** Lines of files of any size. */

import { deepEqual, equal, ok, rejects } from "node:assert/strict";
import fc from "fast-check";
import { readLineBlocks, readLines } from "@taskflow/table";
import { inFolder } from "./tables.ts";

const encoder = new TextEncoder();

/** A source that hands out its bytes in one buffer, overwritten by every next piece, as files do. */
async function* pieces(bytes: Uint8Array, size: number) {
  const buffer = new Uint8Array(size);
  for (let at = 0; at < bytes.length; at += size) {
    const part = bytes.subarray(at, at + size);
    buffer.set(part);
    yield await Promise.resolve(buffer.subarray(0, part.length));
  }
}

async function textsOf(bytes: Uint8Array, size = 3): Promise<string[]> {
  const lines = await Array.fromAsync(readLines(pieces(bytes, size)));
  deepEqual(lines.map(({ number }) => number), lines.map((_, i) => i + 1));
  ok(lines.slice(0, -1).every(({ ended }) => ended));
  return lines.map(({ text }) => text);
}

Deno.test("readLines() splits at line ends only, whatever the pieces", async () => {
  const line = fc.string({ unit: "binary" }).map((text) =>
    text.replace(/\n|\r$/g, "")
  );
  await fc.assert(
    fc.asyncProperty(
      fc.array(line),
      fc.constantFrom("\n", "\r\n"),
      fc.integer({ min: 1, max: 9 }),
      fc.boolean(),
      async (lines, end, size, closed) => {
        const text = lines.join(end) + (closed && lines.length > 0 ? end : "");
        const bytes = encoder.encode(text);
        const wanted = new TextDecoder("utf-8", { ignoreBOM: true }).decode(
          bytes,
        )
          .split(end);
        if (wanted.at(-1) === "") wanted.pop();
        // The one mark at the start is not text.
        if (wanted[0] !== undefined) {
          wanted[0] = wanted[0].replace(/^\uFEFF/, "");
        }
        if (wanted.length === 1 && wanted[0] === "" && !closed) wanted.pop();
        deepEqual(await textsOf(bytes, size), wanted);
      },
    ),
    { seed: 6, numRuns: 300 },
  );
});

Deno.test("readLines() drops one byte-order mark, at the start only", async () => {
  deepEqual(await textsOf(encoder.encode("\uFEFF\uFEFFa\n\uFEFFb")), [
    "\uFEFFa",
    "\uFEFFb",
  ]);
  deepEqual(await textsOf(encoder.encode("\uFEFF")), []);
  deepEqual(await textsOf(encoder.encode("\uFEFF\n")), [""]);
});

Deno.test("readLines() keeps a lone carriage return and replaces what is not UTF-8", async () => {
  deepEqual(await textsOf(encoder.encode("a\rb\n\r\r\n")), ["a\rb", "\r"]);
  deepEqual(await textsOf(Uint8Array.of(0x61, 0xff, 10, 0xc3, 10, 0)), [
    "a\uFFFD",
    "\uFFFD",
    "\0",
  ]);
});

Deno.test("readLines() tells a last line without line end", async () => {
  const ends = async (text: string) =>
    (await Array.fromAsync(readLines(pieces(encoder.encode(text), 2))))
      .map(({ ended }) => ended);
  deepEqual(await ends("a\nb"), [true, false]);
  deepEqual(await ends("a\nb\n"), [true, true]);
  deepEqual(await ends(""), []);
});

Deno.test("readLines() refuses lines beyond the bound, and UTF-16", async () => {
  const read = (bytes: Uint8Array, maxBytes: number, size: number) =>
    Array.fromAsync(readLines(pieces(bytes, size), { maxBytes, name: "log" }));
  for (const size of [1, 3, 100]) {
    await rejects(
      read(encoder.encode("ab\nabcdef\n"), 5, size),
      /RangeError: Cannot read "log": line 2 is longer than 5 bytes: /,
    );
    equal((await read(encoder.encode("ab\nabcde\n"), 5, size)).length, 2);
  }
  await rejects(
    read(Uint8Array.of(0xff, 0xfe, 0x61, 0), 99, 9),
    /SyntaxError: Cannot read "log": it is UTF-16: save it as UTF-8/,
  );
});

Deno.test("readLines() names a missing file and a folder", async () => {
  await inFolder(async (folder) => {
    await rejects(
      Array.fromAsync(readLines(`${folder}/none`)),
      Deno.errors.NotFound,
    );
    await rejects(Array.fromAsync(readLines(folder)), /it? is a folder/);
  });
});

Deno.test("readLines() reads a line of 50 MB, and closes a file it does not finish", async () => {
  await inFolder(async (folder) => {
    const path = `${folder}/long.jsonl`;
    const long = `"${"x".repeat(50_000_000)}"`;
    await Deno.writeTextFile(path, `${long}\nsecond\n`);
    const lengths: number[] = [];
    for await (const { text } of readLines(path)) lengths.push(text.length);
    deepEqual(lengths, [long.length, 6]);
    for await (const block of readLineBlocks(path)) {
      equal(block[0]?.number, 1);
      break;
    }
  });
});

Deno.test("readLines() needs no memory that grows with the file", async () => {
  const line = encoder.encode(
    `${JSON.stringify({ text: "y".repeat(1000) })}\n`,
  );
  const block = new Uint8Array(line.length * 1000);
  for (let i = 0; i < 1000; i++) block.set(line, i * line.length);
  async function* many() {
    for (let i = 0; i < 200; i++) yield await Promise.resolve(block);
  }
  let lines = 0;
  const before = Deno.memoryUsage();
  let most = 0;
  for await (const part of readLineBlocks(many())) {
    lines += part.length;
    const { external, heapTotal } = Deno.memoryUsage();
    most = Math.max(most, external + heapTotal);
  }
  equal(lines, 200_000);
  // 200 MB went through; young garbage may pile up to some tens of MB.
  const grown = (most - before.external - before.heapTotal) / 1e6;
  ok(grown < 100, `${grown} MB`);
});
