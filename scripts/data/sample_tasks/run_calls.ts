/**
 * An agent's calls, run for real in a checkout.
 *
 * @module
 */

import { dirname } from "node:path";
import type { Call } from "./calls.ts";
import { runCommand } from "./run_command.ts";

/** What a call gave. */
export interface CallOutput {
  readonly returncode: number;
  readonly output: string;
}

function numbered(text: string): string {
  return text.replace(/\n$/, "").split("\n").map((line, i) =>
    `${String(i + 1).padStart(6)}\t${line}\n`
  ).join("");
}

/**
 * Run one call.
 *
 * @param call The call.
 * @param folder The checkout.
 * @returns What the agent is shown; the folder is `/app` in it.
 *
 * @example
 * ```ts
 * import { equal } from "node:assert/strict";
 * import { runCall } from "./run_calls.ts";
 *
 * const folder = Deno.makeTempDirSync();
 * await runCall({ tool: "write", path: "a.txt", content: "one\n" }, folder);
 * const { output } = await runCall({ tool: "read", path: "a.txt" }, folder);
 * equal(output, "     1\tone\n");
 * Deno.removeSync(folder, { recursive: true });
 * ```
 */
export async function runCall(call: Call, folder: string): Promise<CallOutput> {
  if (call.tool === "bash") {
    const { code, output } = await runCommand(call.command, folder);
    return { returncode: code, output };
  }
  const path = `${folder}/${call.path}`;
  if (call.tool === "read") {
    return { returncode: 0, output: numbered(Deno.readTextFileSync(path)) };
  }
  if (call.tool === "write") {
    Deno.mkdirSync(dirname(path), { recursive: true });
    Deno.writeTextFileSync(path, call.content);
    return { returncode: 0, output: `Written: /app/${call.path}` };
  }
  const text = Deno.readTextFileSync(path);
  if (text.split(call.old).length !== 2) {
    throw new RangeError(
      `Cannot edit "${call.path}": the text stands not once`,
    );
  }
  Deno.writeTextFileSync(path, text.replace(call.old, () => call.new));
  return { returncode: 0, output: `Edited: /app/${call.path}` };
}
