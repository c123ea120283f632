/**
 * Sessions of OpenCode as its `export` command writes them: `{info, messages: [{info, parts}]}`.
 *
 * What a custom command's template says stands in the text, the command's name does not, so that it
 * counts as typed. Commands that run in a sub-agent and prompts that plug-ins add are no messages.
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
import { detach } from "./detach.ts";
import { homeUser } from "./home_user.ts";
import { type JsonObject, listOf, objectOf, stringOf } from "./json_access.ts";
import { jsonHead } from "./json_head.ts";
import { jsonRecords } from "./json_records.ts";
import { knownId } from "./known_id.ts";
import { type MessageList, messageList } from "./message_list.ts";
import { mostFrequent } from "./most_frequent.ts";
import { pathId } from "./path_id.ts";
import type { Reason } from "./report.ts";
import { shortHash } from "./short_hash.ts";
import { timeOf } from "./time_of.ts";

/** Reads OpenCode exports: one session each; a sub-agent's is none. */
export const opencode: Adapter = {
  source: "opencode",
  title: "OpenCode exports",
  detect: (head) => exported(head).length > 0,
  // Every checkpoint of a session holds all of it so far.
  links: (head) =>
    exported(head).map(({ id }) => knownId(id)).filter((id) => id !== null)
      .map((id) => `opencode:${id}`),
  read,
};

/** The `info` of the sessions in a head. */
function exported(head: Head): JsonObject[] {
  return (jsonHead(head)?.values ?? []).flatMap((value) => {
    const record = objectOf(value);
    const info = objectOf(record?.info);
    return record !== null && info !== null && isExport(record, info)
      ? [info]
      : [];
  });
}

/** The head may end in the first message: its summary of changes can be long. */
function isExport({ messages }: JsonObject, info: JsonObject): boolean {
  if (stringOf(info.id) === null) return false;
  const first = objectOf(listOf(messages)[0]);
  if (first !== null && typeof objectOf(first.info)?.role !== "string") {
    return false;
  }
  return Array.isArray(first?.parts) ||
    stringOf(info.directory) !== null &&
      (objectOf(info.time) !== null || stringOf(info.projectID) !== null);
}

async function* read(
  file: SourceFile,
  context: ReadContext,
): AsyncGenerator<AdapterSession> {
  let ordinal = 0;
  for await (const block of jsonRecords(file, context)) {
    for (const { value, line } of block) {
      const record = objectOf(value);
      const info = objectOf(record?.info);
      if (record === null || info === null) {
        context.leaveOut("unreadable", line, null);
        continue;
      }
      const place = ordinal === 0 ? "" : String(ordinal);
      const id = knownId(info.id) ?? pathId(file.file, place);
      const list = messageList(context, id);
      const facts = readMessages(record, info, line, list, context);
      if (stringOf(info.parentID) !== null) continue;
      yield {
        schema_version: 1,
        id,
        source: opencode.source,
        file: file.file,
        ordinal: ordinal++,
        attributes: {
          agent: "opencode",
          surface: "cli",
          month: timeOf(objectOf(info.time)?.created)?.slice(0, 7) ?? null,
          repository: shortHash(stringOf(info.directory)),
          user: shortHash(homeUser(stringOf(info.directory))),
          ...facts,
        },
        messages: list.messages,
        origins: list.origins,
      };
    }
  }
}

function readMessages(
  record: JsonObject,
  session: JsonObject,
  line: number | null,
  list: MessageList,
  { rules }: ReadContext,
): { model: string | null; tool_calls: number } {
  const agentWrote = stringOf(session.parentID) !== null;
  const reverted = stringOf(objectOf(session.revert)?.messageID);
  const models = new Map<string, number>();
  let calls = 0;
  let rewound = false;
  let before: string | null = null;
  let compacted = false;
  const messages = listOf(record.messages).map(objectOf);
  for (const [index, message] of messages.entries()) {
    const info = objectOf(message?.info);
    if (message === null || info === null) continue;
    const parts = listOf(message.parts).map(objectOf);
    const id = stringOf(info.id);
    rewound ||= reverted !== null && id === reverted;
    if (info.role !== "user") {
      calls += parts.filter((part) => part?.type === "tool").length;
      const model = stringOf(info.modelID);
      if (model !== null) models.set(model, (models.get(model) ?? 0) + 1);
      continue;
    }
    const text = typedText(parts);
    const place = {
      time: timeOf(objectOf(info.time)?.created),
      line,
      // Redaction makes many ids one, so that they alone do not tell.
      record: `${id} ${objectOf(info.time)?.created} ${shortHash(text)}`,
    };
    const shell = shellCommand(parts, messages[index + 1] ?? null);
    // A context that overflows is compacted, and the prompt that filled it is written again.
    const replayed = compacted && text !== "" && text === before;
    if (agentWrote) list.leaveOut("subagent", place);
    else if (replayed) list.leaveOut("replayed-history", place);
    else if (shell && rules.bashInput === "execute") {
      list.add(`!${shell}`, place);
    } else if (shell !== null) list.leaveOut("slash-command", place);
    else if (text === "") list.leaveOut(reasonOf(parts), place);
    else if (rewound && rules.branches === "last") {
      list.leaveOut("abandoned-branch", place);
    } else list.add(text, place);
    if (parts.some((part) => part?.type === "compaction")) compacted = true;
    else if (text !== "") [before, compacted] = [text, false];
  }
  const model = mostFrequent(models);
  return { model: model === null ? null : detach(model), tool_calls: calls };
}

type Parts = readonly (JsonObject | null)[];

/** The texts that a person typed, or nothing. */
function typedText(parts: Parts): string {
  const texts: string[] = [];
  for (const part of parts) {
    if (part?.type !== "text" || typeof part.text !== "string") continue;
    if (part.synthetic !== true && part.ignored !== true) texts.push(part.text);
  }
  return texts.join("\n").trim();
}

/** Why a user message has no typed text. */
function reasonOf(parts: Parts): Reason {
  const types = new Set(parts.map((part) => part?.type));
  if (types.has("compaction")) return "compaction-summary";
  const task = parts.find((part) => part?.type === "subtask");
  if (task !== undefined) {
    return stringOf(task?.command) === null ? "subagent" : "slash-command";
  }
  return types.has("text") ? "scripted-prompt" : "empty";
}

const SHELL = "The following tool was executed by the user";

/** The command that a person ran: the next message has it as a call of the shell. */
function shellCommand(parts: Parts, next: JsonObject | null): string | null {
  const isShell = parts.some((part) =>
    part?.type === "text" && part.synthetic === true && part.text === SHELL
  );
  if (!isShell) return null;
  const tool = listOf(next?.parts).map(objectOf).find((part) =>
    part?.type === "tool"
  );
  return stringOf(objectOf(objectOf(tool?.state)?.input)?.command) ?? "";
}
