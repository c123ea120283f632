/**
 * Codex rollouts (`~/.codex/sessions/YYYY/MM/DD/rollout-*.jsonl`), all writings since April 2025.
 *
 * @module
 */

import type {
  Adapter,
  AdapterSession,
  ReadContext,
  SourceFile,
} from "./adapter.ts";
import { codexForm, codexLinks } from "./codex_head.ts";
import { type OpenRollout, openRollout } from "./codex_rollout.ts";
import { eachRecord } from "./each_record.ts";
import { listOf, objectOf } from "./json_access.ts";
import { jsonRecords } from "./json_records.ts";
import { leadingField } from "./leading_field.ts";

/** Reads Codex rollouts: at most one session each, none in those of sub-agents. */
export const codex: Adapter = {
  source: "codex",
  title: "Codex rollouts",
  detect: (head) => codexForm(head) !== null,
  links: codexLinks,
  read,
};

async function* read(
  file: SourceFile,
  context: ReadContext,
): AsyncGenerator<AdapterSession> {
  const rollout = openRollout(file.file, context);
  if (codexForm(file.head) === "object") {
    await readObject(file, context, rollout);
  } else await eachRecord(file, context, idleLines(rollout), rollout.take);
  const session = rollout.end();
  if (session !== null) yield session;
}

/** Items and events that are part of the conversation, or say whose it is. */
const PAYLOADS =
  /^(?:message|user_message|thread_rolled_back|[a-z_]+_call)$|\\/;

/** Tells lines that do not matter; of the metadata, which resuming repeats, the first does. */
function idleLines(rollout: OpenRollout): (line: string) => boolean {
  return (line) => {
    const { text: type, nested, at } = leadingField(line, 0, "type");
    if (type === null || nested !== "payload") return false;
    if (type === "session_meta") return rollout.started();
    if (type !== "response_item" && type !== "event_msg") return false;
    const { text: kind } = leadingField(line, at, "type");
    if (kind === null || !PAYLOADS.test(kind)) return kind !== null;
    const { text: role } = leadingField(line, at, "role");
    return role === "developer" || role === "assistant";
  };
}

/** Before the lines: one object, written anew after every turn. */
async function readObject(
  file: SourceFile,
  context: ReadContext,
  rollout: OpenRollout,
): Promise<void> {
  for await (const block of jsonRecords(file, context)) {
    for (const { value } of block) {
      const record = objectOf(value);
      const session = objectOf(record?.session);
      if (session !== null) rollout.take(session, null);
      for (const item of listOf(record?.items)) {
        const bare = objectOf(item);
        if (bare === null) context.leaveOut("unreadable", null, null);
        else rollout.take(bare, null);
      }
    }
  }
}
