/**
 * Chats as rows of a Parquet table, as WildChat and LMSYS are published.
 *
 * @module
 */

import type {
  AdapterSession,
  Head,
  ReadContext,
  SourceFile,
} from "./adapter.ts";
import { CHAT_LISTS, chatOf, readChat } from "./chat_array_chat.ts";
import { parquetHead } from "./parquet_head.ts";

/** Columns that tell something about a conversation. */
const FACTS = [
  "conversation_hash",
  "conversation_id",
  "id",
  "model",
  "language",
  "timestamp",
  "tstamp",
  "hashed_ip",
];

/**
 * The column of a Parquet file that holds lists of messages.
 *
 * @param head Beginning of the file.
 * @returns Its name, or `null` if there is none or the file is no Parquet.
 *
 * @example
 * ```ts
 * import { equal } from "node:assert/strict";
 * import { chatColumn } from "@taskflow/corpora";
 *
 * equal(chatColumn({ bytes: new Uint8Array(), text: "", complete: true }), null);
 * ```
 */
export function chatColumn(head: Head): string | null {
  const nested = parquetHead(head)?.nested ?? [];
  return CHAT_LISTS.find((name) => nested.includes(name)) ?? null;
}

/**
 * Read a table of chats. Memory holds one row group.
 *
 * @param file A Parquet file with a {@linkcode chatColumn}.
 * @param context Rules, and where to report what is left out.
 * @returns A session a row.
 * @throws {SyntaxError} If the file is damaged.
 *
 * @example
 * ```ts
 * import { equal } from "node:assert/strict";
 * import { newScratch, openSource, readChatTable, RULES } from "@taskflow/corpora";
 * import { fromRows, writeTable } from "@taskflow/table";
 *
 * const path = await Deno.makeTempFile({ suffix: ".parquet" });
 * const conversation = [{ role: "user", content: "Hi" }];
 * await writeTable(path, fromRows([{ conversation_id: "c-1", conversation }]));
 * const context = { rules: RULES.default, leaveOut: () => {}, warn: () => {} };
 * {
 *   using file = openSource(path, "chats.parquet", newScratch());
 *   const [session] = [...readChatTable(file, context)];
 *   equal(session?.messages[0]?.text, "Hi");
 * }
 * await Deno.remove(path);
 * ```
 */
export function* readChatTable(
  { file, head }: SourceFile,
  context: ReadContext,
): Generator<AdapterSession> {
  const parquet = parquetHead(head);
  const name = chatColumn(head);
  if (parquet === null || name === null) return;
  const known = FACTS.filter((fact) =>
    parquet.columns.includes(fact) && !parquet.nested.includes(fact)
  );
  let ordinal = 0;
  for (const group of parquet.groups.keys()) {
    const lists = parquet.column(group, name);
    const facts = known.map((fact) =>
      [fact, parquet.column(group, fact)] as const
    );
    for (let row = 0; row < lists.length; row++) {
      const chat = chatOf({
        ...Object.fromEntries(
          facts.map(([fact, values]) => [fact, values[row]]),
        ),
        [name]: lists[row],
      });
      if (chat === null) context.leaveOut("unreadable", null, null);
      else yield readChat(chat, file, ordinal++, null, context);
    }
  }
}
