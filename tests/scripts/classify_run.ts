/** `taskflow classify` against a scripted server, as a user runs it. */

import { fileURLToPath } from "node:url";
import { answer, type Call } from "../llm/scripted_server.ts";

const ROOT = fileURLToPath(new URL("../..", import.meta.url));

/** The environment of a run: an endpoint, or none. */
export type Endpoint = Readonly<Record<string, string>>;

/** Start `taskflow classify`; it reaches no host but this one. */
export function spawnClassify(
  args: readonly string[],
  endpoint: Endpoint = {},
): Deno.ChildProcess {
  return new Deno.Command(Deno.execPath(), {
    args: [
      "run",
      "--no-check",
      "--no-prompt",
      "--allow-read",
      "--allow-write",
      "--allow-env",
      "--allow-net=127.0.0.1",
      `--config=${ROOT}deno.json`,
      `${ROOT}scripts/taskflow.ts`,
      "classify",
      ...args,
    ],
    cwd: ROOT,
    env: {
      NO_COLOR: "1",
      INIT_CWD: ROOT,
      OPENAI_BASE_URL: "",
      OPENAI_API_KEY: "",
      ...endpoint,
    },
    stdin: "null",
    stdout: "piped",
    stderr: "piped",
  }).spawn();
}

/** Run `taskflow classify` to its end. */
export async function classifyRun(
  args: readonly string[],
  endpoint: Endpoint = {},
): Promise<{ code: number; stdout: string; stderr: string }> {
  const { code, stdout, stderr } = await spawnClassify(args, endpoint).output();
  const text = (bytes: Uint8Array) => new TextDecoder().decode(bytes);
  return { code, stdout: text(stdout), stderr: text(stderr) };
}

/** The message that a request is about. */
export function messageOf({ text }: Pick<Call, "text">): string {
  return /<message>\n(.*)\n<\/message>/s.exec(text)?.[1] ?? "";
}

const LABELS = ["tests", "bug-fix", "explain", "execute"];

/** The label that {@linkcode labeller} gives a message: by the number in it. */
export function labelOf(message: string): string {
  return LABELS[Number(/\d+/.exec(message)?.[0] ?? 0) % LABELS.length] ?? "";
}

/** A server that labels by the number in the message. */
export function labeller(call: Call): Response {
  return answer({ task_type: labelOf(messageOf(call)) });
}

/** A messages file: sessions of some messages with these texts. */
export async function writeMessages(
  path: string,
  texts: readonly string[],
  perSession = 5,
): Promise<void> {
  const lines = texts.map((text, i) =>
    JSON.stringify({
      session: `s-${Math.floor(i / perSession)}`,
      position: i % perSession,
      text,
      agent: i < texts.length / 2 ? "codex" : "cursor",
    })
  );
  await Deno.writeTextFile(path, lines.join("\n"));
}

/** Options of a run with a model. */
export const LLM = ["--classifier", "llm", "--model", "m"];

/** Texts that {@linkcode labeller} labels, all different. */
export function texts(n: number): string[] {
  return Array.from({ length: n }, (_, i) => `text ${i}`);
}

/** Whether a file is there. */
export async function exists(path: string): Promise<boolean> {
  try {
    await Deno.stat(path);
    return true;
  } catch (error) {
    if (error instanceof Deno.errors.NotFound) return false;
    throw error;
  }
}
