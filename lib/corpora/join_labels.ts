/**
 * Joining labels to the messages they were given to.
 *
 * @module
 */

import type { Session } from "@taskflow/session";
import { createHash } from "node:crypto";
import { type LabelledFile, type Labels, slotKey } from "./labels.ts";
import { trimText } from "./trim_text.ts";

/**
 * Give the messages of a session their labels: by file, ordinal of the session, SHA-256 of the
 * trimmed text and occurrence of that hash, never by position alone unless the labels have nothing
 * else.
 *
 * The file of a label is relative to some folder above: it belongs to the session whose path ends
 * with it.
 *
 * @param session A session; texts are needed unless the labels go by position.
 * @param labels The labels; they note what was taken.
 * @param root The path that was read. Without it, or if the hashes prevent mistakes, labels of a file
 * also belong to the only session file whose relative path theirs ends with.
 * @returns The session with intents; `null` where there is no label.
 *
 * @example
 * ```ts
 * import { equal } from "node:assert/strict";
 * import { joinLabels, readLabels } from "@taskflow/corpora";
 *
 * const path = await Deno.makeTempFile({ suffix: ".csv" });
 * const hash = "2c26b46b68ffc68ff99b453c1d30413413422d706483bfa0f98a5e886266e7ae";
 * await Deno.writeTextFile(path, `file,session,sha256,intent\nx/a.md,0,${hash},bug-fix\n`);
 * const labels = await readLabels(path);
 * const session = joinLabels({
 *   schema_version: 1,
 *   id: "s",
 *   source: "specstory",
 *   file: "a.md",
 *   ordinal: 0,
 *   attributes: {},
 *   messages: [{ text: "foo", timestamp: null, intent: null }],
 * }, labels);
 * equal(session.messages[0]?.intent, "bug-fix");
 * equal(labels.report().matched, 1);
 * await Deno.remove(path);
 * ```
 */
export function joinLabels(
  session: Session,
  labels: Labels,
  root = "",
): Session {
  const found = session.file === null
    ? null
    : fileOf(session.file, labels, root);
  const occurrences = new Map<string, number>();
  const messages = session.messages.map((message, position) => {
    const key = found === null
      ? null
      : keyOf(session.ordinal, message.text, position, labels);
    const slot = key === null ? undefined : found?.slots.get(key);
    const nth = key === null ? 0 : occurrences.get(key) ?? 0;
    if (key !== null) occurrences.set(key, nth + 1);
    const intent = slot?.intents[nth] || null;
    if (slot !== undefined && intent !== null) slot.used[nth] = true;
    if (intent === null) labels.messages.unlabelled++;
    else labels.messages.labelled++;
    return { ...message, intent };
  });
  return { ...session, messages };
}

function keyOf(
  ordinal: number,
  text: string | null,
  position: number,
  labels: Labels,
): string | null {
  if (labels.key === "position") return slotKey(ordinal, position);
  if (text === null) return null;
  return slotKey(
    ordinal,
    createHash("sha256").update(trimText(text)).digest("hex"),
  );
}

/** The labelled file that a session's file is, or `null`. */
function fileOf(
  file: string,
  labels: Labels,
  root: string,
): LabelledFile | null {
  const byHash = labels.key === "sha256";
  const found = byEnd(absolute(file, root), labels) ??
    (byHash || root === "" ? byBeginning(file, labels) : null);
  if (found === null) return null;
  if (found.joined !== null && found.joined !== file) {
    const message =
      `labels of "${found.file}" fit "${found.joined}" and "${file}": the first ` +
      `got them; give longer paths in the label file`;
    if (!labels.warnings.includes(message)) labels.warnings.push(message);
    return null;
  }
  found.joined = file;
  return found;
}

/** The labelled file with the longest path in which the session's path ends. */
function byEnd(path: string, labels: Labels): LabelledFile | null {
  for (let from = 0; from >= 0;) {
    const found = labels.files.get(path.slice(from));
    if (found !== undefined) return found;
    const slash = path.indexOf("/", from);
    from = slash < 0 ? -1 : slash + 1;
  }
  return null;
}

/** The only labelled file whose path ends in the session's relative path. */
function byBeginning(file: string, labels: Labels): LabelledFile | null {
  const end = `/${file}`;
  const fitting = [...labels.files.values()].filter((entry) =>
    entry.file.endsWith(end)
  );
  return fitting.length === 1 ? fitting[0] ?? null : null;
}

function absolute(file: string, root: string): string {
  const base = root.replaceAll("\\", "/").replace(/\/+$/, "");
  if (base === "" || base === file || base.endsWith(`/${file}`)) {
    return base || file;
  }
  return `${base}/${file}`;
}
