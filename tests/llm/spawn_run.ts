/** Starts `run.ts` with no more permissions than a run needs. */

import type { ScriptedServer } from "./scripted_server.ts";

const script = new URL("./run.ts", import.meta.url).pathname;
const config = new URL("../../deno.json", import.meta.url).pathname;

/** Start a run; its output is piped. */
export function spawnRun(
  folder: string,
  env: ScriptedServer["env"],
  items: number,
  concurrency: number,
): Deno.ChildProcess {
  return new Deno.Command(Deno.execPath(), {
    args: [
      "run",
      "--no-check",
      "--no-prompt",
      `--config=${config}`,
      "--allow-net=127.0.0.1",
      "--allow-env=OPENAI_BASE_URL,OPENAI_API_KEY",
      `--allow-read=${folder}`,
      `--allow-write=${folder}`,
      script,
      `${folder}/store.sqlite`,
      String(items),
      String(concurrency),
      `${folder}/outcomes.jsonl`,
    ],
    env: { ...env, NO_COLOR: "1" },
    stdin: "null",
    stdout: "piped",
    stderr: "piped",
  }).spawn();
}
