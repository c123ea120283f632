/** `measure` streams: twenty copies of a corpus take hardly more memory than one. */

import { equal, ok } from "node:assert/strict";
import { fileURLToPath } from "node:url";
import { sharedPath, sharedTest } from "../shared.ts";

const ROOT = fileURLToPath(new URL("../..", import.meta.url));
const COPIES = 20;
const BAR = 50e6;

/** A session id in a SpecStory header, after which copies get their number. */
const ID = /(Session )([0-9A-Za-z_-]{8,})/;

async function copy(from: string, to: string, number: number): Promise<void> {
  await Deno.mkdir(to, { recursive: true });
  for await (const { name, isDirectory } of Deno.readDir(from)) {
    const [source, target] = [`${from}/${name}`, `${to}/${name}`];
    if (isDirectory) await copy(source, target, number);
    else {
      const text = await Deno.readTextFile(source);
      const head = text.slice(0, 500).replace(ID, `$1$2-${number}`);
      await Deno.writeTextFile(target, head + text.slice(500));
    }
  }
}

/** Peak resident memory of `measure`, in bytes, and what it printed. */
async function measure(
  folder: string,
): Promise<{ peak: number; sessions: number }> {
  const child = new Deno.Command(Deno.execPath(), {
    args: [
      // The flags of the task: V8 then keeps little garbage around.
      ...["run", "--v8-flags=--optimize-for-size"],
      ...["--allow-read", "--allow-write", "--allow-env"],
      ...[`--config=${ROOT}deno.json`, `${ROOT}scripts/taskflow.ts`],
      ...["measure", folder, "--json"],
    ],
    stdout: "piped",
    stderr: "null",
  }).spawn();
  let peak = 0;
  let running = true;
  const watch = (async () => {
    while (running) {
      try {
        const status = await Deno.readTextFile(`/proc/${child.pid}/status`);
        const now = Number(/^VmHWM:\s*(\d+) kB$/m.exec(status)?.[1]) * 1024;
        if (now > peak) peak = now;
      } catch (error) {
        if (!(error instanceof Deno.errors.NotFound)) throw error;
      }
      await new Promise((resolve) => setTimeout(resolve, 10));
    }
  })();
  const { code, stdout } = await child.output();
  running = false;
  await watch;
  equal(code, 0);
  const { sessions } = JSON.parse(new TextDecoder().decode(stdout));
  return { peak, sessions: sessions.all };
}

sharedTest(
  "taskflow measure takes at most 50 MB more for twenty copies",
  async () => {
    const folder = await Deno.makeTempDir();
    try {
      const from = sharedPath("corpora/specstory");
      for (let number = 0; number < COPIES; number++) {
        await copy(from, `${folder}/all/${number}`, number);
      }
      const once = await measure(`${folder}/all/0`);
      // When garbage is collected depends on the machine's load: the lowest peak of three counts.
      const runs = [];
      for (let run = 0; run < 3; run++) {
        runs.push(await measure(`${folder}/all`));
      }
      const all = runs.reduce((a, b) => a.peak <= b.peak ? a : b);
      // Files without an id in their header get one from their path, so no copy is a repeat.
      equal(all.sessions, COPIES * once.sessions);
      ok(
        all.peak - once.peak <= BAR,
        `grew: peak ${Math.round(once.peak / 1e6)} MB once, ${
          Math.round(all.peak / 1e6)
        } MB for ${COPIES}`,
      );
    } finally {
      await Deno.remove(folder, { recursive: true });
    }
  },
);
