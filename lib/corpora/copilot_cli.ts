/**
 * GitHub Copilot CLI event logs (`~/.copilot/session-state/<session>/events.jsonl`).
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
import { detach } from "./detach.ts";
import { eachRecord } from "./each_record.ts";
import { homeUser } from "./home_user.ts";
import { type JsonObject, objectOf, stringOf } from "./json_access.ts";
import { jsonHead } from "./json_head.ts";
import { leadingField } from "./leading_field.ts";
import { mostFrequent } from "./most_frequent.ts";
import { pathId } from "./path_id.ts";
import type { Reason } from "./report.ts";
import { shortHash } from "./short_hash.ts";
import { timeOf } from "./time_of.ts";
import { userText } from "./user_text.ts";

/** Reads Copilot CLI event logs: one session each. */
export const copilotCli: Adapter = {
  source: "copilot-cli",
  title: "GitHub Copilot CLI event logs",
  detect: (head) => eventsOf(head).length > 0,
  links: copilotLinks,
  read,
};

/** Events that are part of the conversation, or say whose it is. */
const TYPES =
  /^(?:user\.message|assistant\.message|tool\.execution_start|session\.[a-z_]+)$|\\/;

function isIdle(line: string): boolean {
  const { text: type } = leadingField(line, 0, "type");
  return type !== null && !TYPES.test(type);
}

/** Types of events by which a log is known. */
const KNOWN =
  /^(?:session|user|assistant|tool|hook|subagent|skill|system|permission)\.[a-z_]+$/;

function eventsOf(head: Head): JsonObject[] {
  const { form, values = [] } = jsonHead(head) ?? {};
  if (form !== "lines") return [];
  return values.map(objectOf).filter((record) => record !== null)
    .filter(({ type, data, id, timestamp }) =>
      typeof type === "string" && KNOWN.test(type) && objectOf(data) !== null &&
      typeof id === "string" && typeof timestamp === "string"
    );
}

function copilotLinks(head: Head): readonly string[] {
  const start = eventsOf(head).find(({ type }) => type === "session.start");
  const id = stringOf(objectOf(start?.data)?.sessionId);
  return id === null ? [] : [`copilot-cli session ${id}`];
}

async function* read(
  file: SourceFile,
  context: ReadContext,
): AsyncGenerator<AdapterSession> {
  const log = openLog(file.file, context);
  await eachRecord(file, context, isIdle, log.take);
  yield log.end();
}

function openLog(file: string, context: ReadContext) {
  const messages: Message[] = [];
  const records: (string | null)[] = [];
  const lines: number[] = [];
  const ids = new Set<string>();
  const models = new Map<string, number>();
  let id: string | null = null;
  let month: string | null = null;
  let cwd: string | null = null;
  let repository: string | null = null;
  let model: string | null = null;
  let toolCalls = 0;
  const leaveOut = (reason: Reason, line: number) =>
    context.leaveOut(reason, line, id);

  const place = (value: unknown) => {
    const where = objectOf(value);
    cwd ??= stringOf(where?.cwd);
    repository ??= stringOf(where?.repository);
  };

  const user = (event: JsonObject, data: JsonObject, line: number) => {
    if (stringOf(event.agentId) !== null) return leaveOut("subagent", line);
    const source = stringOf(data.source);
    if (source !== null && source !== "user") {
      return leaveOut("injected-context", line);
    }
    if (typeof data.content !== "string") return leaveOut("unreadable", line);
    const typed = userText(data.content, context.rules);
    if (typed.reason !== null) return leaveOut(typed.reason, line);
    const record = stringOf(event.id);
    if (record !== null && ids.has(record)) {
      return leaveOut("replayed-history", line);
    }
    if (record !== null) ids.add(record);
    const timestamp = timeOf(event.timestamp);
    messages.push({ text: detach(typed.text), timestamp, intent: null });
    records.push(record);
    lines.push(line);
  };

  /** Drop what came after an event: it was taken back. */
  const rewind = (eventId: unknown) => {
    const at = records.indexOf(stringOf(eventId));
    if (context.rules.branches !== "last" || at < 0) return;
    for (const line of lines.splice(at)) leaveOut("abandoned-branch", line);
    messages.length = records.length = at;
  };

  return {
    take(event: JsonObject, line: number) {
      const data = objectOf(event.data);
      month ??= timeOf(event.timestamp)?.slice(0, 7) ?? null;
      if (event.type === "user.message") {
        if (data === null) leaveOut("unreadable", line);
        else user(event, data, line);
      }
      if (data === null) return;
      switch (event.type) {
        case "assistant.message":
          if (stringOf(event.agentId) !== null) break;
          if (model !== null) models.set(model, (models.get(model) ?? 0) + 1);
          break;
        case "tool.execution_start":
          if (stringOf(event.agentId) === null) toolCalls++;
          break;
        case "session.start":
          id ??= stringOf(data.sessionId);
          place(data.context);
          model = stringOf(data.selectedModel) ?? model;
          break;
        case "session.resume":
          place(data.context);
          model = stringOf(data.selectedModel) ?? model;
          break;
        case "session.context_changed":
          place(data);
          break;
        case "session.model_change":
          model = stringOf(data.newModel) ?? model;
          break;
        case "session.snapshot_rewind":
          rewind(data.upToEventId);
          break;
      }
    },
    end: (): AdapterSession => ({
      schema_version: 1,
      id: id ?? pathId(file),
      source: "copilot-cli",
      file,
      ordinal: 0,
      attributes: {
        agent: "copilot-cli",
        model: mostFrequent(models),
        month,
        user: shortHash(homeUser(cwd)),
        repository: shortHash(repository ?? cwd),
        tool_calls: toolCalls,
      },
      messages,
      origins: { records, lines },
    }),
  };
}
