import { deepEqual, equal } from "node:assert/strict";
import {
  ADAPTERS,
  type FileEvent,
  newScratch,
  planReading,
  readAhead,
  readCorpus,
  readHead,
  RULES,
  survey,
} from "@taskflow/corpora";
import { assistant, toolResult, user } from "./claude_code_lines.ts";
import { folder, GENERATION_D } from "./fixtures.ts";
import { linesOf } from "./read_with.ts";

function files(count: number): Record<string, string> {
  const made: Record<string, string> = {
    "broken.jsonl": '{"type":"user"}\n',
    "notes.md": "# Notes\n",
  };
  for (let n = 0; n < count; n++) {
    const sessionId = `s-${n}`;
    made[`${String(n).padStart(3, "0")}.jsonl`] = linesOf(
      user(`u-${n}`, `question ${n}`, { sessionId }),
      assistant(`a-${n}`, n, { sessionId }),
      toolResult(`r-${n}`, {
        sessionId,
        toolUseResult: { stdout: "x".repeat(5000) },
      }),
      user(`v-${n}`, "[Request interrupted by user]", { sessionId }),
    ) + (n % 7 === 0 ? "cut {" : "");
  }
  made["spec.md"] = GENERATION_D;
  return made;
}

/** Everything that happens in a folder, file by file. */
async function eventsOf(
  path: string,
  threads: number,
): Promise<[string, FileEvent[]][]> {
  const scratch = newScratch();
  const names = [...Deno.readDirSync(path)].map(({ name }) => name).sort();
  const { conversations } = planReading(names.map((name) => {
    const head = readHead(`${path}/${name}`, scratch);
    return survey(name, head.size, head, ADAPTERS);
  }));
  const planned = conversations.flat();
  const reading = { folder: path, rules: RULES.default, scratch };
  using reader = readAhead(planned, reading, { threads, worthBytes: 0 });
  const all: [string, FileEvent[]][] = [];
  for (const file of planned) {
    all.push([file.file, (await Array.fromAsync(reader.events(file))).flat()]);
  }
  return all;
}

Deno.test("readAhead() gives the same in the same order, whatever the number of threads", async () => {
  await using made = await folder(files(60));
  const alone = await eventsOf(made.path, 0);
  equal(alone.length, 61);
  for (const threads of [1, 3]) {
    deepEqual(await eventsOf(made.path, threads), alone);
  }
});

Deno.test("readAhead() reports a file that is gone when its turn comes", async () => {
  await using made = await folder(files(3));
  const scratch = newScratch();
  const surveyed = ["000.jsonl", "001.jsonl", "002.jsonl"].map((name) => {
    const head = readHead(`${made.path}/${name}`, scratch);
    return survey(name, head.size, head, ADAPTERS);
  });
  await Deno.remove(`${made.path}/001.jsonl`);
  const planned = planReading(surveyed).conversations.flat();
  const reading = { folder: made.path, rules: RULES.default, scratch };
  using reader = readAhead(planned, reading, { threads: 2, worthBytes: 0 });
  const kinds: string[][] = [];
  for (const file of planned) {
    const events = (await Array.fromAsync(reader.events(file))).flat();
    kinds.push(
      events.map((event) =>
        event.kind === "unread" ? event.reason : event.kind
      ),
    );
  }
  deepEqual(kinds[1], ["unopenable"]);
  deepEqual(kinds[2], ["left-out", "left-out", "session", "input"]);
});

Deno.test("readAhead() stops its threads when nobody reads on", async () => {
  await using made = await folder(files(40));
  const scratch = newScratch();
  const names = [...Deno.readDirSync(made.path)].map(({ name }) => name).sort();
  const planned = planReading(names.map((name) => {
    const head = readHead(`${made.path}/${name}`, scratch);
    return survey(name, head.size, head, ADAPTERS);
  })).conversations.flat();
  const reading = { folder: made.path, rules: RULES.default, scratch };
  const reader = readAhead(planned, reading, { threads: 2, worthBytes: 0 });
  const [first] = planned;
  if (first !== undefined) await Array.fromAsync(reader.events(first));
  // The test runner counts threads and timers that are left behind.
  reader[Symbol.dispose]();
});

Deno.test("readCorpus() counts every one of a million lines it cannot read, and names the first", async () => {
  await using made = await folder({
    "a.jsonl": linesOf(user("1", "Why?")) + "x\n".repeat(1_000_000),
  });
  const { sessions, report } = readCorpus(made.path);
  equal((await Array.fromAsync(sessions)).length, 1);
  const left = report.leftOut.get("unreadable");
  equal(left?.count, 1_000_000);
  deepEqual(left?.places.map(({ line }) => line), [2, 3, 4, 5, 6]);
});
