/** Files damaged in the ways files get damaged, the same for the same seed. */

import { equal, ok } from "node:assert/strict";
import { readCorpus } from "@taskflow/corpora";
import { folder } from "./fixtures.ts";

/** A generator of whole numbers from 0 to below `n`. */
export function numbers(seed: number): (n: number) => number {
  let state = seed >>> 0;
  return (n) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return Math.floor(state / 2 ** 32 * n);
  };
}

type Below = (n: number) => number;

const encode = (text: string) => new TextEncoder().encode(text);

/** Kinds of damage to the text of a file. */
const TEXT: readonly ((text: string, below: Below) => string)[] = [
  (text, below) => text.slice(0, below(text.length)),
  (text, below) => text.slice(below(text.length)),
  (text) => text.replaceAll("\n", "\r\n"),
  (text) => `\uFEFF${text}`,
  (text, below) => text.split("\n").toSorted(() => below(3) - 1).join("\n"),
  // Another type where a text, a list or an object stands.
  (text, below) => {
    const kinds = ["7", "null", "[]", "{}", "true", '""', '[[["x"]]]'];
    const kind = kinds[below(kinds.length)] ?? "7";
    let left = below(20);
    return text.replaceAll(
      /:"[^"]*"|:\{|:\[/g,
      (found) => left-- === 0 && found.endsWith('"') ? `:${kind}` : found,
    );
  },
  (text, below) =>
    text.replace(
      /"(user|assistant|message|payload|data)"/,
      () => ['"x"', "null", '"user"', "17"][below(4)] ?? "",
    ),
  (text, below) => text.replace(/\d/, () => "9".repeat(1 + below(400))),
  (text, below) => {
    const depth = 1 + below(20_000);
    return `${"[".repeat(depth)}${"]".repeat(depth)}\n${text}`;
  },
  (text, below) =>
    text.replace(
      /"content":/,
      () => `"content":${'{"content":'.repeat(1 + below(2000))}`,
    ),
  // Everything twice: ids recur.
  (text, below) => text + text.slice(0, 1 + below(text.length)),
  // Parents that run in a circle.
  (text) => text.replaceAll(/"parentUuid":"[^"]*"/g, '"parentUuid":"u-1"'),
  (text, below) => text.replaceAll('"', below(2) === 0 ? "'" : '\\"'),
  (text, below) => text.replaceAll("u", below(2) === 0 ? "\\u0075" : "\0"),
  (text, below) => `${"x".repeat(below(200_000))}\n${text}`,
];

/** Kinds of damage to its bytes. */
function damageBytes(bytes: Uint8Array, below: Below): void {
  const kinds = [0, 0xff, 0xc3, 0xf0, 0x80, 0x0a, 0x22, below(256)];
  for (let times = below(4); times > 0 && bytes.length > 0; times--) {
    bytes[below(bytes.length)] = kinds[below(kinds.length)] ?? 0;
  }
}

/** Damage a file once to thrice. */
export function mutate(text: string, below: Below): Uint8Array {
  let damaged = text;
  for (let times = 1 + below(3); times > 0; times--) {
    damaged = TEXT[below(TEXT.length)]?.(damaged, below) ?? damaged;
  }
  const bytes = encode(damaged);
  if (below(2) === 0) damageBytes(bytes, below);
  return bytes;
}

/**
 * Read fifty damaged versions of each file, each beside an undamaged one: nothing crashes, nothing is
 * lost in silence, and every session has a message once.
 */
export async function readsMutations(
  sources: readonly string[],
  good: string,
  name = "session.jsonl",
): Promise<void> {
  const below = numbers(7);
  for (let n = 0; n < 50; n++) {
    const files: Record<string, Uint8Array> = { "good.jsonl": encode(good) };
    for (const [at, source] of sources.entries()) {
      files[`${at}/${name}`] = mutate(source, below);
    }
    await using made = await folder(files);
    const { sessions, report } = readCorpus(made.path);
    const found = await Array.fromAsync(sessions);
    const messages = found.flatMap(({ messages }) => messages);
    equal(report.unreadFiles.get("failed"), undefined);
    equal(report.kept, messages.length);
    let left = 0;
    for (const { count } of report.leftOut.values()) left += count;
    equal(report.records, report.kept + left);
    equal(report.sessions.kept, found.length);
    ok(messages.every(({ text }) => typeof text === "string" && text !== ""));
    const { read, unread } = report.files;
    equal(read + unread, sources.length + 1);
  }
}
