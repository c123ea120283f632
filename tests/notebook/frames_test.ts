import { deepEqual } from "node:assert/strict";
import fc from "fast-check";
import {
  encodeFrame,
  frameReader,
  type Piece,
} from "../../lib/notebook/frames.ts";

/** Pieces with neighbouring texts joined. */
function joined(pieces: readonly Piece[]): Piece[] {
  const result: Piece[] = [];
  for (const piece of pieces) {
    const last = result.at(-1);
    if ("text" in piece && last !== undefined && "text" in last) {
      result[result.length - 1] = { text: last.text + piece.text };
    } else result.push(piece);
  }
  return result;
}

Deno.test("frameReader() finds the same pieces wherever the stream is cut", () => {
  const text = fc.string({
    unit: fc.constantFrom("a", "\n", "\x1e", "w", " ", "é"),
    minLength: 1,
  });
  const piece = fc.oneof(
    text.map((value): Piece => ({ text: value })),
    fc.string().map((value): Piece => ({ frame: value.replaceAll("\n", "") })),
  );
  fc.assert(
    fc.property(
      fc.array(piece, { maxLength: 12 }),
      fc.array(fc.nat(40), { minLength: 1, maxLength: 8 }),
      (pieces, cuts) => {
        // The secret word cannot occur in text: it is drawn anew for every run.
        const word = "0b5c";
        const stream = pieces.map((one) =>
          "text" in one ? one.text : encodeFrame(word, one.frame)
        )
          .join("");
        const read = frameReader(word);
        const found: Piece[] = [];
        for (let at = 0, i = 0; at < stream.length; i++) {
          const step = 1 + (cuts[i % cuts.length] ?? 0);
          found.push(...read(stream.slice(at, at + step)));
          at += step;
        }
        // What could begin a frame is held back: the next frame lets it go.
        found.push(...read(encodeFrame(word, "end")));
        deepEqual(joined(found), joined([...pieces, { frame: "end" }]));
      },
    ),
    { seed: 7, numRuns: 500 },
  );
});
