/**
 * Files inside compressed files and archives: opened as streams, cut off where they grow beyond reason.
 *
 * @module
 */

import { open, unlink } from "node:fs/promises";
import type { Readable } from "node:stream";
import { crc32 } from "node:zlib";
import { HEAD_BYTES } from "./adapter.ts";
import type { FileReason } from "./report.ts";

/** How far packed files may grow. */
export interface PackLimits {
  /** Bytes of one file. */
  readonly file: number;
  /** Bytes of all files in an archive together, per byte of the archive ... */
  readonly ratio: number;
  /** ... and on top of that. */
  readonly spare: number;
  /** Files in an archive. */
  readonly entries: number;
}

/**
 * The limits: transcripts shrink to a tenth, logs that repeat themselves to a fiftieth; what grows beyond
 * 250 times (and 64 MiB) is a bomb, not a transcript.
 */
export const PACK_LIMITS: PackLimits = {
  file: 4 * 2 ** 30,
  ratio: 250,
  spare: 64 * 2 ** 20,
  entries: 250_000,
};

/** Bytes that an archive may still grow by, while its files are looked at and while they are read. */
export interface Allowance {
  looking: number;
  reading: number;
}

/** A file in a compressed file or an archive. */
export interface Packed {
  /** Open it from its beginning. */
  readonly open: () => Promise<Readable>;
  /** Most bytes it may have. */
  readonly limit: number;
  /** Shared by all files of the archive. */
  readonly allowance: Allowance;
  /** CRC-32 that its bytes must have, or `null` where the stream checks itself. */
  readonly crc32: number | null;
  /** Its size in bytes, if the archive says so; it may lie. */
  readonly size?: number;
}

/** Why a packed file cannot be read. */
export interface PackProblem {
  readonly reason: FileReason;
  readonly detail: string;
}

/**
 * Bytes that an archive may grow by.
 *
 * @param size Its size in bytes.
 * @param limits The limits.
 * @returns The allowance, to be shared by all of its files.
 *
 * @example
 * ```ts
 * import { equal } from "node:assert/strict";
 * import { allowanceOf, PACK_LIMITS } from "@taskflow/corpora";
 *
 * const { reading } = allowanceOf(1000, { ...PACK_LIMITS, ratio: 10, spare: 5 });
 * equal(reading, 10_005);
 * ```
 */
export function allowanceOf(size: number, limits: PackLimits): Allowance {
  const most = limits.spare + limits.ratio * size;
  return { looking: most, reading: most };
}

/**
 * Read the beginning of a packed file.
 *
 * @param packed The file.
 * @returns At most {@linkcode HEAD_BYTES} bytes and whether that is all of them, or the problem.
 *
 * @example
 * ```ts
 * import { equal } from "node:assert/strict";
 * import { Readable } from "node:stream";
 * import { packedHead } from "@taskflow/corpora";
 *
 * const open = () => Promise.resolve(Readable.from([new Uint8Array(3)]));
 * const packed = { open, limit: 9, allowance: { looking: 9, reading: 9 }, crc32: null };
 * const head = await packedHead(packed);
 * equal("bytes" in head && head.bytes.length, 3);
 * ```
 */
export async function packedHead(
  packed: Packed,
): Promise<
  { readonly bytes: Uint8Array; readonly complete: boolean } | PackProblem
> {
  const bytes = new Uint8Array(HEAD_BYTES);
  let length = 0;
  let complete = true;
  const problem = await eachPart(packed, "looking", (part) => {
    const taken = part.subarray(0, HEAD_BYTES - length);
    bytes.set(taken, length);
    length += taken.length;
    complete = taken.length === part.length;
    return Promise.resolve(complete);
  });
  // What comes before damage is still worth reading.
  if (problem !== null && (length === 0 || problem.reason !== "failed")) {
    return problem;
  }
  return { bytes: bytes.subarray(0, length), complete: complete && !problem };
}

/**
 * Write a packed file to disk.
 *
 * @param packed The file.
 * @param path File to make; it is only there afterwards if there was no problem, or only its end is lost.
 * @param phase What the bytes are charged to.
 * @returns The problem, or `null`: `too-large` if it grows beyond its limits, `failed` if it is cut or
 * damaged (what came before is then at the path), `unopenable` if nothing of it can be read.
 *
 * @example
 * ```ts
 * import { equal } from "node:assert/strict";
 * import { Readable } from "node:stream";
 * import { unpackTo } from "@taskflow/corpora";
 *
 * const open = () => Promise.resolve(Readable.from([new Uint8Array(3)]));
 * const packed = { open, limit: 9, allowance: { looking: 9, reading: 2 }, crc32: null };
 * const path = `${await Deno.makeTempDir()}/a`;
 * equal((await unpackTo(packed, path))?.reason, "too-large");
 * packed.allowance.reading = 9;
 * equal(await unpackTo(packed, path), null);
 * equal((await Deno.stat(path)).size, 3);
 * ```
 */
export async function unpackTo(
  packed: Packed,
  path: string,
  phase: keyof Allowance = "reading",
): Promise<PackProblem | null> {
  const target = await open(path, "wx", 0o600);
  let problem: PackProblem | null;
  let length = 0;
  try {
    problem = await eachPart(packed, phase, async (part) => {
      length += part.length;
      await target.writeFile(part);
      return true;
    });
  } finally {
    await target.close();
  }
  const lost = problem !== null &&
    (problem.reason !== "failed" || length === 0);
  if (lost) await unlink(path);
  return problem;
}

/** Give the parts of a file to a function until it has enough; the problem, if there is one. */
async function eachPart(
  packed: Packed,
  phase: keyof Allowance,
  take: (part: Uint8Array) => Promise<boolean>,
): Promise<PackProblem | null> {
  let stream: Readable;
  try {
    stream = await packed.open();
  } catch (error) {
    return damaged(error, "unopenable");
  }
  let length = 0;
  let sum = 0;
  try {
    for await (const part of stream) {
      length += part.length;
      packed.allowance[phase] -= part.length;
      if (length > packed.limit) {
        return tooLarge(`it unpacks to more than ${packed.limit} bytes`);
      }
      if (packed.allowance[phase] < 0) {
        return tooLarge("it or its archive unpacks to too many times its size");
      }
      if (packed.crc32 !== null) sum = crc32(part, sum);
      if (!await take(part)) return null;
    }
  } catch (error) {
    return damaged(error, length === 0 ? "unopenable" : "failed");
  } finally {
    stream.destroy();
  }
  return packed.crc32 === null || packed.crc32 === sum
    ? null
    : damaged(new Error("its checksum is wrong"), "failed");
}

function tooLarge(what: string): PackProblem {
  const detail =
    `${what}, so it was cut off: unpack it yourself if you trust it`;
  return { reason: "too-large", detail };
}

function damaged(error: unknown, reason: FileReason): PackProblem {
  const code = error instanceof Error && "code" in error
    ? String(error.code)
    : null;
  const what = code === "Z_BUF_ERROR"
    ? "its end is missing"
    : code !== null || !(error instanceof Error)
    ? String(code ?? error)
    : error.message;
  const detail = `the packed file is cut or damaged (${what}): pack it again`;
  return { reason, detail };
}
