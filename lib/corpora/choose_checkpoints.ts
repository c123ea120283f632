/**
 * The files of Entire checkpoints that are worth reading: every checkpoint repeats the whole
 * transcript of its session so far, so the last one has it all.
 *
 * @module
 */

import type { Adapter } from "./adapter.ts";
import { compareCodePoints } from "./compare_code_points.ts";
import type { Checkpoint } from "./entire.ts";
import { entirePrompts } from "./entire_prompts.ts";
import type { PlannedFile } from "./plan_reading.ts";
import type { Surveyed } from "./survey.ts";

/** Parts of a long transcript: `full.jsonl`, then `full.jsonl.001` and so on. */
const TRANSCRIPT = /(?:^|\/)full\.jsonl(?:\.\d{3,})?$/;
const PROMPTS = /(?:^|\/)prompt\.txt$/;
const COMPANION =
  /(?:^|\/)(?:metadata\.json|prompt\.txt|context\.md|content_hash\.txt)$/;

/** What is left of a list of files when checkpoints were chosen. */
export interface ChosenFiles {
  /** Files to read, checkpoints among them, in the order in which they were given. */
  readonly files: readonly PlannedFile[];
  /** Files not to read, each with its problem. */
  readonly unread: readonly Surveyed[];
}

interface Folder {
  readonly checkpoint: Checkpoint;
  readonly parts: Surveyed[];
  prompts: Surveyed | null;
}

/**
 * Choose the latest checkpoint of every session that has a transcript, or its prompts if none has.
 *
 * @param surveyed All files, in order of path.
 * @returns What to read and what not: older checkpoints as `older-copy`, metadata as `companion`.
 *
 * @example
 * ```ts
 * import { deepEqual } from "node:assert/strict";
 * import { chooseCheckpoints, claudeCode } from "@taskflow/corpora";
 *
 * const metadata = (file: string, created: string) => ({
 *   file,
 *   size: 9,
 *   adapter: null,
 *   links: [],
 *   checkpoint: { session: "s-1", created, agent: null, model: null },
 *   problem: { reason: "companion" as const, detail: "metadata" },
 * });
 * const transcript = (file: string) => ({
 *   file, size: 9, adapter: claudeCode, links: [], checkpoint: null, problem: null,
 * });
 * const { files, unread } = chooseCheckpoints([
 *   transcript("a/0/full.jsonl"),
 *   metadata("a/0/metadata.json", "2026-01-02T10:00:00Z"),
 *   transcript("b/0/full.jsonl"),
 *   metadata("b/0/metadata.json", "2026-01-01T10:00:00Z"),
 * ]);
 * deepEqual(files.map(({ file }) => file), ["a/0/full.jsonl"]);
 * deepEqual(unread.map(({ problem }) => problem?.reason), ["companion", "older-copy", "companion"]);
 * ```
 */
export function chooseCheckpoints(surveyed: readonly Surveyed[]): ChosenFiles {
  const folders = foldersOf(surveyed);
  const latest = latestOf(folders.values());
  const files: PlannedFile[] = [];
  const unread: Surveyed[] = [];
  for (const item of surveyed) {
    const folder = folders.get(folderOf(item.file));
    if (folder === undefined) {
      if (item.adapter === null) unread.push(item);
      else files.push(alone(item, item.adapter));
      continue;
    }
    const { checkpoint, parts } = folder;
    const chosen = latest.get(checkpoint.session) === folder;
    const [first, ...rest] = parts;
    if (chosen && first !== undefined && item === first) {
      if (first.adapter === null) unread.push(first);
      else {
        const parts = rest.map(({ file }) => file);
        files.push({ ...alone(first, first.adapter), checkpoint, parts });
      }
    } else if (chosen && first === undefined && item === folder.prompts) {
      files.push({ ...alone(item, entirePrompts(checkpoint)), checkpoint });
    } else if (parts.includes(item)) {
      if (!chosen) unread.push(olderCopy(item, checkpoint, latest));
    } else if (COMPANION.test(item.file)) {
      unread.push(companion(item, checkpoint));
    } else if (item.adapter === null) unread.push(item);
    else files.push(alone(item, item.adapter));
  }
  return { files, unread };
}

function alone(
  { file, size, links }: Surveyed,
  adapter: Adapter,
): PlannedFile {
  return { file, size, adapter, links, checkpoint: null, parts: [] };
}

/** The folders of checkpoints, by path. */
function foldersOf(surveyed: readonly Surveyed[]): Map<string, Folder> {
  const folders = new Map<string, Folder>();
  for (const { file, checkpoint } of surveyed) {
    if (checkpoint === null || checkpoint === "tree") continue;
    folders.set(folderOf(file), { checkpoint, parts: [], prompts: null });
  }
  for (const item of surveyed) {
    const folder = folders.get(folderOf(item.file));
    if (folder === undefined) continue;
    if (TRANSCRIPT.test(item.file)) folder.parts.push(item);
    else if (PROMPTS.test(item.file)) folder.prompts = item;
  }
  for (const { parts } of folders.values()) {
    parts.sort((a, b) =>
      a.file.length - b.file.length || compareCodePoints(a.file, b.file)
    );
  }
  return folders;
}

/** The folder to read of every session. */
function latestOf(folders: Iterable<Folder>): Map<string, Folder> {
  const latest = new Map<string, Folder>();
  for (const folder of folders) {
    const { session } = folder.checkpoint;
    const other = latest.get(session);
    if (other === undefined || isBetter(folder, other)) {
      latest.set(session, folder);
    }
  }
  return latest;
}

function isBetter(a: Folder, b: Folder): boolean {
  const rank = ({ parts: [first], prompts }: Folder) =>
    first !== undefined
      ? (first.adapter === null ? 1 : 2)
      : prompts === null
      ? -1
      : 0;
  if (rank(a) !== rank(b)) return rank(a) > rank(b);
  const time = ({ checkpoint: { created } }: Folder) =>
    created === null ? -Infinity : Date.parse(created);
  // Of equals the first by path stays.
  return time(a) > time(b);
}

function folderOf(file: string): string {
  return file.slice(0, Math.max(0, file.lastIndexOf("/")));
}

function olderCopy(
  item: Surveyed,
  { session }: Checkpoint,
  latest: ReadonlyMap<string, Folder>,
): Surveyed {
  const read = latest.get(session)?.parts[0]?.file ?? "";
  const detail =
    `it is an older checkpoint of session "${session}", which is read from "${read}"`;
  return { ...item, problem: { reason: "older-copy", detail } };
}

function companion(item: Surveyed, { session }: Checkpoint): Surveyed {
  const detail =
    `it belongs to a checkpoint of session "${session}", whose transcript is read`;
  return { ...item, problem: { reason: "companion", detail } };
}
