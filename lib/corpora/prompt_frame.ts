/**
 * What editors write around a prompt.
 *
 * @module
 */

import type { Rules } from "./rules.ts";

/** The heading above what was typed. */
const REQUEST = /^## My request for Codex:[ \t]*/m;
const IDE = "# Context from my IDE setup:";

/**
 * Take off what Codex' editor extensions and its desktop app write before a prompt: open files,
 * attachments, the page in the browser.
 *
 * @param text Text of a record.
 * @param frames Which frames are taken off.
 * @returns What stands under the heading of the request, or the text as it is.
 *
 * @example
 * ```ts
 * import { equal } from "node:assert/strict";
 * import { promptInFrame } from "@taskflow/corpora";
 *
 * const text = "# Context from my IDE setup:\n\n## Open tabs:\n- a.ts\n\n## My request for Codex:\nWhy?";
 * equal(promptInFrame(text, "strip"), "Why?");
 * equal(promptInFrame("# Plan\n\n1. Tests", "strip"), "# Plan\n\n1. Tests");
 * ```
 */
export function promptInFrame(
  text: string,
  frames: Rules["promptFrames"],
): string {
  const typed = text.trimStart();
  if (!typed.startsWith(frames === "ide" ? IDE : "# ")) return text;
  const heading = REQUEST.exec(typed);
  return heading === null
    ? text
    : typed.slice(heading.index + heading[0].length).trim();
}
