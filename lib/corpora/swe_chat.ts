/**
 * The release of SWE-chat as Parquet: the table `conversations`, with a row for every prompt, reply,
 * thought, tool call and event, and the table `sessions`, with a row for every session.
 *
 * Its `user_prompt` rows are kept as the tools wrote them: commands in tags with the prompts they
 * expand to, interruptions, summaries. These are judged here as in every other format, so that fewer
 * prompts count than its authors count. The prompts of one repository are made by a program, which
 * its authors leave out of their analyses, too.
 *
 * The files are gated: this reader follows the published schema and was never run on them.
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
import { parquetHead } from "./parquet_head.ts";
import { sweChatRows } from "./swe_chat_rows.ts";
import { type OpenChat, openSweChat } from "./swe_chat_session.ts";

/** Columns that only the table of all rows has, and those that only the table of sessions has. */
const CONVERSATIONS = [
  "turn_id",
  "session_id",
  "turn_number",
  "role",
  "turn_type",
  "content",
];
const SESSIONS = ["session_id", "agent_percentage"];

/** Reads the tables `conversations` and `sessions` of SWE-chat; the latter has no messages. */
export const sweChat: Adapter = {
  source: "swe-chat",
  title: "SWE-chat tables",
  detect: (head) => tableOf(head) !== null,
  read,
};

function tableOf(head: Head): "conversations" | "sessions" | null {
  const columns = new Set(parquetHead(head)?.columns);
  if (CONVERSATIONS.every((name) => columns.has(name))) return "conversations";
  const sessions = SESSIONS.every((name) => columns.has(name)) &&
    !columns.has("content");
  return sessions ? "sessions" : null;
}

async function* read(
  { file, head }: SourceFile,
  context: ReadContext,
): AsyncGenerator<AdapterSession> {
  const parquet = parquetHead(head);
  if (parquet === null || tableOf(head) === "sessions") return;
  // A session is complete when all its rows were met: they need not stand together.
  const left = new Map<string, number>();
  for (const group of parquet.groups.keys()) {
    for (const id of Array.from(parquet.column(group, "session_id"))) {
      if (typeof id === "string") left.set(id, (left.get(id) ?? 0) + 1);
    }
  }
  const open = new Map<string, OpenChat>();
  let ordinal = 0;
  for (const group of parquet.groups.keys()) {
    const complete: OpenChat[] = [];
    for (const row of sweChatRows(parquet, group, context)) {
      const { session: id } = row;
      const chat = open.get(id) ?? openSweChat(id);
      open.set(id, chat);
      chat.take(row);
      const rows = (left.get(id) ?? 0) - 1;
      left.set(id, rows);
      if (rows > 0) continue;
      complete.push(chat);
      open.delete(id);
      left.delete(id);
    }
    for (const chat of complete) {
      const session = chat.end(file, ordinal, context);
      if (session === null) continue;
      ordinal++;
      yield session;
    }
  }
}
