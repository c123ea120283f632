/**
 * Who wrote a user message of mini-swe-agent: the agent's conversation has outputs of commands,
 * complaints about the format and remarks of a person under one role.
 *
 * @module
 */

import { type JsonObject, listOf, objectOf, stringOf } from "./json_access.ts";
import type { Rules } from "./rules.ts";
import type { UserText } from "./user_text.ts";

/** What the interactive agent writes before what a person typed. */
const REMARKS = [
  "Interrupted by user: ",
  "The user added a new task: ",
  "Commands not executed. The user rejected your commands with the following message: ",
  "Command not executed. The user rejected your command with the following message: ",
];

/** What it writes when a person typed nothing. */
const INTERRUPTIONS = [
  "Interrupted by user: Temporary interruption caught.",
  "Temporary interruption caught.",
  "Switched to human mode",
  "Commands not executed. Switching to human mode",
  "Command not executed. Switching to human mode",
];

/** A command that a person ran in human mode. */
const COMMAND = /^User command:\s*\n```bash\n([^]*?)\n```/;

/** Keys of `extra` that only outputs of commands have. */
const OUTPUT = ["returncode", "raw_output", "exception_info"];

/** How the outputs and complaints start that the templates shipped with the tool write. */
const TEMPLATES = [
  "<returncode>",
  "<output>",
  "<exception>",
  "<warning>",
  "The last command <command>",
  "Please always provide EXACTLY ONE action",
  "Tool call error:",
  "No tool calls found in the response.",
  "Unknown tool ",
];

/**
 * Find what a person wrote in a user message after the first.
 *
 * @param text Its text.
 * @param message The message.
 * @param info What stands beside the messages, with the agent's configuration.
 * @param untold Whether nothing tells outputs of commands from prompts but their text, as in version 1:
 * then all that is no remark is an output.
 * @param rules What counts as a message.
 * @returns The text, or the reason why no person wrote it.
 *
 * @example
 * ```ts
 * import { equal } from "node:assert/strict";
 * import { miniSweAgentText, RULES } from "@taskflow/corpora";
 *
 * const read = (text: string) => miniSweAgentText(text, {}, {}, true, RULES.default);
 * equal(read("The user added a new task: Add a test.").text, "Add a test.");
 * equal(read("<returncode>0</returncode>").reason, "tool-result");
 * ```
 */
export function miniSweAgentText(
  text: string,
  message: JsonObject,
  info: JsonObject,
  untold: boolean,
  rules: Rules,
): UserText {
  const typed = text.trim();
  const extra = objectOf(message.extra) ?? {};
  if (typed === "") return { text: null, reason: "empty" };
  if (INTERRUPTIONS.some((words) => typed.startsWith(words))) {
    return { text: null, reason: "interruption-marker" };
  }
  const remark = REMARKS.find((words) => typed.startsWith(words));
  if (remark !== undefined) {
    return { text: typed.slice(remark.length), reason: null };
  }
  const command = COMMAND.exec(typed)?.[1];
  if (command !== undefined && listOf(extra.actions).length > 0) {
    return rules.bashInput === "execute"
      ? { text: `!${command}`, reason: null }
      : { text: null, reason: "slash-command" };
  }
  if (extra.interrupt_type === "FormatError") {
    return { text: null, reason: "injected-context" };
  }
  const output = untold || hasOutput(message) ||
    [...TEMPLATES, ...ownTemplates(info)].some((start) =>
      typed.startsWith(start)
    );
  return output
    ? { text: null, reason: "tool-result" }
    : { text: typed, reason: null };
}

/**
 * Whether a message says that it is the output of a command.
 *
 * @param message A message of any role.
 * @returns Whether version 2 marked it so.
 *
 * @example
 * ```ts
 * import { equal } from "node:assert/strict";
 * import { hasOutput } from "@taskflow/corpora";
 *
 * equal(hasOutput({ role: "user", extra: { returncode: 0 } }), true);
 * equal(hasOutput({ role: "user" }), false);
 * ```
 */
export function hasOutput(message: JsonObject): boolean {
  const extra = objectOf(message.extra);
  return extra !== null && OUTPUT.some((key) => Object.hasOwn(extra, key));
}

/** What this run's templates for outputs and complaints start with, up to the first tag. */
function ownTemplates(info: JsonObject): string[] {
  const config = objectOf(info.config);
  const places = [objectOf(config?.agent), objectOf(config?.model)];
  return places.flatMap((place) =>
    [
      "observation_template",
      "action_observation_template",
      "format_error_template",
      "timeout_template",
    ]
      .map((key) => stringOf(place?.[key])?.split(/\{[{%#]/)[0]?.trim() ?? "")
      .filter((start) => start !== "")
  );
}
