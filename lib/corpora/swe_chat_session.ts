/**
 * One session of SWE-chat while its rows are read.
 *
 * @module
 */

import type { AdapterSession, ReadContext } from "./adapter.ts";
import { agentName } from "./agent_name.ts";
import { messageList } from "./message_list.ts";
import { mostFrequent } from "./most_frequent.ts";
import { shortHash } from "./short_hash.ts";
import type { Fact, SweChatRow } from "./swe_chat_rows.ts";

/** A session of which not all rows were met. */
export interface OpenChat {
  /** Take its next row. */
  take(row: SweChatRow): void;
  /**
   * Make the session of its rows.
   *
   * @returns The session, or `null` if a program wrote its prompts.
   */
  end(
    file: string,
    ordinal: number,
    context: ReadContext,
  ): AdapterSession | null;
}

/** A repository whose prompts a program wrote; the release's own loader leaves it out. */
const PROGRAMS = new Set(["dayhaysoos/nimbus"]);

/** What a manager of agents puts before the first prompt, and what a tool writes in the user's name. */
const INSTRUCTIONS = /^\s*<(system[_-]instructions?)>[^]*?<\/\1>[ \t]*(?:\n|$)/;
const STUB = "Tool loaded.";

/** A command made of a prompt: the prompt is the next row, unless the agent acts before. */
const PROMPT_COMMAND = /^\s*<command-message>/;

/**
 * Start a session.
 *
 * @param id Session id.
 * @returns A session without rows.
 *
 * @example
 * ```ts
 * import { deepEqual } from "node:assert/strict";
 * import { openSweChat, RULES } from "@taskflow/corpora";
 *
 * const facts = { agent: "Claude Code", model: null, language: null, user_id: null, repo_id: "a/b" };
 * const row = { session: "s-1", type: "user_prompt", role: "user", summary: false, time: null, facts };
 * const chat = openSweChat("s-1");
 * chat.take({ ...row, turn: 7, content: "and now?" });
 * chat.take({ ...row, turn: 2, content: "Why?" });
 * const session = chat.end("conversations.parquet", 0, {
 *   rules: RULES.default,
 *   leaveOut: () => {},
 *   warn: () => {},
 * });
 * deepEqual(session?.messages.map(({ text }) => text), ["Why?", "and now?"]);
 * ```
 */
export function openSweChat(id: string): OpenChat {
  const prompts: SweChatRow[] = [];
  const counts = new Map<Fact, Map<string, number>>();
  /** Turns in which the agent acted. */
  const acts: number[] = [];
  let calls = 0;
  let start: string | null = null;
  return {
    take(row) {
      for (const [fact, value] of Object.entries(row.facts)) {
        if (value !== null) count(counts, fact as Fact, value);
      }
      if (row.time !== null && (start === null || row.time < start)) {
        start = row.time;
      }
      if (row.role === "user") prompts.push(row);
      else if (row.role !== "metadata") acts.push(row.turn ?? -1);
      if (row.role === "tool_use") calls++;
    },
    end(file, ordinal, context) {
      const fact = (name: Fact) => mostFrequent(counts.get(name) ?? new Map());
      const repository = fact("repo_id");
      const program = PROGRAMS.has(repository ?? "");
      const list = messageList(context, id);
      const rows = [...prompts].sort((a, b) => (a.turn ?? 0) - (b.turn ?? 0));
      acts.sort((a, b) => a - b);
      let command: number | null = null;
      for (const { turn, type, content, summary, time } of rows) {
        const raw = content ?? "";
        const text = raw.replace(INSTRUCTIONS, "");
        const injected = text.trim() === STUB ||
          text.trim() === "" && raw.trim() !== "";
        const place = { time };
        const expands = command !== null && turn !== null &&
          !hasBetween(acts, command, turn);
        command = null;
        if (program) list.leaveOut("scripted-prompt", place);
        else if (type !== "user_prompt" || expands || injected) {
          list.leaveOut("injected-context", place);
        } else if (summary) list.leaveOut("compaction-summary", place);
        else {
          list.add(text, place);
          if (PROMPT_COMMAND.test(text)) command = turn;
        }
      }
      if (program) return null;
      const agent = fact("agent");
      return {
        schema_version: 1,
        id,
        source: "swe-chat",
        file,
        ordinal,
        attributes: {
          agent: agent === null ? null : agentName(agent),
          model: fact("model"),
          language: fact("language"),
          month: start?.slice(0, 7) ?? null,
          repository: shortHash(repository),
          user: shortHash(fact("user_id")),
          tool_calls: calls,
        },
        messages: list.messages,
      };
    },
  };
}

function count(
  counts: Map<Fact, Map<string, number>>,
  fact: Fact,
  value: string,
): void {
  const values = counts.get(fact) ?? new Map<string, number>();
  counts.set(fact, values.set(value, (values.get(value) ?? 0) + 1));
}

/** Whether one of the sorted numbers lies between two others. */
function hasBetween(
  sorted: readonly number[],
  low: number,
  high: number,
): boolean {
  let [from, to] = [0, sorted.length];
  while (from < to) {
    const middle = (from + to) >> 1;
    if ((sorted[middle] ?? 0) <= low) from = middle + 1;
    else to = middle;
  }
  return (sorted[from] ?? Infinity) < high;
}
