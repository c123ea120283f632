/**
 * SpecStory Markdown (`.specstory/history/*.md`), all generations from early 2025 on.
 *
 * @module
 */

import type { Message, Session } from "@taskflow/session";
import { createHash } from "node:crypto";
import type { Adapter, ReadContext } from "./adapter.ts";
import { agentName } from "./agent_name.ts";
import { decodePart } from "./decode_part.ts";
import { detach } from "./detach.ts";
import type { Reason } from "./report.ts";
import type { Rules } from "./rules.ts";
import { type SpecstoryHeader, specstoryHeader } from "./specstory_header.ts";
import { specstoryMonth, specstoryTime } from "./specstory_time.ts";
import { type SpecstoryTurn, specstoryTurns } from "./specstory_turns.ts";
import { isSlashCommand, userText } from "./user_text.ts";

/** Reads SpecStory Markdown files: one session each. */
export const specstory: Adapter = {
  source: "specstory",
  title: "SpecStory Markdown",
  detect: ({ bytes }) => headerOf(bytes) !== null,
  async *read(file, context) {
    yield readSpecstory(await file.bytes(), file.file, context);
  },
};

const LF = 0x0a;

/** Bytes in which the header must be complete. */
const HEADER_BYTES = 4 * 1024;

/**
 * Read a SpecStory file.
 *
 * @param bytes Bytes of the file.
 * @param file Its path relative to the folder given, with `/`.
 * @param context Rules, and where to report what is left out.
 * @returns The session; without turns its messages are empty.
 * @throws {SyntaxError} If the first lines are not those of a SpecStory file.
 *
 * @example
 * ```ts
 * import { equal } from "node:assert/strict";
 * import { readSpecstory, RULES } from "@taskflow/corpora";
 *
 * const text = "## SpecStory\n\n## Greeting (2/13/2025, 10:13:52 AM)\n\n_**User**_\n\nHi\n";
 * const bytes = new TextEncoder().encode(text);
 * const context = { rules: RULES.default, leaveOut: () => {}, warn: () => {} };
 * const session = readSpecstory(bytes, "greeting.md", context);
 * equal(session.messages[0]?.text, "Hi");
 * equal(session.attributes.month, "2025-02");
 * ```
 */
export function readSpecstory(
  bytes: Uint8Array,
  file: string,
  context: ReadContext,
): Session {
  const header = headerOf(bytes);
  if (header === null) {
    throw new SyntaxError(
      `Cannot read "${file}": it does not start like a SpecStory file; ` +
        `export the session again, or take the file away`,
    );
  }
  const found = specstoryTurns(bytes, header, context.rules.userRuns);
  const id = header.session === null ? idOfPath(file) : detach(header.session);
  const { messages, leftOut } = takeMessages(bytes, found.turns, context.rules);
  for (const { start, inTool } of found.quoted) {
    leftOut.push({
      start,
      reason: inTool ? "tool-result" : "replayed-history",
    });
  }
  const lineOf = lineCounter(bytes);
  for (const { start, reason } of leftOut.sort((a, b) => a.start - b.start)) {
    context.leaveOut(reason, lineOf(start), id);
  }
  if (found.unclosed >= 0) {
    context.warn(
      "a tool block is never closed: the file seems to be cut, so export the session again",
      lineCounter(bytes)(found.unclosed),
      id,
    );
  }
  if (bytes.at(-1) !== LF) {
    context.warn(
      "the last line has no end: the file seems to be cut, so export the session again",
      lineOf(bytes.length - 1),
      id,
    );
  }
  return {
    schema_version: 1,
    id,
    source: specstory.source,
    file,
    ordinal: 0,
    attributes: attributes(header, found.turns, file),
    messages,
  };
}

function headerOf(bytes: Uint8Array): SpecstoryHeader | null {
  return specstoryHeader(
    decodePart(bytes, 0, Math.min(HEADER_BYTES, bytes.length)),
  );
}

interface LeftOut {
  readonly start: number;
  readonly reason: Reason;
}

function takeMessages(
  bytes: Uint8Array,
  turns: readonly SpecstoryTurn[],
  rules: Rules,
): { messages: Message[]; leftOut: LeftOut[] } {
  const messages: Message[] = [];
  const leftOut: LeftOut[] = [];
  // A command made of a prompt is followed, in the same second, by that prompt as a user turn. A
  // built-in command is followed by its output instead.
  let command: SpecstoryTurn | null = null;
  for (const turn of turns) {
    if (turn.role === "agent") {
      command = null;
      continue;
    }
    const { start, time } = turn;
    const raw = decodePart(bytes, turn.from, turn.to);
    const typed = turn.sidechain
      ? { text: null, reason: "sidechain" as const }
      : userText(raw, rules);
    if (typed.reason === "command-output") command = null;
    if (typed.text === null) leftOut.push({ start, reason: typed.reason });
    else if (
      command !== null && !isSlashCommand(raw) && together(command.time, time)
    ) {
      leftOut.push({ start, reason: "injected-context" });
      command = null;
    } else messages.push({ text: typed.text, timestamp: time, intent: null });
    if (isSlashCommand(raw)) command = turn;
  }
  return { messages, leftOut };
}

/** Whether two times are at most a second apart; an unknown time is near every other. */
function together(a: string | null, b: string | null): boolean {
  return a === null || b === null ||
    Math.abs(Date.parse(a) - Date.parse(b)) <= 1000;
}

function attributes(
  header: SpecstoryHeader,
  turns: readonly SpecstoryTurn[],
  file: string,
): Session["attributes"] {
  const start = specstoryTime(header.time) ??
    turns.find(({ time }) => time !== null)?.time;
  const month = start?.slice(0, 7) ??
    specstoryMonth(header.time, baseName(file));
  return {
    agent: header.provider === null ? null : agentName(header.provider),
    model: mainModel(turns),
    month,
  };
}

/** The model named by most agent turns, the first of them on a tie. */
function mainModel(turns: readonly SpecstoryTurn[]): string | null {
  const counts = new Map<string, number>();
  for (const { model, sidechain } of turns) {
    if (model !== null && !sidechain) {
      counts.set(model, (counts.get(model) ?? 0) + 1);
    }
  }
  let best: string | null = null;
  for (const [model, count] of counts) {
    if (best === null || count > (counts.get(best) ?? 0)) best = model;
  }
  return best === null ? null : detach(best);
}

/** A session id for a file that has none: the same for the same path below the folder given. */
function idOfPath(file: string): string {
  return `path-${createHash("sha256").update(file).digest("hex").slice(0, 16)}`;
}

function baseName(file: string): string {
  return file.slice(file.lastIndexOf("/") + 1);
}

/** Tells the 1-based line of an offset; offsets must not decrease from call to call. */
function lineCounter(bytes: Uint8Array): (offset: number) => number {
  let line = 1;
  let newline = bytes.indexOf(LF);
  return (offset) => {
    while (newline >= 0 && newline < offset) {
      line++;
      newline = bytes.indexOf(LF, newline + 1);
    }
    return line;
  };
}
