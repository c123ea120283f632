/**
 * Write the sample corpus: `sessions.jsonl`, and a few of its sessions as SpecStory Markdown with
 * their labels. Deterministic: the same texts give the same bytes.
 *
 *     deno run -A scripts/data/make_sample.ts [folder, default data/sample]
 *
 * @module
 */

import { createHash } from "node:crypto";
import { dirname } from "node:path";
import { stringify } from "csv-stringify/sync";
import { type SampleSession, sampleSessions } from "./sample_sessions.ts";
import { parseTextSessions } from "./sample_texts.ts";
import {
  type MarkdownOptions,
  specstoryMarkdown,
} from "./specstory_markdown.ts";

/** Where the hand-written sessions are. */
export const TEXTS = "data/sample/texts.jsonl";

/** Hand-written sessions that are exported, how, and under which name. */
const EXPORTS: Readonly<Record<string, Omit<MarkdownOptions, "start">>> = {
  "t-01": {
    generation: "D",
    title: "Export fails after the response is committed",
  },
  "t-04": {
    generation: "B",
    title: "Slash in class names breaks the Excel export",
  },
  "t-18": { generation: "D", title: "Board resets with the radio on" },
  "t-24": { generation: "C", title: "Dry run of restore" },
  "t-25": { generation: "A", title: "Nightly job merge error" },
  "t-38": {
    generation: "D",
    title: "Fortnightly timetables",
    extra: "sidechain",
  },
  "t-42": { generation: "B", title: "Loader for the supplier endpoint" },
  "t-43": {
    generation: "C",
    title: "From invoice to PDF",
    extra: "interruption",
  },
  "t-54": { generation: "B", title: "Calendar feed for parents" },
  "t-56": {
    generation: "D",
    title: "Sortierung der Zaehlerstaende",
    extra: "quoted",
  },
  "t-59": { generation: "D", title: "Benchmarks got slower" },
  "t-60": { generation: "B", title: "Sync through WebDAV" },
};

function fileName(start: number, title: string): string {
  const time = new Date(start).toISOString().slice(0, 16).replace("T", "_")
    .replace(":", "-");
  const slug = title.toLowerCase().replace(/[^a-z0-9]+/g, "-");
  return `${time}Z-${slug}.md`;
}

/** The Markdown files and their labels, paths below `data/sample`. */
function specstoryFiles(
  sessions: readonly SampleSession[],
): Map<string, string> {
  const files = new Map<string, string>();
  const labels: (string | number | null)[][] = [];
  for (const { session, text, start } of sessions) {
    const options = EXPORTS[text?.id ?? ""];
    if (options === undefined) continue;
    const file = `specstory/${fileName(start, options.title)}`;
    files.set(file, specstoryMarkdown(session, { ...options, start }));
    session.messages.forEach(({ text, intent }, position) => {
      const sha256 = createHash("sha256").update(text ?? "").digest("hex");
      labels.push([file, 0, sha256, position, intent]);
    });
  }
  const columns = ["file", "session", "sha256", "position", "intent"];
  files.set("labels.csv", stringify([columns, ...labels]));
  return files;
}

/**
 * All generated files of the sample corpus.
 *
 * @param texts Contents of `data/sample/texts.jsonl`.
 * @returns Path below `data/sample` to contents.
 *
 * @example
 * ```ts
 * import { ok } from "node:assert/strict";
 * import { sampleFiles, TEXTS } from "./make_sample.ts";
 *
 * ok(sampleFiles(Deno.readTextFileSync(TEXTS)).has("sessions.jsonl"));
 * ```
 */
export function sampleFiles(texts: string): Map<string, string> {
  const sessions = sampleSessions(parseTextSessions(texts));
  const files = new Map([
    [
      "sessions.jsonl",
      sessions.map(({ session }) => JSON.stringify(session) + "\n").join(""),
    ],
  ]);
  for (const [name, contents] of specstoryFiles(sessions)) {
    files.set(name, contents);
  }
  return files;
}

if (import.meta.main) {
  const folder = Deno.args[0] ?? "data/sample";
  for (const [name, contents] of sampleFiles(Deno.readTextFileSync(TEXTS))) {
    const path = `${folder}/${name}`;
    Deno.mkdirSync(dirname(path), { recursive: true });
    Deno.writeTextFileSync(path, contents);
    Deno.stdout.writeSync(new TextEncoder().encode(`${path}\n`));
  }
}
