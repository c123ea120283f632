/**
 * Good splits said in other words: nothing is added, dropped or altered.
 *
 * @module
 */

import { type Split } from "@taskflow/transform";

/** Words that mean the same here; whole words, outside code. */
const SWAPS: readonly (readonly [RegExp, string])[] = [
  [/\bmust\b/g, "has to"],
  [/\bshould\b/g, "needs to"],
  [/\bensure\b/gi, "make sure"],
  [/\breturns\b/g, "gives back"],
  [/\bimplement\b/gi, "write"],
  [/\bremove\b/gi, "delete"],
  [/\bfor example\b/gi, "say"],
  [/\bcurrently\b/gi, "right now"],
  [/\bhowever\b/gi, "but"],
  [/\bincorrect\b/gi, "wrong"],
  [/\bcannot\b/g, "can't"],
  [/\bwithout\b/gi, "with no"],
];
const OPENINGS = [
  "Hi, ",
  "Could you please help with this? ",
  "Thanks for looking into this. ",
  "One thing about our code base: ",
];
const CLOSINGS = [
  " Thanks!",
  " Please run the existing tests when you are done.",
  " Keep the rest as it is.",
  " That would help us a lot.",
];

/**
 * Paraphrases of a split.
 *
 * @param split A good split.
 * @returns The split with other words, with other openings, and with other closings.
 */
export function paraphrasesOf(split: Split): Split[] {
  const parts = split.parts ?? [];
  const at = split.instance_id.length;
  const pick = (list: readonly string[], part: number) =>
    list[(at + part) % list.length] ?? "";
  return [
    { ...split, parts: parts.map((part) => swapped(part, split.artifacts)) },
    { ...split, parts: parts.map((part, i) => pick(OPENINGS, i) + part) },
    {
      ...split,
      parts: parts.map((
        part,
        i,
      ) => (/[.!?]$/.test(part.trim())
        ? part.trim() + pick(CLOSINGS, i)
        : part)
      ),
    },
  ];
}

/** Other words in prose; code, quotations and whatever holds an artifact stay. */
function swapped(part: string, artifacts: readonly string[]): string {
  const pieces = part.split(/(```[^]*?```|`[^`\n]*`|"[^"\n]*"|“[^”\n]*”)/);
  const said = pieces.map((piece, i) =>
    i % 2 === 1
      ? piece
      : SWAPS.reduce((text, [from, to]) => text.replace(from, to), piece)
  ).join("");
  return artifacts.every((artifact) =>
      !part.includes(artifact) || said.includes(artifact)
    )
    ? said
    : part;
}
