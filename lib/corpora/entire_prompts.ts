/**
 * The prompts of an Entire checkpoint whose transcript is missing.
 *
 * @module
 */

import type { Message } from "@taskflow/session";
import type { Adapter } from "./adapter.ts";
import { detach } from "./detach.ts";
import type { Checkpoint } from "./entire.ts";
import { userText } from "./user_text.ts";

/** What stands between two prompts, and may stand inside one as well. */
const BREAK = "\n\n---\n\n";

/**
 * Make a reader of the `prompt.txt` of one checkpoint. Its prompts are not exact: some contain the
 * separator, some are missing, none has a time.
 *
 * @param checkpoint The metadata beside the file.
 * @returns A reader for this file alone; it detects nothing.
 *
 * @example
 * ```ts
 * import { equal } from "node:assert/strict";
 * import { entirePrompts } from "@taskflow/corpora";
 *
 * const checkpoint = { session: "s-1", created: null, agent: null, model: null };
 * const head = { bytes: new Uint8Array(), text: "Why?", complete: true };
 * equal(entirePrompts(checkpoint).detect(head), false);
 * ```
 */
export function entirePrompts(checkpoint: Checkpoint): Adapter {
  return {
    source: "entire",
    title: "Prompts of an Entire checkpoint",
    detect: () => false,
    async *read(file, context) {
      const text = (await file.text()).replaceAll("\r\n", "\n");
      const id = checkpoint.session;
      const messages: Message[] = [];
      let line = 1;
      for (const prompt of text.trim() === "" ? [] : text.split(BREAK)) {
        const typed = userText(prompt, context.rules);
        if (typed.reason !== null) context.leaveOut(typed.reason, line, id);
        else {
          const message = { text: detach(typed.text), timestamp: null };
          messages.push({ ...message, intent: null });
        }
        line += prompt.split("\n").length + 3;
      }
      context.warn(
        "the transcript is missing: the prompts were read instead, which are not exact; " +
          "fetch the whole branch with full.jsonl",
        null,
        id,
      );
      yield {
        schema_version: 1,
        id,
        source: "entire",
        file: file.file,
        ordinal: 0,
        attributes: {},
        messages,
      };
    },
  };
}
