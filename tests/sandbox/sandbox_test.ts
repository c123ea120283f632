import {
  deepEqual,
  equal,
  match,
  ok,
  rejects,
  throws,
} from "node:assert/strict";
import {
  findRepository,
  limitsOf,
  openSandbox,
  SandboxRefused,
} from "@taskflow/sandbox";
import { planCgroups } from "../../lib/sandbox/cgroups.ts";

Deno.test("openSandbox() refuses where no back end works, and says what is missing", async () => {
  await rejects(
    () => openSandbox({ backends: [], python: null }),
    (error) => {
      ok(error instanceof SandboxRefused);
      match(error.message, /--trust-scripts/);
      return true;
    },
  );
});

Deno.test("openSandbox() trusts scripts only when told to, and says so loudly", async () => {
  const warnings: string[] = [];
  const sandbox = await openSandbox({
    backends: [],
    python: null,
    trustScripts: true,
    onWarning: (text) => warnings.push(text),
  });
  equal(sandbox.backend, "none");
  equal(warnings.length, 1);
  match(warnings[0] ?? "", /WITHOUT a sandbox/);
  const tree = await Deno.makeTempDir();
  await Deno.writeTextFile(`${tree}/a`, "x");
  const run = (script: string, seconds = 5) =>
    sandbox.run({
      tree,
      command: ["sh", "-c", script],
      limits: { wallSeconds: seconds },
    });
  const { exitCode, stdout, changed } = await run("cat a; echo y >b; exit 3");
  deepEqual([exitCode, stdout, changed], [3, "x", [{
    path: "b",
    change: "added",
  }]]);
  const late = await run("sleep 60 & sleep 60", 0.3);
  deepEqual([late.exitCode, late.timedOut], [124, true]);
  ok(late.seconds < 5);
  equal(await Deno.readTextFile(`${tree}/a`), "x");
  await rejects(() => Deno.stat(`${tree}/b`), Deno.errors.NotFound);
  await Deno.remove(tree, { recursive: true });
});

Deno.test("limitsOf() refuses what nothing could run under", () => {
  for (
    const limits of [
      { wallSeconds: 0 },
      { processes: NaN },
      { memoryBytes: Infinity },
      { diskBytes: 10 },
    ]
  ) throws(() => limitsOf(limits), RangeError);
});

Deno.test("planCgroups() uses version 2 as well", () => {
  const of = (name: "pids" | "memory") =>
    ({ version: 2, name, path: "/cg" }) as const;
  const { lines, cpu } = planCgroups(
    [of("pids"), of("memory")],
    limitsOf({ cpuSeconds: 3, memoryBytes: 2 ** 26 }),
    "r",
  );
  ok(lines.includes("/cg/taskflow-r memory.max 67108864"));
  ok(lines.includes("/cg/taskflow-r ?memory.swap.max 0"));
  deepEqual(cpu, { file: "/cg/taskflow-r/cpu.stat", units: 3_000_000 });
});

Deno.test("findRepository() finds clones under each of their names", async () => {
  const repos = await Deno.makeTempDir();
  const task = { instance_id: "task-1", repo: "some/thing" };
  await rejects(
    () => findRepository(repos, task),
    /put a clone at "some__thing"/,
  );
  const bare = async (path: string) => {
    await Deno.mkdir(`${repos}/${path}/objects`, { recursive: true });
    await Deno.writeTextFile(`${repos}/${path}/HEAD`, "ref: refs/heads/main\n");
    const found = await findRepository(repos, task);
    await Deno.remove(`${repos}/${path.split("/")[0]}`, { recursive: true });
    return found;
  };
  for (
    const path of [
      "some__thing",
      "some__thing.git",
      "some+thing/repo",
      "some/thing",
      "thing",
      "task-1/.git",
    ]
  ) equal((await bare(path)).kind, "git", path);
  await Deno.writeTextFile(`${repos}/some__thing.fast-import`, "");
  equal((await findRepository(repos, task)).kind, "history");
  await Deno.remove(repos, { recursive: true });
});

Deno.test("findRepository() makes no path of an id that could lead elsewhere", async () => {
  for (
    const task of [
      { instance_id: "../x", repo: "a/b" },
      { instance_id: "x", repo: "../b" },
      { instance_id: "x", repo: "a/b/c" },
      { instance_id: "..", repo: "a/b" },
      { instance_id: "x", repo: "a/b c" },
    ]
  ) await rejects(() => findRepository("/", task), RangeError);
});
