/**
 * Starting the supervisor of a command and stopping the command in time.
 *
 * @module
 */

import { capture } from "./capture.ts";
import { TOOL_ENV } from "./run_tool.ts";

/** How a supervised command ended. */
export interface Supervised {
  readonly stdout: string;
  readonly stderr: string;
  /** What stopped it from outside, or `null`. */
  readonly stopped: "wall" | "output" | "signal" | null;
  /** Seconds from start to end. */
  readonly seconds: number;
}

/** Seconds that the supervisor gets to clean up after a stop. */
const GRACE = 15;

/** Options of {@linkcode supervise}. */
export interface SuperviseOptions {
  readonly wallSeconds: number;
  readonly outputBytes: number;
  readonly signal?: AbortSignal | undefined;
}

/**
 * Run a program that ends its command when its input does, and end it at the limits.
 *
 * @param argv The program and its arguments.
 * @param options Limits and signal.
 * @returns What it printed and why it was stopped.
 * @throws {Error} If it does not end after it was told to.
 *
 * @example
 * ```ts
 * import { equal } from "node:assert/strict";
 * import { supervise } from "./supervise.ts";
 *
 * const limits = { wallSeconds: 0.1, outputBytes: 100 };
 * equal((await supervise(["cat"], limits)).stopped, "wall");
 * ```
 */
export async function supervise(
  argv: readonly string[],
  { wallSeconds, outputBytes, signal }: SuperviseOptions,
): Promise<Supervised> {
  const [program = "", ...args] = argv;
  const start = performance.now();
  const child = new Deno.Command(program, {
    args,
    clearEnv: true,
    env: TOOL_ENV,
    cwd: "/",
    stdin: "piped",
    stdout: "piped",
    stderr: "piped",
  }).spawn();
  let stopped: Supervised["stopped"] = null;
  let late: ReturnType<typeof setTimeout> | undefined;
  let closing: Promise<void> | null = null;
  const stop = (why: Exclude<Supervised["stopped"], null>) => {
    if (closing !== null) return;
    stopped = why;
    closing = closeQuietly(child.stdin);
    late = setTimeout(() => child.kill("SIGKILL"), GRACE * 1000);
  };
  const timer = setTimeout(() => stop("wall"), wallSeconds * 1000);
  const abort = () => stop("signal");
  signal?.addEventListener("abort", abort);
  if (signal?.aborted) abort();
  const budget = { left: outputBytes };
  const [stdout, stderr, status] = await Promise.all([
    capture(child.stdout, budget, () => stop("output")),
    capture(child.stderr, budget, () => stop("output")),
    child.status,
  ]);
  clearTimeout(timer);
  clearTimeout(late);
  signal?.removeEventListener("abort", abort);
  await (closing ?? closeQuietly(child.stdin));
  if (status.signal !== null) {
    throw new Error(
      `Cannot end a command in the sandbox: its supervisor was ended by ${status.signal}`,
    );
  }
  const seconds = (performance.now() - start) / 1000;
  return { stdout, stderr, stopped, seconds };
}

async function closeQuietly(stream: WritableStream): Promise<void> {
  try {
    await stream.close();
  } catch (error) {
    // The command ended by itself in the meantime.
    if (!(error instanceof Deno.errors.BrokenPipe)) throw error;
  }
}
