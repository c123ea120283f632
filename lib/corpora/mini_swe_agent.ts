/**
 * Trajectories of mini-swe-agent: a bare list of messages (2025), `mini-swe-agent-1` (v1) and
 * `mini-swe-agent-1.1` (v2), where models with the Responses API leave items without a role.
 *
 * A user message is the task, taken out of its template, and what a person typed at the prompts of
 * the interactive agent. Outputs of commands, the last message (the submission) and complaints about
 * the format have the same role and are none.
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
import {
  contentText,
  type JsonObject,
  listOf,
  objectOf,
  stringOf,
} from "./json_access.ts";
import { jsonHead } from "./json_head.ts";
import { jsonRecords } from "./json_records.ts";
import { type MessageList, messageList } from "./message_list.ts";
import { miniSweAgentTask } from "./mini_swe_agent_task.ts";
import { hasOutput, miniSweAgentText } from "./mini_swe_agent_text.ts";
import { pathId } from "./path_id.ts";
import { timeOf } from "./time_of.ts";

/** Reads trajectories of mini-swe-agent: one session each. */
export const miniSweAgent: Adapter = {
  source: "mini-swe-agent",
  title: "mini-swe-agent trajectories",
  detect: (head: Head) => isTrajectory(jsonHead(head)?.values[0]),
  read,
};

function isTrajectory(value: unknown): boolean {
  if (Array.isArray(value)) return isBareList(value.map(objectOf));
  const record = objectOf(value);
  if (record === null) return false;
  if (typeof record.trajectory_format === "string") {
    return record.trajectory_format.startsWith("mini-swe-agent-");
  }
  // The head may end before the messages, and the name of the format stands at the end.
  const info = objectOf(record.info);
  const own = typeof info?.mini_version === "string" ||
    typeof info?.exit_status === "string" && "submission" in info;
  return own && record.trajectory === undefined &&
    (record.messages === undefined || Array.isArray(record.messages));
}

/** System, task, a command in a block, its output. */
function isBareList(messages: readonly (JsonObject | null)[]): boolean {
  const [system, task, reply, output] = messages;
  return system?.role === "system" && task?.role === "user" &&
    reply?.role === "assistant" &&
    /^```(?:bash|mswea_bash_command)$/m.test(
      contentText(reply.content) ?? "",
    ) &&
    output?.role === "user" &&
    /^<(?:returncode|output)>/.test(contentText(output.content) ?? "");
}

async function* read(
  file: SourceFile,
  context: ReadContext,
): AsyncGenerator<AdapterSession> {
  let ordinal = 0;
  for await (const block of jsonRecords(file, context)) {
    for (const { value, line } of block) {
      const record: JsonObject | null = Array.isArray(value)
        ? { messages: value }
        : objectOf(value);
      if (record === null || !Array.isArray(record.messages)) {
        context.leaveOut("unreadable", line, null);
        continue;
      }
      // Runs have no id, and one task is run many times: the file tells them apart.
      const place = ordinal === 0 ? "" : String(ordinal);
      const id = pathId(file.file, place);
      const list = messageList(context, id);
      yield {
        schema_version: 1,
        id,
        source: miniSweAgent.source,
        file: file.file,
        ordinal: ordinal++,
        attributes: takeMessages(record, line, list, context),
        messages: list.messages,
      };
    }
  }
}

function takeMessages(
  record: JsonObject,
  line: number | null,
  list: MessageList,
  { rules }: ReadContext,
): AdapterSession["attributes"] {
  const info = objectOf(record.info) ?? {};
  const config = objectOf(info.config);
  const template = stringOf(objectOf(config?.agent)?.instance_template);
  const messages = listOf(record.messages).map(objectOf);
  const textBased = !messages.some(isOutput);
  let [first, actions, month]: [boolean, number, string | null] = [
    true,
    0,
    null,
  ];
  for (const message of messages) {
    if (message === null) continue;
    const extra = objectOf(message.extra);
    if (message.role !== "user") {
      actions += listOf(extra?.actions).length;
      continue;
    }
    const text = contentText(message.content) ?? "";
    const place = { line, time: timeOf(extra?.timestamp) };
    if (first) {
      month = place.time?.slice(0, 7) ?? null;
      list.add(miniSweAgentTask(text, template), place);
    } else {
      const typed = miniSweAgentText(text, message, info, textBased, rules);
      if (typed.reason !== null) list.leaveOut(typed.reason, place);
      else list.add(typed.text, place);
    }
    first = false;
  }
  const model = stringOf(objectOf(config?.model)?.model_name);
  const task = stringOf(record.instance_id);
  return {
    agent: "mini-swe-agent",
    model: model === null ? null : detach(model),
    task: task === null ? null : detach(task),
    month,
    // Only version 2 says which commands it ran; version 1 ran one for every call of the model.
    tool_calls: actions > 0 ? actions : callsOf(info),
  };
}

/** Whether a message can only be what a command gave: then others are none unless they look so. */
function isOutput(message: JsonObject | null): boolean {
  return message !== null &&
    (message.role === "tool" || message.type === "function_call_output" ||
      hasOutput(message));
}

function callsOf(info: JsonObject): number | null {
  const calls = objectOf(info.model_stats)?.api_calls;
  return typeof calls === "number" && Number.isSafeInteger(calls)
    ? calls
    : null;
}
