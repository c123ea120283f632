/**
 * Chats that Cursor exports itself (`cursor_<title>.md`): a title, a line with the time of the export,
 * and sections under `**User**` and `**Cursor**`. There are no ids, models or times of messages.
 *
 * @module
 */

import type {
  Adapter,
  AdapterSession,
  ReadContext,
  SourceFile,
} from "./adapter.ts";
import { lineCounter } from "./line_counter.ts";
import { messageList } from "./message_list.ts";
import { pathId } from "./path_id.ts";
import { specstoryMonth } from "./specstory_time.ts";

/** Reads Cursor's own exports: one session each. */
export const cursorExport: Adapter = {
  source: "cursor-export",
  title: "Cursor chat exports",
  detect: ({ text }) => exportedAt(text) !== null,
  read,
};

/** A title or none, then the line that Cursor signs. */
const SIGNED =
  /^\s*(?:#[^\n]*\n\s*)?_Exported on ([^\n]+) at [^\n]+ from Cursor \([^\n)]*\)_\s*(?:\n|$)/;

/** `2025. 6. 27.`, as in Korean. */
const YEAR_FIRST = /^(\d{4})\. (\d{1,2})\. (\d{1,2})\.?$/;

/** The date of the export in the writing of some country, or `null` for any other file. */
function exportedAt(text: string): string | null {
  return SIGNED.exec(text)?.[1] ?? null;
}

async function* read(
  source: SourceFile,
  context: ReadContext,
): AsyncGenerator<AdapterSession> {
  const text = (await source.text()).replaceAll("\r\n", "\n");
  const { file } = source;
  const id = pathId(file);
  const list = messageList(context, id);
  const sections = cursorSections(text);
  const lineOf = lineCounter(text);
  for (const { user, quoted, start, from, to } of sections) {
    if (!user) continue;
    const place = { line: lineOf(start) };
    if (quoted) list.leaveOut("replayed-history", place);
    else list.add(text.slice(from, to), place);
  }
  // The day of the export is the last one of the chat; for most chats it is the only one.
  const date = (exportedAt(text) ?? "").replace(YEAR_FIRST, "$1/$2/$3");
  yield {
    schema_version: 1,
    id,
    source: cursorExport.source,
    file,
    ordinal: 0,
    attributes: {
      agent: "cursor",
      surface: "ide",
      month: specstoryMonth(
        `${date} 0:00`,
        file.slice(file.lastIndexOf("/") + 1),
      ),
    },
    messages: list.messages,
  };
}

/** A section of an export. Places are in its text; ends are exclusive. */
interface Section {
  readonly user: boolean;
  /** Whether the heading stands in the text of another section. */
  readonly quoted: boolean;
  readonly start: number;
  readonly from: number;
  readonly to: number;
}

const HEADING = /^\*\*(User|Cursor)\*\*[ \t]*$/gm;

/** A heading counts below a `---`, which alone is no break: people and models write it, too. */
function cursorSections(text: string): Section[] {
  const sections: Section[] = [];
  let last: { user: boolean; start: number; from: number } | null = null;
  for (const found of text.matchAll(HEADING)) {
    const user = found[1] === "User";
    const start = found.index;
    const from = start + found[0].length;
    const rule = ruleAbove(text, last?.from ?? 0, start);
    if (rule < 0) {
      sections.push({ user, quoted: true, start, from, to: from });
      continue;
    }
    if (last !== null) sections.push({ ...last, quoted: false, to: rule });
    last = { user, start, from };
  }
  if (last !== null) {
    const rule = ruleAbove(text, last.from, text.length);
    const to = rule < 0 ? text.length : rule;
    sections.push({ ...last, quoted: false, to });
  }
  return sections.sort((a, b) => a.start - b.start);
}

/** Start of the `---` that is the last line above a place that is not blank, or -1. */
function ruleAbove(text: string, from: number, place: number): number {
  let end = place;
  while (end > from && /\s/.test(text.charAt(end - 1))) end--;
  const start = end - 3;
  return start >= from && text.startsWith("---", start) &&
      (start === 0 || text.charAt(start - 1) === "\n")
    ? start
    : -1;
}
