/**
 * From the files of one conversation to its sessions.
 *
 * @module
 */

import type { Session } from "@taskflow/session";
import type { AdapterSession } from "./adapter.ts";
import { mergeSessions } from "./merge_sessions.ts";
import type { PlannedFile } from "./plan_reading.ts";
import type { FileReader } from "./read_ahead.ts";
import {
  addInput,
  type IngestReport,
  leaveOut,
  skipFile,
  warn,
} from "./report.ts";
import {
  countSession,
  dropCopies,
  type Seen,
  sessionKey,
} from "./take_session.ts";

/** Who reads the files, and where what they hold is noted. */
export interface ReadState {
  readonly reader: FileReader;
  readonly report: IngestReport;
  readonly seen: Seen;
}

/**
 * Read the files of one conversation. A file alone is streamed; of several, memory holds the messages.
 *
 * @param files The files, in order of path.
 * @param state The corpus they belong to.
 * @returns The sessions that were not met before, each message once.
 *
 * @example
 * ```ts
 * import { equal } from "node:assert/strict";
 * import {
 *   emptyReport,
 *   newScratch,
 *   newSeen,
 *   readAhead,
 *   readConversation,
 *   RULES,
 *   specstory,
 * } from "@taskflow/corpora";
 *
 * const folder = await Deno.makeTempDir();
 * await Deno.writeTextFile(`${folder}/a.md`, "## SpecStory\n\n## Hi\n\n_**User**_\n\nHi\n");
 * const file = {
 *   file: "a.md",
 *   size: 36,
 *   parts: [],
 *   adapter: specstory,
 *   links: [],
 *   checkpoint: null,
 * };
 * const reading = { folder, rules: RULES.default, scratch: newScratch() };
 * const reader = readAhead([file], reading);
 * const state = { reader, report: emptyReport(), seen: newSeen() };
 * const sessions = await Array.fromAsync(readConversation([file], state));
 * equal(sessions[0]?.messages[0]?.text, "Hi");
 * await Deno.remove(folder, { recursive: true });
 * ```
 */
export async function* readConversation(
  files: readonly PlannedFile[],
  state: ReadState,
): AsyncGenerator<Session> {
  const { report, seen } = state;
  const linked = new Set<string>();
  const [only, ...others] = files;
  if (only !== undefined && others.length === 0) {
    for await (const session of readFile(only, state)) {
      if (seen.sessions.has(sessionKey(session))) {
        countSession(session, seen, report);
        continue;
      }
      const fresh = dropCopies(session, seen, linked, report);
      if (fresh === null || !countSession(fresh, seen, report)) continue;
      yield plain(fresh);
    }
    return;
  }
  const found: AdapterSession[] = [];
  const aliases: AdapterSession[] = [];
  for (const file of files) {
    for await (const session of readFile(file, state)) {
      aliases.push(session);
      const fresh = dropCopies(session, seen, linked, report);
      if (fresh !== null) found.push(fresh);
    }
  }
  const [first, ...rest] = found;
  if (first === undefined) return;
  const merged = plain(mergeSessions([first, ...rest]));
  const known = aliases.find((alias) => seen.sessions.has(sessionKey(alias)));
  const named = known === undefined
    ? merged
    : { ...known, file: merged.file, messages: merged.messages };
  if (!countSession(named, seen, report)) return;
  for (const alias of aliases) {
    const key = sessionKey(alias);
    const messages = merged.messages.length;
    if (!seen.sessions.has(key)) {
      seen.sessions.set(key, { file: alias.file ?? "", messages });
    }
  }
  yield merged;
}

/** Without what only the reading needs. */
function plain({ origins: _, ...session }: AdapterSession): Session {
  return session;
}

/** Read a file: what is no session goes into the report. */
async function* readFile(
  planned: PlannedFile,
  { report, reader }: ReadState,
): AsyncGenerator<AdapterSession> {
  const { file, adapter, checkpoint } = planned;
  const format = checkpoint === null ? adapter.source : "entire";
  for await (const events of reader.events(planned)) {
    for (const event of events) {
      switch (event.kind) {
        case "session":
          yield event.session;
          break;
        case "left-out": {
          const { reason, line, session, count } = event;
          leaveOut(report, format, reason, { file, line, session }, count);
          break;
        }
        case "warning": {
          const { file, message, line, session } = event;
          warn(report, { file, line, session }, message);
          break;
        }
        case "input":
          addInput(report, format, event.input);
          break;
        case "unread":
          skipFile(report, event.reason, file, event.detail);
      }
    }
  }
}
