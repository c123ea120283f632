/**
 * End a process at once, if it has not ended by itself.
 *
 * @param child The process.
 *
 * @example
 * ```ts
 * import { equal } from "node:assert/strict";
 * import { endProcess } from "./end_process.ts";
 *
 * const child = new Deno.Command(Deno.execPath(), { args: ["eval", "for (;;);"] }).spawn();
 * endProcess(child);
 * equal((await child.status).signal, "SIGKILL");
 * endProcess(child);
 * ```
 */
export function endProcess(child: Deno.ChildProcess): void {
  try {
    child.kill("SIGKILL");
  } catch (error) {
    // "Child process has already terminated"
    if (!(error instanceof TypeError)) throw error;
  }
}
