/** Reading made-up files with one adapter, without a disk. */

import {
  type Adapter,
  type AdapterSession,
  type Head,
  HEAD_BYTES,
  type Reason,
  RULES,
  type Rules,
  type SourceFile,
} from "@taskflow/corpora";

/** Beginning of a file, as a reader would give it. */
export function headOf(content: string | Uint8Array): Head {
  const bytes = typeof content === "string"
    ? new TextEncoder().encode(content)
    : content;
  const head = bytes.subarray(0, HEAD_BYTES);
  const complete = bytes.length <= HEAD_BYTES;
  return { bytes: head, text: new TextDecoder().decode(head), complete };
}

/** A file in memory that is given in parts of a few hundred bytes. */
export function sourceOf(
  content: string | Uint8Array,
  file = "session.jsonl",
): SourceFile {
  const bytes = typeof content === "string"
    ? new TextEncoder().encode(content)
    : content;
  return {
    file,
    size: bytes.length,
    head: headOf(bytes),
    async *chunks() {
      const part = new Uint8Array(307);
      for (let at = 0; at < bytes.length; at += part.length) {
        const read = bytes.subarray(at, at + part.length);
        part.set(read);
        yield await Promise.resolve(part.subarray(0, read.length));
      }
    },
    bytes: () => Promise.resolve(bytes),
    text: () => Promise.resolve(new TextDecoder().decode(bytes)),
  };
}

/** What reading gave. */
export interface ReadResult {
  readonly sessions: readonly AdapterSession[];
  /** The texts of every session. */
  readonly texts: readonly (readonly (string | null)[])[];
  /** What was left out, as `reason@line` or `reason@line*count`. */
  readonly leftOut: readonly string[];
  readonly warnings: readonly string[];
}

/** Read a file with an adapter. */
export async function readWith(
  adapter: Adapter,
  content: string | Uint8Array,
  rules: Partial<Rules> = {},
  file = "session.jsonl",
): Promise<ReadResult> {
  const leftOut: string[] = [];
  const warnings: string[] = [];
  const sessions = await Array.fromAsync(
    adapter.read(sourceOf(content, file), {
      rules: { ...RULES.default, ...rules },
      leaveOut: (reason: Reason, line, _session, count = 1) =>
        leftOut.push(`${reason}@${line}${count === 1 ? "" : `*${count}`}`),
      warn: (message) => warnings.push(message),
    }),
  );
  const texts = sessions.map(({ messages }) =>
    messages.map(({ text }) => text)
  );
  return { sessions, texts, leftOut, warnings };
}

/** JSON lines of records. */
export function linesOf(...records: readonly unknown[]): string {
  return records.map((record) => JSON.stringify(record) + "\n").join("");
}
