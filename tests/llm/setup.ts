/** What the tests of lib/llm ask about. */

import type { ChatMessage, LlmOptions } from "@taskflow/llm";
import * as z from "zod";

/** A small classifier's answer. */
export const LABEL = z.object({ label: z.enum(["tests", "debug", "other"]) });

/** The conversation about a text. */
export function messages(text: string): ChatMessage[] {
  return [
    { role: "system", content: "Label the message." },
    { role: "user", content: text },
  ];
}

/** Options that keep tests short. */
export const QUICK = {
  timeout: 0.6,
  retry: { retries: 2, firstWait: 1, longestWait: 4 },
  stopAfter: 1000,
} as const satisfies Partial<LlmOptions>;

/** A folder that is gone after the test. */
export async function temporary(): Promise<AsyncDisposable & { path: string }> {
  const path = await Deno.makeTempDir({ prefix: "taskflow-llm-" });
  return {
    path,
    async [Symbol.asyncDispose]() {
      await Deno.remove(path, { recursive: true });
    },
  };
}
