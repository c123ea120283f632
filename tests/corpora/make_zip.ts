/** Zip archives for tests: honest ones, and such as no tool would write. */

import { Buffer } from "node:buffer";
import { crc32, deflateRawSync } from "node:zlib";

/** A file of an archive. */
export interface ZipEntry {
  readonly name: string;
  readonly content: string | Uint8Array;
  /** Whether it is stored as it is (default: deflated). */
  readonly stored?: boolean;
  /** General purpose flags; bit 0 says encrypted. */
  readonly flags?: number;
  readonly method?: number;
  readonly crc?: number;
  /** Mode of a Unix file, for example a link. */
  readonly mode?: number;
  /** Bytes it claims to unpack to. */
  readonly claims?: number;
  /** Place in the archive of the bytes, where it has those of an entry before it. */
  readonly at?: number;
}

/**
 * Make a zip archive.
 *
 * @param entries Its files.
 * @returns Its bytes.
 */
export function makeZip(entries: readonly ZipEntry[]): Uint8Array {
  const parts: Uint8Array[] = [];
  const central: Uint8Array[] = [];
  let at = 0;
  const push = (...bytes: Uint8Array[]) => {
    for (const part of bytes) {
      parts.push(part);
      at += part.length;
    }
  };
  for (const entry of entries) {
    const name = new TextEncoder().encode(entry.name);
    const content = typeof entry.content === "string"
      ? new TextEncoder().encode(entry.content)
      : entry.content;
    const method = entry.method ?? (entry.stored ? 0 : 8);
    const packed = method === 8 ? deflateRawSync(content) : content;
    const common = fields(
      [2, 20],
      [2, entry.flags ?? 0],
      [2, method],
      [4, 0],
      [4, entry.crc ?? crc32(content)],
      [4, packed.length],
      [4, entry.claims ?? content.length],
      [2, name.length],
      [2, 0],
    );
    const start = entry.at ?? at;
    if (entry.at === undefined) {
      push(fields([4, 0x04034b50]), common, name, packed);
    }
    central.push(
      fields([4, 0x02014b50], [2, 3 << 8]),
      common,
      fields([2, 0], [2, 0], [2, 0], [4, (entry.mode ?? 0) * 2 ** 16], [
        4,
        start,
      ]),
      name,
    );
  }
  const start = at;
  push(...central);
  const size = at - start;
  const count = entries.length;
  push(fields([4, 0x06054b50], [4, 0], [2, count], [2, count], [4, size], [
    4,
    start,
  ], [2, 0]));
  return new Uint8Array(Buffer.concat(parts));
}

/** Little-endian numbers of 2 or 4 bytes. */
function fields(...values: readonly (readonly [2 | 4, number])[]): Uint8Array {
  const bytes = new Uint8Array(values.reduce((sum, [size]) => sum + size, 0));
  const view = new DataView(bytes.buffer);
  let at = 0;
  for (const [size, value] of values) {
    if (size === 2) view.setUint16(at, value, true);
    else view.setUint32(at, value, true);
    at += size;
  }
  return bytes;
}
