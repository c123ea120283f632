/**
 * The folder and the holding process behind one scratch copy.
 *
 * @module
 */

import { join } from "node:path";
import { runTool, TOOL_ENV, type ToolResult } from "./run_tool.ts";
import { scriptPath } from "./probe.ts";

/** How the tree gets into the scratch copy; see `hold.sh`. */
export type TreeMode = "overlay" | "overlay-user" | "copy" | "empty";

/** Options of {@linkcode openSession}. */
export interface SessionOptions {
  /** Whether this process is root. */
  readonly root: boolean;
  /** Uid that commands run under: that of the scratch folders; `null` for this process's own. */
  readonly owner: number | null;
  readonly bytes: number;
  readonly files: number;
  readonly mode: TreeMode;
  /** Folder to copy; ignored for `empty`. */
  readonly tree: string;
  /** Paths to show at `bind/0`, `bind/1`, ... of the session's folder. */
  readonly binds: readonly string[];
}

/** A held set of scratch folders. */
export interface Session {
  /** Its folder: `fs` (scratch, seen only inside), `lower` (the tree), `bind`, `etc`, `runs`, `empty`. */
  readonly path: string;
  /** A program and the arguments that start another one where the scratch folders are. */
  readonly enter: readonly string[];
  /** Run one of this room's scripts there. */
  readonly script: (
    name: string,
    args: readonly string[],
    stdin?: Uint8Array<ArrayBuffer>,
  ) => Promise<ToolResult>;
  readonly close: () => Promise<void>;
}

const ETC = {
  passwd:
    "root:x:0:0:root:/:/bin/sh\nsandbox:x:1000:1000::/home/sandbox:/bin/sh\n",
  group: "root:x:0:\nsandbox:x:1000:\n",
  hosts: "127.0.0.1 localhost sandbox\n::1 localhost\n",
  "nsswitch.conf": "passwd: files\ngroup: files\nhosts: files dns\n",
};

/**
 * Make the scratch folders and hold them.
 *
 * @param options What to hold.
 * @returns The session.
 * @throws {Error} If they cannot be made; nothing is then left.
 */
export async function openSession(options: SessionOptions): Promise<Session> {
  const { root, owner, bytes, files, mode, tree, binds } = options;
  const path = await Deno.makeTempDir({ prefix: "taskflow-sandbox-" });
  const child = await start();

  async function start(): Promise<Deno.ChildProcess> {
    for (const name of ["fs", "lower", "bind", "runs", "etc", "empty"]) {
      await Deno.mkdir(join(path, name), { mode: 0o755 });
    }
    await Deno.mkdir(join(path, "etc/alternatives"));
    await Deno.writeTextFile(join(path, "etc/ld.so.cache"), "");
    for (const [name, text] of Object.entries(ETC)) {
      await Deno.writeTextFile(join(path, "etc", name), text);
    }
    if (owner !== null) await Deno.chown(path, owner, owner);
    return new Deno.Command("unshare", {
      args: [
        root ? "-m" : "-Urm",
        "sh",
        scriptPath("hold.sh"),
        path,
        String(Math.floor(bytes)),
        String(Math.floor(files)),
        mode,
        owner === null ? "-" : String(owner),
        mode === "empty" ? "/" : tree,
        ...binds,
      ],
      clearEnv: true,
      env: TOOL_ENV,
      cwd: "/",
      stdin: "piped",
      stdout: "piped",
      stderr: "piped",
    }).spawn();
  }

  async function close(): Promise<void> {
    await child.stdin.close();
    const [, errors] = await Promise.all([child.status, stderr]);
    if (errors !== "" && !ready) throw failed(errors);
    await Deno.remove(path, { recursive: true });
  }

  const failed = (why: string) =>
    new Error(
      `Cannot make a scratch copy of "${tree}" (${mode}): ${
        why.trim().split("\n").at(-1) ?? "no reason given"
      }`,
    );
  const stderr = new Response(child.stderr).text();
  const first = await readFirst(child.stdout);
  const ready = first.startsWith("ready");
  if (!ready) {
    const [errors] = await Promise.all([
      stderr,
      child.stdin.close(),
      child.status,
    ]);
    await Deno.remove(path, { recursive: true });
    throw failed(errors);
  }
  const enter = [
    "nsenter",
    "-t",
    String(child.pid),
    ...(root ? [] : ["-U", "--preserve-credentials"]),
    "-m",
  ];
  const [program = "", ...rest] = enter;
  return {
    path,
    enter,
    script: (name, args, stdin) =>
      runTool(
        program,
        [...rest, "sh", scriptPath(name), ...args],
        stdin === undefined ? {} : { stdin },
      ),
    close,
  };
}

/** The first words of a stream; the rest is read and dropped. */
async function readFirst(stream: ReadableStream<Uint8Array>): Promise<string> {
  const reader = stream.getReader();
  const { value } = await reader.read();
  const drain = async () => {
    while (!(await reader.read()).done);
  };
  drain().catch(() => {});
  return new TextDecoder().decode(value);
}
