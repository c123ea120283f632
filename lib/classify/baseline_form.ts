/**
 * The outer form of a message: length, lines, marks, what was pasted into it.
 *
 * @module
 */

import { Kind, KINDS } from "./baseline_kind.ts";
import type { Tokens } from "./baseline_tokens.ts";

/** Signs of pasted things and of manner; numbers go into hashes, so append only. */
const PATTERNS: readonly RegExp[] = [
  /^[ \t]+at \S.*[(:]\d*/m,
  /Traceback \(most recent|^[ \t]*File ".*", line \d+/m,
  /\b[A-Z]\w*(?:Error|Exception)\b/,
  /\berror(?: TS\d+|\[E\d+\]|:| code)/i,
  /\bnpm ERR|exit code|exited with|exit status|ELIFECYCLE/i,
  /\b(?:warning|warn)\b[:\s]/i,
  /^[ \t]*[+-][^\s+-].*\n[ \t]*[ +-]/m,
  /^@@ |^diff --git|^\+\+\+ /m,
  /^[$>➜❯%] |^PS [A-Z]:\\|^[\w.-]+@[\w.-]+[:~ ]/m,
  /\d{1,2}:\d{2}:\d{2}/,
  /^[ \t]*(?:import|from|const|let|var|def|class|public|private|function|#include|package|using|return)\b.*[;({:"']/m,
  /^[ \t]*<\/?[a-zA-Z][^>\n]*>/m,
  /^[ \t]*[{[][ \t]*$|"\w+"[ \t]*:/m,
  /^#{1,4} \S/m,
  /^[ \t]*[*•-] \S/m,
  /^[ \t]*\d{1,2}[.)] \S/m,
  /\b(?:line|row)s? \d+|:\d+:\d+|#L\d+/,
  /\b(?:passed|failed|FAIL|PASS)\b.*\d|\d+ (?:passed|failed|failing)/,
  /\b(?:SELECT|INSERT|UPDATE|DELETE|CREATE TABLE)\b/,
  /\[Image|\.png\b|screenshot/i,
  /[.!]{3,}|[!?]{2,}/,
  /^[A-Z\u00c0-\u00de]/,
  /:[ \t]*$/,
  /["“][^"“”\n]{3,}["”]/,
  /\*\*[^*\n]+\*\*/,
  /\b(?:Unhandled|Uncaught|Failed to|Cannot|Could not|Unable to|not found|undefined)\b/,
  /^(?:Implement|Execute) the following/,
];

const SCRIPTS: readonly RegExp[] = [
  /[\u4e00-\u9fff]/,
  /[\u3040-\u30ff]/,
  /[\uac00-\ud7af]/,
  /[\u0400-\u04ff]/,
  /[\u0600-\u06ff\u0590-\u05ff\u0900-\u0eff]/,
  /[\u00df-\u017f]/,
];

const BEYOND_ASCII = /[\u0080-\uffff]/;

/** Place of a number on a coarse scale: 0, 1, 2, 3, 4, then steps of a factor 1.5. */
function step(value: number): number {
  return value < 5
    ? value
    : 3 + Math.round(Math.log(value / 4) / Math.log(1.5));
}

/** Whether a text has at least two capitals and no small letter of the Latin alphabet. */
function shouts(text: string): boolean {
  let capitals = 0;
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i);
    if (code >= 97 && code <= 122) return false;
    if (code >= 65 && code <= 90) capitals++;
  }
  return capitals > 1;
}

/**
 * Features of form.
 *
 * @param text What was read of the message.
 * @param characters Length of the whole message.
 * @param tokens Its tokens.
 * @param emit Called with a small number for each feature that the message has.
 *
 * @example The same words with a question mark have another form
 * ```ts
 * import { notDeepEqual } from "node:assert/strict";
 * import { formFeatures } from "./baseline_form.ts";
 * import { emptyTokens, tokenize } from "./baseline_tokens.ts";
 *
 * const form = (text: string) => {
 *   const [tokens, features] = [emptyTokens(), [] as number[]];
 *   tokenize(text, tokens);
 *   formFeatures(text, text.length, tokens, (feature) => features.push(feature));
 *   return features;
 * };
 * notDeepEqual(form("run tests"), form("run tests?"));
 * ```
 */
export function formFeatures(
  text: string,
  characters: number,
  tokens: Tokens,
  emit: (feature: number) => void,
): void {
  const { kinds, count, kind } = tokens;
  const length = step(count);
  emit(length);
  emit(50 + step(Math.round(characters / 8)));
  emit(100 + step(kinds[Kind.line] ?? 0));
  for (let k = 1; k < KINDS; k++) {
    const n = kinds[k] ?? 0;
    if (n > 0) emit(150 + k * 4 + (n > 3 ? 2 : n > 1 ? 1 : 0));
  }
  const last = count > 0 ? kind[count - 1] ?? 0 : 0;
  emit(300 + (count > 0 ? kind[0] ?? 0 : 0));
  emit(350 + last);
  const asks = last === Kind.question
    ? 2
    : (kinds[Kind.question] ?? 0) > 0
    ? 1
    : 0;
  emit(400 + asks);
  emit(410 + asks * 30 + length);
  for (let p = 0; p < PATTERNS.length; p++) {
    if (PATTERNS[p]?.test(text) === true) emit(600 + p);
  }
  if (shouts(text)) emit(690);
  let script = 0;
  const scripts = BEYOND_ASCII.test(text) ? SCRIPTS.length : 0;
  for (let s = 0; s < scripts; s++) {
    if (SCRIPTS[s]?.test(text) === true) {
      emit(700 + s);
      script = s + 1;
    }
  }
  emit(720 + script * 30 + length);
}
