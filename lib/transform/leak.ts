/**
 * Whether a question gives the fix away (Appendix E: a question must not reveal the solution).
 *
 * @module
 */

import type { FixChanges } from "./leak_diff.ts";
import type { Evidence, Question } from "./question.ts";

/** A name that the fix brings and a question or its answers already tell. */
export interface LeakedName {
  readonly name: string;
  /** Fields it stands in. */
  readonly fields: readonly string[];
}

/** Names shorter than this are too common to tell anything. */
const SHORTEST = 4;

/**
 * Names that stand in lines a fix adds (or name a file it adds) and in the question, its golden or its accepted
 * answers. Whoever calls this has to drop those that stand somewhere at the base commit: they give nothing away.
 *
 * A name is an identifier that no English word could be (`widened_names`, `maxSize`, `utf8`). A plain word is one
 * where the fix defines or uses it as code and the question marks it as code (`` `widen` ``, `widen()`,
 * `--widen`) or writes a defined type with a capital inside a sentence. Words with hyphens have to be marked.
 *
 * @param question The question and its answers.
 * @param fix What the fix adds.
 * @returns The names, each once, in the order of the text.
 *
 * @example
 * ```ts
 * import { deepEqual } from "node:assert/strict";
 * import { namesOfFix, readDiff } from "@taskflow/transform";
 *
 * const fix = readDiff("--- a/x.py\n+++ b/x.py\n@@ -1 +1 @@\n-a\n+def widened_names(a):\n");
 * const question = { question: "What does `widened_names` do?", golden_answer: "It yields.", accepted_answers: [] };
 * deepEqual(namesOfFix(question, fix), [{ name: "widened_names", fields: ["question"] }]);
 * ```
 */
export function namesOfFix(
  question: Pick<
    Question,
    "question" | "golden_answer" | "accepted_answers"
  >,
  fix: FixChanges,
): LeakedName[] {
  const brought = new Set<string>();
  const types = new Set<string>();
  for (const { path, line } of fix.added) {
    for (const name of [...identifiers(line), ...hyphenated(line)]) {
      if (isDistinct(name)) brought.add(name);
    }
    if (isProse(path)) continue;
    for (const name of plainNames(line)) brought.add(name);
    for (const [, name = ""] of line.matchAll(TYPES)) types.add(name);
  }
  for (const path of fix.newFiles) {
    const base = path.split("/").at(-1) ?? path;
    brought.add(base.replace(/\.[^.]*$/, ""));
    for (const name of identifiers(base)) brought.add(name);
  }
  const fields = new Map<string, Set<string>>();
  const look = (field: string, text: string) => {
    const marked = markedNames(text);
    for (const name of [...identifiers(text), ...hyphenated(text)]) {
      const counts = brought.has(name) &&
          (isDistinct(name) && !name.includes("-") || marked.has(name)) ||
        types.has(name) && new RegExp(`[\\p{L},;] ${name}\\b`, "u").test(text);
      if (!counts) continue;
      fields.set(name, (fields.get(name) ?? new Set()).add(field));
    }
  };
  look("question", question.question);
  look("golden_answer", question.golden_answer);
  for (const text of question.accepted_answers) look("accepted_answers", text);
  return [...fields].map(([name, in_]) => ({ name, fields: [...in_] }));
}

function identifiers(text: string): string[] {
  const found = text.match(/[\p{L}_$][\p{L}\p{N}_$]*/gu) ?? [];
  return found.filter((name) => name.length >= SHORTEST);
}

function hyphenated(text: string): string[] {
  return text.match(/[\p{L}_][\p{L}\p{N}_]*(?:-[\p{L}\p{N}_]+)+/gu) ?? [];
}

/** No English word has an underscore, a digit, a dollar, or a capital after a small letter. */
function isDistinct(name: string): boolean {
  return /[_$\d-]|\p{Ll}\p{Lu}/u.test(name);
}

const TYPES =
  /\b(?:class|interface|struct|enum|type|trait)\s+(\p{Lu}[\p{L}\p{N}]{3,})/gu;

/** Plain words that a line of code defines or uses as names: not those of its comments and texts. */
function plainNames(line: string): string[] {
  const code = line.replace(/^\s*(?:\*|#|\/\/).*$/, "");
  const places = [
    /\b(?:def|class|function|func|const|let|var|type|interface|struct|enum|fn|import|as)\s+(\p{L}+)/gu,
    /^\s*(?:self\.|this\.)?(\p{L}+)\s*(?::?=|:\s*$)/gu,
    /(\p{L}+)\(/gu,
    /\.(\p{L}+)\b/gu,
    /["'](?:--)?(\p{L}+)["']/gu,
  ];
  return places.flatMap((place) =>
    [...code.matchAll(place)].map(([, name]) => name ?? "")
  ).filter((name) => name.length >= SHORTEST);
}

/** Names that a text marks as code. */
function markedNames(text: string): Set<string> {
  const marked = new Set<string>();
  for (const [, code = ""] of text.matchAll(/`([^`\n]+)`/g)) {
    for (const name of [...identifiers(code), ...hyphenated(code)]) {
      marked.add(name);
    }
  }
  const WORD = "([\\p{L}_][\\p{L}\\p{N}_]*(?:-[\\p{L}\\p{N}_]+)*)";
  for (
    const rule of [
      `(?:--|(?<![\\p{L}\\p{N}]):)${WORD}`,
      `${WORD}\\(`,
      `\\w\\.${WORD}\\b`,
    ]
  ) {
    for (const [, name = ""] of text.matchAll(new RegExp(rule, "gu"))) {
      marked.add(name);
    }
  }
  return marked;
}

const PROSE =
  /\.(?:md|markdown|rst|asciidoc|adoc|txt|po|pot|html?)$|(?:^|\/)(?:CHANGELOG|CHANGES|NEWS|README)[^/]*$/i;

function isProse(path: string): boolean {
  return PROSE.test(path);
}

/**
 * Citations of lines that the fix changes. Not a fault by itself: good questions do it often, as their answer
 * stays true; worth a second look.
 *
 * @param evidence The citations.
 * @param fix What the fix changes.
 * @returns 0-based positions of the citations.
 *
 * @example
 * ```ts
 * import { deepEqual } from "node:assert/strict";
 * import { evidenceInFix, readDiff } from "@taskflow/transform";
 *
 * const fix = readDiff("--- a/x.py\n+++ b/x.py\n@@ -5 +5 @@\n-a\n+b\n");
 * const cited = [{ path: "x.py", start_line: 1, end_line: 4 }, { path: "x.py", start_line: 5, end_line: 9 }];
 * deepEqual(evidenceInFix(cited, fix), [1]);
 * ```
 */
export function evidenceInFix(
  evidence: readonly Omit<Evidence, "claim">[],
  fix: FixChanges,
): number[] {
  return evidence.flatMap(({ path, start_line, end_line }, at) =>
    fix.changed.some((range) =>
        range.path === path && range.start <= end_line &&
        start_line <= range.end
      )
      ? [at]
      : []
  );
}
