/**
 * Turns of a SpecStory file: which turn markers are turns, and which stand in quoted text.
 *
 * People paste transcripts and agents read them, so a marker line alone is no turn. What both
 * writers of these files guarantee decides: turns are never inside a `<tool-use>` block, a change of
 * role is preceded by `---`, and all times of a file have one precision and none is before its first
 * turn. Code fences are not looked at: they are often unbalanced, and the turns after them are real.
 *
 * @module
 */

import { decodePart } from "./decode_part.ts";
import type { SpecstoryHeader } from "./specstory_header.ts";
import {
  scanSpecstory,
  trimmedEnd,
  type TurnMarker,
} from "./specstory_scan.ts";
import { specstoryTime } from "./specstory_time.ts";
import { toolBlocks } from "./specstory_tools.ts";

/** One turn; an agent that goes on without a break makes one. Places are byte offsets. */
export interface SpecstoryTurn {
  readonly role: "user" | "agent";
  /** Whether the turn belongs to a conversation between agents. */
  readonly sidechain: boolean;
  /** Time of a user turn as ISO 8601, or `null` if its marker has none. */
  readonly time: string | null;
  /** Model named by the marker of an agent turn, or `null`. */
  readonly model: string | null;
  /** Where the marker starts. */
  readonly start: number;
  /** Where the text starts and ends; the end is exclusive. */
  readonly from: number;
  readonly to: number;
}

/** A user marker that is no turn. */
export interface QuotedTurn {
  /** Where the marker starts. */
  readonly start: number;
  /** Whether it stands in the output of a tool. */
  readonly inTool: boolean;
}

/** What {@linkcode specstoryTurns} finds. */
export interface SpecstoryTurns {
  readonly turns: readonly SpecstoryTurn[];
  /** User markers that are no turns. */
  readonly quoted: readonly QuotedTurn[];
  /** Start of a tool block that is never closed, or -1: the file may be cut. */
  readonly unclosed: number;
}

/** Its characters are ASCII, so that its length is a number of bytes. */
const MESSAGE_ID = /^\s*<!-- message-id: [\x20-\x7e]* -->(?=[ \t\r]*(?:\n|$))/;
const LF = 0x0a;
/** Models that name a setting or the exporter instead of a model. */
const NO_MODEL = new Set(["", "default", "<synthetic>", "sidechain"]);

/**
 * Split a SpecStory file into turns.
 *
 * @param bytes The file.
 * @param header Its header.
 * @param userRuns Whether a user marker that follows a user turn without `---` starts a message
 * (`split`) or belongs to the turn before (`join`). The command-line tool wrote no `---` between two
 * user turns before August 2026.
 * @returns The turns in order, and the user markers that are none.
 *
 * @example
 * ```ts
 * import { deepEqual } from "node:assert/strict";
 * import { specstoryHeader, specstoryTurns } from "@taskflow/corpora";
 *
 * const text = "## SpecStory\n\n## Greeting\n\n_**User**_\n\nHi\n\n---\n\n_**Assistant**_\n\nHello\n";
 * const header = specstoryHeader(text);
 * const bytes = new TextEncoder().encode(text);
 * const turns = header === null ? [] : specstoryTurns(bytes, header, "split").turns;
 * deepEqual(turns.map(({ from, to }) => text.slice(from, to).trim()), ["Hi", "Hello"]);
 * ```
 */
export function specstoryTurns(
  bytes: Uint8Array,
  header: SpecstoryHeader,
  userRuns: "split" | "join",
): SpecstoryTurns {
  const { markers, openings, closings } = scanSpecstory(bytes);
  const tools = toolBlocks(openings, closings);
  const turns: SpecstoryTurn[] = [];
  const quoted: QuotedTurn[] = [];
  let last: TurnMarker | null = null;
  let firstTime: string | null = null;
  const close = (next: TurnMarker | null) => {
    if (last !== null) turns.push(turn(bytes, last, next));
  };
  let block = 0;
  for (const marker of markers) {
    while ((tools.blocks[block]?.end ?? Infinity) <= marker.start) block++;
    const inTool = (tools.blocks[block]?.start ?? Infinity) < marker.start;
    const time = marker.user
      ? specstoryTime(decodePart(bytes, marker.from, marker.to))
      : null;
    if (inTool || !follows(marker, last, header) || !fits(time, firstTime)) {
      if (marker.user) quoted.push({ start: marker.start, inTool });
      continue;
    }
    if (
      userRuns === "join" && marker.user && last !== null && !marker.separated
    ) continue;
    firstTime ??= time;
    close(marker);
    last = marker;
  }
  close(null);
  return { turns, quoted, unclosed: tools.unclosed };
}

/** Whether a marker stands where its writer puts one. */
function follows(
  marker: TurnMarker,
  last: TurnMarker | null,
  header: SpecstoryHeader,
): boolean {
  // Before the first turn there is nothing that could quote one.
  if (last === null || marker.separated) return true;
  if (!marker.user || !marker.apart) return false;
  // The extension always wrote a break; generation C left it out before some user turns, later
  // versions only between two of them.
  return header.writer === "cli" && (last.user || header.version === null);
}

/** Whether a time can belong to the session that started at `first`; a minute is left for jitter. */
function fits(time: string | null, first: string | null): boolean {
  if (time === null || first === null) return true;
  return seconds(time) === seconds(first) &&
    Date.parse(time) >= Date.parse(first) - 60_000;
}

/** Whether a time is written with seconds. */
function seconds(time: string): boolean {
  return time.charAt("YYYY-MM-DDTHH:MM".length) === ":";
}

function turn(
  bytes: Uint8Array,
  marker: TurnMarker,
  next: TurnMarker | null,
): SpecstoryTurn {
  const { user, start } = marker;
  const details = marker.from === marker.to
    ? ""
    : decodePart(bytes, marker.from, marker.to);
  let from = marker.end;
  let to = next?.start ?? bytes.length;
  if (user) {
    // The identifier may stand in the line below the marker.
    const below = decodePart(bytes, from, Math.min(to, from + 200));
    from += MESSAGE_ID.exec(below)?.[0].length ?? 0;
  }
  if (next === null || next.separated) to = beforeSeparator(bytes, from, to);
  return {
    role: user ? "user" : "agent",
    sidechain: details.includes("sidechain"),
    time: user ? specstoryTime(details) : null,
    model: user ? null : model(details),
    start,
    from,
    to,
  };
}

/** `(model name, mode Agent)`, `(name 2026-01-20 15:22:37Z)`, `(name) (sidechain)`. */
const MODEL =
  /\((?:model )?([^()]*?),? ?(?:mode [^()]*|\d{4}-\d\d-\d\d[T ][^()]*)?\)/;

function model(details: string): string | null {
  const name = MODEL.exec(details)?.[1] ?? "";
  return NO_MODEL.has(name) ? null : name;
}

/** End of a part without the `---` that closes it, if there is one. */
function beforeSeparator(bytes: Uint8Array, from: number, to: number): number {
  const end = trimmedEnd(bytes, from, to);
  const line = bytes.lastIndexOf(LF, end - 1) + 1;
  return line >= from &&
      decodePart(bytes, line, Math.min(end, line + 4)) === "---"
    ? line
    : to;
}
