/**
 * A file that goes on in other files, as one.
 *
 * @module
 */

import type { SourceFile } from "./adapter.ts";
import type { OpenSource, WholeFile } from "./source_file.ts";

/** A file with all that follows it. */
export interface JoinedFile extends SourceFile {
  /** Read what is left, and tell the hash of every file, in order. */
  finish(): ({ readonly file: string } & WholeFile)[];
}

const LF = Uint8Array.of(0x0a);

/**
 * Join files that are parts of one. A line feed goes between two parts, which end at a line without
 * it. Each part is opened when the one before has ended.
 *
 * @param first The first part.
 * @param rest Opens the others, in order.
 * @returns The file; it does not close the first part.
 *
 * @example
 * ```ts
 * import { equal } from "node:assert/strict";
 * import { joinParts, newScratch, openSource } from "@taskflow/corpora";
 *
 * const folder = await Deno.makeTempDir();
 * await Deno.writeTextFile(`${folder}/a`, "1");
 * await Deno.writeTextFile(`${folder}/b`, "2");
 * const scratch = newScratch();
 * {
 *   using first = openSource(`${folder}/a`, "a", scratch);
 *   const file = joinParts(first, [() => openSource(`${folder}/b`, "b", scratch)]);
 *   equal(await file.text(), "1\n2");
 *   equal(file.finish().length, 2);
 * }
 * await Deno.remove(folder, { recursive: true });
 * ```
 */
export function joinParts(
  first: OpenSource,
  rest: readonly (() => OpenSource)[],
): JoinedFile {
  const finished: ({ file: string } & WholeFile)[] = [];
  const end = (part: OpenSource) =>
    finished.push({ file: part.file, ...part.finish() });
  const chunks = async function* (): AsyncGenerator<Uint8Array> {
    yield* first.chunks();
    end(first);
    for (const open of rest) {
      using part = open();
      yield LF;
      yield* part.chunks();
      end(part);
    }
  };
  const bytes = async () => {
    if (rest.length === 0) return await first.bytes();
    const parts: Uint8Array[] = [];
    for await (const chunk of chunks()) parts.push(chunk.slice());
    return new Uint8Array(await new Blob(parts as BlobPart[]).arrayBuffer());
  };
  return {
    file: first.file,
    size: first.size,
    head: first.head,
    chunks: rest.length === 0 ? () => first.chunks() : chunks,
    bytes,
    text: async () =>
      rest.length === 0
        ? await first.text()
        : new TextDecoder().decode(await bytes()),
    finish() {
      if (finished.length === 0) end(first);
      for (const open of rest.slice(finished.length - 1)) {
        using part = open();
        end(part);
      }
      return finished;
    },
  };
}
