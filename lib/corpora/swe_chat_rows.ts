/**
 * Rows of SWE-chat's table `conversations`.
 *
 * @module
 */

import type { ParquetGroups } from "@taskflow/table";
import type { ReadContext } from "./adapter.ts";
import { timeOf } from "./time_of.ts";

/** A row, as far as it matters. */
export interface SweChatRow {
  /** Session id. */
  readonly session: string;
  /** Number of the row in its session, or `null`. */
  readonly turn: number | null;
  /** `user`, `assistant`, `tool_use`, `tool_result` or `metadata`. */
  readonly role: string;
  /** `user_prompt`, `system_injected`, `assistant_response`, ... */
  readonly type: string;
  /** Text of a user's row; of other rows it is not kept. */
  readonly content: string | null;
  /** Whether it is a summary that continues an earlier session. */
  readonly summary: boolean;
  /** ISO 8601 time, or `null`. */
  readonly time: string | null;
  /** What is known of the session: `agent`, `model`, `language`, `user_id`, `repo_id`. */
  readonly facts: Readonly<Record<Fact, string | null>>;
}

const FACTS = ["agent", "model", "language", "user_id", "repo_id"] as const;

/** A column that tells something about the session. */
export type Fact = (typeof FACTS)[number];

/**
 * Read the rows of one row group. Of the column with the texts, most of which are the tools', memory
 * holds a page.
 *
 * @param parquet The table.
 * @param group Number of the row group.
 * @param context Where to report rows without a session.
 * @returns The rows in order.
 * @throws {SyntaxError} If the file is damaged.
 *
 * @example
 * ```ts
 * import { equal } from "node:assert/strict";
 * import { RULES, sweChatRows } from "@taskflow/corpora";
 * import { fromRows, openParquet, writeTable } from "@taskflow/table";
 *
 * const path = await Deno.makeTempFile({ suffix: ".parquet" });
 * const row = { session_id: "s-1", turn_number: 0, role: "user", turn_type: "user_prompt" };
 * await writeTable(path, fromRows([{ ...row, content: "Why?" }]));
 * const bytes = await Deno.readFile(path);
 * const read = (start: number, end: number) => bytes.slice(start, end);
 * const parquet = openParquet({ byteLength: bytes.length, read }, path);
 * const context = { rules: RULES.default, leaveOut: () => {}, warn: () => {} };
 * equal([...sweChatRows(parquet, 0, context)][0]?.content, "Why?");
 * await Deno.remove(path);
 * ```
 */
export function* sweChatRows(
  parquet: ParquetGroups,
  group: number,
  context: ReadContext,
): Generator<SweChatRow> {
  const known = new Set(parquet.columns);
  const column = (name: string): ArrayLike<unknown> =>
    known.has(name) ? parquet.column(group, name) : [];
  const sessions = column("session_id");
  const turns = column("turn_number");
  const roles = column("role");
  const types = column("turn_type");
  const times = column("timestamp");
  const summaries = column("is_continuation");
  const facts = FACTS.map((name) => [name, column(name)] as const);
  let row = 0;
  for (const page of parquet.pages(group, "content")) {
    for (let i = 0; i < page.length; i++, row++) {
      const session = sessions[row];
      const role = text(roles[row]) ?? "";
      if (typeof session !== "string" || session === "") {
        if (role === "user") context.leaveOut("unreadable", null, null);
        continue;
      }
      const turn = turns[row];
      const content = page[i];
      yield {
        session,
        turn: typeof turn === "bigint" || typeof turn === "number"
          ? Number(turn)
          : null,
        role,
        type: text(types[row]) ?? "",
        content: role === "user" ? text(content) : null,
        summary: summaries[row] === true,
        time: timeOf(times[row]),
        facts: Object.fromEntries(
          facts.map(([name, values]) => [name, text(values[row])]),
        ) as Record<Fact, string | null>,
      };
    }
  }
}

function text(value: unknown): string | null {
  return typeof value === "string" && value !== "" ? value : null;
}
