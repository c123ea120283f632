/** The sandbox holds: as root and as an ordinary user, with cgroups and without, on an overlay and on a copy. */

import { deepEqual, equal, match } from "node:assert/strict";
import { fileURLToPath } from "node:url";
import { testNeeding } from "../shared.ts";
import { type Attempt, makeTree } from "./sandbox_escapes.ts";

const ROOT = fileURLToPath(new URL("../..", import.meta.url));
const USER = "64321";
/** An ordinary user cannot reach an interpreter under root's home. */
const USER_PYTHON = "/usr/bin/python3";

async function works(command: string, ...args: string[]): Promise<boolean> {
  try {
    return (await new Deno.Command(command, { args, stderr: "null" }).output())
      .success;
  } catch (error) {
    if (error instanceof Deno.errors.NotFound) return false;
    throw error;
  }
}

const present = Deno.build.os === "linux" && await works("bwrap", "--version");
const root = present && Deno.uid() === 0;
const python = await works(USER_PYTHON, "--version");

interface Answer {
  readonly backend: string;
  readonly mechanisms: Record<string, string>;
  readonly attempts: readonly Attempt[];
}

/** Run the escapes in a process of their own, from a folder that any user can read. */
async function escapes(
  as: "root" | "user",
  options: readonly string[],
): Promise<Answer> {
  const folder = await Deno.makeTempDir({ prefix: "taskflow-escapes-" });
  try {
    await Deno.mkdir(`${folder}/lib`);
    await works("cp", "-r", `${ROOT}lib/sandbox`, `${folder}/lib/sandbox`);
    for (
      const [from, to] of [
        [`${ROOT}tests/engines/sandbox_escapes.ts`, "escapes.ts"],
        [Deno.execPath(), "deno"],
      ] as const
    ) await Deno.copyFile(from, `${folder}/${to}`);
    await Deno.writeTextFile(
      `${folder}/deno.json`,
      JSON.stringify({
        imports: { "@taskflow/sandbox": "./lib/sandbox/mod.ts" },
      }),
    );
    await Deno.mkdir(`${folder}/home`);
    await makeTree(`${folder}/tree`);
    if (as === "user") await works("chown", "-Rh", `${USER}:${USER}`, folder);
    const before = await fingerprint(`${folder}/tree`);
    const run = [
      `${folder}/deno`,
      ...["run", "-A", "--no-lock", `--config=${folder}/deno.json`],
      ...[`${folder}/escapes.ts`],
      ...(as === "user"
        ? [USER_PYTHON]
        : [Deno.env.get("TASKFLOW_PYTHON") ?? "python3"]),
      `${folder}/tree`,
      ...options,
    ];
    const [command = "", ...args] = as === "user"
      ? ["setpriv", "--reuid", USER, "--regid", USER, "--clear-groups", ...run]
      : run;
    const { stdout, stderr, success } = await new Deno.Command(command, {
      args,
      cwd: folder,
      env: {
        HOME: `${folder}/home`,
        DENO_DIR: `${folder}/home/deno`,
        NO_COLOR: "1",
      },
    }).output();
    if (!success) throw new Error(new TextDecoder().decode(stderr));
    equal(await fingerprint(`${folder}/tree`), before, "the tree was changed");
    return JSON.parse(new TextDecoder().decode(stdout));
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
}

async function fingerprint(tree: string): Promise<string> {
  const { stdout } = await new Deno.Command("sh", {
    args: [
      "-c",
      'cd "$1" && find . -printf "%p %y %m %s %T@\\n" && find . -type f -exec sha256sum {} +',
      "sh",
      tree,
    ],
  }).output();
  return new TextDecoder().decode(stdout);
}

async function leftOver(): Promise<string> {
  const { stdout } = await new Deno.Command("sh", {
    args: [
      "-c",
      'ps -eo pid,args | grep -E "[4]7123|/given/[e]scape" ; ls -d /sys/fs/cgroup/*/taskflow-* 2>/dev/null || true',
    ],
  }).output();
  return new TextDecoder().decode(stdout).trim();
}

const CASES = [
  ["root", []],
  ["root", ["no-cgroups", "copy"]],
  ["user", []],
  ["user", ["copy"]],
] as const;

for (const [as, options] of CASES) {
  const name = `openSandbox() contains and reports every escape as ${as}` +
    (options.length === 0 ? "" : ` (${options.join(", ")})`);
  testNeeding("sandbox", root && (as === "root" || python), name, async () => {
    // A run that was killed with -9 leaves empty groups behind; only new ones count.
    const earlier = await leftOver();
    const { backend, mechanisms, attempts } = await escapes(as, options);
    equal(backend, "bubblewrap");
    equal(mechanisms["run_as_root"], String(as === "root"));
    if (as === "user" || options.length > 0) {
      match(mechanisms["processes"] ?? "", /RLIMIT_NPROC/);
    }
    equal(attempts.length, 32);
    deepEqual(
      attempts.filter(({ contained }) => !contained).map(({ name, detail }) =>
        `${name}: ${detail}`
      ),
      [],
    );
    equal(await leftOver(), earlier, "something is left running");
  });
}
