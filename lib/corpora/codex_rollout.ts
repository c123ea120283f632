/**
 * One Codex session while its rollout is read.
 *
 * @module
 */

import type { Message } from "@taskflow/session";
import { createHash } from "node:crypto";
import type { AdapterSession, ReadContext } from "./adapter.ts";
import { isSubagent } from "./codex_head.ts";
import { detach } from "./detach.ts";
import { homeUser } from "./home_user.ts";
import { type JsonObject, listOf, objectOf, stringOf } from "./json_access.ts";
import { mostFrequent } from "./most_frequent.ts";
import { pathId } from "./path_id.ts";
import { promptInFrame } from "./prompt_frame.ts";
import type { Reason } from "./report.ts";
import type { Rules } from "./rules.ts";
import { shortHash } from "./short_hash.ts";
import { timeOf } from "./time_of.ts";
import { userText } from "./user_text.ts";

/** A session that is being read. Lines are 1-based, `null` where the file has none. */
export interface OpenRollout {
  /** Take a line with an envelope, or without one: the metadata, or an item of the conversation. */
  take(record: JsonObject, line: number | null): void;
  /** Whether the metadata were met. */
  started(): boolean;
  /** The session, or `null` if it is a sub-agent's. */
  end(): AdapterSession | null;
}

/** One user record; its text is empty if there is a reason to leave it out. */
interface Prompt {
  /** Hash of the text as it stands: the event and the item of a prompt have the same. */
  readonly key: string;
  readonly text: string;
  readonly reason: Reason | null;
  readonly timestamp: string | null;
  readonly line: number | null;
}

/** Items of the conversation that call a tool. */
const CALLS = new Set([
  "custom_tool_call",
  "function_call",
  "local_shell_call",
  "web_search_call",
]);

/**
 * Start a session. A prompt stands in a rollout twice, as an event and as the item that the model is
 * sent, and among the items stands what the tool adds: the events decide if there are any.
 *
 * @param file Path of the rollout relative to the folder given.
 * @param context Rules, and where to report what is left out.
 * @returns The session to feed.
 *
 * @example
 * ```ts
 * import { equal } from "node:assert/strict";
 * import { openRollout, RULES } from "@taskflow/corpora";
 *
 * const context = { rules: RULES.default, leaveOut: () => {}, warn: () => {} };
 * const rollout = openRollout("rollout.jsonl", context);
 * rollout.take({ type: "session_meta", payload: { id: "c-1" } }, 1);
 * rollout.take({ type: "event_msg", payload: { type: "user_message", message: "Why?" } }, 2);
 * equal(rollout.end()?.messages[0]?.text, "Why?");
 * ```
 */
export function openRollout(file: string, context: ReadContext): OpenRollout {
  const prompts: Record<"event" | "item", Prompt[]> = { event: [], item: [] };
  const models = new Map<string, number>();
  let meta: JsonObject | null = null;
  let month: string | null = null;
  let cwd: string | null = null;
  let toolCalls = 0;

  const begin = (payload: JsonObject) => {
    // Resuming repeats the line, a fork may bring that of its origin.
    if (meta !== null) return;
    meta = payload;
    cwd = stringOf(payload.cwd);
    month ??= monthOf(payload.timestamp);
  };

  const take = (
    kind: "event" | "item",
    raw: string | null,
    time: unknown,
    line: number | null,
  ) => prompts[kind].push(toPrompt(raw, time, line, context.rules));

  const item = (payload: JsonObject, time: unknown, line: number | null) => {
    if (CALLS.has(String(payload.type))) toolCalls++;
    if (payload.type !== "message" || payload.role !== "user") return;
    take("item", itemText(payload.content), time, line);
  };

  const event = (payload: JsonObject, time: unknown, line: number | null) => {
    if (payload.type === "user_message") {
      const { message } = payload;
      take("event", typeof message === "string" ? message : null, time, line);
    } else if (
      payload.type === "thread_rolled_back" &&
      context.rules.branches === "last"
    ) {
      for (const list of Object.values(prompts)) {
        rollBack(list, payload.num_turns);
      }
    }
  };

  const sessionOf = (taken: readonly Prompt[]): AdapterSession => {
    const git = objectOf(meta?.git);
    return {
      schema_version: 1,
      id: stringOf(meta?.id) ?? pathId(file),
      source: "codex",
      file,
      ordinal: 0,
      attributes: {
        agent: "codex-cli",
        model: mostFrequent(models),
        surface: stringOf(meta?.originator),
        month,
        user: shortHash(homeUser(cwd)),
        repository: shortHash(stringOf(git?.repository_url) ?? cwd),
        tool_calls: toolCalls,
      },
      messages: taken.map(toMessage),
      origins: {
        records: chain(taken),
        lines: taken.map(({ line }) => line),
      },
    };
  };

  return {
    started: () => meta !== null,
    take(record, line) {
      const payload = objectOf(record.payload);
      if (payload === null) {
        if (record.type === undefined && "id" in record) begin(record);
        else item(record, record.timestamp, line);
        return;
      }
      month ??= monthOf(record.timestamp);
      const { type, timestamp } = record;
      if (type === "session_meta") begin(payload);
      else if (type === "response_item") item(payload, timestamp, line);
      else if (type === "event_msg") event(payload, timestamp, line);
      else if (type === "turn_context") {
        const model = stringOf(payload.model);
        if (model !== null) models.set(model, (models.get(model) ?? 0) + 1);
        cwd ??= stringOf(payload.cwd);
      }
    },
    end() {
      const subagent = meta !== null && isSubagent(meta);
      const taken: Prompt[] = [];
      for (const prompt of recordsOf(prompts.event, prompts.item)) {
        const reason = subagent ? "subagent" : prompt.reason;
        if (reason === null) taken.push(prompt);
        else context.leaveOut(reason, prompt.line, stringOf(meta?.id));
      }
      return subagent ? null : sessionOf(taken);
    },
  };
}

function toPrompt(
  raw: string | null,
  time: unknown,
  line: number | null,
  rules: Rules,
): Prompt {
  const timestamp = timeOf(time);
  if (raw === null) {
    return { key: "", text: "", reason: "unreadable", timestamp, line };
  }
  const key = shortHash(raw.trim()) ?? "";
  const typed = userText(promptInFrame(raw, rules.promptFrames), rules);
  return typed.reason === null
    ? { key, text: detach(typed.text), reason: null, timestamp, line }
    : { key, text: "", reason: typed.reason, timestamp, line };
}

/** The texts of a user item without those that stand around an image. */
function itemText(content: unknown): string | null {
  if (typeof content === "string") return content;
  if (!Array.isArray(content)) return null;
  const texts: string[] = [];
  for (const part of listOf(content)) {
    const text = objectOf(part)?.text;
    if (typeof text === "string" && !/^<\/?image\b/.test(text)) {
      texts.push(text);
    }
  }
  return texts.join("\n");
}

/** Mark the last turns as taken back; what is no message was no turn. */
function rollBack(list: Prompt[], turns: unknown): void {
  let left = typeof turns === "number" ? turns : 0;
  for (let at = list.length - 1; at >= 0 && left > 0; at--) {
    const prompt = list[at];
    if (prompt === undefined || prompt.reason !== null) continue;
    list[at] = { ...prompt, reason: "abandoned-branch" };
    left--;
  }
}

/**
 * The user records: the events and those items that no event repeats. The latter are the tool's if
 * there are events at all, and the only trace of what was typed if there are none.
 */
function recordsOf(
  events: readonly Prompt[],
  items: readonly Prompt[],
): readonly Prompt[] {
  if (events.length === 0) return items;
  const twins = new Map<string, number>();
  for (const { key } of events) twins.set(key, (twins.get(key) ?? 0) + 1);
  const records = [...events];
  for (const item of items) {
    const left = twins.get(item.key) ?? 0;
    if (left > 0) twins.set(item.key, left - 1);
    else records.push({ ...item, reason: item.reason ?? "injected-context" });
  }
  return records;
}

function monthOf(time: unknown): string | null {
  return timeOf(time)?.slice(0, 7) ?? null;
}

function toMessage({ text, timestamp }: Prompt): Message {
  return { text, timestamp, intent: null };
}

/**
 * Ids for prompts that have none: a hash over the texts up to there. Forks start with the texts of
 * their origin, so that equal ids are a common history.
 */
function chain(prompts: readonly Prompt[]): string[] {
  let before = "";
  return prompts.map(({ text }) => {
    const hash = createHash("sha256").update(`${before}\0${text}`);
    return before = hash.digest("hex");
  });
}
