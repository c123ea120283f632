/** Claude Code records, made up for these tests. */

/** A record that a person typed. */
export function user(
  uuid: string,
  content: unknown,
  more: Readonly<Record<string, unknown>> = {},
): Record<string, unknown> {
  return {
    parentUuid: null,
    isSidechain: false,
    userType: "external",
    cwd: "/home/kim/shop",
    sessionId: "11111111-aaaa-4bbb-8ccc-000000000001",
    version: "2.1.9",
    type: "user",
    message: { role: "user", content },
    uuid,
    timestamp: "2026-03-04T10:00:00.000Z",
    ...more,
  };
}

/** A record of the agent, with calls of tools. */
export function assistant(
  uuid: string,
  calls = 0,
  more: Readonly<Record<string, unknown>> = {},
): Record<string, unknown> {
  const content: unknown[] = [{ type: "text", text: "Let me look." }];
  for (let n = 0; n < calls; n++) {
    content.push({ type: "tool_use", id: `t-${n}`, name: "Read", input: {} });
  }
  return {
    ...user(uuid, null),
    type: "assistant",
    message: { role: "assistant", model: "claude-opus-4-6", content },
    ...more,
  };
}

/** The result of a tool call. */
export function toolResult(
  uuid: string,
  more: Readonly<Record<string, unknown>> = {},
): Record<string, unknown> {
  const block = { tool_use_id: "t-0", type: "tool_result", content: "42" };
  return user(uuid, [block], { toolUseResult: { stdout: "42" }, ...more });
}

/** A prompt that waits while the agent works. */
export function queued(
  uuid: string,
  prompt: unknown,
  commandMode: string | undefined = "prompt",
): Record<string, unknown> {
  return {
    ...user(uuid, null),
    message: undefined,
    type: "attachment",
    attachment: { type: "queued_command", prompt, commandMode },
  };
}

/** What stands between the messages of a transcript. */
export const NOISE: readonly unknown[] = [
  { type: "summary", summary: "Another session", leafUuid: "z-9" },
  {
    type: "file-history-snapshot",
    messageId: "m-1",
    snapshot: { trackedFileBackups: {} },
    isSnapshotUpdate: false,
  },
  {
    type: "queue-operation",
    operation: "enqueue",
    content: "and test it",
    sessionId: "11111111-aaaa-4bbb-8ccc-000000000001",
  },
  {
    ...user("p-1", null),
    message: undefined,
    type: "progress",
    data: {
      type: "agent_progress",
      message: { type: "user", message: { content: "look" } },
    },
  },
];
