/**
 * Chats of Gemini CLI (`~/.gemini/tmp/<project>/chats/session-*`): one JSON value, or since 0.42 JSON
 * lines of metadata, messages, updates (`$set`) and rewinds (`$rewindTo`). Chats of its sub-agents
 * look the same but for their `kind`.
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
import { detach } from "./detach.ts";
import { geminiText } from "./gemini_text.ts";
import {
  contentText,
  type JsonObject,
  listOf,
  objectOf,
  stringOf,
} from "./json_access.ts";
import { jsonHead } from "./json_head.ts";
import { jsonRecords } from "./json_records.ts";
import { knownId } from "./known_id.ts";
import { messageList } from "./message_list.ts";
import { mostFrequent } from "./most_frequent.ts";
import { pathId } from "./path_id.ts";
import { shortHash } from "./short_hash.ts";
import { timeOf } from "./time_of.ts";

/** Reads Gemini CLI chats: one session each; a sub-agent's is none. */
export const geminiCli: Adapter = {
  source: "gemini-cli",
  title: "Gemini CLI chats",
  detect: (head) => metadataOf(head) !== null,
  // A resumed chat goes on in a file of the new form, with its history copied.
  links(head) {
    const id = knownId(metadataOf(head)?.sessionId);
    return id === null ? [] : [`gemini-cli:${id}`];
  },
  read,
};

function metadataOf(head: Head): JsonObject | null {
  const records = jsonHead(head)?.values.map(objectOf) ?? [];
  return records.find((record) => record !== null && isMetadata(record)) ??
    null;
}

function isMetadata({ sessionId, projectHash }: JsonObject): boolean {
  return stringOf(sessionId) !== null && stringOf(projectHash) !== null;
}

interface Turn {
  readonly content: unknown;
  readonly time: unknown;
  readonly line: number | null;
  readonly record: string | null;
  /** Whether it is still part of the conversation, or was rewound. */
  current: boolean;
  /** Whether it repeats an earlier one. */
  readonly copy: boolean;
}

/** What is known of a chat while it is read. */
interface Chat {
  metadata: JsonObject;
  readonly turns: Turn[];
  /** All messages that are part of the conversation, by id, in order: their turn if they have one. */
  readonly current: Map<string, Turn | null>;
  readonly ids: Set<string>;
  readonly texts: Set<string>;
  /** Number of tool calls and model of every message of the model, by id. */
  readonly calls: Map<string, number>;
  readonly models: Map<string, number>;
}

async function* read(
  file: SourceFile,
  context: ReadContext,
): AsyncGenerator<AdapterSession> {
  const chat: Chat = {
    metadata: {},
    turns: [],
    current: new Map(),
    ids: new Set(),
    texts: new Set(),
    calls: new Map(),
    models: new Map(),
  };
  for await (const block of jsonRecords(file, context)) {
    for (const { value, line } of block) {
      const record = objectOf(value);
      if (record === null) context.leaveOut("unreadable", line, null);
      else takeRecord(chat, record, line);
    }
  }
  const session = finish(chat, file.file, context);
  if (session !== null) yield session;
}

function takeRecord(chat: Chat, record: JsonObject, line: number | null): void {
  const rewind = stringOf(record.$rewindTo);
  const update = objectOf(record.$set);
  if (rewind !== null) rewindTo(chat, rewind);
  else if (stringOf(record.id) !== null) takeMessage(chat, record, line, false);
  else if (update !== null) {
    if (Array.isArray(update.messages)) {
      replaceMessages(chat, update.messages, line);
    }
    chat.metadata = { ...chat.metadata, ...update };
  } else if (isMetadata(record)) {
    chat.metadata = { ...chat.metadata, ...record };
    for (const message of listOf(record.messages)) {
      const object = objectOf(message);
      if (object !== null) takeMessage(chat, object, line, false);
    }
  }
}

/** Take back a message and all after it; all, if it is not there. */
function rewindTo(chat: Chat, id: string): void {
  let found = !chat.current.has(id);
  for (const [other, turn] of chat.current) {
    found ||= other === id;
    if (!found) continue;
    if (turn !== null) turn.current = false;
    chat.current.delete(other);
  }
}

/** The tool wrote the whole conversation anew: compressed, with results masked, or as it was. */
function replaceMessages(
  chat: Chat,
  messages: readonly unknown[],
  line: number | null,
): void {
  for (const message of messages) {
    const object = objectOf(message);
    if (object !== null) takeMessage(chat, object, line, true);
  }
}

function takeMessage(
  chat: Chat,
  message: JsonObject,
  line: number | null,
  again: boolean,
): void {
  const { type, model } = message;
  const record = knownId(message.id);
  const known = record !== null && chat.ids.has(record);
  let turn: Turn | null = null;
  if (type === "user" && !(known && again)) {
    const content = message.displayContent ?? message.content;
    const text = contentText(content) ?? "";
    // Early versions gave the turns that they wrote again new ids.
    const copy = known || again && chat.texts.has(text);
    chat.texts.add(text);
    turn = {
      content,
      time: message.timestamp,
      line,
      record,
      current: true,
      copy,
    };
    chat.turns.push(turn);
  }
  if (record === null) return;
  chat.ids.add(record);
  if (!chat.current.has(record)) chat.current.set(record, turn);
  if (Array.isArray(message.toolCalls)) {
    chat.calls.set(record, message.toolCalls.length);
  }
  if (typeof model === "string" && !known) {
    chat.models.set(model, (chat.models.get(model) ?? 0) + 1);
  }
}

function finish(
  chat: Chat,
  file: string,
  context: ReadContext,
): AdapterSession | null {
  const { metadata, turns, calls, models } = chat;
  const id = knownId(metadata.sessionId) ?? pathId(file);
  const list = messageList(context, id);
  const { rules } = context;
  for (const turn of turns) {
    const place = { ...turn, time: timeOf(turn.time) };
    const { text, reason } = geminiText(turn.content, rules);
    if (metadata.kind === "subagent") list.leaveOut("subagent", place);
    else if (turn.copy) list.leaveOut("replayed-history", place);
    else if (reason !== null) list.leaveOut(reason, place);
    else if (!turn.current && rules.branches === "last") {
      list.leaveOut("abandoned-branch", place);
    } else list.add(text, place);
  }
  if (metadata.kind === "subagent") return null;
  const start = timeOf(metadata.startTime) ?? list.messages[0]?.timestamp;
  const project = stringOf(metadata.projectHash);
  const model = mostFrequent(models);
  return {
    schema_version: 1,
    id,
    source: geminiCli.source,
    file,
    ordinal: 0,
    attributes: {
      agent: "gemini-cli",
      model: model === null ? null : detach(model),
      surface: "cli",
      month: start?.slice(0, 7) ?? null,
      // The tool writes the SHA-256 of the folder, which is what others are hashed to.
      repository: /^[0-9a-f]{64}$/.test(project ?? "")
        ? project?.slice(0, 12) ?? null
        : shortHash(project),
      tool_calls: calls.values().reduce((sum, count) => sum + count, 0),
    },
    messages: list.messages,
    origins: list.origins,
  };
}
