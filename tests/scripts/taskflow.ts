/** Run the command line as a user does, with the permissions of its task. */

import { fileURLToPath } from "node:url";

const ROOT = fileURLToPath(new URL("../..", import.meta.url));

/** What a run left behind. */
export interface Outcome {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

/**
 * Run `taskflow`.
 *
 * @param args Its arguments.
 * @param cwd Folder the user stands in (default the project's root).
 * @returns Exit code and what it printed.
 */
export async function taskflow(
  args: readonly string[],
  cwd = ROOT,
): Promise<Outcome> {
  return await script("scripts/taskflow.ts", args, cwd);
}

/**
 * Run a script of the project.
 *
 * @param name Its path from the root.
 * @param args Its arguments.
 * @param cwd Folder the user stands in.
 * @returns Exit code and what it printed.
 */
export async function script(
  name: string,
  args: readonly string[],
  cwd = ROOT,
): Promise<Outcome> {
  const { code, stdout, stderr } = await new Deno.Command(Deno.execPath(), {
    args: [
      "run",
      "--allow-read",
      "--allow-write",
      "--allow-env",
      "--no-prompt",
      `--config=${ROOT}deno.json`,
      `${ROOT}${name}`,
      ...args,
    ],
    cwd,
    env: { NO_COLOR: "1", INIT_CWD: cwd },
    stdin: "null",
  }).output();
  const text = (bytes: Uint8Array) => new TextDecoder().decode(bytes);
  return { code, stdout: text(stdout), stderr: text(stderr) };
}
