/**
 * From the files of one conversation to its sessions.
 *
 * @module
 */

import type { Session } from "@taskflow/session";
import { join } from "node:path";
import type { AdapterSession, ReadContext } from "./adapter.ts";
import { ofCheckpoint } from "./entire.ts";
import { joinParts } from "./join_parts.ts";
import { mergeSessions } from "./merge_sessions.ts";
import type { PlannedFile } from "./plan_reading.ts";
import {
  addInput,
  type IngestReport,
  leaveOut,
  skipFile,
  warn,
} from "./report.ts";
import type { Rules } from "./rules.ts";
import { type OpenSource, openSource, type Scratch } from "./source_file.ts";
import {
  countSession,
  dropCopies,
  type Seen,
  sessionKey,
} from "./take_session.ts";

/** What reading needs to know, and where it notes what it finds. */
export interface ReadState {
  /** The folder that paths are relative to. */
  readonly folder: string;
  readonly rules: Rules;
  readonly report: IngestReport;
  readonly scratch: Scratch;
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
 * import { emptyReport, newScratch, newSeen, readConversation, RULES, specstory } from "@taskflow/corpora";
 *
 * const folder = await Deno.makeTempDir();
 * await Deno.writeTextFile(`${folder}/a.md`, "## SpecStory\n\n## Hi\n\n_**User**_\n\nHi\n");
 * const file = { file: "a.md", parts: [], adapter: specstory, links: [], checkpoint: null };
 * const report = emptyReport();
 * const state = { folder, rules: RULES.default, report, scratch: newScratch(), seen: newSeen() };
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

async function* readFile(
  planned: PlannedFile,
  state: ReadState,
): AsyncGenerator<AdapterSession> {
  const { folder, report, scratch } = state;
  const { file, parts, adapter, checkpoint } = planned;
  const format = checkpoint === null ? adapter.source : "entire";
  const open = (file: string) => openSource(join(folder, file), file, scratch);
  let first: OpenSource;
  try {
    first = open(file);
  } catch (error) {
    // The name alone: the message has the path on this machine.
    const name = error instanceof Error ? error.name : String(error);
    skipFile(report, "unopenable", file, `it cannot be opened: ${name}`);
    return;
  }
  using _ = first;
  const source = joinParts(first, parts.map((part) => () => open(part)));
  try {
    for await (
      const session of adapter.read(source, context(state, file, format))
    ) {
      yield checkpoint === null ? session : ofCheckpoint(session, checkpoint);
    }
    for (const { cut, ...input } of source.finish()) {
      addInput(report, format, input);
      if (!cut) continue;
      const place = { file: input.file, line: null, session: null };
      warn(
        report,
        place,
        "the file ends inside a character, so it seems to be cut: export it again",
      );
    }
  } catch (error) {
    skipFile(report, "failed", file, messageOf(error));
  }
}

function context(
  { report, rules }: ReadState,
  file: string,
  format: string,
): ReadContext {
  return {
    rules,
    leaveOut: (reason, line, session, count = 1) =>
      leaveOut(report, format, reason, { file, line, session }, count),
    warn: (message, line, session) =>
      warn(report, { file, line, session }, message),
  };
}

/** What an error of ours says; others may say the path on this machine. */
function messageOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const ours = error instanceof TypeError || error instanceof RangeError ||
    error instanceof SyntaxError;
  return ours ? error.message : `it cannot be read: ${error.name}`;
}
