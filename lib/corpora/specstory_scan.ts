/**
 * One pass over the bytes of a SpecStory file that finds the lines which matter.
 *
 * Bytes and not text: nearly all of a file is the agent's and never looked at, so decoding it would
 * cost more than everything else, and its strings would fill the memory.
 *
 * @module
 */

/** A line that looks like a turn marker. Places are byte offsets. */
export interface TurnMarker {
  /** Whether it names the user. */
  readonly user: boolean;
  /** Where the details after the role start and end: time, model, sidechain. */
  readonly from: number;
  readonly to: number;
  /** Start of the line, and its end, exclusive. */
  readonly start: number;
  readonly end: number;
  /** Whether the line above is blank. */
  readonly apart: boolean;
  /** Whether the break between turns is the last line above that is not blank. */
  readonly separated: boolean;
}

/** What {@linkcode scanSpecstory} finds, in order of place. */
export interface SpecstoryScan {
  /** Without those that only tell that the agent goes on: agent markers after no break. */
  readonly markers: readonly TurnMarker[];
  /**
   * Starts of lines that open a tool block, and ends of lines that close one. Its writers leave a
   * blank line above and below; such a line in the middle of a text is quoted.
   */
  readonly openings: readonly number[];
  readonly closings: readonly number[];
}

const encode = (text: string) => new TextEncoder().encode(text);
const TURN = encode("_**");
const OPENING = encode('<tool-use data-tool-type="');
/** Markdown v2.0 put the output below the block. */
const FENCE = encode("```");
const CLOSING = encode("</tool-use>");
const CLOSING_DETAILS = encode("</details></tool-use>");

const TURN_END = encode("**_");
const ROLES = [encode("User"), encode("Agent"), encode("Assistant")];
/** The break between turns; after a message that ends in a list, formatters draw it into the list. */
const BREAKS = [encode("---"), encode("***")];

const [LF, SPACE, STAR, UNDERSCORE, LESS] = [0x0a, 0x20, 0x2a, 0x5f, 0x3c];
/** Longest line that can be a marker, in bytes. */
const LONGEST = 500;

/**
 * Find turn markers and the ends of tool blocks.
 *
 * @param bytes A SpecStory file.
 * @returns What was found; whether a marker is a turn is not decided here.
 *
 * @example
 * ```ts
 * import { deepEqual } from "node:assert/strict";
 * import { scanSpecstory } from "@taskflow/corpora";
 *
 * const bytes = new TextEncoder().encode("# Hi\n\n_**User**_\n\nHi\n\n---\n\n_**Agent (x)**_\n");
 * const { markers } = scanSpecstory(bytes);
 * deepEqual(markers.map(({ user, separated }) => [user, separated]), [[true, false], [false, true]]);
 * ```
 */
export function scanSpecstory(bytes: Uint8Array): SpecstoryScan {
  const markers: TurnMarker[] = [];
  const openings: number[] = [];
  const closings: number[] = [];
  for (let start = 0; start < bytes.length;) {
    const newline = bytes.indexOf(LF, start);
    const end = newline < 0 ? bytes.length : newline;
    const first = bytes[start];
    if (first === UNDERSCORE && startsWith(bytes, start, TURN)) {
      const marker = readMarker(bytes, start, end);
      if (
        marker !== null &&
        (marker.user || marker.separated || markers.length === 0)
      ) {
        markers.push(marker);
      }
    } else if (first === LESS) {
      if (startsWith(bytes, start, OPENING)) {
        if (isApart(bytes, start)) openings.push(start);
      } else if (
        (startsWith(bytes, start, CLOSING) ||
          startsWith(bytes, start, CLOSING_DETAILS)) &&
        (isBlank(bytes, end + 1) || startsWith(bytes, end + 1, FENCE))
      ) closings.push(end);
    }
    start = end + 1;
  }
  return { markers, openings, closings };
}

function startsWith(
  bytes: Uint8Array,
  at: number,
  prefix: Uint8Array,
): boolean {
  for (let i = 0; i < prefix.length; i++) {
    if (bytes[at + i] !== prefix[i]) return false;
  }
  return true;
}

/** Read `_**Role details**_`; the details have no star. */
function readMarker(
  bytes: Uint8Array,
  start: number,
  end: number,
): TurnMarker | null {
  const to = trimmedEnd(bytes, start, end) - TURN_END.length;
  const name = start + TURN.length;
  if (end - start > LONGEST || to < name || !startsWith(bytes, to, TURN_END)) {
    return null;
  }
  const role = ROLES.findIndex((role) => startsWith(bytes, name, role));
  const from = name + (ROLES[role]?.length ?? 0);
  if (
    role < 0 || isWord(bytes[from] ?? 0) || bytes.indexOf(STAR, from) !== to
  ) return null;
  const above = trimmedEnd(bytes, 0, start);
  return {
    user: role === 0,
    from,
    to,
    start,
    end,
    apart: isApart(bytes, start),
    separated: isBreak(bytes, above),
  };
}

function isWord(byte: number): boolean {
  return (byte >= 0x30 && byte <= 0x39) || (byte >= 0x41 && byte <= 0x5a) ||
    (byte >= 0x61 && byte <= 0x7a) || byte === UNDERSCORE;
}

/** Whether the line above a place is blank, or there is none. */
function isApart(bytes: Uint8Array, start: number): boolean {
  return start === 0 ||
    bytes.indexOf(LF, trimmedEnd(bytes, 0, start)) < start - 1;
}

/** Whether the line that starts at a place is blank, or the file ends there. */
function isBlank(bytes: Uint8Array, start: number): boolean {
  for (let at = start; at < bytes.length; at++) {
    const byte = bytes[at] ?? LF;
    if (byte === LF) return true;
    if (byte !== SPACE && (byte < 0x09 || byte > 0x0d)) return false;
  }
  return true;
}

/** Whether the line that ends at a place is the break between turns. */
function isBreak(bytes: Uint8Array, to: number): boolean {
  const at = to - 3;
  if (!BREAKS.some((line) => startsWith(bytes, at, line))) return false;
  if (at === 0 || bytes[at - 1] === LF) return true;
  const bullet = bytes[at - 2] ?? 0;
  return bytes[at - 1] === SPACE &&
    (bullet === 0x2a || bullet === 0x2b || bullet === 0x2d) &&
    (at === 2 || bytes[at - 3] === LF);
}

/**
 * End of a part without the white space (ASCII) at its end.
 *
 * @param bytes A file.
 * @param from Start of the part.
 * @param to End of the part, exclusive.
 * @returns The new end, at least `from`.
 *
 * @example
 * ```ts
 * import { equal } from "node:assert/strict";
 * import { trimmedEnd } from "@taskflow/corpora";
 *
 * equal(trimmedEnd(new TextEncoder().encode("a \r\n"), 0, 4), 1);
 * ```
 */
export function trimmedEnd(
  bytes: Uint8Array,
  from: number,
  to: number,
): number {
  let end = to;
  for (; end > from; end--) {
    const byte = bytes[end - 1] ?? 0;
    if (byte !== 0x20 && (byte < 0x09 || byte > 0x0d)) break;
  }
  return end;
}
