/**
 * Running the machine's own tools, which are trusted; what comes from them is not parsed by a shell.
 *
 * @module
 */

/** What a tool left behind. */
export interface ToolResult {
  /** Exit code; 128 + n where signal n ended it. */
  readonly code: number;
  /** What it printed to standard output. */
  readonly stdout: Uint8Array<ArrayBuffer>;
  /** What it printed to standard error. */
  readonly stderr: string;
}

/** Where tools are looked for, whatever the user's `PATH` says. */
export const TOOL_PATH =
  "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin";

/** The environment tools run in: nothing of the user's. */
export const TOOL_ENV = { PATH: TOOL_PATH, LC_ALL: "C.UTF-8" } as const;

/** Options of {@linkcode runTool}. */
export interface ToolOptions {
  /** Standard input; default empty. */
  readonly stdin?: Uint8Array<ArrayBuffer>;
  /** Variables beside the fixed environment. */
  readonly env?: Readonly<Record<string, string>>;
  /** Folder to start in; default this process's. */
  readonly cwd?: string;
}

/**
 * Run a tool to its end.
 *
 * @param name Its name or path.
 * @param args Its arguments.
 * @param options Input, further environment, folder.
 * @returns Exit code and what it printed.
 * @throws {Deno.errors.NotFound} If there is no such tool.
 *
 * @example
 * ```ts
 * import { equal } from "node:assert/strict";
 * import { runTool } from "./run_tool.ts";
 *
 * equal((await runTool("sh", ["-c", "exit 3"])).code, 3);
 * ```
 */
export async function runTool(
  name: string,
  args: readonly string[],
  { stdin, env, cwd }: ToolOptions = {},
): Promise<ToolResult> {
  const child = new Deno.Command(name, {
    args: [...args],
    clearEnv: true,
    env: { ...TOOL_ENV, ...env },
    ...(cwd === undefined ? {} : { cwd }),
    stdin: stdin === undefined ? "null" : "piped",
    stdout: "piped",
    stderr: "piped",
  }).spawn();
  const [{ code, stdout, stderr }] = await Promise.all([
    child.output(),
    stdin === undefined ? undefined : feed(child.stdin, stdin),
  ]);
  return { code, stdout, stderr: new TextDecoder().decode(stderr) };
}

async function feed(
  stream: WritableStream<Uint8Array<ArrayBuffer>>,
  bytes: Uint8Array<ArrayBuffer>,
): Promise<void> {
  try {
    const writer = stream.getWriter();
    await writer.write(bytes);
    await writer.close();
  } catch (error) {
    // A tool that ends without reading its input is no failure; its exit code tells.
    if (!(error instanceof Deno.errors.BrokenPipe)) throw error;
  }
}

/**
 * Run a tool that has to succeed.
 *
 * @param action What it is run for, for the error: `Cannot <action>: ...`.
 * @param name Its name or path.
 * @param args Its arguments.
 * @param options Input, further environment, folder.
 * @returns What it printed to standard output.
 * @throws {Error} If it ends with another code than 0.
 *
 * @example
 * ```ts
 * import { equal, rejects } from "node:assert/strict";
 * import { mustRun } from "./run_tool.ts";
 *
 * equal(await mustRun("greet", "sh", ["-c", "echo hi"]), "hi\n");
 * await rejects(() => mustRun("greet", "sh", ["-c", "exit 3"]), /^Error: Cannot greet: sh ended with code 3/);
 * ```
 */
export async function mustRun(
  action: string,
  name: string,
  args: readonly string[],
  options: ToolOptions = {},
): Promise<string> {
  const { code, stdout, stderr } = await runTool(name, args, options);
  if (code !== 0) {
    const why = stderr.trim().split("\n").slice(-3).join("; ");
    throw new Error(
      `Cannot ${action}: ${name} ended with code ${code}${
        why === "" ? "" : `: ${why}`
      }`,
    );
  }
  return new TextDecoder().decode(stdout);
}
