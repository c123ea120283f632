/**
 * What must hold however damaged a file is.
 *
 * @module
 */

import {
  type Adapter,
  type IngestReport,
  readCorpus,
  sessionKey,
  specstory,
  trimText,
} from "@taskflow/corpora";
import type { Session } from "@taskflow/session";
import { join } from "node:path";

/** A file beside the damaged one, which must come through whatever happens. */
const WITNESS = "witness.md";
const WITNESS_TEXT =
  "## SpecStory\n\n## Witness\n\n_**User**_\n\nStill here?\n";

/** Adapters that a case is read with. */
export type CaseAdapters = "all" | "forced";

/**
 * Read a damaged file beside a good one, and check what comes out.
 *
 * @param bytes The damaged file.
 * @param adapter Whose format it had.
 * @param adapters All adapters, by detection; or this one, whatever it detects.
 * @param folder An empty folder to use; it is empty again afterwards.
 * @returns What does not hold, or `null`.
 *
 * @example
 * ```ts
 * import { equal } from "node:assert/strict";
 * import { codex } from "@taskflow/corpora";
 * import { checkCase } from "./check_case.ts";
 *
 * const folder = await Deno.makeTempDir();
 * const damaged = new TextEncoder().encode('{"type":"session_meta"');
 * equal(await checkCase(damaged, codex, "forced", folder), null);
 * await Deno.remove(folder);
 * ```
 */
export async function checkCase(
  bytes: Uint8Array,
  adapter: Adapter,
  adapters: CaseAdapters,
  folder: string,
): Promise<string | null> {
  const [path, witness] = [join(folder, "damaged"), join(folder, WITNESS)];
  await Deno.writeFile(path, bytes);
  await Deno.writeTextFile(witness, WITNESS_TEXT);
  const forced = {
    ...adapter,
    detect: ({ text }: { text: string }) => text !== WITNESS_TEXT,
  };
  const { sessions, report } = readCorpus(folder, {
    threads: 0,
    ...(adapters === "all" ? {} : { adapters: [forced, specstory] }),
  });
  try {
    const found = await Array.fromAsync(sessions);
    return problemOf(found, report);
  } catch (error) {
    const what = error instanceof Error ? error.stack ?? error.message : error;
    return `it throws: ${what}`;
  } finally {
    await Deno.remove(path);
    await Deno.remove(witness);
  }
}

function problemOf(
  sessions: readonly Session[],
  report: IngestReport,
): string | null {
  const failed = report.unreadFiles.get("failed")?.files[0]?.detail;
  // What is refused in our words, with the file's name, is no crash.
  if (failed !== undefined && !/^Cannot read (?:table )?"/.test(failed)) {
    return `the adapter gave up: ${failed}`;
  }
  const messages = sessions.flatMap(({ messages }) => messages);
  const bad = messages.find(({ text }) => trimText(text ?? "") === "");
  if (bad !== undefined) return "a message has no text";
  if (!sessions.some(({ file }) => file === WITNESS)) {
    return "the file beside it was not read";
  }
  const { records, kept, files } = report;
  if (kept !== messages.length) {
    return `${kept} messages counted, ${messages.length} delivered`;
  }
  if (report.sessions.kept !== sessions.length) {
    return `${report.sessions.kept} sessions counted, ${sessions.length} delivered`;
  }
  const left = [...report.leftOut.values()].map(({ count }) => count);
  if (records !== kept + sum(left)) {
    return `${records} records, ${kept} kept, ${sum(left)} left out`;
  }
  const formats = [...report.formats.values()];
  for (const { records, kept, leftOut } of formats) {
    if (records !== kept + sum([...leftOut.values()])) {
      return "the records of a format do not add up";
    }
  }
  if (sum(formats.map(({ records }) => records)) !== records) {
    return "the formats do not add up";
  }
  if (files.read + files.unread !== 2) {
    return `${files.read} files read and ${files.unread} not, of 2`;
  }
  const ids = new Set(sessions.map(sessionKey));
  return ids.size === sessions.length ? null : "a session comes twice";
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((a, b) => a + b, 0);
}
