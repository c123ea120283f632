/**
 * A Deno kernel of our own: started, asked to execute code, shut down.
 *
 * @module
 */

import { endProcess } from "./end_process.ts";
import { connectZmtp, type ZmtpSocket } from "./zmtp.ts";
import {
  decodeMessage,
  encodeMessage,
  type JupyterMessage,
} from "./jupyter_message.ts";
import { pause } from "./show.ts";

/** A running kernel. */
export interface Kernel {
  /**
   * Send a request to execute code.
   *
   * @param code The code.
   * @param hidden Whether the kernel leaves it out of its count of cells.
   * @returns Id of the request.
   */
  execute(code: string, hidden: boolean): Promise<string>;
  /** The next message on the output channel, or `null` once the kernel is gone. */
  output(): Promise<JupyterMessage | null>;
  /** The next reply, or `null` once the kernel is gone. */
  reply(): Promise<JupyterMessage | null>;
  /** What the kernel wrote to its standard error, for messages. */
  complaints(): string;
  /** How the kernel ended; waits until it has. */
  readonly status: Promise<Deno.CommandStatus>;
  /** End the kernel, at once. */
  stop(): Promise<void>;
}

/** How long a kernel may take to come up, in ms; one start on an idle machine takes about 150. */
const START_TIMEOUT = 20_000;

/** Waiting time between two attempts to reach a kernel that is starting, in ms. */
const RETRY = 15;

const HOST = "127.0.0.1";

/** Ports that are free at this moment. */
function freePorts(count: number): number[] {
  const listeners = Array.from(
    { length: count },
    () => Deno.listen({ hostname: HOST, port: 0 }),
  );
  const ports = listeners.map((listener) => listener.addr.port);
  for (const listener of listeners) listener.close();
  return ports;
}

interface Connection {
  readonly key: string;
  readonly shell: number;
  readonly iopub: number;
  readonly file: string;
}

async function writeConnectionFile(folder: string): Promise<Connection> {
  const [shell = 0, iopub = 0, stdin = 0, control = 0, heartbeat = 0] =
    freePorts(5);
  const key = crypto.randomUUID();
  const file = `${folder}/connection.json`;
  const content = {
    transport: "tcp",
    ip: HOST,
    shell_port: shell,
    iopub_port: iopub,
    stdin_port: stdin,
    control_port: control,
    hb_port: heartbeat,
    key,
    signature_scheme: "hmac-sha256",
    kernel_name: "deno",
  };
  // The key lets its holder run code: nobody else may read it.
  await Deno.writeTextFile(file, JSON.stringify(content), { mode: 0o600 });
  return { key, shell, iopub, file };
}

/** Connect as soon as the kernel listens. */
async function connectWhenUp(
  type: "DEALER" | "SUB",
  port: number,
  up: () => boolean,
): Promise<ZmtpSocket> {
  for (;;) {
    try {
      return await connectZmtp(type, { hostname: HOST, port });
    } catch (error) {
      if (!(error instanceof Deno.errors.ConnectionRefused) || !up()) {
        throw error;
      }
      await pause(RETRY);
    }
  }
}

/** Where and how a kernel runs. */
export interface KernelOptions {
  /** Folder in which it starts: the notebook's. */
  readonly cwd: string;
  /** Its whole environment. */
  readonly env: Readonly<Record<string, string>>;
}

async function startOnce(options: KernelOptions): Promise<Kernel> {
  const folder = await Deno.makeTempDir({ prefix: "taskflow-kernel-" });
  const { key, shell: shellPort, iopub: iopubPort, file } =
    await writeConnectionFile(folder);
  const child = new Deno.Command(Deno.execPath(), {
    args: ["jupyter", "--kernel", `--conn=${file}`],
    cwd: options.cwd,
    clearEnv: true,
    env: { ...options.env },
    stdin: "null",
    stdout: "null",
    stderr: "piped",
  }).spawn();
  let running = true;
  let complaints = "";
  const ended = child.status.then(() => running = false);
  const listening = (async () => {
    for await (
      const text of child.stderr.pipeThrough(new TextDecoderStream())
    ) {
      complaints = (complaints + text).slice(-10_000);
    }
  })();
  const sockets: ZmtpSocket[] = [];
  async function stop(): Promise<void> {
    for (const socket of sockets) socket.close();
    endProcess(child);
    await Promise.all([ended, listening]);
    await Deno.remove(folder, { recursive: true });
  }
  const deadline = performance.now() + START_TIMEOUT;
  const up = () => running && performance.now() < deadline;
  try {
    const iopub = await connectWhenUp("SUB", iopubPort, up);
    sockets.push(iopub);
    const shell = await connectWhenUp("DEALER", shellPort, up);
    sockets.push(shell);
    const session = crypto.randomUUID();
    const send = async (msg_type: string, content: Record<string, unknown>) => {
      const msg_id = crypto.randomUUID();
      const header = { msg_id, msg_type };
      await shell.send(
        encodeMessage(key, session, { header, parent: null, content }),
      );
      return msg_id;
    };
    const next = async (socket: ZmtpSocket) => {
      const frames = await socket.receive();
      return frames === null ? null : decodeMessage(key, frames);
    };
    await handshake(iopub, () => send("kernel_info_request", {}), up);
    return {
      output: () => next(iopub),
      reply: () => next(shell),
      complaints: () => complaints,
      status: child.status,
      stop,
      execute: (code, hidden) =>
        send("execute_request", {
          code,
          silent: hidden,
          store_history: !hidden,
          user_expressions: {},
          allow_stdin: false,
          stop_on_error: false,
        }),
    };
  } catch (error) {
    await stop();
    const why = complaints.trim() || String(error);
    throw new Error(`Cannot start the Deno kernel: ${why}`, { cause: error });
  }
}

/**
 * Ask for the kernel's information until something comes out of its output channel: before that, the
 * subscription may not have reached the kernel, and outputs would be lost.
 */
async function handshake(
  iopub: ZmtpSocket,
  ask: () => Promise<string>,
  up: () => boolean,
): Promise<void> {
  let heard = false;
  const first = iopub.receive().then((message) => heard = message !== null);
  while (!heard) {
    if (!up()) throw new Error("it does not answer");
    await ask();
    await Promise.race([first, pause(RETRY * 4)]);
  }
}

/**
 * Start a kernel; where it does not come up, once more.
 *
 * @param options Folder and environment.
 * @returns The kernel, ready to execute code.
 * @throws {Error} If it does not come up either time.
 *
 * @example
 * ```ts
 * import { equal } from "node:assert/strict";
 * import { startKernel } from "./kernel.ts";
 *
 * const kernel = await startKernel({ cwd: ".", env: Deno.env.toObject() });
 * await kernel.execute("1 + 1", false);
 * equal((await kernel.reply())?.header.msg_type, "kernel_info_reply");
 * await kernel.stop();
 * ```
 */
export async function startKernel(options: KernelOptions): Promise<Kernel> {
  try {
    return await startOnce(options);
  } catch {
    // Once in a while a port is taken between our choice and the kernel's use of it.
    return await startOnce(options);
  }
}
