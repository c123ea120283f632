/**
 * How fast a mixture of exports is read, beside `JSON.parse` of the same lines in the same process,
 * and how memory grows with the number of records.
 *
 * `deno run -A scripts/bench/read_mixture.ts FOLDER [--megabytes 1000]` copies the folder into a
 * temporary one, with other UUIDs in every copy, until there is as much, and once more for a quarter
 * of it; each is read in a process of its own. Exit code 1 if the reading is slower than 0.6 of the
 * parsing, or memory grows by more than 64 bytes per record id.
 *
 * @module
 */

import { readCorpus, walk } from "@taskflow/corpora";
import { readLines } from "@taskflow/table";
import process from "node:process";
import { parseArgs } from "node:util";
import { complain, print } from "../cli/run.ts";

/** Bars of this measurement: share of the rate of parsing, and bytes per record id. */
const SHARE = 0.6;
const BYTES_PER_ID = 64;

const UUID =
  /\b([0-9a-f]{8})(-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12})\b/g;

interface Measured {
  readonly bytes: number;
  readonly sessions: number;
  readonly messages: number;
  readonly records: number;
  /** Seconds of the second of two readings: the first compiles as it goes. */
  readonly seconds: number;
  /** Processor time of all threads in it: what is left of the rate on a busy machine. */
  readonly cpuSeconds: number;
  /** Memory that is still in use after the first reading, with its report, in bytes. */
  readonly retained: number;
  /** Largest resident set up to then, in bytes: how far the collector lets garbage grow. */
  readonly peak: number;
  /** The lines of the JSONL files: their bytes, ids and the seconds that `JSON.parse` took. */
  readonly lines: {
    readonly bytes: number;
    readonly ids: number;
    readonly seconds: number;
  };
}

async function measure(folder: string): Promise<Measured> {
  const first = await read(folder);
  const peak = peakMemory();
  collectGarbage();
  const { heapUsed, external } = Deno.memoryUsage();
  const retained = heapUsed + external;
  const before = process.cpuUsage();
  const start = performance.now();
  const report = await read(folder);
  const seconds = (performance.now() - start) / 1000;
  const { user, system } = process.cpuUsage(before);
  return {
    bytes: first.bytes,
    sessions: report.sessions.kept,
    messages: report.kept,
    records: report.records,
    seconds,
    cpuSeconds: (user + system) / 1e6,
    retained,
    peak,
    lines: await parseLines(folder),
  };
}

async function read(folder: string) {
  const { sessions, report } = readCorpus(folder);
  for await (const _ of sessions);
  return report;
}

/** Parse every line; only `JSON.parse` is timed. */
async function parseLines(folder: string): Promise<Measured["lines"]> {
  let [bytes, ids, milliseconds] = [0, 0, 0];
  for await (const { file } of walk(folder)) {
    if (!file.endsWith(".jsonl")) continue;
    const texts: string[] = [];
    for await (const { text } of readLines(`${folder}/${file}`)) {
      texts.push(text);
    }
    const size = (await Deno.stat(`${folder}/${file}`)).size;
    let parsed = 0;
    const start = performance.now();
    for (const text of texts) if (parses(text)) parsed++;
    milliseconds += performance.now() - start;
    // Of files that are one value over several lines, a few lines parse: they do not count.
    if (parsed < texts.length / 2) continue;
    bytes += size;
    for (const text of texts) if (/"(?:uuid|id)":"/.test(text)) ids++;
  }
  return { bytes, ids, seconds: milliseconds / 1000 };
}

function parses(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

function collectGarbage(): void {
  const gc: unknown = Reflect.get(globalThis, "gc");
  if (typeof gc !== "function") {
    throw new TypeError("Cannot collect garbage: start with --expose-gc");
  }
  gc();
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

/** Copy a folder again and again, until there are so many bytes. */
async function fill(from: string, to: string, bytes: number): Promise<void> {
  for (let copy = 0, written = 0; written < bytes; copy++) {
    const before = written;
    for await (const { file, problem } of walk(from)) {
      if (problem !== null) continue;
      const text = (await Deno.readTextFile(`${from}/${file}`)).replace(
        UUID,
        (_, head: string, tail: string) => {
          const number = (parseInt(head, 16) + copy * 7919) >>> 0;
          return number.toString(16).padStart(8, "0") + tail;
        },
      );
      const target = `${to}/${String(copy).padStart(4, "0")}/${file}`;
      await Deno.mkdir(target.slice(0, target.lastIndexOf("/")), {
        recursive: true,
      });
      await Deno.writeTextFile(target, text);
      written += text.length;
    }
    if (written === before) {
      throw new RangeError(`Cannot copy "${from}": it is empty`);
    }
  }
}

async function inChild(folder: string): Promise<Measured> {
  const { success, stdout } = await new Deno.Command(Deno.execPath(), {
    args: [
      "run",
      "-A",
      "--v8-flags=--expose-gc",
      import.meta.filename ?? "",
      folder,
      "--child",
    ],
    stderr: "inherit",
  }).output();
  if (!success) {
    throw new Error(`Cannot measure "${folder}": the reading process failed`);
  }
  return JSON.parse(new TextDecoder().decode(stdout));
}

const rate = (bytes: number, seconds: number) =>
  Math.round(bytes / 1e6 / seconds);

function describe(name: string, found: Measured): string {
  const {
    bytes,
    sessions,
    messages,
    records,
    seconds,
    cpuSeconds,
    retained,
    peak,
    lines,
  } = found;
  return [
    `${name}: ${
      (bytes / 1e6).toFixed(0)
    } MB, ${sessions} sessions, ${messages} messages ` +
    `of ${records} records, memory ${(retained / 1e6).toFixed(1)} MB, peak ${
      (peak / 1e6).toFixed(0)
    } MB`,
    `  read: ${seconds.toFixed(2)} s, ${rate(bytes, seconds)} MB/s ` +
    `(${rate(bytes, cpuSeconds)} MB per second of processor time)`,
    `  JSON.parse: ${rate(lines.bytes, lines.seconds)} MB/s`,
  ].join("\n");
}

async function main(): Promise<number> {
  const { positionals, values } = parseArgs({
    args: Deno.args,
    allowPositionals: true,
    options: {
      megabytes: { type: "string", default: "1000" },
      child: { type: "boolean" },
    },
  });
  const [folder] = positionals;
  const bytes = Number(values.megabytes) * 1e6;
  if (folder === undefined || !(bytes > 0)) {
    complain("Usage: read_mixture.ts FOLDER [--megabytes 1000]");
    return 2;
  }
  if (values.child) {
    print(JSON.stringify(await measure(folder)));
    return 0;
  }
  const temporary = await Deno.makeTempDir({ prefix: "taskflow-bench-" });
  try {
    await fill(folder, `${temporary}/part`, bytes / 4);
    await fill(folder, `${temporary}/all`, bytes);
    const part = await inChild(`${temporary}/part`);
    const all = await inChild(`${temporary}/all`);
    print(describe("a quarter", part));
    print(describe("all", all));
    const share = all.bytes / all.seconds /
      (all.lines.bytes / all.lines.seconds);
    const growth = (all.retained - part.retained) /
      Math.max(1, all.lines.ids - part.lines.ids);
    print(`${share.toFixed(2)} of the rate of JSON.parse (at least ${SHARE})`);
    print(
      `memory grows by ${
        growth.toFixed(1)
      } bytes per record id (at most ${BYTES_PER_ID})`,
    );
    return share >= SHARE && growth <= BYTES_PER_ID ? 0 : 1;
  } finally {
    await Deno.remove(temporary, { recursive: true });
  }
}

if (import.meta.main) Deno.exit(await main());
