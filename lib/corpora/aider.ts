/**
 * Chat histories of Aider (`.aider.chat.history.md`): many sessions in a file, without ids. No message
 * has a time; that of the session's start is written without a zone.
 *
 * @module
 */

import type {
  Adapter,
  AdapterSession,
  Head,
  ReadContext,
  SourceFile,
} from "./adapter.ts";
import { type AiderInput, aiderInputs } from "./aider_inputs.ts";
import { type AiderSession, aiderSessions } from "./aider_sessions.ts";
import { detach } from "./detach.ts";
import { lineCounter } from "./line_counter.ts";
import { messageList } from "./message_list.ts";
import { pathId } from "./path_id.ts";
import type { Reason } from "./report.ts";
import type { Rules } from "./rules.ts";

/** Reads Aider chat histories. */
export const aider: Adapter = {
  source: "aider",
  title: "Aider chat history",
  detect: isHistory,
  read,
};

/** The file starts with a header, or, if its beginning was cut off, has one among Aider's lines. */
function isHistory({ text }: Head): boolean {
  const first = /\S[^\n]*/.exec(text)?.[0] ?? "";
  const header = /^# aider chat started at \d{4}-\d\d-\d\d \d\d:\d\d:\d\d\s*$/m;
  return header.test(first) ||
    /^(?:> |#### )/.test(first) && header.test(text);
}

async function* read(
  file: SourceFile,
  context: ReadContext,
): AsyncGenerator<AdapterSession> {
  let ordinal = 0;
  const starts = new Map<string, number>();
  for await (const session of aiderSessions(file.chunks(), file.file)) {
    const start = session.start ?? "";
    // Two sessions may start in one second.
    const count = (starts.get(start) ?? 0) + 1;
    starts.set(start, count);
    const id = pathId(file.file, count === 1 ? start : `${start} ${count}`);
    yield readSession(session, id, file.file, ordinal++, context);
  }
}

function readSession(
  session: AiderSession,
  id: string,
  file: string,
  ordinal: number,
  context: ReadContext,
): AdapterSession {
  const { text, start } = session;
  const list = messageList(context, id);
  const architect = text.includes("architect");
  const lineOf = lineCounter(text, session.line);
  let before: AiderInput | null = null;
  for (const input of aiderInputs(text)) {
    const place = { line: lineOf(input.from) };
    const typed = input.text.trim();
    const reason = reasonOf(typed, context.rules);
    if (
      architect && before !== null &&
      repeatsReply(text.slice(before.to, input.from), input.text)
    ) list.leaveOut("subagent", place);
    else if (reason !== null) list.leaveOut(reason, place);
    else list.add(typed === BLANK ? "" : runCommand(typed) ?? typed, place);
    before = input;
  }
  const model = /^> (?:Main model|Model): (\S+)/m.exec(text)?.[1];
  return {
    schema_version: 1,
    id,
    source: aider.source,
    file,
    ordinal,
    attributes: {
      agent: "aider",
      model: model === undefined ? null : detach(model),
      surface: "cli",
      month: start?.slice(0, 7) ?? null,
    },
    messages: list.messages,
  };
}

/** How Aider writes an input without text. */
const BLANK = "<blank>";

/** Aider's questions, written as input where an earlier answer was for all of a group. */
const CONFIRMATION = /^[^\n]*\(Y\)es\/\(N\)o[^\n]*\]: ?\w*$/;

/** Commands that send what follows to the model, and those that run it. */
const PROMPT = /^\/(?:ask|code|architect|context|ok)\s+\S/;
const RUN = /^(?:!|\/run\s)\s*(\S[^]*)/;

function reasonOf(typed: string, rules: Rules): Reason | null {
  if (CONFIRMATION.test(typed)) return "confirmation";
  if (typed.startsWith("/") && PROMPT.test(typed)) return null;
  if (RUN.test(typed) && rules.bashInput === "execute") return null;
  return /^[/!]/.test(typed) ? "slash-command" : null;
}

function runCommand(typed: string): string | null {
  const command = RUN.exec(typed)?.[1];
  return command === undefined ? null : `!${command}`;
}

/** The end of what a model thought aloud. */
const REASONED = /^<\/thinking-content-|^► \*\*ANSWER\*\*/;

/**
 * Whether an input is the reply before it. In architect mode one model plans, and its reply is written
 * as the input of the model that edits.
 */
function repeatsReply(output: string, input: string): boolean {
  const reply = bareLines(output);
  const lines = bareLines(input);
  const from = reply.length - lines.length;
  if (lines.length === 0 || from < 0) return false;
  if (from > 0 && !REASONED.test(reply[from - 1] ?? "")) return false;
  return lines.every((line, i) => line === reply[from + i]);
}

/** Lines without white space around them; blank ones and the tool's are left away. */
function bareLines(text: string): string[] {
  return text.split("\n").map((line) => line.trim())
    .filter((line) => line !== "" && !line.startsWith(">"));
}
