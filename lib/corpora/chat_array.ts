/**
 * Conversations as lists of messages, as data sets of chats have them: ShareGPT
 * (`{id, conversations: [{from, value}]}`), OpenAI (`{messages: [{role, content}]}`), WildChat and
 * LMSYS (`{conversation_hash | conversation_id, model, conversation: [{role, content}]}`), or the bare
 * list. One conversation a file, a line or a row of a Parquet table, or a list of them.
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
import {
  type Chat,
  chatOf,
  isChatMessage,
  readChat,
} from "./chat_array_chat.ts";
import { chatColumn, readChatTable } from "./chat_array_table.ts";
import { listOf, objectOf } from "./json_access.ts";
import { jsonElements } from "./json_elements.ts";
import { jsonHead } from "./json_head.ts";
import { jsonRecords } from "./json_records.ts";

/** Reads lists of chat messages. Tried after the formats whose records look alike. */
export const chatArray: Adapter = {
  source: "chat-array",
  title: "Chat arrays (ShareGPT, OpenAI messages, WildChat, LMSYS)",
  detect: isChats,
  read,
};

function isChats(head: Head): boolean {
  if (chatColumn(head) !== null) return true;
  const value = jsonHead(head)?.values[0];
  return chatOf(value) !== null ||
    listOf(value).some((item) => chatOf(item) !== null);
}

/** Whether the file is one list, or one of lines that are each a list. */
function isOneList({ text }: Head): boolean {
  const start = /^\s*\[([^\n]*)/.exec(text)?.[1];
  if (start === undefined) return false;
  try {
    JSON.parse(`[${start}`);
    return false;
  } catch {
    return true;
  }
}

async function* read(
  file: SourceFile,
  context: ReadContext,
): AsyncGenerator<AdapterSession> {
  if (chatColumn(file.head) !== null) {
    yield* readChatTable(file, context);
    return;
  }
  let ordinal = 0;
  const sessions = (chat: Chat, line: number | null) =>
    readChat(chat, file.file, ordinal++, line, context);
  if (!isOneList(file.head)) {
    for await (const block of jsonRecords(file, context)) {
      for (const { value, line } of block) {
        const items = chatOf(value) === null ? listOf(value) : [value];
        if (items.length === 0) context.leaveOut("unreadable", line, null);
        for (const item of items) {
          const chat = chatOf(item);
          if (chat === null) context.leaveOut("unreadable", line, null);
          else yield sessions(chat, line);
        }
      }
    }
    return;
  }
  // The list of a whole data set, which may be longer than memory, or the messages of one chat.
  const messages: unknown[] = [];
  for await (const block of jsonElements(file.chunks(), file.file)) {
    for (const { text, line } of block) {
      let value: unknown;
      try {
        value = JSON.parse(text);
      } catch {
        context.leaveOut("unreadable", line, null);
        continue;
      }
      const chat = chatOf(value);
      if (chat !== null) yield sessions(chat, line);
      else if (isChatMessage(value)) messages.push(value);
      else if (objectOf(value)?.role === undefined) {
        context.leaveOut("unreadable", line, null);
      }
    }
  }
  if (messages.length > 0) yield sessions({ messages, facts: {} }, null);
}
