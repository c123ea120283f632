/**
 * The files in a zip archive, read from its place on disk without loading it.
 *
 * @module
 */

// @ts-types="@types/yauzl"
import { Entry, getFileNameLowLevel, openPromise, type ZipFile } from "yauzl";
import type { Allowance, Packed, PackLimits, PackProblem } from "./packed.ts";

/** A file in an archive. */
export type ZipMember =
  & {
    /** Its name in the archive, with `/`. Where it is no safe relative path, it is for messages only. */
    readonly name: string;
  }
  & (
    | { readonly packed: Packed; readonly problem: null }
    | { readonly packed: null; readonly problem: PackProblem }
  );

const OPTIONS = {
  autoClose: false,
  lazyEntries: true,
  // Names are judged one by one here: a bad one must not hide the others.
  decodeStrings: false,
} as const;

/** Folders in archives that hold no exports: those that `walk()` passes over, and copies of metadata. */
const IGNORED = /(?:^|\/)(?:\.git|node_modules|__MACOSX)\//;

/** Kind of a Unix file in the upper half of its attributes. */
const [KIND, LINK] = [0o170000, 0o120000];

/** Opens archives, and keeps the last one open. */
export interface ZipOpener extends Disposable {
  readonly open: (path: string) => Promise<ZipFile>;
}

/**
 * Files of an archive are read one after another, and finding its list again costs more than most of them.
 *
 * @returns An opener; dispose of it to close the last archive.
 *
 * @example
 * ```ts
 * import { rejects } from "node:assert/strict";
 * import { zipOpener } from "@taskflow/corpora";
 *
 * using opener = zipOpener();
 * await rejects(opener.open("no/such.zip"));
 * ```
 */
export function zipOpener(): ZipOpener {
  let last: { readonly path: string; readonly zip: ZipFile } | null = null;
  return {
    async open(path) {
      if (last?.path === path) return last.zip;
      // What is still being read of it keeps its file open until then.
      last?.zip.close();
      last = null;
      const zip = await openPromise(path, OPTIONS);
      last = { path, zip };
      return zip;
    },
    [Symbol.dispose]() {
      last?.zip.close();
      last = null;
    },
  };
}

/**
 * List the files of a zip archive.
 *
 * @param path The archive on disk.
 * @param opener Opens it again for each file.
 * @param allowance Bytes its files may have together.
 * @param limits Files, and bytes of a file.
 * @returns The files in the order of the archive; folders are left out. Names that lead outside, links,
 * encrypted files and unknown compression carry the problem; so does the file after the last one that
 * is allowed, which ends the list.
 * @throws {Error} If the list of files cannot be read.
 *
 * @example
 * ```ts
 * import { rejects } from "node:assert/strict";
 * import { PACK_LIMITS, zipMembers, zipOpener } from "@taskflow/corpora";
 *
 * const path = await Deno.makeTempFile();
 * await Deno.writeTextFile(path, "no archive");
 * using opener = zipOpener();
 * const allowance = { looking: 9, reading: 9 };
 * await rejects(Array.fromAsync(zipMembers(path, opener, allowance, PACK_LIMITS)));
 * await Deno.remove(path);
 * ```
 */
export async function* zipMembers(
  path: string,
  opener: ZipOpener,
  allowance: Allowance,
  limits: PackLimits,
): AsyncGenerator<ZipMember> {
  const zip = await openPromise(path, OPTIONS);
  try {
    let count = 0;
    for await (const entry of zip.eachEntry()) {
      const name = nameOf(entry);
      if (name.endsWith("/") || IGNORED.test(name)) continue;
      if (++count > limits.entries) {
        const detail =
          `the archive has more than ${limits.entries} files, and the others were not looked at: ` +
          `unpack it`;
        yield { name, packed: null, problem: { reason: "too-large", detail } };
        return;
      }
      const problem = problemOf(name, entry, limits);
      if (problem !== null) yield { name, packed: null, problem };
      else {yield {
          name,
          packed: member(path, entry, opener, allowance, limits),
          problem,
        };}
    }
  } finally {
    zip.close();
  }
}

function nameOf({ generalPurposeBitFlag, fileNameRaw, extraFields }: Entry) {
  try {
    // Tools that write UTF-8 without saying so are many, those that write CP437 are few.
    return new TextDecoder("utf-8", { fatal: true }).decode(fileNameRaw)
      .replaceAll("\\", "/");
  } catch {
    return getFileNameLowLevel(
      generalPurposeBitFlag,
      fileNameRaw,
      extraFields,
      false,
    );
  }
}

function problemOf(
  name: string,
  entry: Entry,
  limits: PackLimits,
): PackProblem | null {
  const unopenable = (detail: string) =>
    ({ reason: "unopenable", detail }) as const;
  if (/^\/|^[A-Za-z]:|(?:^|\/)\.\.?(?:\/|$)|\/\/|\0|^$/.test(name)) {
    return {
      reason: "leaves-folder",
      detail: "its name in the archive is no path inside it: pack it again",
    };
  }
  if (((entry.externalFileAttributes >>> 16) & KIND) === LINK) {
    return unopenable("it is a link in an archive: pack the file itself");
  }
  if (entry.isEncrypted()) {
    return unopenable("it is encrypted: unpack it first");
  }
  if (!entry.canDecodeFileData()) {
    return unopenable(
      `it is compressed by method ${entry.compressionMethod}: unpack it first`,
    );
  }
  if (entry.uncompressedSize <= limits.file) return null;
  return {
    reason: "too-large",
    detail: `it unpacks to ${entry.uncompressedSize} bytes, and at most ` +
      `${limits.file} are read: unpack it`,
  };
}

function member(
  path: string,
  entry: Entry,
  opener: ZipOpener,
  allowance: Allowance,
  limits: PackLimits,
): Packed {
  // Of the entry only what opening it needs: an archive may have very many.
  const place = Object.assign(new Entry(), {
    compressionMethod: entry.compressionMethod,
    generalPurposeBitFlag: entry.generalPurposeBitFlag,
    compressedSize: entry.compressedSize,
    uncompressedSize: entry.uncompressedSize,
    relativeOffsetOfLocalHeader: entry.relativeOffsetOfLocalHeader,
  });
  return {
    limit: limits.file,
    allowance,
    crc32: entry.crc32,
    size: entry.uncompressedSize,
    open: async () => (await opener.open(path)).openReadStreamPromise(place),
  };
}
