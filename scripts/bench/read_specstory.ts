/**
 * How fast SpecStory Markdown is read, and whether memory grows with the corpus.
 *
 * `deno run -A scripts/bench/read_specstory.ts FOLDER [--copies 20]` copies the folder that many
 * times into a temporary one, with other session ids, and reads once and all copies, each in a
 * process of its own. Exit code 1 if memory grows by more than 50 MB or a pass over the copies is
 * slower than 200 MB/s.
 *
 * @module
 */

import { readCorpus, specstoryHeader, walk } from "@taskflow/corpora";
import { parseArgs } from "node:util";
import process from "node:process";
import { complain, print } from "../cli/run.ts";

/** Bars of this measurement: growth of peak memory in MB (10^6 bytes), and rate in MB/s. */
const GROWTH = 50;
const RATE = 200;

interface Pass {
  readonly seconds: number;
  /** Processor time of all threads: what is left of the rate on a busy machine. */
  readonly cpuSeconds: number;
  readonly bytes: number;
  readonly sessions: number;
  readonly messages: number;
}

interface Reading {
  /** Two passes in one process: the first compiles as it goes. */
  readonly passes: readonly Pass[];
  /** Largest resident set of the process up to the end of the first pass, in bytes. */
  readonly peak: number;
}

async function pass(folder: string): Promise<Pass> {
  const start = performance.now();
  const before = process.cpuUsage();
  const { sessions, report } = readCorpus(folder);
  for await (const _ of sessions);
  const { bytes, kept: messages, sessions: { kept } } = report;
  const { user, system } = process.cpuUsage(before);
  return {
    seconds: (performance.now() - start) / 1000,
    cpuSeconds: (user + system) / 1e6,
    bytes,
    sessions: kept,
    messages,
  };
}

/** Largest resident set so far; where the system does not tell, the present one. */
function peakMemory(): number {
  try {
    const status = Deno.readTextFileSync("/proc/self/status");
    return Number(/^VmHWM:\s*(\d+) kB$/m.exec(status)?.[1]) * 1024;
  } catch (error) {
    if (error instanceof Deno.errors.NotFound) return Deno.memoryUsage().rss;
    throw error;
  }
}

async function readInChild(folder: string): Promise<Reading> {
  // The flag of the task `taskflow`: V8 then keeps little garbage around.
  const flag = "--v8-flags=--optimize-for-size";
  const args = [
    "run",
    "-A",
    flag,
    import.meta.filename ?? "",
    folder,
    "--child",
  ];
  const { success, stdout } = await new Deno.Command(Deno.execPath(), {
    args,
    stderr: "inherit",
  }).output();
  if (!success) {
    throw new Error(`Cannot measure "${folder}": the reading process failed`);
  }
  return JSON.parse(new TextDecoder().decode(stdout));
}

async function copy(from: string, to: string, copies: number): Promise<void> {
  for await (const { file, problem } of walk(from)) {
    if (problem !== null) continue;
    const text = await Deno.readTextFile(`${from}/${file}`);
    const id = specstoryHeader(text)?.session ?? null;
    for (let n = 0; n < copies; n++) {
      const target = `${to}/${String(n).padStart(3, "0")}/${file}`;
      await Deno.mkdir(target.slice(0, target.lastIndexOf("/")), {
        recursive: true,
      });
      await Deno.writeTextFile(
        target,
        id === null ? text : text.replace(id, `${id}-copy-${n}`),
      );
    }
  }
}

function describe(name: string, { passes, peak }: Reading): string {
  const lines = passes.map((
    { seconds, cpuSeconds, bytes, sessions, messages },
    n,
  ) =>
    `  pass ${n + 1}: ${
      (bytes / 1e6).toFixed(1)
    } MB, ${sessions} sessions, ${messages} messages in ` +
    `${seconds.toFixed(2)} s: ${rate(bytes, seconds)} MB/s ` +
    `(${rate(bytes, cpuSeconds)} MB per second of processor time), ` +
    `${Math.round(messages / seconds)} messages/s`
  );
  return [`${name}: peak memory ${(peak / 1e6).toFixed(1)} MB`, ...lines].join(
    "\n",
  );
}

function rate(bytes: number, seconds: number): number {
  return Math.round(bytes / 1e6 / seconds);
}

async function main(): Promise<number> {
  const { positionals, values } = parseArgs({
    args: Deno.args,
    allowPositionals: true,
    options: {
      copies: { type: "string", default: "20" },
      child: { type: "boolean" },
    },
  });
  const [folder] = positionals;
  const copies = Number(values.copies);
  if (folder === undefined || !Number.isInteger(copies) || copies < 1) {
    complain("Usage: read_specstory.ts FOLDER [--copies N]");
    return 2;
  }
  if (values.child) {
    const first = await pass(folder);
    const peak = peakMemory();
    const passes = [first, await pass(folder)];
    print(JSON.stringify({ passes, peak } satisfies Reading));
    return 0;
  }
  const temporary = await Deno.makeTempDir({ prefix: "taskflow-bench-" });
  try {
    await copy(folder, `${temporary}/one`, 1);
    await copy(folder, `${temporary}/many`, copies);
    const one = await readInChild(`${temporary}/one`);
    const many = await readInChild(`${temporary}/many`);
    print(describe("once", one));
    print(describe(`${copies} copies`, many));
    const growth = (many.peak - one.peak) / 1e6;
    const last = many.passes.at(-1);
    const speed = last === undefined ? 0 : rate(last.bytes, last.seconds);
    print(`memory grows by ${growth.toFixed(1)} MB (at most ${GROWTH})`);
    print(`${speed} MB/s (at least ${RATE})`);
    return growth <= GROWTH && speed >= RATE ? 0 : 1;
  } finally {
    await Deno.remove(temporary, { recursive: true });
  }
}

if (import.meta.main) Deno.exit(await main());
