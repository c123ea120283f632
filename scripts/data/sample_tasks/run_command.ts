/**
 * Shell commands in scratch folders, with an environment of their own so that their output is the
 * same everywhere.
 *
 * @module
 */

/** Exit code, and what was printed on both streams in order. */
export interface CommandOutput {
  readonly code: number;
  readonly output: string;
}

/**
 * Run a command with bash.
 *
 * @param command The command.
 * @param cwd Where; the folder's name is written as `/app` in the output.
 * @param env More variables; beside them PATH is all that is passed on.
 * @returns What came out.
 *
 * @example
 * ```ts
 * import { equal } from "node:assert/strict";
 * import { runCommand } from "./run_command.ts";
 *
 * if (Deno.build.os !== "windows") {
 *   equal((await runCommand("echo a; exit 3", ".")).code, 3);
 * }
 * ```
 */
export async function runCommand(
  command: string,
  cwd: string,
  env: Readonly<Record<string, string>> = {},
): Promise<CommandOutput> {
  const { code, stdout } = await new Deno.Command("bash", {
    args: ["-c", `exec 2>&1\n${command}`],
    cwd,
    clearEnv: true,
    env: {
      PATH: Deno.env.get("PATH") ?? "",
      LC_ALL: "C.UTF-8",
      TZ: "UTC",
      NO_COLOR: "1",
      PAGER: "cat",
      PYTHONDONTWRITEBYTECODE: "1",
      // No settings of whoever runs this.
      GIT_CONFIG_GLOBAL: "/dev/null",
      GIT_CONFIG_SYSTEM: "/dev/null",
      ...env,
    },
    stdin: "null",
    stdout: "piped",
    stderr: "null",
  }).output();
  const text = new TextDecoder().decode(stdout);
  return { code, output: text.replaceAll(Deno.realPathSync(cwd), "/app") };
}
