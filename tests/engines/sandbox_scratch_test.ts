/** A scratch copy with many commands in it: what a runner of agents needs. */

import { deepEqual, equal, ok, rejects } from "node:assert/strict";
import { openSandbox, type Sandbox } from "@taskflow/sandbox";
import { testNeeding } from "../shared.ts";

const present = Deno.build.os === "linux" && await (async () => {
  try {
    return (await new Deno.Command("bwrap", { args: ["--version"] }).output())
      .success;
  } catch (error) {
    if (error instanceof Deno.errors.NotFound) return false;
    throw error;
  }
})();

const encode = (text: string) => new TextEncoder().encode(text);

async function withTree(
  options: Parameters<typeof openSandbox>[0],
  fn: (sandbox: Sandbox, tree: string) => Promise<void>,
): Promise<void> {
  const sandbox = await openSandbox({ python: null, ...options });
  const tree = await Deno.makeTempDir();
  try {
    await Deno.mkdir(`${tree}/dir`);
    await Deno.writeTextFile(`${tree}/a.txt`, "a\n");
    await Deno.writeTextFile(`${tree}/dir/b.txt`, "b\n");
    await Deno.writeTextFile(`${tree}/dir/c.txt`, "c\n");
    if (sandbox.owner !== null) {
      const { owner } = sandbox;
      for (const path of ["", "/dir", "/a.txt", "/dir/b.txt", "/dir/c.txt"]) {
        await Deno.chown(tree + path, owner, owner);
      }
    }
    await fn(sandbox, tree);
  } finally {
    await Deno.remove(tree, { recursive: true });
  }
}

for (const overlay of [true, false]) {
  const how = overlay ? "overlay" : "copy";
  testNeeding(
    "sandbox",
    present,
    `scratch() keeps what commands write, and tells it (${how})`,
    async () => {
      await withTree({ overlay }, async (sandbox, tree) => {
        const scratch = await sandbox.scratch({ tree });
        const shell = (script: string) =>
          scratch.run({ command: ["sh", "-c", script] });
        deepEqual(await scratch.changes(), []);
        equal((await shell("cat a.txt dir/*")).stdout, "a\nb\nc\n");
        deepEqual(await scratch.changes(), []);
        equal(
          (await shell(
            "echo x >>a.txt && rm -r dir && mkdir dir && echo y >dir/new && ln -s a.txt link",
          )).exitCode,
          0,
        );
        equal(
          (await shell("cat a.txt dir/new; ls dir")).stdout,
          "a\nx\ny\nnew\n",
        );
        deepEqual(
          (await scratch.changes()).map(({ path, change }) =>
            `${change} ${path}`
          ),
          [
            "modified a.txt",
            "removed dir/b.txt",
            "removed dir/c.txt",
            "added dir/new",
            "added link",
          ],
        );
        equal(
          (await shell("echo kept >~/home; echo kept >/tmp/tmp")).exitCode,
          0,
        );
        equal((await shell("cat ~/home /tmp/tmp")).stdout, "kept\nkept\n");
        await scratch.close();
        equal(await Deno.readTextFile(`${tree}/a.txt`), "a\n");
        await rejects(() => shell("true"), /its scratch copy is closed/);
      });
    },
  );
}

testNeeding(
  "sandbox",
  present,
  "scratch() gives files, input, variables, and other contents for one command",
  async () => {
    await withTree({}, async (sandbox, tree) => {
      const scratch = await sandbox.scratch({ tree });
      const { stdout, exitCode } = await scratch.run({
        command: [
          "sh",
          "-c",
          'cat /given/x ../a.txt; cat; echo "$MINE $HOME $TASKFLOW_TEST_SECRET"; pwd',
        ],
        given: { x: encode("given\n") },
        replace: { "a.txt": encode("other\n") },
        stdin: encode("input\n"),
        env: { MINE: "mine" },
        cwd: "dir",
      });
      equal(exitCode, 0);
      equal(
        stdout,
        "given\nother\ninput\nmine /home/sandbox \n/repo/dir\n",
      );
      const plain = await scratch.run({
        command: ["cat", "a.txt"],
        replace: { "a.txt": encode("other\n") },
      });
      equal(plain.stdout, "other\n");
      equal((await scratch.run({ command: ["cat", "a.txt"] })).stdout, "a\n");
      for (const path of ["../x", "/etc/passwd"]) {
        await rejects(
          () =>
            scratch.run({ command: ["true"], replace: { [path]: encode("") } }),
          RangeError,
        );
        await rejects(
          () => scratch.run({ command: ["true"], cwd: path }),
          RangeError,
        );
      }
      await rejects(
        () => scratch.run({ command: ["true"], given: { "../x": encode("") } }),
        RangeError,
      );
      await scratch.close();
    });
  },
);

testNeeding(
  "sandbox",
  present,
  "scratch() reports exit codes, signals and missing programs",
  async () => {
    await withTree({}, async (sandbox, tree) => {
      const scratch = await sandbox.scratch({ tree });
      const code = async (...command: string[]) =>
        (await scratch.run({ command })).exitCode;
      equal(await code("true"), 0);
      equal(await code("sh", "-c", "exit 7"), 7);
      equal(await code("sh", "-c", "kill -TERM $$"), 143);
      equal(await code("no-such-program"), 127);
      const late = await scratch.run({
        command: ["sleep", "60"],
        limits: { wallSeconds: 0.5 },
      });
      deepEqual([late.exitCode, late.timedOut, late.limits], [124, true, [
        "wall",
      ]]);
      ok(late.seconds < 10);
      equal(
        (await scratch.run({ command: ["echo", "goes on"] })).stdout,
        "goes on\n",
      );
      await scratch.close();
    });
  },
);

testNeeding(
  "sandbox",
  present,
  "scratch() ends a command when its signal aborts",
  async () => {
    await withTree({}, async (sandbox, tree) => {
      const scratch = await sandbox.scratch({ tree });
      const controller = new AbortController();
      const running = scratch.run({
        command: ["sleep", "60"],
        signal: controller.signal,
      });
      setTimeout(() => controller.abort(new Error("enough")), 300);
      const start = performance.now();
      await rejects(() => running, /enough/);
      ok(performance.now() - start < 10_000);
      await scratch.close();
    });
  },
);

testNeeding("sandbox", present, "run() keeps parallel jobs apart", async () => {
  await withTree({}, async (sandbox, tree) => {
    const results = await Promise.all(
      Array.from({ length: 8 }, (_, at) =>
        sandbox.run({
          tree,
          command: [
            "sh",
            "-c",
            `echo ${at} >mine; sleep 0.2; cat mine; ls /tmp; touch /tmp/${at}`,
          ],
        })),
    );
    deepEqual(
      results.map(({ stdout }) => stdout),
      results.map((_, at) => `${at}\n`),
    );
    for (const { changed } of results) {
      deepEqual(changed, [{ path: "mine", change: "added" }]);
    }
  });
});

testNeeding(
  "sandbox",
  present,
  "openSandbox() shows only Python's standard library unless asked",
  async () => {
    const sandbox = await openSandbox({});
    const python = sandbox.python?.executable ?? "python3";
    const script =
      "import site, os; print(sum(len(os.listdir(p)) for p in site.getsitepackages() if os.path.isdir(p)))";
    const { stdout, exitCode } = await sandbox.run({
      tree: null,
      command: [python, "-I", "-c", script],
    });
    deepEqual([exitCode, stdout], [0, "0\n"]);
  },
);
