/** SpecStory files that people have, against the extraction of an independent script. */

import { deepEqual, equal, ok } from "node:assert/strict";
import { createHash } from "node:crypto";
import {
  joinLabels,
  readCorpus,
  readLabels,
  RULES,
  trimText,
  userText,
} from "@taskflow/corpora";
import { isDeepStrictEqual } from "node:util";
import { sharedPath, sharedTest } from "../shared.ts";

/**
 * Where our reader differs from the script under the rules of the labels, by the start of the
 * SHA-256 of the path: messages of ours and of theirs that the other has not. All looked at.
 */
const DIFFERENCES: Readonly<
  Record<string, readonly [ours: number, theirs: number, why: string]>
> = {
  // A transcript of the editor extension (times without seconds, days before the session began) is
  // pasted into a message. The script takes its user turns for turns of this session and cuts the
  // message there.
  "9ca3740ab1997ae2": [1, 3, "pasted transcript"],
  // The agent prints this session's own file: user turns inside a tool block, counted again.
  "fba2d6283f7aeee6": [0, 4, "transcript in tool output"],
  // A message quotes a diff with a caveat block in it; the script takes the block out of the quote.
  "9f16621a37a7ede2": [1, 1, "quoted tag"],
};

const sha256 = (text: string) =>
  createHash("sha256").update(text).digest("hex");
const keyOf = (path: string) => sha256(path).slice(0, 16);

/** Texts of the messages of the script, by file. */
async function expected(): Promise<Map<string, string[]>> {
  const byFile = new Map<string, string[]>();
  const lines = await Deno.readTextFile(sharedPath("labels/messages.jsonl"));
  for (const line of lines.trim().split("\n")) {
    const { corpus, file, sha256: hash, text } = JSON.parse(line);
    if (corpus !== "specstory") continue;
    equal(sha256(text), hash);
    const texts = byFile.get(file) ?? [];
    texts.push(text);
    byFile.set(file, texts);
  }
  return byFile;
}

const MARKER = /^_\*\*User\b.*\*\*_$/m;

/** What is in `a` more often than in `b`. */
function surplus(a: readonly string[], b: readonly string[]): number {
  const rest = [...b];
  return a.filter((text) => {
    const at = rest.indexOf(text);
    if (at >= 0) rest.splice(at, 1);
    return at < 0;
  }).length;
}

sharedTest(
  "readCorpus() extracts the messages of the labels from SpecStory files",
  async () => {
    const theirs = await expected();
    const { sessions, report } = readCorpus(sharedPath("corpora/specstory"), {
      rules: "labels",
    });
    const differences: Record<string, readonly [number, number]> = {};
    for await (const { file, messages } of sessions) {
      const path = `specstory/${file}`;
      const ours = messages.map(({ text }) => text ?? "");
      const labelled = theirs.get(path) ?? [];
      theirs.delete(path);
      if (isDeepStrictEqual(ours, labelled)) continue;
      differences[keyOf(path)] = [
        surplus(ours, labelled),
        surplus(labelled, ours),
      ];
    }
    deepEqual(
      [...theirs.keys()],
      [],
      "files that only the script has messages of",
    );
    deepEqual(
      differences,
      Object.fromEntries(
        Object.entries(DIFFERENCES).map((
          [file, [ours, theirs]],
        ) => [file, [ours, theirs]]),
      ),
    );
    // The independent counts: 369 files, 334 sessions, 318 with a message, 2,161 messages. Ours are
    // six messages fewer: the differences above.
    deepEqual(report.files, { read: 369, unread: 0 });
    deepEqual(report.sessions, { kept: 334, empty: 16, duplicate: 35 });
    equal(report.kept, 2161 - 6);
    equal(report.warningCount, 0);
  },
);

sharedTest(
  "readCorpus() splits turns that the script joined, and loses none of its messages",
  async () => {
    const theirs = await expected();
    const { sessions, report } = readCorpus(sharedPath("corpora/specstory"));
    let splitFiles = 0;
    for await (const { file, messages } of sessions) {
      const path = `specstory/${file}`;
      const ours = messages.map(({ text }) => text ?? "");
      const labelled = theirs.get(path) ?? [];
      if (!isDeepStrictEqual(ours, labelled)) splitFiles++;
      if (DIFFERENCES[keyOf(path)] !== undefined) continue;
      const parts = labelled.flatMap((text) => text.split(MARKER)).map(
        trimText,
      );
      const lost = parts.filter((part) =>
        !ours.includes(part) && userText(part, RULES.default).text !== null
      );
      deepEqual(lost.map(sha256), [], path);
      ok(!ours.some((text) => MARKER.test(text)), path);
    }
    equal(splitFiles, 38);
    equal(report.kept, 2279);
    const left = [...report.leftOut.values()].reduce(
      (n, { count }) => n + count,
      0,
    );
    equal(report.kept + left, report.records);
  },
);

sharedTest(
  "readLabels() and joinLabels() join the shared labels by hash",
  async () => {
    const root = sharedPath("corpora/specstory");
    const labels = await readLabels(sharedPath("labels/messages.csv"));
    let [whole, partly] = [0, 0];
    for await (
      const session of readCorpus(root, { rules: "labels" }).sessions
    ) {
      const { messages } = joinLabels(session, labels, root);
      const missing = messages.filter(({ intent }) => intent === null).length;
      if (messages.length > 0) missing === 0 ? whole++ : partly++;
    }
    const { matched, unlabelled, unused, elsewhere, labels: all, key } = labels
      .report();
    deepEqual({ key, matched, unlabelled, unused, whole, partly }, {
      key: "sha256",
      matched: 2153,
      unlabelled: 2,
      unused: 8,
      whole: 316,
      partly: 2,
    });
    equal(matched + unused + elsewhere, all);
  },
);
