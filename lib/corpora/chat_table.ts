/**
 * Tables of chats whose columns a user has named: CSV, JSON lines, Parquet, Arrow IPC.
 *
 * @module
 */

import type { Attribute, Message } from "@taskflow/session";
import type {
  Adapter,
  AdapterSession,
  Head,
  ReadContext,
  SourceFile,
} from "./adapter.ts";
import { chatOf, readChat } from "./chat_array_chat.ts";
import { chatTableRows } from "./chat_table_rows.ts";
import { detach } from "./detach.ts";
import { contentText, type JsonObject } from "./json_access.ts";
import { messageList } from "./message_list.ts";
import { tableColumns, tableKind } from "./table_head.ts";
import { timeOf } from "./time_of.ts";

/** What the columns of a table of chats are called, where not as their meaning. */
export interface ChatColumns {
  /** Id of the conversation. */
  readonly session?: string;
  /** Who speaks: `user`, `human` or `prompter` is a person. Without it every row is a person's. */
  readonly role?: string;
  /** What was said; or a list of messages, which is a whole conversation. */
  readonly text?: string;
  /** Order in the conversation; without it the order of the rows counts. */
  readonly position?: string;
  readonly timestamp?: string;
  readonly intent?: string;
}

const PERSONS = new Set(["user", "human", "prompter"]);
/** Columns that are attributes of a session if they have one value in it. */
const FACTS = ["agent", "model", "language", "surface"] as const;

/** What a person said in a row. */
interface Turn {
  readonly text: string;
  readonly position: number | null;
  readonly time: string | null;
  readonly intent: string | null;
  readonly line: number | null;
}

interface Conversation {
  readonly turns: Turn[];
  readonly facts: Map<string, Attribute>;
  /** Time of the first row that has one. */
  start: string | null;
}

/**
 * Make a reader of tables of chats. Rows of a conversation may lie apart: memory holds what persons
 * said in one file. Rows of other roles are an agent's and no records.
 *
 * @param columns What the columns are called.
 * @returns The reader; it knows the tables that have the columns that were named.
 *
 * @example
 * ```ts
 * import { equal } from "node:assert/strict";
 * import { chatTable } from "@taskflow/corpora";
 *
 * const table = chatTable({ session: "chat", role: "from", text: "value" });
 * const head = (text: string) => ({ bytes: new TextEncoder().encode(text), text, complete: true });
 * equal(table.detect(head("chat,from,value\nc-1,human,Hi\n")), true);
 * equal(table.detect(head("chat,value\nc-1,Hi\n")), false);
 * ```
 */
export function chatTable(columns: ChatColumns): Adapter {
  return {
    source: "chat-table",
    title: "tables whose columns are named by --columns",
    detect: (head) => hasColumns(head, columns),
    read: (file, context) => read(file, context, columns),
  };
}

function hasColumns(head: Head, columns: ChatColumns): boolean {
  if (tableKind(head) === "arrow") return true;
  const there = tableColumns(head);
  if (there === null) return false;
  const { text = "text", timestamp: _, position: __, ...rest } = columns;
  return [text, ...Object.values(rest)].every((name) => there.includes(name));
}

async function* read(
  file: SourceFile,
  context: ReadContext,
  columns: ChatColumns,
): AsyncGenerator<AdapterSession> {
  const nameOf = (meaning: keyof ChatColumns) => columns[meaning] ?? meaning;
  const wanted = (["session", "role", "text", "position"] as const).map(nameOf);
  const names = [...wanted, nameOf("timestamp"), nameOf("intent"), ...FACTS];
  const conversations = new Map<string, Conversation>();
  const arrow = tableKind(file.head) === "arrow";
  const there = tableColumns(file.head) ?? [];
  let hasRole = there.includes(nameOf("role"));
  let ordinal = 0;
  let [rows, persons] = [0, 0];
  for await (const { cells, line } of chatTableRows(file, names, context)) {
    if (arrow && rows === 0) {
      requireText(file.file, cells, nameOf("text"));
      hasRole = Object.hasOwn(cells, nameOf("role"));
    }
    rows++;
    const id = idOf(cells[nameOf("session")]);
    const content = cells[nameOf("text")];
    const chat = chatOf(listIn(content));
    if (chat !== null) {
      persons++;
      const facts = { ...factsOf(cells), ...(id === null ? {} : { id }) };
      const whole = { ...chat, facts };
      const session = readChat(whole, file.file, ordinal++, line, context);
      yield { ...session, source: "chat-table" };
      continue;
    }
    const role = idOf(cells[nameOf("role")])?.toLowerCase() ?? null;
    if (id === null || hasRole && role === null) {
      context.leaveOut("unreadable", line, id);
      continue;
    }
    const known = conversations.get(id);
    const conversation: Conversation = known ??
      { turns: [], facts: new Map(), start: null };
    if (known === undefined) conversations.set(detach(id), conversation);
    const time = timeOf(cells[nameOf("timestamp")]);
    conversation.start ??= time;
    noteFacts(conversation.facts, factsOf(cells));
    if (hasRole && !PERSONS.has(role ?? "")) continue;
    persons++;
    conversation.turns.push({
      text: detach(contentText(content) ?? ""),
      position: numberOf(cells[nameOf("position")]),
      time: time === null ? null : detach(time),
      intent: idOf(cells[nameOf("intent")]),
      line,
    });
  }
  if (rows > 0 && persons === 0) {
    context.warn(
      `no row is a person's: column "${nameOf("role")}" never has ` +
        `${[...PERSONS].join(", ")}; name another with --columns role=NAME`,
      null,
      null,
    );
  }
  for (const [id, conversation] of conversations) {
    yield {
      schema_version: 1,
      id,
      source: "chat-table",
      file: file.file,
      ordinal: ordinal++,
      attributes: {
        ...Object.fromEntries(conversation.facts),
        month: conversation.start?.slice(0, 7) ?? null,
      },
      messages: messagesOf(id, conversation.turns, context),
    };
  }
}

/** Arrow tells its columns only once it is read. */
function requireText(file: string, cells: JsonObject, name: string): void {
  if (Object.hasOwn(cells, name)) return;
  throw new TypeError(
    `Cannot read "${file}": there is no column "${name}" among ` +
      `${Object.keys(cells).join(", ")}; name it with --columns text=NAME`,
  );
}

function messagesOf(
  id: string,
  turns: readonly Turn[],
  context: ReadContext,
): Message[] {
  const list = messageList(context, id);
  for (const turn of inOrder(id, turns, context)) {
    const before = list.messages.length;
    list.add(turn.text, { time: turn.time, line: turn.line });
    const added = list.messages[before];
    if (added !== undefined) added.intent = turn.intent;
  }
  return list.messages;
}

/** In order of position if all have one; among equals, and otherwise, in order of the rows. */
function inOrder(
  id: string,
  turns: readonly Turn[],
  context: ReadContext,
): readonly Turn[] {
  const placed = turns.filter(({ position }) => position !== null).length;
  if (placed === turns.length) {
    return turns.toSorted((a, b) => (a.position ?? 0) - (b.position ?? 0));
  }
  if (placed > 0) {
    context.warn(
      `${
        turns.length - placed
      } of ${turns.length} rows of the session have no position ` +
        `that is a number, so its rows count in their order in the table`,
      null,
      id,
    );
  }
  return turns;
}

function factsOf(cells: JsonObject): Record<string, string> {
  return Object.fromEntries(FACTS.flatMap((name) => {
    const value = cells[name];
    return typeof value === "string" && value !== ""
      ? [[name, detach(value)]]
      : [];
  }));
}

/** Keep what is the same in all rows that tell; what differs is not known of the session. */
function noteFacts(
  facts: Map<string, Attribute>,
  found: Readonly<Record<string, string>>,
): void {
  for (const [name, value] of Object.entries(found)) {
    const known = facts.get(name);
    facts.set(name, known === undefined || known === value ? value : null);
  }
}

/** A list as it is, or written as JSON in a cell of text. */
function listIn(content: unknown): unknown {
  if (typeof content !== "string" || !/^\s*\[\s*\{/.test(content)) {
    return Array.isArray(content) ? content : null;
  }
  try {
    return JSON.parse(content);
  } catch {
    // A message that begins like a list.
    return null;
  }
}

function idOf(value: unknown): string | null {
  if (typeof value === "number" || typeof value === "bigint") {
    return String(value);
  }
  return typeof value === "string" && value !== "" ? value : null;
}

function numberOf(value: unknown): number | null {
  const number = typeof value === "string" && value.trim() === ""
    ? NaN
    : Number(value ?? NaN);
  return Number.isFinite(number) ? number : null;
}
