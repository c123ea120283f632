/**
 * Prompts that an agent writes to its successor.
 *
 * @module
 */

/**
 * When its context is full, Terminus 2 lets one model summarise, another ask, the first answer, and
 * goes on with the answers. All four prompts are recorded as the user's.
 */
const HANDOFFS = [
  "You are about to hand off your work to another AI agent.",
  "You are picking up work from a previous AI agent on this task:",
  "The next agent has a few questions for you,",
  "Here are the answers the other agent provided.",
];

/**
 * Whether a user step of a trajectory hands a summary over from one model to another.
 *
 * @param text Text of the step.
 * @returns Whether it starts like such a prompt.
 *
 * @example
 * ```ts
 * import { equal } from "node:assert/strict";
 * import { atifHandoff } from "@taskflow/corpora";
 *
 * equal(atifHandoff("Here are the answers the other agent provided.\n\n1. Yes."), true);
 * equal(atifHandoff("Here are the logs."), false);
 * ```
 */
export function atifHandoff(text: string): boolean {
  const start = text.trimStart();
  return HANDOFFS.some((handoff) => start.startsWith(handoff));
}
