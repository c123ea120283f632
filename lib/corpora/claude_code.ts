/**
 * Claude Code transcripts (`~/.claude/projects/<folder>/<session>.jsonl`).
 *
 * @module
 */

import type { Message } from "@taskflow/session";
import type {
  Adapter,
  AdapterSession,
  ReadContext,
  SourceFile,
} from "./adapter.ts";
import { claudeCodeLinks, isClaudeCode } from "./claude_code_head.ts";
import { claudeCodeText, queuedPrompt } from "./claude_code_text.ts";
import { detach } from "./detach.ts";
import { eachRecord } from "./each_record.ts";
import { homeUser } from "./home_user.ts";
import { type JsonObject, listOf, objectOf, stringOf } from "./json_access.ts";
import { leadingField } from "./leading_field.ts";
import { mostFrequent } from "./most_frequent.ts";
import { pathId } from "./path_id.ts";
import { shortHash } from "./short_hash.ts";
import { timeOf } from "./time_of.ts";
import type { UserText } from "./user_text.ts";

/** Reads Claude Code transcripts: at most one session each, none in those of sub-agents. */
export const claudeCode: Adapter = {
  source: "claude-code",
  title: "Claude Code transcripts",
  detect: isClaudeCode,
  links: claudeCodeLinks,
  read,
};

/** Types of records that can be part of the conversation. */
const TYPES = new Set(["user", "assistant", "attachment"]);

function isIdle(line: string): boolean {
  const { text: type } = leadingField(line, 0, "type");
  return type !== null && !TYPES.has(type) && !type.includes("\\");
}

async function* read(
  file: SourceFile,
  context: ReadContext,
): AsyncGenerator<AdapterSession> {
  const session = openTranscript(file.file, context);
  await eachRecord(file, context, isIdle, session.take);
  const end = session.end();
  if (end !== null) yield end;
}

interface OpenTranscript {
  take(record: JsonObject, line: number): void;
  /** The session, or `null` if no person had a part in it. */
  end(): AdapterSession | null;
}

function openTranscript(file: string, context: ReadContext): OpenTranscript {
  const messages: Message[] = [];
  const records: (string | null)[] = [];
  const lines: number[] = [];
  /** Ids of the records taken, and the first message after each parent. */
  const ids = new Set<string>();
  const children = new Map<string, number>();
  const facts = openFacts();
  const leaveOut = (typed: UserText, line: number) => {
    if (typed.reason !== null) context.leaveOut(typed.reason, line, facts.id());
  };

  /** Drop what followed the parent of this record before: it was taken back. */
  const rewind = (parent: string) => {
    const from = children.get(parent);
    if (from === undefined) return;
    for (const line of lines.splice(from)) {
      context.leaveOut("abandoned-branch", line, facts.id());
    }
    messages.length = records.length = from;
    for (const [id, at] of children) if (at >= from) children.delete(id);
  };

  const keep = (text: string, record: JsonObject, line: number) => {
    const id = recordId(record.uuid);
    if (id !== null && ids.has(id)) {
      context.leaveOut("replayed-history", line, facts.id());
      return;
    }
    if (id !== null) ids.add(id);
    const parent = recordId(record.parentUuid);
    if (parent !== null && context.rules.branches === "last") {
      rewind(parent);
      children.set(parent, messages.length);
    }
    facts.message(record, messages.length === 0);
    const timestamp = timeOf(record.timestamp);
    messages.push({ text: detach(text), timestamp, intent: null });
    records.push(id);
    lines.push(line);
  };

  return {
    take(record, line) {
      const typed = record.type === "user"
        ? claudeCodeText(record, context.rules)
        : record.type === "attachment"
        ? queuedPrompt(record, context.rules)
        : null;
      facts.record(record);
      if (typed === null) return;
      if (typed.text === null) leaveOut(typed, line);
      else keep(typed.text, record, line);
    },
    end() {
      if (messages.length === 0 && !facts.ofPerson()) return null;
      return {
        schema_version: 1,
        id: facts.id() ?? pathId(file),
        source: claudeCode.source,
        file,
        ordinal: 0,
        attributes: facts.attributes(),
        messages,
        origins: { records, lines },
      };
    },
  };
}

/** An id that tells a record from others; redaction makes different ids one. */
function recordId(value: unknown): string | null {
  const id = stringOf(value);
  return id === null || id.includes("REDACTED") ? null : id;
}

/** What is known of the whole session. */
function openFacts() {
  const models = new Map<string, number>();
  let id: string | null = null;
  let month: string | null = null;
  let cwd: string | null = null;
  let surface: string | null = null;
  let toolCalls = 0;
  let ofPerson = false;
  let planFirst = false;
  return {
    id: () => id,
    ofPerson: () => ofPerson,
    message(record: JsonObject, first: boolean) {
      if (first) planFirst = typeof record.planContent === "string";
    },
    record(record: JsonObject) {
      const { type } = record;
      if (type !== "user" && type !== "assistant") return;
      if (record.isSidechain === true || typeof record.agentId === "string") {
        return;
      }
      id ??= stringOf(record.sessionId);
      month ??= timeOf(record.timestamp)?.slice(0, 7) ?? null;
      cwd ??= stringOf(record.cwd);
      surface ??= stringOf(record.entrypoint);
      // Team mates take their orders from another agent.
      ofPerson ||= typeof record.agentName !== "string";
      if (type !== "assistant") return;
      const message = objectOf(record.message);
      const model = stringOf(message?.model);
      if (model !== null && model !== "<synthetic>") {
        models.set(model, (models.get(model) ?? 0) + 1);
      }
      for (const block of listOf(message?.content)) {
        if (objectOf(block)?.type === "tool_use") toolCalls++;
      }
    },
    attributes: () => ({
      agent: "claude-code",
      model: mostFrequent(models),
      surface,
      month,
      user: shortHash(homeUser(cwd)),
      repository: shortHash(cwd),
      tool_calls: toolCalls,
      plan_first: planFirst,
    }),
  };
}
