/**
 * One conversation of a data set of chats.
 *
 * @module
 */

import type { AdapterSession, ReadContext } from "./adapter.ts";
import { detach } from "./detach.ts";
import {
  contentText,
  type JsonObject,
  listOf,
  objectOf,
  stringOf,
} from "./json_access.ts";
import { knownId } from "./known_id.ts";
import { messageList } from "./message_list.ts";
import { pathId } from "./path_id.ts";
import { shortHash } from "./short_hash.ts";
import { timeOf } from "./time_of.ts";

/** A conversation: its messages, and what is known beside them. */
export interface Chat {
  readonly messages: readonly unknown[];
  readonly facts: JsonObject;
}

/** Keys that hold the messages. */
export const CHAT_LISTS = ["conversations", "conversation", "messages"];
const USERS = new Set(["user", "human"]);
const OTHERS = new Set([
  "system",
  "developer",
  "assistant",
  "gpt",
  "chatgpt",
  "bing",
  "bard",
  "model",
  "bot",
  "tool",
  "function",
  "function_call",
  "observation",
]);

/**
 * The value as a conversation.
 *
 * @param value Anything parsed.
 * @returns Its messages, or `null` if it is none: they must start with a message of a known role.
 *
 * @example
 * ```ts
 * import { equal } from "node:assert/strict";
 * import { chatOf } from "@taskflow/corpora";
 *
 * equal(chatOf({ conversations: [{ from: "human", value: "Hi" }] })?.messages.length, 1);
 * equal(chatOf({ messages: ["Hi"] }), null);
 * ```
 */
export function chatOf(value: unknown): Chat | null {
  if (Array.isArray(value)) {
    return isChatMessage(value[0]) ? { messages: value, facts: {} } : null;
  }
  const facts = objectOf(value);
  if (facts === null) return null;
  for (const key of CHAT_LISTS) {
    const messages = listOf(facts[key]);
    if (isChatMessage(messages[0])) return { messages, facts };
  }
  return null;
}

/**
 * Whether a value is a message of a chat.
 *
 * @param value Anything parsed.
 * @returns Whether it has a known role, and content.
 *
 * @example
 * ```ts
 * import { equal } from "node:assert/strict";
 * import { isChatMessage } from "@taskflow/corpora";
 *
 * equal(isChatMessage({ role: "user", content: "Hi" }), true);
 * equal(isChatMessage({ role: "captain", content: "Hi" }), false);
 * ```
 */
export function isChatMessage(value: unknown): boolean {
  const message = objectOf(value);
  if (message === null) return false;
  const role = roleOf(message);
  return role !== null && (USERS.has(role) || OTHERS.has(role)) &&
    ("content" in message || "value" in message);
}

function roleOf({ role, from }: JsonObject): string | null {
  return (stringOf(role) ?? stringOf(from))?.toLowerCase() ?? null;
}

/**
 * Read a conversation.
 *
 * @param chat Its messages, and what is known beside them.
 * @param file Path of its file, with `/`.
 * @param ordinal 0-based number of the conversation in the file.
 * @param line 1-based line, or `null`.
 * @param context Rules, and where to report what is left out.
 * @returns The session.
 *
 * @example
 * ```ts
 * import { equal } from "node:assert/strict";
 * import { readChat, RULES } from "@taskflow/corpora";
 *
 * const messages = [{ role: "user", content: "Hi" }, { role: "assistant", content: "Hello" }];
 * const context = { rules: RULES.default, leaveOut: () => {}, warn: () => {} };
 * const session = readChat({ messages, facts: { id: "c-1" } }, "a.jsonl", 0, 1, context);
 * equal(session.messages[0]?.text, "Hi");
 * equal(session.id, "c-1");
 * ```
 */
export function readChat(
  chat: Chat,
  file: string,
  ordinal: number,
  line: number | null,
  context: ReadContext,
): AdapterSession {
  const { facts, messages } = chat;
  const id = idOf(facts) ?? pathId(file, ordinal === 0 ? "" : String(ordinal));
  const list = messageList(context, id);
  let calls = 0;
  let firstTime: string | null = null;
  let user: string | null = stringOf(facts.hashed_ip);
  for (const item of messages) {
    const message = objectOf(item);
    if (message === null) continue;
    const content = message.content ?? message.value;
    calls += listOf(message.tool_calls).length + blocks(content, "tool_use");
    const time = timeOf(message.timestamp ?? message.created_at);
    firstTime ??= time;
    if (!USERS.has(roleOf(message) ?? "")) continue;
    user ??= stringOf(message.hashed_ip);
    const text = contentText(content) ?? "";
    const place = { line, time };
    // In Anthropic's form, results of tools are blocks of user messages.
    if (text === "" && blocks(content, "tool_result") > 0) {
      list.leaveOut("tool-result", place);
    } else list.add(text, place);
  }
  const start = firstTime ??
    timeOf(facts.timestamp ?? facts.created_at ?? facts.tstamp);
  return {
    schema_version: 1,
    id,
    source: "chat-array",
    file,
    ordinal,
    attributes: {
      agent: null,
      model: ownText(facts.model),
      language: ownText(facts.language),
      month: start?.slice(0, 7) ?? null,
      user: shortHash(user),
      tool_calls: calls,
    },
    messages: list.messages,
  };
}

function idOf(facts: JsonObject): string | null {
  for (const key of ["conversation_hash", "conversation_id", "id"]) {
    const value = facts[key];
    if (typeof value === "number" && Number.isFinite(value)) {
      return String(value);
    }
    const id = knownId(value);
    if (id !== null) return id;
  }
  return null;
}

function ownText(value: unknown): string | null {
  const text = stringOf(value);
  return text === null ? null : detach(text);
}

function blocks(content: unknown, type: string): number {
  if (!Array.isArray(content)) return 0;
  return content.filter((part) => objectOf(part)?.type === type).length;
}
