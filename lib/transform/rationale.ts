/**
 * Whether a question asks why people decided something (Appendix E: no proof can show that).
 *
 * Behaviour has reasons in the code ("why is my file not listed?"): those are fine. Decisions have reasons in
 * heads. The rules look for the second kind of words, first in the question, then in the answer.
 *
 * @module
 */

import type { Question } from "./question.ts";

const PEOPLE =
  "(?:developers?|maintainers?|authors?|contributors?|designers?|engineers?|programmers?|creators?|team|" +
  "people|project|they|you|whoever|someone)";
const DECIDED =
  "(?:decid\\w*|choos\\w*|chose\\w*|pick\\w*|opt(?:ed)?|prefer\\w*|want\\w*|intend\\w*|think\\w*|thought|feel|" +
  "felt|believ\\w*|consider\\w*|design\\w*|introduc\\w*|settl\\w*|favou?r\\w*|mean|meant|agree\\w*)";
const ASKING =
  "(?:why|what (?:made|led|drove|motivated|convinced|prompted|persuaded|caused)|how come|for (?:what|which) reasons?|" +
  "what(?: was| were|'s| is| are) (?:the )?(?:main |real |original )?(?:reasons?|motives?|motivations?|thinking|" +
  "idea|thought|point|intent(?:ion)?s?))";

/** People who can only be those who wrote the code; authors and teams may be what the program is about. */
const WRITERS =
  "(?:developers?|maintainers?|programmers?|engineers?|designers?|creators?)";
const MADE =
  "(?:add|introduc|write|wrote|writt|implement|buil[dt]|drop|remov|invent|went|go with|put|switch|renam|refactor|use|us(?:ed|ing)|make|made|kept?|leave|left)\\w*";

/** Questions about a decision, whatever the answer says. */
const QUESTION_RULES: readonly (readonly [string, RegExp])[] = [
  [
    "asks why people decided something",
    new RegExp(
      `\\b${ASKING}\\b[^.?!]*\\b${PEOPLE}\\b[^.?!]*\\b${DECIDED}\\b`,
      "i",
    ),
  ],
  [
    "asks why people did something",
    new RegExp(
      `\\b(?:why|how come)\\b (?:(?:did|do|does|have|has|had|would)(?:n't)? )?(?:the )?(?:[\\w-]+ ){0,2}?${WRITERS}\\b|` +
        "\\b(?:why|how come) (?:did|have|had|would)(?:n't)? (?:the )?(?:[\\w-]+ ){0,2}?" +
        `(?:they|you|authors?|team|contributors?) (?:not |n?ever )?${MADE}\\b|` +
        `\\bhow come (?:the )?(?:[\\w-]+ ){0,2}?(?:authors?|team|contributors?) (?:not |n?ever )?${MADE}\\b|` +
        `\\bwhat (?:made|led|drove|motivated|convinced|prompted|persuaded) (?:the )?(?:[\\w-]+ ){0,2}?${PEOPLE}\\b|` +
        `\\b${WRITERS} (?:(?:was|were|are) )?(?:trying|hoping|aiming) to\\b`,
      "i",
    ),
  ],
  [
    "asks why something was decided",
    new RegExp(
      "\\b(?:why|how come|for (?:what|which) reasons?)\\b(?:(?!\\b(?:my|our|I|me|we)\\b)[^.?!])*\\b(?:was|were|been|got)\\b" +
        "(?:(?!\\b(?:my|our|I|me|we)\\b)[^.?!])*\\b(?:chosen|picked(?! up)|preferred|designed|decided|favou?red|settled)\\b",
      "i",
    ),
  ],
  [
    "asks for a rationale",
    /\b(?:rationales?|motivations?|design (?:decision|goal|reason|philosophy|intent|consideration)s?|trade-?offs?|justifications? (?:for|of|behind)|(?:thinking|idea|reasons?|reasoning|intentions?|philosophy|thought|logic) behind|reasons? for (?:choosing|preferring|designing)|intentions? of the|thought process|historical reasons?)\b/i,
  ],
  [
    "asks what people had in mind",
    new RegExp(
      `\\b(?:what|which)\\b[^.?!]*\\b(?:did|do|does|had|have|were|was)\\b[^.?!]*\\b${PEOPLE}\\b[^.?!]*\\b` +
        "(?:think\\w*|thought|intend\\w*|want\\w*|hop\\w*|in mind|consider\\w*|prefer\\w*|believ\\w*)\\b",
      "i",
    ),
  ],
];

/** A question that begins to ask why. */
const WHY =
  /\b(?:why|how come|for (?:what|which) (?:reason|purpose)|what(?:'s| is| was) the (?:reason|purpose|point)|what made|what motivated)\b/i;

/** Words of an answer that tell of heads, not of code. */
const ANSWER = new RegExp(
  `\\b(?:(?:was|were|is|are) (?:meant|intended|thought|considered|deemed|felt|supposed) (?:as|to|for|too|that|more|less)|` +
    `${PEOPLE} (?:\\w+ )?${DECIDED}|would have (?:annoyed|confused|surprised|frustrated)|user experience|` +
    `(?:annoy|confus|surpris|frustrat)\\w* (?:users?|people|developers?)|easier to (?:maintain|read|understand|test)|` +
    `more (?:maintainable|readable|elegant|user-friendly|intuitive)|cleaner|good taste|historical(?:ly)?|` +
    `best practices?|philosophy|simplicity|gentle)\\b`,
  "i",
);

/** Words by which code or a comment states a reason. */
const STATED =
  /\b(?:because|since|so that|so as|in order to|to avoid|to prevent|to keep|reason|intended|deliberately|on purpose|otherwise|see (?:issue|bug|#)|workaround|historical)\b/i;

/**
 * Why a question cannot be answered from the repository, if so. A reason that the cited lines themselves state
 * (in a comment, a document) can be shown, and is no fault.
 *
 * @param question The question and its answers.
 * @param cited Text of the cited lines.
 * @returns What gives it away, or `null`.
 *
 * @example
 * ```ts
 * import { equal } from "node:assert/strict";
 * import { rationaleIn } from "@taskflow/transform";
 *
 * const asks = (question: string, golden_answer = "", cited = "") =>
 *   rationaleIn({ question, golden_answer, accepted_answers: [] }, cited);
 * equal(asks("Why did the developers choose 20 entries a page?"), "asks why people decided something");
 * equal(asks("Why is my file not listed?", "It is filtered out before paging."), null);
 * equal(
 *   asks("Why is 20 used?", "It was meant to keep pages short.", "# 20, to keep pages short"),
 *   null,
 * );
 * ```
 */
export function rationaleIn(
  question: Pick<
    Question,
    "question" | "golden_answer" | "accepted_answers"
  >,
  cited: string,
): string | null {
  const answers = [question.golden_answer, ...question.accepted_answers];
  if (isStated(question.golden_answer, cited)) return null;
  for (const [what, rule] of QUESTION_RULES) {
    if (rule.test(question.question)) return what;
  }
  if (!WHY.test(question.question)) return null;
  const told = answers.map((text) => ANSWER.exec(text)?.[0]).find((t) => t);
  return told === undefined
    ? null
    : `asks why, and the answer tells of intentions ("${told}")`;
}

/** Whether cited lines state a reason in the answer's own words. */
function isStated(answer: string, cited: string): boolean {
  if (!STATED.test(cited)) return false;
  const words = new Set(wordsOf(answer));
  if (words.size === 0) return false;
  const there = new Set(wordsOf(cited));
  const found = [...words].filter((word) => there.has(word)).length;
  return found >= 3 && found / words.size >= 0.5;
}

function wordsOf(text: string): string[] {
  return (text.toLowerCase().match(/\p{L}{4,}/gu) ?? []).map((word) =>
    word.replace(/(?:ing|ed|es|s)$/, "")
  );
}
