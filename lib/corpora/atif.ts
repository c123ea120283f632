/**
 * Trajectories in ATIF, the Agent Trajectory Interchange Format of Harbor (v1.0 to v1.7): one JSON
 * value, or one a line.
 *
 * A run may be spread over files: a trajectory that is continued, with the steps before it copied,
 * and the trajectories of sub-agents, embedded or beside it. Runs of a benchmark have one user step.
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
import { agentName } from "./agent_name.ts";
import { atifHandoff } from "./atif_handoff.ts";
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
import { knownId } from "./known_id.ts";
import { type MessageList, messageList } from "./message_list.ts";
import { mostFrequent } from "./most_frequent.ts";
import { pathId } from "./path_id.ts";
import { shortHash } from "./short_hash.ts";
import { timeOf } from "./time_of.ts";

/** Reads ATIF trajectories: one session a run; a sub-agent's is none. */
export const atif: Adapter = {
  source: "atif",
  title: "ATIF trajectories",
  detect: (head) => trajectories(head).length > 0,
  links: (head) =>
    trajectories(head).map(runId).filter((id) => id !== null)
      .map((id) => `atif:${id}`),
  read,
};

function trajectories(head: Head): JsonObject[] {
  return (jsonHead(head)?.values ?? []).flatMap((value) => {
    const record = objectOf(value);
    return record !== null && isTrajectory(record) ? [record] : [];
  });
}

function isTrajectory({ schema_version }: JsonObject): boolean {
  return typeof schema_version === "string" &&
    /^ATIF-v1\.\d+$/.test(schema_version);
}

/**
 * The id of the run, or `null`: agents that know none write `unknown`, their own name or another
 * constant, which would make one session of all their runs.
 */
function runId(trajectory: JsonObject): string | null {
  const id = knownId(trajectory.session_id);
  return id !== null && /\d/.test(id) && !/unknown/i.test(id) ? id : null;
}

async function* read(
  file: SourceFile,
  context: ReadContext,
): AsyncGenerator<AdapterSession> {
  let ordinal = 0;
  for await (const block of jsonRecords(file, context)) {
    for (const { value, line } of block) {
      const record = objectOf(value);
      if (record === null || !isTrajectory(record)) {
        context.leaveOut("unreadable", line, null);
        continue;
      }
      const session = readTrajectory(record, file.file, line, ordinal, context);
      if (session === null) continue;
      ordinal++;
      yield session;
    }
  }
}

function readTrajectory(
  trajectory: JsonObject,
  file: string,
  line: number | null,
  ordinal: number,
  context: ReadContext,
): AdapterSession | null {
  const agent = objectOf(trajectory.agent) ?? {};
  const id = runId(trajectory) ?? knownId(trajectory.trajectory_id) ??
    pathId(file, ordinal === 0 ? "" : String(ordinal));
  const list = messageList(context, id);
  const steps = listOf(trajectory.steps).map(objectOf);
  const name = stringOf(agent.name);
  if (isSubagent(trajectory, agent)) {
    leaveOutSubagent(trajectory, line, list);
    return null;
  }
  const facts = takeSteps(steps, line, list);
  for (const embedded of listOf(trajectory.subagent_trajectories)) {
    const subagent = objectOf(embedded);
    if (subagent !== null) leaveOutSubagent(subagent, line, list);
  }
  // What only repeats the file before it is no session of its own.
  const repeats = steps[0]?.is_copied_context === true;
  if (repeats && list.messages.length === 0 && runId(trajectory) === null) {
    return null;
  }
  const model = stringOf(agent.model_name) ?? facts.model;
  return {
    schema_version: 1,
    id,
    source: atif.source,
    file,
    ordinal,
    attributes: {
      agent: name === null ? null : agentName(name),
      model: model === null ? null : detach(model),
      month: timeOf(steps[0]?.timestamp)?.slice(0, 7) ?? null,
      tool_calls: facts.calls,
    },
    messages: list.messages,
    origins: list.origins,
  };
}

/** Sub-agents in files of their own name the run that started them. */
function isSubagent(trajectory: JsonObject, agent: JsonObject): boolean {
  const extras = [objectOf(agent.extra), objectOf(trajectory.extra)];
  return extras.some((extra) => stringOf(extra?.parent_session_id) !== null);
}

function leaveOutSubagent(
  trajectory: JsonObject,
  line: number | null,
  list: MessageList,
): void {
  // A list instead of recursion: how deep sub-agents are embedded is the file's choice.
  const open = [trajectory];
  for (let next; (next = open.pop()) !== undefined;) {
    for (const step of listOf(next.steps)) {
      if (objectOf(step)?.source === "user") {
        list.leaveOut("subagent", { line });
      }
    }
    for (const embedded of listOf(next.subagent_trajectories)) {
      const object = objectOf(embedded);
      if (object !== null) open.push(object);
    }
  }
}

function takeSteps(
  steps: readonly (JsonObject | null)[],
  line: number | null,
  list: MessageList,
): { model: string | null; calls: number } {
  const models = new Map<string, number>();
  let calls = 0;
  for (const step of steps) {
    if (step === null) continue;
    const copied = step.is_copied_context === true;
    if (step.source === "user") {
      const text = contentText(step.message) ?? "";
      const place = {
        time: timeOf(step.timestamp),
        line,
        record: `${step.timestamp ?? ""} ${step.step_id} ${shortHash(text)}`,
      };
      if (copied) list.leaveOut("replayed-history", place);
      else if (objectOf(step.extra)?.is_sidechain === true) {
        list.leaveOut("sidechain", place);
      } else if (atifHandoff(text)) list.leaveOut("compaction-summary", place);
      else list.add(text, place);
    } else if (!copied) {
      calls += listOf(step.tool_calls).length;
      const model = stringOf(step.model_name);
      if (model !== null) models.set(model, (models.get(model) ?? 0) + 1);
    }
  }
  return { model: mostFrequent(models), calls };
}
