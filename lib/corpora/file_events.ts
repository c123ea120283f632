/**
 * What reading a file gives, as plain values: they can be made in another thread.
 *
 * @module
 */

import type { AdapterSession, ReadContext } from "./adapter.ts";
import { ofCheckpoint } from "./entire.ts";
import { joinParts } from "./join_parts.ts";
import type { PlannedFile } from "./plan_reading.ts";
import type { FileReason, InputFile, Reason } from "./report.ts";
import type { Rules } from "./rules.ts";
import { type OpenSource, openSource, type Scratch } from "./source_file.ts";
import { unpackFiles, type Unpacking } from "./unpack_files.ts";

/** One thing that happened while a file was read. */
export type FileEvent =
  | { readonly kind: "session"; readonly session: AdapterSession }
  | {
    readonly kind: "left-out";
    readonly reason: Reason;
    readonly line: number | null;
    readonly session: string | null;
    readonly count: number;
  }
  | {
    readonly kind: "warning";
    readonly file: string;
    readonly message: string;
    readonly line: number | null;
    readonly session: string | null;
  }
  | { readonly kind: "input"; readonly input: InputFile }
  | {
    readonly kind: "unread";
    readonly reason: FileReason;
    readonly detail: string;
  };

/** Where and how to read. */
export interface FileReading {
  /** The folder that paths are relative to. */
  readonly folder: string;
  readonly rules: Rules;
  readonly scratch: Scratch;
  /** How to get at packed files, if there may be any. */
  readonly unpacking?: Unpacking;
}

/** The place of a warning about a whole file. */
const NOWHERE = { line: null, session: null } as const;

/** Events that are handed on together, at least. */
const BATCH = 64;
/** Places of a reason that are given one by one. */
const PLACES = 5;

/**
 * Read a file to the end, or to where it fails.
 *
 * @param planned The file.
 * @param reading Where and how.
 * @returns What happened, in order, in batches.
 *
 * @example
 * ```ts
 * import { deepEqual } from "node:assert/strict";
 * import { fileEvents, newScratch, RULES, specstory } from "@taskflow/corpora";
 *
 * const folder = await Deno.makeTempDir();
 * await Deno.writeTextFile(`${folder}/a.md`, "## SpecStory\n\n## Hi\n\n_**User**_\n\nHi\n");
 * const planned = {
 *   file: "a.md",
 *   size: 36,
 *   parts: [],
 *   adapter: specstory,
 *   links: [],
 *   checkpoint: null,
 * };
 * const reading = { folder, rules: RULES.default, scratch: newScratch() };
 * const events = (await Array.fromAsync(fileEvents(planned, reading))).flat();
 * deepEqual(events.map(({ kind }) => kind), ["session", "input"]);
 * await Deno.remove(folder, { recursive: true });
 * ```
 */
export async function* fileEvents(
  planned: PlannedFile,
  { folder, rules, scratch, unpacking }: FileReading,
): AsyncGenerator<FileEvent[]> {
  const { file, parts, adapter, checkpoint } = planned;
  let events: FileEvent[] = [];
  let first: OpenSource;
  await using files = await unpackFiles([file, ...parts], folder, unpacking);
  for (const [packed, { reason, detail }] of files.problems) {
    if (packed === file && reason !== "failed") {
      yield [{ kind: "unread", reason, detail }];
      return;
    }
    const message = `${detail}; what comes before was read`;
    events.push({ ...NOWHERE, kind: "warning", file: packed, message });
  }
  const open = (file: string) => openSource(files.pathOf(file), file, scratch);
  try {
    first = open(file);
  } catch (error) {
    // The name alone: the message has the path on this machine.
    const name = error instanceof Error ? error.name : String(error);
    const detail = `it cannot be opened: ${name}`;
    yield [{ kind: "unread", reason: "unopenable", detail }];
    return;
  }
  using _ = first;
  const source = joinParts(first, parts.map((part) => () => open(part)));
  const leftOut = leftOutEvents(events);
  const context: ReadContext = {
    rules,
    leaveOut: (reason, line, session, count = 1) =>
      leftOut.add({ kind: "left-out", reason, line, session, count }),
    warn: (message, line, session) =>
      void events.push({ kind: "warning", file, message, line, session }),
  };
  try {
    for await (const read of adapter.read(source, context)) {
      const session = checkpoint === null
        ? read
        : ofCheckpoint(read, checkpoint);
      events.push({ kind: "session", session });
      if (events.length < BATCH) continue;
      yield events;
      events = [];
      leftOut.into(events);
    }
    for (const { cut, ...input } of source.finish()) {
      events.push({ kind: "input", input });
      if (!cut) continue;
      events.push({
        kind: "warning",
        file: input.file,
        message: "the file ends inside a character, so it seems to be cut: " +
          "export it again",
        ...NOWHERE,
      });
    }
  } catch (error) {
    const detail = messageOf(error);
    events.push({ kind: "unread", reason: "failed", detail });
  }
  yield events;
}

interface LeftOut {
  readonly kind: "left-out";
  readonly reason: Reason;
  readonly line: number | null;
  readonly session: string | null;
  count: number;
}

/**
 * Events of records that are left out. A report names the first few places of a reason, so that of
 * thousands in one file one event is enough for the rest.
 */
function leftOutEvents(first: FileEvent[]) {
  let events = first;
  const rest = new Map<Reason, LeftOut[]>();
  return {
    add(event: LeftOut) {
      const same = rest.get(event.reason) ?? [];
      const last = same.at(-1);
      if (same.length > PLACES && last !== undefined) {
        last.count += event.count;
        return;
      }
      rest.set(event.reason, [...same, event]);
      events.push(event);
    },
    /** Go on with another list: what was handed on must not change. */
    into(next: FileEvent[]) {
      events = next;
      rest.clear();
    },
  };
}

/** What an error of ours says; others may say the path on this machine. */
function messageOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const ours = error instanceof TypeError || error instanceof RangeError ||
    error instanceof SyntaxError;
  // A user cannot set the option that the reader of lines names.
  return ours
    ? error.message.replace(/, or raise maxBytes$/, "")
    : `it cannot be read: ${error.name}`;
}
