import { deepEqual, equal, match, ok } from "node:assert/strict";
import { ADAPTERS, checkpointOf, readCorpus } from "@taskflow/corpora";
import { sharedPath, sharedTest } from "../shared.ts";
import { assistant, user } from "./claude_code_lines.ts";
import { compareWithLabels } from "./compare_with_labels.ts";
import { folder } from "./fixtures.ts";
import { readsMutations } from "./mutations.ts";
import { headOf, linesOf } from "./read_with.ts";

const ID = "11111111-aaaa-4bbb-8ccc-000000000001";

function metadata(
  session: string,
  created: string,
  more: Record<string, unknown> = {},
): string {
  return JSON.stringify(
    {
      checkpoint_id: "0a1b2c3d4e5f",
      session_id: session,
      strategy: "manual-commit",
      created_at: created,
      agent: "Gemini CLI",
      files_touched: ["a.ts"],
      ...more,
    },
    null,
    2,
  );
}

const TREE = JSON.stringify(
  {
    checkpoint_id: "0a1b2c3d4e5f",
    strategy: "manual-commit",
    sessions: [{ metadata: "/0a/0/metadata.json" }],
  },
  null,
  2,
);

/** The first so many turns of one transcript, as every checkpoint repeats them. */
function transcript(turns: number, session = ID): string {
  const records: unknown[] = [];
  for (let n = 1; n <= turns; n++) {
    records.push(
      user(`u-${session}-${n}`, `step ${n}`, { sessionId: session }),
    );
    records.push(assistant(`a-${session}-${n}`, 1, { sessionId: session }));
  }
  return linesOf(...records);
}

/** A session folder of a checkpoint. */
function checkpoint(
  path: string,
  created: string,
  files: Record<string, string>,
  session = ID,
): Record<string, string> {
  const all: Record<string, string> = {
    [`${path}/metadata.json`]: metadata(session, created),
    [`${path}/context.md`]: "# Session Context\n",
    [`${path}/content_hash.txt`]: "sha256:0\n",
    [`${path.slice(0, path.lastIndexOf("/"))}/metadata.json`]: TREE,
  };
  for (const [name, text] of Object.entries(files)) {
    all[`${path}/${name}`] = text;
  }
  return all;
}

async function read(files: Record<string, string>) {
  await using made = await folder(files);
  const { sessions, report } = readCorpus(made.path);
  const found = await Array.fromAsync(sessions);
  const { read, unread } = report.files;
  equal(read + unread, Object.keys(files).length);
  return {
    found,
    report,
    texts: found.map(({ messages }) => messages.map(({ text }) => text)),
    unread: Object.fromEntries(
      [...report.unreadFiles].map(([reason, { count }]) => [reason, count]),
    ),
  };
}

Deno.test("readCorpus() reads of every session of an Entire tree the latest checkpoint alone", async () => {
  const { found, report, texts, unread } = await read({
    ...checkpoint("0a/1111111111/0", "2026-03-04T10:00:00Z", {
      "full.jsonl": transcript(1),
    }),
    ...checkpoint("0b/2222222222/0", "2026-03-04T12:00:00.5+01:00", {
      "full.jsonl": transcript(2),
      "prompt.txt": "step 1\n\n---\n\nstep 2",
    }),
    ...checkpoint("0c/3333333333/3", "2026-03-04T11:30:00Z", {
      "full.jsonl": transcript(3),
    }),
    ...checkpoint("0c/3333333333/4", "2026-03-04T09:00:00Z", {
      "full.jsonl": transcript(1, "other"),
    }, "other"),
  });
  deepEqual(texts, [["step 1", "step 2", "step 3"], ["step 1"]]);
  deepEqual(unread, { "older-copy": 2, companion: 16 });
  equal(report.records, 4);
  const [session] = found;
  equal(session?.source, "entire");
  equal(session?.file, "0c/3333333333/3/full.jsonl");
  // What the transcript says counts, not the metadata.
  equal(session?.attributes.agent, "claude-code");
  match(
    report.unreadFiles.get("older-copy")?.files[0]?.detail ?? "",
    /read from "0c\/3333333333\/3\/full.jsonl"/,
  );
});

Deno.test("readCorpus() knows the sessions of old Entire versions, whose ids begin with a date", async () => {
  const { texts, unread } = await read({
    ...checkpoint("0a/1111111111/0", "2026-01-12T10:00:00Z", {
      "full.jsonl": transcript(2),
    }, `2026-01-12-${ID}`),
    ...checkpoint("0b/2222222222/0", "2026-01-13T10:00:00Z", {
      "full.jsonl": transcript(3),
    }),
    "native.jsonl": transcript(3),
  });
  deepEqual(texts, [["step 1", "step 2", "step 3"]]);
  equal(unread["older-copy"], 1);
});

Deno.test("readCorpus() reads the parts of a long transcript in order", async () => {
  const lines = transcript(4).trimEnd().split("\n");
  const part = (from: number, to: number) => lines.slice(from, to).join("\n");
  const { texts, report, found } = await read(
    checkpoint("0a/1111111111/0", "2026-03-04T10:00:00Z", {
      "full.jsonl": part(0, 3),
      "full.jsonl.001": part(3, 5),
      "full.jsonl.002": part(5, 8),
    }),
  );
  deepEqual(texts, [["step 1", "step 2", "step 3", "step 4"]]);
  equal(report.files.read, 3);
  deepEqual(report.inputs.map(({ file }) => file.slice(-4)), [
    "sonl",
    ".001",
    ".002",
  ]);
  ok(
    report.inputs.every(({ bytes, sha256 }) =>
      bytes > 0 && /^[0-9a-f]{64}$/.test(sha256)
    ),
  );
  equal(found[0]?.file, "0a/1111111111/0/full.jsonl");
});

Deno.test("readCorpus() reads prompts only where no checkpoint has a transcript", async () => {
  const prompts =
    "first\n\nin two parts\n\n---\n\n[Request interrupted by user]\n\n---\n\nsecond";
  const { found, texts, report, unread } = await read({
    ...checkpoint("0a/1111111111/0", "2026-03-04T10:00:00Z", {
      "prompt.txt": prompts,
    }),
    ...checkpoint("0b/2222222222/0", "2026-03-05T10:00:00Z", {
      "prompt.txt": "later",
    }, "other"),
    ...checkpoint("0b/2222222222/1", "2026-03-04T10:00:00Z", {
      "full.jsonl": transcript(1, "other"),
    }, "other"),
  });
  deepEqual(texts, [["first\n\nin two parts", "second"], ["step 1"]]);
  equal(found[0]?.id, ID);
  equal(found[0]?.attributes.agent, "gemini-cli");
  equal(found[0]?.attributes.month, "2026-03");
  equal(report.leftOut.get("interruption-marker")?.places[0]?.line, 7);
  equal(report.warningCount, 1);
  equal(unread["older-copy"], undefined);
});

Deno.test("readCorpus() names a transcript of an unknown agent, and reads an older one that is known", async () => {
  const files = {
    ...checkpoint("0a/1111111111/0", "2026-03-04T10:00:00Z", {
      "full.jsonl": '{"strange":1}\n',
    }),
  };
  const alone = await read({ ...files, "other.jsonl": transcript(1, "other") });
  equal(alone.unread.unrecognised, 1);
  equal(alone.texts.length, 1);
  const { texts, found } = await read({
    ...files,
    ...checkpoint("0b/2222222222/0", "2026-03-01T10:00:00Z", {
      "full.jsonl": transcript(1),
    }),
  });
  deepEqual(texts, [["step 1"]]);
  equal(found[0]?.file, "0b/2222222222/0/full.jsonl");
});

Deno.test("readCorpus() does not count sub-agents of an Entire task as sessions", async () => {
  const agent = { sessionId: ID, isSidechain: true, agentId: "ab12" };
  const { texts, report } = await read({
    ...checkpoint("0a/1111111111/0", "2026-03-04T10:00:00Z", {
      "full.jsonl": transcript(1),
    }),
    "0a/1111111111/0/tasks/toolu_1/agent-ab12.jsonl": linesOf(
      user("x-1", "Find it", agent),
    ),
  });
  deepEqual(texts, [["step 1"]]);
  equal(report.leftOut.get("subagent")?.count, 1);
});

Deno.test("readCorpus() reads a transcript without metadata as what it is", async () => {
  const { found } = await read({ "0a/1111111111/0/full.jsonl": transcript(1) });
  equal(found[0]?.source, "claude-code");
});

Deno.test("checkpointOf() reads metadata by content, long ones and damaged ones included", () => {
  const of = (text: string) => checkpointOf(headOf(text));
  const files_touched = Array.from(
    { length: 9000 },
    (_, n) => `src/file-${n}.ts`,
  );
  deepEqual(
    of(metadata("s-1", "2026-03-04T10:00:00Z", { model: "m", files_touched })),
    {
      session: "s-1",
      created: "2026-03-04T10:00:00Z",
      agent: "Gemini CLI",
      // It stands behind the part that is looked at.
      model: null,
    },
  );
  equal(of(TREE), "tree");
  const odd = of(metadata("s-1", "soon", { agent: 7 }));
  equal(odd === "tree" ? "" : odd?.created, null);
  for (
    const text of [
      "",
      "{}",
      '{"checkpoint_id":1}',
      '{"session_id":"s"}',
      '"checkpoint_id"',
    ]
  ) {
    equal(of(text), null);
  }
});

Deno.test("readCorpus() survives fifty damaged Entire transcripts and metadata", async () => {
  await readsMutations([transcript(3)], transcript(1, "good"), "full.jsonl");
  await readsMutations(
    [metadata(ID, "2026-03-04T10:00:00Z")],
    transcript(1, "good"),
    "metadata.json",
  );
});

sharedTest(
  "readCorpus() gives of Entire trees the messages of the shared labels",
  async () => {
    const { report, differences, labelled, sessions } = await compareWithLabels(
      "entire",
      ADAPTERS,
    );
    deepEqual(differences, []);
    equal(labelled, 138);
    equal(report.kept, 138);
    const { places } = report.leftOut.get("duplicate-session") ??
      { places: [] };
    deepEqual(places, []);
    // 49 transcripts: two are older checkpoints, four of sub-agents of OpenCode and three of team
    // mates are no sessions.
    equal(report.files.read, 47);
    equal(report.unreadFiles.get("older-copy")?.count, 2);
    equal(sessions.length, 40);
    ok(sessions.every(({ source }) => source === "entire"));
  },
);

sharedTest(
  "readCorpus() counts nothing twice over claude-code and entire together",
  async () => {
    const { sessions, report } = readCorpus(sharedPath("corpora"), {
      rules: "labels",
    });
    const ids = new Set<string>();
    for await (const { id, attributes } of sessions) {
      const key = `${attributes.agent} ${id}`;
      equal(ids.has(key), false);
      ids.add(key);
    }
    let left = 0;
    for (const { count } of report.leftOut.values()) left += count;
    equal(report.records, report.kept + left);
    equal(report.unreadFiles.get("failed"), undefined);
  },
);
