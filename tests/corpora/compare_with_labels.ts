/** Messages of an adapter against the shared labels, which another program extracted. */

import { type Adapter, type IngestReport, readCorpus } from "@taskflow/corpora";
import type { Session } from "@taskflow/session";
import { readLines } from "@taskflow/table";
import { createHash } from "node:crypto";
import { sharedPath } from "../shared.ts";

/** What differs in one session: hashes (first 12 digits) with the surplus on each side. */
export interface Difference {
  readonly file: string;
  readonly session: number;
  /** Labelled, but not read. */
  readonly missing: number;
  /** Read, but not labelled. */
  readonly extra: number;
}

/** Read a part of the shared corpora and compare it, session by session, as a multiset of hashes. */
export async function compareWithLabels(
  corpus: string,
  adapters: readonly Adapter[],
): Promise<{
  sessions: Session[];
  report: IngestReport;
  differences: Difference[];
  labelled: number;
}> {
  const expected = new Map<string, string[]>();
  let labelled = 0;
  for await (const { text } of readLines(sharedPath("labels/messages.jsonl"))) {
    const label = JSON.parse(text);
    if (label.corpus !== corpus) continue;
    labelled++;
    add(expected, `${label.file}\0${label.session}`, label.sha256);
  }
  const { sessions, report } = readCorpus(sharedPath(`corpora/${corpus}`), {
    rules: "labels",
    adapters,
  });
  const read = await Array.fromAsync(sessions);
  const found = new Map<string, string[]>();
  for (const { file, ordinal, messages } of read) {
    for (const { text } of messages) {
      const sha = createHash("sha256").update(text ?? "").digest("hex");
      add(found, `${corpus}/${file}\0${ordinal}`, sha);
    }
  }
  const differences: Difference[] = [];
  for (const key of new Set([...expected.keys(), ...found.keys()])) {
    const [file = "", session] = key.split("\0");
    const missing = surplus(expected.get(key) ?? [], found.get(key) ?? []);
    const extra = surplus(found.get(key) ?? [], expected.get(key) ?? []);
    if (missing + extra === 0) continue;
    differences.push({ file, session: Number(session), missing, extra });
  }
  return { sessions: read, report, differences, labelled };
}

function add(map: Map<string, string[]>, key: string, value: string): void {
  const list = map.get(key);
  if (list === undefined) map.set(key, [value]);
  else list.push(value);
}

/** How many of the values are not among the others, each used once. */
function surplus(values: readonly string[], others: readonly string[]): number {
  const counts = new Map<string, number>();
  for (const value of others) counts.set(value, (counts.get(value) ?? 0) + 1);
  let left = 0;
  for (const value of values) {
    const count = counts.get(value) ?? 0;
    if (count === 0) left++;
    else counts.set(value, count - 1);
  }
  return left;
}
