import { deepEqual, equal, match, ok, rejects } from "node:assert/strict";
import { createHash } from "node:crypto";
import {
  type Adapter,
  type IngestReport,
  readCorpus,
  type ReadCorpusOptions,
} from "@taskflow/corpora";
import type { Session } from "@taskflow/session";
import {
  folder,
  GENERATION_A,
  GENERATION_B_WITH_ID,
  GENERATION_C,
  GENERATION_D,
} from "./fixtures.ts";

interface Taken {
  readonly sessions: Session[];
  readonly report: IngestReport;
}

async function take(path: string, options?: ReadCorpusOptions): Promise<Taken> {
  const { sessions, report } = readCorpus(path, options);
  return { sessions: await Array.fromAsync(sessions), report };
}

function holds(report: IngestReport): void {
  const left = [...report.leftOut.values()].reduce(
    (n, { count }) => n + count,
    0,
  );
  equal(report.kept + left, report.records);
}

const history = ".specstory/history";

Deno.test("readCorpus() reads a folder in order of path and reports it", async () => {
  await using made = await folder({
    [`${history}/b.md`]: GENERATION_A,
    [`${history}/a.md`]: GENERATION_C,
    [`${history}/c.md`]: GENERATION_D,
  });
  const { sessions, report } = await take(made.path);
  deepEqual(sessions.map(({ file }) => file), [
    `${history}/a.md`,
    `${history}/b.md`,
    `${history}/c.md`,
  ]);
  deepEqual(report.files, { read: 3, unread: 0 });
  deepEqual(report.sessions, { kept: 3, empty: 0, duplicate: 0 });
  deepEqual([report.records, report.kept], [9, 7]);
  deepEqual(report.leftOut.get("sidechain"), {
    count: 1,
    places: [{
      file: `${history}/a.md`,
      line: 19,
      session: "0c0ffee0-1111-4222-8333-944455556666",
    }],
  });
  holds(report);
});

Deno.test("readCorpus() reads one file as it reads its folder", async () => {
  await using made = await folder({ "a.md": GENERATION_D });
  const one = await take(`${made.path}/a.md`);
  const all = await take(made.path);
  deepEqual(one.sessions, all.sessions);
  equal(one.report.corpusHash, all.report.corpusHash);
});

Deno.test("readCorpus() hashes each file and the corpus", async () => {
  await using made = await folder({
    "b.md": GENERATION_D,
    "a/a.md": GENERATION_A,
  });
  const { sessions, report } = readCorpus(made.path);
  equal(report.corpusHash, null);
  await Array.fromAsync(sessions);
  const sha256 = (text: string) =>
    createHash("sha256").update(text).digest("hex");
  deepEqual(report.inputs.map(({ file, sha256 }) => [file, sha256]), [
    ["a/a.md", sha256(GENERATION_A)],
    ["b.md", sha256(GENERATION_D)],
  ]);
  const lines = report.inputs.map(({ file, sha256 }) => `${file}\0${sha256}`);
  equal(report.corpusHash, sha256(lines.join("\n")));
  const bytes = new TextEncoder().encode(GENERATION_A + GENERATION_D).length;
  equal(report.bytes, bytes);
});

Deno.test("readCorpus() counts a repeated session id once, the first by path", async () => {
  const longer =
    `${GENERATION_D}\n---\n\n_**User (2026-01-20 16:00:00Z)**_\n\nmore\n`;
  await using made = await folder({
    "1.md": GENERATION_D,
    "2.md": GENERATION_D,
    "3.md": longer,
  });
  const { sessions, report } = await take(made.path);
  deepEqual(sessions.map(({ file }) => file), ["1.md"]);
  deepEqual(report.sessions, { kept: 1, empty: 0, duplicate: 2 });
  equal(report.leftOut.get("duplicate-session")?.count, 3 + 4);
  equal(report.warningCount, 1);
  equal(report.warnings[0]?.file, "3.md");
  match(
    report.warnings[0]?.message ?? "",
    /has 4 messages here, but 3 in "1\.md".*take/,
  );
  holds(report);
});

Deno.test("readCorpus() names what it cannot read and goes on", async () => {
  await using made = await folder({
    "a.md": GENERATION_A,
    "binary.md": Uint8Array.of(1, 2, 0, 3),
    "empty.md": "",
    "blank.md": " \n\n",
    "notes.md": "# Notes\n\nNothing here.\n",
    "old.7z": Uint8Array.of(0x37, 0x7a, 0xbc, 0xaf, 0x27, 0x1c),
  });
  const { sessions, report } = await take(made.path);
  equal(sessions.length, 1);
  deepEqual(report.files, { read: 1, unread: 5 });
  deepEqual(
    [...report.unreadFiles].map(([reason, { count, files }]) => [
      reason,
      count,
      files.map(({ file }) => file),
    ]),
    [
      ["binary", 2, ["binary.md", "old.7z"]],
      ["empty-file", 2, ["blank.md", "empty.md"]],
      ["unrecognised", 1, ["notes.md"]],
    ],
  );
  match(report.unreadFiles.get("binary")?.files[1]?.detail ?? "", /7z/);
  holds(report);
});

Deno.test("readCorpus() names a file that cannot be opened any more", async () => {
  await using made = await folder({
    "a.md": GENERATION_A,
    "b.md": GENERATION_D,
  });
  const { sessions, report } = readCorpus(made.path);
  for await (const { file } of sessions) {
    if (file === "a.md") await Deno.remove(`${made.path}/b.md`);
  }
  deepEqual(report.files, { read: 1, unread: 1 });
  deepEqual(report.unreadFiles.get("unopenable")?.files, [
    { file: "b.md", detail: "it cannot be opened: NotFound" },
  ]);
});

Deno.test("readCorpus() warns of a file that ends inside a character", async () => {
  const bytes = new TextEncoder().encode(`${GENERATION_A}\n_**User**_\n\n文`);
  await using made = await folder({ "a.md": bytes.subarray(0, -1) });
  const { report } = await take(made.path);
  const [cut, inside] = report.warnings;
  match(
    cut?.message ?? "",
    /the last line has no end.*export the session again/,
  );
  match(inside?.message ?? "", /ends inside a character.*export it again/);
  equal(inside?.file, "a.md");
});

Deno.test("readCorpus() warns of a file that ends inside a line, and of no other", async () => {
  await using made = await folder({
    "a.md": `${GENERATION_A}\n---\n\n_**User**_\n\nAnd then`,
    "b.md": `${GENERATION_A}\n---\n\n_**User**_\n\nAnd then\n`,
  });
  const { report } = await take(made.path);
  deepEqual(report.warnings.map(({ file }) => file), ["a.md"]);
});

Deno.test("readCorpus() says what to do about a missing folder", async () => {
  await rejects(take("no/such/folder"), {
    name: "NotFound",
    message: /Cannot read "no\/such\/folder".*check the path/,
  });
});

Deno.test("readCorpus() says what it found where no file is an export", async () => {
  await using empty = await folder({});
  await rejects(take(empty.path), {
    name: "TypeError",
    message: /folder is empty; give a folder with session exports \(SpecStory/,
  });
  await using other = await folder({
    "a.py": "1",
    "b.py": "2",
    "c": "",
    "d.png": "\0",
  });
  await rejects(take(other.path), {
    name: "TypeError",
    message:
      /none of its 4 files .* found 2 \.py, 1 \.png, 1 without extension \(.*1 binary/,
  });
  await rejects(take(`${other.path}/a.py`), {
    name: "TypeError",
    message: /found 1 \.py file, "a\.py": it does not start like any export/,
  });
});

Deno.test("readCorpus() keeps a session without messages and counts it as empty", async () => {
  const text = GENERATION_B_WITH_ID.slice(
    0,
    GENERATION_B_WITH_ID.indexOf("_**"),
  );
  await using made = await folder({ "a.md": text });
  const { sessions, report } = await take(made.path);
  deepEqual(sessions[0]?.messages, []);
  deepEqual(report.sessions, { kept: 1, empty: 1, duplicate: 0 });
});

Deno.test("readCorpus() tells its progress", async () => {
  await using made = await folder({
    "a.md": GENERATION_A,
    "b.md": GENERATION_D,
    "c": "",
  });
  const seen: string[] = [];
  await take(made.path, {
    onProgress: ({ files, totalFiles, messages }) =>
      seen.push(`${files}/${totalFiles} ${messages}`),
  });
  deepEqual(seen, ["1/3 2", "2/3 5", "3/3 5"]);
});

Deno.test("readCorpus() stops when its signal is aborted, by a timer too", async () => {
  await using made = await folder(
    Object.fromEntries(
      Array.from({ length: 20 }, (_, n) => [`${n}.md`, GENERATION_A]),
    ),
  );
  const before = AbortSignal.abort(new Error("no"));
  await rejects(take(made.path, { signal: before }), /no/);
  // An adapter that never waits: only readCorpus() can give the timer its turn.
  const slow: Adapter = {
    source: "slow",
    title: "slow",
    detect: () => true,
    read() {
      const end = performance.now() + 30;
      while (performance.now() < end);
      return [];
    },
  };
  const controller = new AbortController();
  setTimeout(() => controller.abort(new Error("enough")), 60);
  const { sessions, report } = readCorpus(made.path, {
    signal: controller.signal,
    adapters: [slow],
  });
  await rejects(Array.fromAsync(sessions), /enough/);
  ok(report.files.read < 20);
});

Deno.test("readCorpus() reports a file whose adapter fails and keeps what came before", async () => {
  await using made = await folder({ "a.x": "a", "b.x": "b" });
  const half: Adapter = {
    source: "half",
    title: "half",
    detect: () => true,
    *read({ file }, context) {
      context.leaveOut("empty", 1, file);
      yield {
        schema_version: 1,
        id: file,
        source: "half",
        file,
        ordinal: 0,
        attributes: {},
        messages: [{ text: "x", timestamp: null, intent: null }],
      };
      if (file === "a.x") throw new SyntaxError("line 2 is not JSON");
    },
  };
  const { sessions, report } = await take(made.path, { adapters: [half] });
  equal(sessions.length, 2);
  deepEqual(report.files, { read: 1, unread: 1 });
  deepEqual(report.unreadFiles.get("failed")?.files, [
    { file: "a.x", detail: "line 2 is not JSON" },
  ]);
  deepEqual([report.records, report.kept], [4, 2]);
  holds(report);
});

Deno.test("readCorpus() closes the file when its reader stops early", async () => {
  await using made = await folder({
    "a.md": GENERATION_A,
    "b.md": GENERATION_D,
  });
  for await (const session of readCorpus(made.path).sessions) {
    equal(session.file, "a.md");
    break;
  }
});

Deno.test("readCorpus() never crashes, and its counts add up, on mutated files", async () => {
  let state = 1;
  const below = (n: number) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return Math.floor(state / 2 ** 32 * n);
  };
  const sources = [
    GENERATION_A,
    GENERATION_B_WITH_ID,
    GENERATION_C,
    GENERATION_D,
  ];
  const mutations: ((text: string) => string)[] = [
    (text) => text.slice(0, below(text.length)),
    (text) => text.slice(below(text.length)),
    (text) => text.replaceAll("\n", "\r\n"),
    (text) => `\uFEFF${text}`,
    (text) => text.split("\n").toSorted(() => below(3) - 1).join("\n"),
    (text) => text.replaceAll("---", below(2) === 0 ? "" : "\0"),
    (text) => text + text.slice(below(text.length)).repeat(1 + below(20)),
    (text) =>
      text.replace("_**User", `${"_**User**_\n\n".repeat(below(500))}_**User`),
    (text) => text.replaceAll("</details>", ""),
    (text) => text.replace("(", `${"9".repeat(1 + below(400))}-13-99 (`),
  ];
  const files: Record<string, Uint8Array> = {
    "0.md": new TextEncoder().encode(GENERATION_A),
  };
  for (let n = 1; n <= 200; n++) {
    const source = sources[below(sources.length)] ?? "";
    const mutate = mutations[below(mutations.length)] ?? ((text) => text);
    const bytes = new TextEncoder().encode(mutate(mutate(source)));
    if (bytes.length > 0 && below(2) === 0) {
      bytes[below(bytes.length)] = below(256);
    }
    files[`${n}.md`] = bytes;
  }
  await using made = await folder(files);
  const { report } = await take(made.path);
  equal(report.files.read + report.files.unread, 201);
  equal(report.unreadFiles.get("failed"), undefined);
  holds(report);
});
