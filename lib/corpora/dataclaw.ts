/**
 * DataClaw exports (`conversations.jsonl`, `dataclaw_export.jsonl`): one session a line.
 *
 * @module
 */

import type { Message } from "@taskflow/session";
import type {
  Adapter,
  AdapterSession,
  Head,
  ReadContext,
  SourceFile,
} from "./adapter.ts";
import { agentName } from "./agent_name.ts";
import { detach } from "./detach.ts";
import { eachRecord } from "./each_record.ts";
import {
  contentText,
  type JsonObject,
  listOf,
  objectOf,
  stringOf,
} from "./json_access.ts";
import { jsonHead } from "./json_head.ts";
import { promptInFrame } from "./prompt_frame.ts";
import type { Reason } from "./report.ts";
import { shortHash } from "./short_hash.ts";
import { timeOf } from "./time_of.ts";
import { isSlashCommand, userText } from "./user_text.ts";

/** Reads DataClaw exports. A session that is exported twice counts in its longest version. */
export const dataclaw: Adapter = {
  source: "dataclaw",
  title: "DataClaw exports",
  detect: isDataclaw,
  read,
};

/** Keys of which an export has at least one beside the id and the messages. */
const KEYS = [
  "model",
  "source",
  "project",
  "stats",
  "start_time",
  "git_branch",
];

function isDataclaw(head: Head): boolean {
  const { form, values = [] } = jsonHead(head) ?? {};
  return form === "lines" && values.some((value) => {
    const line = objectOf(value);
    return line !== null && isSession(line) && KEYS.some((key) =>
      key in line
    ) &&
      listOf(line.messages).every(isMessage);
  });
}

function isSession(line: JsonObject): boolean {
  return stringOf(line.session_id) !== null && Array.isArray(line.messages);
}

/** The last message of a cut line may have lost its role. */
function isMessage(
  value: unknown,
  index: number,
  all: readonly unknown[],
): boolean {
  const role = objectOf(value)?.role;
  return role === "user" || role === "assistant" ||
    (role === undefined && index === all.length - 1);
}

interface Found {
  readonly session: Omit<AdapterSession, "ordinal">;
  readonly line: number;
}

async function* read(
  file: SourceFile,
  context: ReadContext,
): AsyncGenerator<AdapterSession> {
  // A later line may hold a longer version of the same session, so all wait for the end of the file:
  // memory holds what people typed in it.
  const found = new Map<string, Found>();
  await eachRecord(file, context, () => false, (record, line) => {
    const session = toSession(record, line, file.file, context);
    if (session === null) return;
    const key = `${session.attributes.agent}\0${session.id}`;
    const other = found.get(key);
    const longer = other === undefined ||
      session.messages.length > other.session.messages.length;
    const dropped = longer ? other : { session, line };
    if (dropped !== undefined) {
      const { id, messages } = dropped.session;
      const count = messages.length;
      if (count > 0) {
        context.leaveOut("duplicate-session", dropped.line, id, count);
      }
    }
    if (longer) found.set(key, { session, line });
  });
  let ordinal = 0;
  for (const { session } of found.values()) {
    yield { ...session, ordinal: ordinal++ };
  }
}

function toSession(
  record: JsonObject,
  line: number,
  file: string,
  context: ReadContext,
): Found["session"] | null {
  if (!isSession(record)) {
    context.leaveOut("unreadable", line, stringOf(record.session_id));
    return null;
  }
  const id = stringOf(record.session_id) ?? "";
  const leaveOut = (reason: Reason) => context.leaveOut(reason, line, id);
  const messages: Message[] = [];
  const subagents = id.endsWith(":subagents");
  let toolCalls = 0;
  // Claude Code expands a command into a prompt in the same second; the export keeps both.
  let command: string | null = null;
  for (const value of listOf(record.messages)) {
    const message = objectOf(value);
    if (message?.role !== "user") {
      if (message === null) leaveOut("unreadable");
      toolCalls += listOf(message?.tool_uses).length;
      command = null;
      continue;
    }
    const raw = message.content === undefined || message.content === null
      ? ""
      : contentText(message.content);
    const time = timeOf(message.timestamp);
    const reason = subagents ? "subagent" : raw === null ? "unreadable" : null;
    if (reason !== null || raw === null) {
      leaveOut(reason ?? "unreadable");
      continue;
    }
    const { rules } = context;
    const typed = userText(promptInFrame(raw, rules.promptFrames), rules);
    const isCommand = isSlashCommand(raw);
    if (typed.reason !== null) leaveOut(typed.reason);
    else if (!isCommand && together(command, time)) {
      leaveOut("injected-context");
      command = null;
    } else {messages.push({
        text: detach(typed.text),
        timestamp: time,
        intent: null,
      });}
    if (isCommand) command = time;
    else if (typed.reason === "command-output") command = null;
  }
  if (subagents) return null;
  const source = stringOf(record.source);
  return {
    schema_version: 1,
    id: detach(id),
    source: dataclaw.source,
    file,
    attributes: {
      agent: source === null ? null : agentName(AGENTS.get(source) ?? source),
      model: stringOf(record.model),
      month: timeOf(record.start_time)?.slice(0, 7) ??
        messages.find(({ timestamp }) => timestamp !== null)?.timestamp
          ?.slice(0, 7) ??
        null,
      repository: shortHash(stringOf(record.project)),
      tool_calls: toolCalls,
    },
    messages,
  };
}

/** Sources that are named shorter than their agents. */
const AGENTS = new Map([
  ["claude", "claude-code"],
  ["codex", "codex-cli"],
  ["gemini", "gemini-cli"],
]);

/** Whether two times are known and at most a second apart. */
function together(a: string | null, b: string | null): boolean {
  return a !== null && b !== null &&
    Math.abs(Date.parse(a) - Date.parse(b)) <= 1000;
}
