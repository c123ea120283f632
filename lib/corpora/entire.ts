/**
 * Checkpoints of Entire (git branch `entire/checkpoints/v1`): folders that hold, beside metadata, the
 * whole transcript of a session so far, in the format of whatever agent wrote it.
 *
 * @module
 */

import type { AdapterSession, Head } from "./adapter.ts";
import { agentName } from "./agent_name.ts";
import { type JsonObject, objectOf, stringOf } from "./json_access.ts";
import { jsonHead } from "./json_head.ts";
import { timeOf } from "./time_of.ts";

/** What the metadata of a checkpoint say about the session in the folder. */
export interface Checkpoint {
  /** Session id, without the date that old versions put before it. */
  readonly session: string;
  /** Time of the checkpoint, ISO 8601, or `null`. */
  readonly created: string | null;
  /** Agent as it is spelled there, often missing and sometimes wrong, or `null`. */
  readonly agent: string | null;
  /** Model, or `null`. */
  readonly model: string | null;
}

const DATE = /^\d{4}-\d\d-\d\d-(?=[0-9a-f]{8}-)/;

/**
 * Read the metadata of a checkpoint.
 *
 * @param head Beginning of a file; the fields that matter come first.
 * @returns The session in the folder of that file; `"tree"` for metadata about several sessions in
 * folders below; `null` for any other file.
 *
 * @example
 * ```ts
 * import { equal } from "node:assert/strict";
 * import { checkpointOf } from "@taskflow/corpora";
 *
 * const text = '{\n "checkpoint_id": "0a1b2c3d4e5f",\n "session_id": "s-1",\n "files_touched": [';
 * const found = checkpointOf({ bytes: new TextEncoder().encode(text), text, complete: true });
 * equal(found === "tree" ? null : found?.session, "s-1");
 * ```
 */
export function checkpointOf(head: Head): Checkpoint | "tree" | null {
  if (!head.text.includes('"checkpoint_id"')) return null;
  const { values = [] } = jsonHead(head) ?? {};
  const record = values.length === 1 ? objectOf(values[0]) : null;
  if (record === null || stringOf(record.checkpoint_id) === null) return null;
  const session = stringOf(record.session_id);
  if (session === null) return isTree(record) ? "tree" : null;
  return {
    session: session.replace(DATE, ""),
    created: timeOf(record.created_at),
    agent: stringOf(record.agent),
    model: stringOf(record.model),
  };
}

function isTree(record: JsonObject): boolean {
  return "strategy" in record || "sessions" in record;
}

/**
 * A session of a checkpoint: read by the adapter of its agent, named after where it comes from.
 *
 * @param session The session as its adapter read it.
 * @param checkpoint The metadata; they fill in what the transcript does not say.
 * @returns The session, its source `entire`.
 *
 * @example
 * ```ts
 * import { equal } from "node:assert/strict";
 * import { ofCheckpoint } from "@taskflow/corpora";
 *
 * const session = {
 *   schema_version: 1 as const,
 *   id: "s-1",
 *   source: "codex",
 *   file: "0/full.jsonl",
 *   ordinal: 0,
 *   attributes: { agent: "codex-cli", model: null },
 *   messages: [],
 * };
 * const checkpoint = { session: "s-1", created: null, agent: "Gemini CLI", model: "gpt-5" };
 * const { source, attributes } = ofCheckpoint(session, checkpoint);
 * equal(source, "entire");
 * equal(attributes.agent, "codex-cli");
 * equal(attributes.model, "gpt-5");
 * ```
 */
export function ofCheckpoint(
  session: AdapterSession,
  { agent, model, created }: Checkpoint,
): AdapterSession {
  const { attributes } = session;
  return {
    ...session,
    source: "entire",
    attributes: {
      ...attributes,
      agent: attributes.agent ?? (agent === null ? null : agentName(agent)),
      model: attributes.model ?? model,
      month: attributes.month ?? created?.slice(0, 7) ?? null,
    },
  };
}
