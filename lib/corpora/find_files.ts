/**
 * A first look at a file on disk, and at the files in it if it is packed.
 *
 * @module
 */

import { createReadStream } from "node:fs";
import { join } from "node:path";
import type { Adapter } from "./adapter.ts";
import { fileBytes } from "./file_bytes.ts";
import { headOf } from "./head_of.ts";
import { packKind } from "./pack_kind.ts";
import {
  allowanceOf,
  type Packed,
  packedHead,
  type PackLimits,
  type PackProblem,
  unpackTo,
} from "./packed.ts";
import { decompressed } from "./packed_stream.ts";
import { readHead } from "./read_head.ts";
import type { Scratch } from "./source_file.ts";
import { survey, type Surveyed } from "./survey.ts";
import type { TemporaryFolder } from "./temporary_folder.ts";
import type { WalkEntry } from "./walk.ts";
import { zipMembers, type ZipOpener } from "./zip_files.ts";

/** A file that was looked at. */
export interface FoundFile extends Surveyed {
  /** How to unpack it; `null` for a file that lies on disk as it is. */
  readonly packed: Packed | null;
}

/** What looking needs. */
export interface FindFilesState {
  /** The folder that paths are relative to. */
  readonly folder: string;
  readonly scratch: Scratch;
  readonly adapters: readonly Adapter[];
  /** Where archives in archives are unpacked to. */
  readonly temporary: TemporaryFolder;
  readonly opener: ZipOpener;
  readonly limits: PackLimits;
}

/** Archives in archives that are opened: one in another. */
const DEPTH = 2;

/** A file that may be packed, on the way to what is in it. */
interface Layer {
  readonly file: string;
  /** The packed files around it. */
  readonly depth: number;
  /** Where its bytes are: on disk, or packed. */
  readonly path: string | null;
  readonly packed: Packed;
}

/**
 * Look at a file on disk. A file compressed by gzip or Zstandard is what is in it, under its own name; a
 * zip archive is its files, named `ARCHIVE/NAME`. An archive in an archive is opened too, once.
 *
 * @param entry The file.
 * @param state What looking needs.
 * @returns What it is, or what is in it; names of files in an archive are unique, and never used as
 * paths.
 *
 * @example
 * ```ts
 * import { deepEqual } from "node:assert/strict";
 * import { gzipSync } from "node:zlib";
 * import {
 *   ADAPTERS,
 *   findFiles,
 *   newScratch,
 *   PACK_LIMITS,
 *   temporaryFolder,
 *   zipOpener,
 * } from "@taskflow/corpora";
 *
 * const folder = await Deno.makeTempDir();
 * const text = "## SpecStory\n\n## Hi\n\n_**User**_\n\nHi\n";
 * await Deno.writeFile(`${folder}/a.md.gz`, gzipSync(text));
 * await using temporary = temporaryFolder();
 * using opener = zipOpener();
 * const state = {
 *   folder,
 *   scratch: newScratch(),
 *   adapters: ADAPTERS,
 *   temporary,
 *   opener,
 *   limits: PACK_LIMITS,
 * };
 * const entry = { file: "a.md.gz", problem: null };
 * const found = await Array.fromAsync(findFiles(entry, state));
 * deepEqual(found.map(({ file, adapter }) => [file, adapter?.source]), [["a.md.gz", "specstory"]]);
 * await Deno.remove(folder, { recursive: true });
 * ```
 */
export async function* findFiles(
  { file, problem }: WalkEntry,
  state: FindFilesState,
): AsyncGenerator<FoundFile> {
  if (problem !== null) {
    yield unreadable(file, problem);
    return;
  }
  const path = join(state.folder, file);
  try {
    const head = readHead(path, state.scratch);
    const kind = packKind(head.bytes);
    if (kind === null) {
      const found = survey(file, head.size, head, state.adapters);
      yield { ...found, packed: null };
      return;
    }
    const packed: Packed = {
      open: () => Promise.resolve(createReadStream(path)),
      limit: Infinity,
      allowance: { looking: Infinity, reading: Infinity },
      crc32: null,
    };
    const names = new Set<string>();
    for await (
      const found of inLayer(
        { file, depth: 0, path, packed },
        head.bytes,
        allowanceOf(head.size, state.limits),
        state,
      )
    ) {
      const file = unique(found.file, names);
      yield found.file === file ? found : { ...found, file };
    }
  } catch (error) {
    // The name alone: the message has the path on this machine.
    const name = error instanceof Error ? error.name : String(error);
    const detail = `it cannot be opened: ${name}`;
    yield unreadable(file, { reason: "unopenable", detail });
  }
}

/** The files in a packed file. */
async function* inLayer(
  layer: Layer,
  head: Uint8Array,
  allowance: Packed["allowance"],
  state: FindFilesState,
): AsyncGenerator<FoundFile> {
  const { file, depth, packed } = layer;
  const kind = packKind(head);
  if (kind === null) return;
  if (depth >= DEPTH) {
    const detail =
      "it is packed in an archive in an archive: unpack the outer one";
    yield unreadable(file, { reason: "too-deep", detail });
    return;
  }
  if (kind !== "zip") {
    const limit = state.limits.file;
    const longest = depth === 0 ? Infinity : allowance.reading;
    const inner = decompressed({ ...packed, limit, allowance }, kind, longest);
    yield* inPacked(
      { file, depth: depth + 1, path: null, packed: inner },
      state,
    );
    return;
  }
  // A zip archive is read from any place, so one that is packed itself has to be on disk.
  const path = layer.path ?? await state.temporary.newPath();
  if (layer.path === null) {
    const problem = await unpackTo(packed, path, "looking");
    if (problem !== null) {
      yield unreadable(file, problem);
      return;
    }
  }
  yield* inZip(file, path, depth + 1, allowance, state);
}

async function* inZip(
  file: string,
  path: string,
  depth: number,
  allowance: Packed["allowance"],
  state: FindFilesState,
): AsyncGenerator<FoundFile> {
  let members = 0;
  try {
    for await (
      const { name, packed, problem } of zipMembers(
        path,
        state.opener,
        allowance,
        state.limits,
      )
    ) {
      members++;
      const inside = `${file}/${name}`;
      if (packed === null) yield unreadable(inside, problem);
      else yield* inPacked({ file: inside, depth, path: null, packed }, state);
    }
  } catch (error) {
    const what = error instanceof Error ? error.message : String(error);
    const detail = `the archive is cut or damaged (${what}): pack it again`;
    yield unreadable(file, { reason: "unopenable", detail });
    return;
  }
  if (members > 0) return;
  const detail = "the archive has no files";
  yield unreadable(file, { reason: "empty-file", detail });
}

async function* inPacked(
  layer: Layer,
  state: FindFilesState,
): AsyncGenerator<FoundFile> {
  const { file, packed } = layer;
  const { adapters } = state;
  const read = await packedHead(packed);
  if ("reason" in read) {
    yield unreadable(file, read);
    return;
  }
  if (packKind(read.bytes) !== null) {
    yield* inLayer(layer, read.bytes, packed.allowance, state);
    return;
  }
  const head = headOf(read.bytes, read.complete);
  const size = packed.size ?? read.bytes.length;
  const found = isParquetHead(read.bytes)
    ? await onDisk(
      packed,
      state,
      (path) =>
        survey(
          file,
          size,
          Object.assign(head, { whole: fileBytes(path) }),
          adapters,
        ),
    )
    : survey(file, size, head, adapters);
  yield "reason" in found
    ? unreadable(file, found)
    : { ...found, packed: found.adapter === null ? null : packed };
}

/** Tables describe themselves at their end, so one has to be on disk to be recognised. */
function isParquetHead(bytes: Uint8Array): boolean {
  return String.fromCharCode(...bytes.subarray(0, 4)) === "PAR1";
}

async function onDisk<T>(
  packed: Packed,
  { temporary }: FindFilesState,
  use: (path: string) => T,
): Promise<T | PackProblem> {
  const path = await temporary.newPath();
  const problem = await unpackTo(packed, path, "looking");
  if (problem !== null && problem.reason !== "failed") return problem;
  try {
    return use(path);
  } finally {
    await Deno.remove(path);
  }
}

function unreadable(file: string, problem: PackProblem): FoundFile {
  return {
    file,
    size: 0,
    adapter: null,
    links: [],
    checkpoint: null,
    problem,
    packed: null,
  };
}

/** A name that no file of the archive had before: archives may have one name twice. */
function unique(file: string, names: Set<string>): string {
  let name = file;
  for (let n = 2; names.has(name); n++) name = `${file} (${n})`;
  names.add(name);
  return name;
}
