/**
 * Sessions of SWE-Together (`oracle_session.jsonl`, schema `agent_session/2.0`): a header line, then
 * one line a user turn.
 *
 * The turns come from recorded logs of agents, so that tool results, interruptions and command tags
 * stand among them. The release has no times.
 *
 * @module
 */

import type { Session } from "@taskflow/session";
import type { Adapter, Head, ReadContext, SourceFile } from "./adapter.ts";
import { type JsonObject, objectOf, stringOf } from "./json_access.ts";
import { jsonHead } from "./json_head.ts";
import { jsonRecords } from "./json_records.ts";
import { knownId } from "./known_id.ts";
import { messageList } from "./message_list.ts";
import { pathId } from "./path_id.ts";
import { shortHash } from "./short_hash.ts";

/**
 * A command made of a prompt: the prompt follows as a turn of its own before the agent acts. Commands
 * of the tool itself (`/clear`) start with their name instead, and what follows them was typed.
 */
const PROMPT_COMMAND = /^\s*<command-message>/;

/** Reads SWE-Together session files: one session each. */
export const sweTogether: Adapter = {
  source: "swe-together",
  title: "SWE-Together sessions",
  detect: isSweTogether,
  read,
};

function isSweTogether(head: Head): boolean {
  const { form, values } = jsonHead(head) ?? {};
  return form === "lines" && isHeader(objectOf(values?.[0]));
}

function isHeader(record: JsonObject | null): boolean {
  return record?._is_header === true &&
    typeof record.schema === "string" &&
    record.schema.startsWith("agent_session/");
}

async function* read(
  file: SourceFile,
  context: ReadContext,
): AsyncGenerator<Session> {
  let open: OpenSession | null = null;
  let ordinal = 0;
  for await (const block of jsonRecords(file, context)) {
    for (const { value, line } of block) {
      const record = objectOf(value);
      if (record === null) {
        context.leaveOut("unreadable", line, null);
      } else if (isHeader(record)) {
        if (open !== null) yield open.end();
        open = begin(record, file.file, ordinal++, context);
      } else {
        open ??= begin({}, file.file, ordinal++, context);
        open.turn(record, line);
      }
    }
  }
  if (open !== null) yield open.end();
}

interface OpenSession {
  turn(record: JsonObject, line: number | null): void;
  end(): Session;
}

function begin(
  header: JsonObject,
  file: string,
  ordinal: number,
  context: ReadContext,
): OpenSession {
  const place = ordinal === 0 ? "" : String(ordinal);
  const id = knownId(header._session_id) ?? pathId(file, place);
  const list = messageList(context, id);
  let toolCalls = 0;
  let expands = false;
  return {
    turn(record, line) {
      const { user_message: text, agent_text: reply, n_tool_calls: calls } =
        record;
      if (typeof calls === "number" && Number.isSafeInteger(calls)) {
        toolCalls += calls;
      }
      if (typeof text !== "string") list.leaveOut("unreadable", { line });
      else if (expands) list.leaveOut("injected-context", { line });
      else list.add(text, { line });
      expands = !expands && typeof text === "string" &&
        PROMPT_COMMAND.test(text) && !reply && !calls;
    },
    end: () => ({
      schema_version: 1,
      id,
      source: sweTogether.source,
      file,
      ordinal,
      attributes: {
        repository: shortHash(stringOf(header.repo_id)),
        tool_calls: toolCalls,
      },
      messages: list.messages,
    }),
  };
}
