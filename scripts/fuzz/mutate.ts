/**
 * Damage of the kinds that files get: on the disk, on the way, by other tools, and by people who mean it.
 *
 * @module
 */

import { Buffer } from "node:buffer";
import type { Draw } from "./draw.ts";

/** Bytes as a text with a character a byte, so that damage to bytes and to words is one thing. */
type Bytes = string;

/** A kind of damage. `others` are files of the same format. */
type Damage = (file: Bytes, draw: Draw, others: readonly Bytes[]) => Bytes;

/** Longest file that is made longer, apart from one long line: many small ones find more. */
const LONGEST = 4 * 2 ** 20;

/** A JSON value after its name. */
const VALUE =
  /(":\s*)("(?:[^"\\]|\\.){0,400}"|-?\d[\d.eE+-]*|true|false|null|\{\}|\[\])/g;
/** Names whose values tell records and sessions apart. */
const IDS =
  /("(?:uuid|id|sessionId|session_id|_session_id|turn_id|step_id|conversation_id|conversation_hash)"\s*:\s*)("[^"\\]*"|\d+)/g;
/** Names whose values point at a record before. */
const PARENTS =
  /("(?:parentUuid|parentId|parentID|parent_id|forked_from_id|leafUuid)"\s*:\s*)("[^"\\]*"|null)/g;

const VALUES: readonly [string, ...string[]] = [
  ...[
    "null",
    "true",
    "false",
    "0",
    "-1",
    "1e999",
    "-0",
    "9".repeat(400),
  ] as const,
  ...['""', '" "', '"user"', '"\\u0000"', '"\\ud800"', '"\\n---\\n"'],
  ...["[]", "{}", "[null]", "[[[]]]", '{"text":1}', '["text"]'],
  ...['{"role":"user","content":null}', '[{"type":"text","text":{}}]'],
  ...['"2026-13-45T99:99:99Z"', '"1970-01-01"', "253402300800000000"],
];

/** Lines that mean something in one of the formats. */
const LINES: readonly [string, ...string[]] = [
  ...["_**User**_", "_**Agent**_", "---", "", "#### x  ", "> y  "] as const,
  ...["# aider chat started at 2026-01-01 00:00:00", "**User**", "**Cursor**"],
  ...["<tool-use>", "</tool-use>", "```", "<!-- x Session y (z) -->"],
  ...["{}", "[]", "null", '"text"', "{", '{"type":"user"}', '{"$set":{}}'],
  ...['{"type":"user","message":{}}', '{"type":"session_meta","payload":null}'],
  ...['{"_is_header":true}', '{"type":"event_msg","payload":[]}'],
];

const INVALID: readonly [Bytes, ...Bytes[]] = [
  ...["\xff", "\xc3(", "\xf0\x9f\x98", "\xed\xa0\x80", "\x80"] as const,
  ...["\xfe\xff", "\xc0\xaf", "\xf8\x88\x80\x80\x80"],
];

function insert(file: Bytes, at: number, what: Bytes): Bytes {
  return file.slice(0, at) + what + file.slice(at);
}

function anywhere(file: Bytes, draw: Draw, what: Bytes): Bytes {
  return insert(file, draw.below(file.length + 1), what);
}

/** Change lines; the ends of lines stay as they are. */
function onLines(
  file: Bytes,
  change: (lines: Bytes[]) => readonly Bytes[],
): Bytes {
  return change(file.split("\n")).join("\n");
}

/** Replace one of the values that an expression finds after its first group. */
function oneValue(
  file: Bytes,
  draw: Draw,
  names: RegExp,
  value: () => Bytes,
): Bytes {
  const found = [...file.matchAll(names)];
  const match = found[draw.below(found.length)];
  if (match === undefined) return file;
  const [whole, before = ""] = match;
  return file.slice(0, match.index) + before + value() +
    file.slice(match.index + whole.length);
}

/** A place inside the first text of a line from somewhere on. */
function inText(file: Bytes, draw: Draw): number {
  const quote = file.indexOf('":"', draw.below(file.length));
  return quote < 0 ? draw.below(file.length + 1) : quote + 3;
}

/** Kinds of damage, by name. */
export const DAMAGE = {
  "cut": (file, draw) => file.slice(0, draw.below(file.length)),
  "cut start": (file, draw) => file.slice(draw.below(file.length)),
  "hole": (file, draw) => {
    const from = draw.below(file.length);
    return file.slice(0, from) + file.slice(from + 1 + draw.below(5000));
  },
  "swapped lines": (file, draw) =>
    onLines(file, (lines) => {
      for (let times = 1 + draw.below(5); times > 0; times--) {
        const [a, b] = [draw.below(lines.length), draw.below(lines.length)];
        [lines[a], lines[b]] = [lines[b] ?? "", lines[a] ?? ""];
      }
      return lines;
    }),
  "lost lines": (file, draw) =>
    onLines(file, (lines) => lines.filter(() => draw.below(10) > 0)),
  "repeated lines": (file, draw) =>
    onLines(
      file,
      (lines) =>
        lines.flatMap((line) => draw.below(8) > 0 ? line : [line, line]),
    ),
  "joined lines": (file, draw) => {
    const at = file.indexOf("\n", draw.below(file.length));
    return at < 0 ? file : file.slice(0, at) + file.slice(at + 1);
  },
  "strange line": (file, draw) =>
    onLines(file, (lines) => {
      for (let times = 1 + draw.below(4); times > 0; times--) {
        lines.splice(draw.below(lines.length + 1), 0, draw.one(LINES));
      }
      return lines;
    }),
  "lines of another file": (file, draw, others) =>
    onLines(file, (lines) => {
      const other = others[draw.below(others.length)]?.split("\n") ?? [];
      const from = draw.below(other.length);
      const some = other.slice(from, from + 1 + draw.below(20));
      return lines.toSpliced(draw.below(lines.length + 1), 0, ...some);
    }),
  "twice": (file) => file.length > LONGEST ? file : file + file,
  "wrong type": (file, draw) =>
    oneValue(file, draw, VALUE, () => draw.one(VALUES)),
  "wrong types": (file, draw) => {
    let damaged = file;
    for (let times = 1 + draw.below(6); times > 0; times--) {
      damaged = oneValue(damaged, draw, VALUE, () => draw.one(VALUES));
    }
    return damaged;
  },
  "huge number": (file, draw) =>
    oneValue(
      file,
      draw,
      /(.)(\d+)/g,
      () => draw.one(["9".repeat(1 + draw.below(2000)), "1e400", "-1", "0.1"]),
    ),
  "other name": (file, draw) => {
    const found = [...file.matchAll(/"[a-zA-Z_]{2,24}"\s*:/g)];
    const name = found[draw.below(found.length)]?.[0];
    if (name === undefined) return file;
    return file.replaceAll(
      name,
      draw.one(['"x":', '"__proto__":', '"toString":', '"":']),
    );
  },
  "nested": (file, draw) => {
    const depth = 1 + draw.below(draw.below(5) === 0 ? 200_000 : 2000);
    const [open, close] = draw.one([["[", "]"], ['{"content":', "}"], [
      "[{",
      "}]",
    ]]);
    const value = open.repeat(depth) + draw.one(["1", ""]) +
      (draw.below(3) === 0 ? "" : close.repeat(depth));
    return draw.below(2) === 0
      ? oneValue(file, draw, VALUE, () => value)
      : onLines(file, (lines) =>
        lines.toSpliced(draw.below(lines.length), 0, value));
  },
  "nested Markdown": (file, draw) =>
    anywhere(
      file,
      draw,
      draw.one([
        "\n<tool-use>\n<details>\n",
        "> ",
        "\n```\n",
        "<system-reminder>",
      ])
        .repeat(1 + draw.below(3000)),
    ),
  "invalid UTF-8": (file, draw) => {
    let damaged = file;
    for (let times = 1 + draw.below(5); times > 0; times--) {
      damaged = anywhere(damaged, draw, draw.one(INVALID));
    }
    return damaged;
  },
  "NUL bytes": (file, draw) =>
    anywhere(file, draw, "\0".repeat(1 + draw.below(draw.one([3, 5000])))),
  "random bytes": (file, draw) => {
    let damaged = file;
    for (let times = 1 + draw.below(8); times > 0; times--) {
      const at = draw.below(damaged.length);
      const byte = String.fromCharCode(draw.below(256));
      damaged = damaged.slice(0, at) + byte + damaged.slice(at + 1);
    }
    return damaged;
  },
  "long line": (file, draw) => {
    const length = draw.below(20) === 0 ? 50 * 2 ** 20 : draw.below(2 ** 20);
    const part = draw.one([
      "x",
      "\\n",
      "\\u0041",
      "\xc3\xa9",
      " ",
      "<tool-use>",
    ]);
    const long = part.repeat(Math.ceil(length / part.length));
    return insert(file, inText(file, draw), long);
  },
  "CRLF": (file) => file.replaceAll("\n", "\r\n"),
  "CR": (file, draw) =>
    draw.below(2) === 0
      ? file.replaceAll("\n", "\r")
      : file.replaceAll("\n", () => draw.below(3) === 0 ? "\r\n" : "\n"),
  "byte-order mark": (file, draw) =>
    draw.below(3) > 0
      ? `\xef\xbb\xbf${file}`
      : anywhere(file, draw, "\xef\xbb\xbf"),
  "UTF-16": (file) => `\xff\xfe${file.split("").join("\0")}\0`,
  "one id": (file, draw) => {
    const first = [...file.matchAll(IDS)][draw.below(5)]?.[2];
    if (first === undefined) return file;
    return file.replaceAll(
      IDS,
      (all, name) => draw.below(4) > 0 ? name + first : all,
    );
  },
  "cyclic parents": (file, draw) => {
    const ids = [...file.matchAll(IDS)].map(([, , id]) => id ?? "null");
    if (ids.length === 0) return file;
    return file.replaceAll(
      PARENTS,
      (all, name) =>
        draw.below(4) > 0 ? name + ids[draw.below(ids.length)] : all,
    );
  },
  "blank": (_, draw) =>
    draw.one(["", " ", "\n".repeat(1 + draw.below(9999)), "\0"]),
} as const satisfies Readonly<Record<string, Damage>>;

/** Name of a kind of damage. */
export type DamageName = keyof typeof DAMAGE;

const NAMES = Object.keys(DAMAGE) as [DamageName, ...DamageName[]];

/** A damaged file. */
export interface Mutation {
  readonly bytes: Uint8Array;
  /** What was done to it, in order. */
  readonly damage: readonly DamageName[];
  /** Which of the files it was made from. */
  readonly from: number;
}

/**
 * Damage one of several files, once to thrice.
 *
 * @param files Files of one format.
 * @param draw Draws of the case.
 * @returns The damaged file.
 *
 * @example
 * ```ts
 * import { deepEqual } from "node:assert/strict";
 * import { drawOf } from "./draw.ts";
 * import { mutate } from "./mutate.ts";
 *
 * const files = [new TextEncoder().encode('{"type":"user"}\n')];
 * const [a, b] = [1, 1].map((at) => mutate(files, drawOf(7, "codex", at)));
 * deepEqual(a, b);
 * ```
 */
export function mutate(files: readonly Uint8Array[], draw: Draw): Mutation {
  const from = draw.below(files.length);
  let file = latin(files[from] ?? new Uint8Array());
  const damage: DamageName[] = [];
  for (let times = draw.one([1, 1, 2, 3]); times > 0; times--) {
    const name = draw.one(NAMES);
    const kind: Damage = DAMAGE[name];
    const others = name === "lines of another file"
      ? [latin(files[draw.below(files.length)] ?? new Uint8Array())]
      : [];
    file = kind(file, draw, others);
    damage.push(name);
  }
  return { bytes: new Uint8Array(Buffer.from(file, "latin1")), damage, from };
}

function latin(bytes: Uint8Array): Bytes {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length)
    .toString("latin1");
}
