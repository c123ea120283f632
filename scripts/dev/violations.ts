/**
 * Violations of the contract, made from good splits: what `contract_recall.ts` measures on.
 *
 * Phrases are this project's own; texts come from the splits that the script is given.
 *
 * @module
 */

import type { FindingKind, Split } from "@taskflow/transform";
import { sentencesOf, sourceUnits } from "@taskflow/transform";
import { weighed, weightyTerms } from "../../lib/transform/claims.ts";

/** One broken split. */
export interface Violation {
  readonly kind: FindingKind;
  /** How it was made. */
  readonly how: string;
  readonly split: Split;
  /** The requirement unit that was cut out. */
  readonly unit?: number;
}

/** A good split, and pieces of other sources to graft onto it. */
export interface Good {
  readonly split: Split;
  readonly parts: readonly string[];
  /** Requirements of tasks in other repositories. */
  readonly foreign: readonly string[];
  /** Number of the row, to take turns with. */
  readonly at: number;
}

/** Additions that a rewriting model might make on its own. */
const ADDITIONS = [
  "It should also write a line to the audit log.",
  "Values longer than 255 characters must be rejected.",
  "Add a --verbose flag that prints every decision.",
  "Cache the result for sixty seconds to spare the database.",
  "Make it thread-safe with a mutex.",
  "The endpoint must answer 429 when it is hit too often.",
  "Please also bump the minor version and mention it in CHANGELOG.md.",
  "Emit a Prometheus counter for each failure.",
  "Negative numbers should raise an exception.",
  "Retry up to five times with exponential backoff.",
  "Send an email to the administrators whenever that happens.",
  "Encrypt the stored payload with AES.",
  "Write benchmarks proving that latency stays below 20 milliseconds.",
  "Ensure duplicates are silently discarded and alphabetically sorted.",
  "Show a toast notification in the corner afterwards.",
  "Deprecate the legacy Ruby wrapper with a warning.",
];

const ADDED_CLAUSES = [
  ", and each such occurrence should be recorded in the audit trail",
  "; negative amounts should be rejected with an exception",
  ", and a telemetry event must be sent to the analytics backend",
  ", with a hard limit of 250 megabytes that must never be exceeded",
  "; duplicates should be silently discarded",
  ", and the operation must roll back atomically when interrupted",
];

const SPLIT_TALK = [
  "I'll describe the rest in my next message.",
  "This is the first of three steps.",
  "More details will follow once this is in place.",
  "Don't touch the remaining pieces yet, we'll get to them later.",
  "That's all for now.",
  "In the next message I will ask for the tests.",
  "Leave the user interface for later.",
  "We'll handle the callers in a follow-up.",
  "This covers part 1 of the work.",
  "I have split this task into three smaller ones.",
  "Just do this piece for now, the other requirements come afterwards.",
  "As a first step, only this.",
  "What the client should do with it I'll explain after that.",
  "Before we move on to the rest, get this right.",
  "The second part of the task deals with the storage.",
  "I'll send the exact format separately.",
  "Let's take it one step at a time.",
  "Wait for my further instructions before changing anything else.",
  "The remaining requirements will be given in the following turns.",
  "Once this is merged I'll tell you how the other side should behave.",
];
const SPLIT_OPENINGS = [
  "Part 2: ",
  "Step 3. ",
  "(2/3) ",
  "Let's start with the basics. ",
  "Now that the first part is done, ",
  "Continuing from my previous message: ",
  "Next up: ",
  "For the final step, ",
];

const LEANINGS = [
  "Use the names I gave you above.",
  "Apply the rules described earlier here as well.",
  "The format is the one from my first message.",
  "Everything we discussed before applies.",
  "Handle the edge cases as already mentioned.",
  "Follow the aforementioned convention.",
  "Use the same values as in my previous message.",
  "It takes the arguments I listed before.",
  "The limits are those from earlier.",
  "Do it like you did for the previous one.",
  "The signature is as specified above in my other request.",
  "Keep to what I told you about errors.",
];
const PRONOUNS = [
  "It should ",
  "This must ",
  "They need to ",
  "That also has to ",
  "Do the same for ",
  "Likewise for ",
];

const HOLLOW = [
  "",
  " \n\t",
  "...",
  "Please continue.",
  "## Tests",
  "Go on.",
  "-",
];

/**
 * Break a good split in every way.
 *
 * @param good The split.
 * @returns Violations; as many of a kind as the split has places for.
 */
export function* violationsOf(good: Good): Generator<Violation> {
  yield* dropped(good);
  yield* changed(good);
  yield* inserted(good);
  yield* leaning(good);
  const { parts, at } = good;
  for (const part of parts.keys()) {
    const hollow = HOLLOW[(at + part) % HOLLOW.length] ?? "";
    yield broken(
      good,
      "empty-part",
      hollow.trim() === "" ? "emptied" : "hollow",
      part,
      hollow,
    );
  }
}

function broken(
  { split, parts }: Good,
  kind: FindingKind,
  how: string,
  at: number,
  text: string,
): Violation {
  return { kind, how, split: { ...split, parts: parts.with(at, text) } };
}

/** Pieces of a part that could be cut out: sentences and items of lists. */
function piecesOf(part: string): string[] {
  return sourceUnits(part).filter(({ kind }) =>
    kind === "sentence" || kind === "bullet"
  )
    .flatMap(({ text }) => sentencesOf(text)).filter((piece) =>
      part.includes(piece)
    );
}

function cover(unit: string, text: string): number {
  const [terms, keys] = [
    weightyTerms(unit),
    new Set(weightyTerms(text).map(({ key }) => key)),
  ];
  return weighed(terms) === 0
    ? 0
    : weighed(terms.filter(({ key }) => keys.has(key))) / weighed(terms);
}

/** The sentence that realises a unit is cut out, where no other realises it as well. */
function* dropped(good: Good): Generator<Violation> {
  const { split, parts } = good;
  const seen = new Set<string>();
  for (const [i, unit] of split.requirement_units.entries()) {
    const at = split.unit_to_part[i] ?? 0;
    const part = parts[at] ?? "";
    const pieces = piecesOf(part).map((piece) => ({
      piece,
      share: cover(unit, piece),
    }))
      .sort((a, b) => b.share - a.share);
    const [first, second] = pieces;
    if (
      first === undefined || pieces.length < 2 || first.share < 0.6 ||
      seen.has(first.piece)
    ) continue;
    if (
      (second?.share ?? 0) > 0.5 || weighed(weightyTerms(first.piece)) < 2.5
    ) continue;
    const rest = part.replace(first.piece, "").replace(/^[-*•]\s*$/m, "");
    // A piece that holds a listed artifact of its own would be found by the artifact alone.
    const alone = split.artifacts.some((artifact) =>
      !parts.with(at, rest).some((text) => text.includes(artifact))
    );
    seen.add(first.piece);
    yield {
      ...broken(
        good,
        "dropped-requirement",
        alone ? "with an artifact" : "words only",
        at,
        rest,
      ),
      unit: i,
    };
  }
}

function* changed(good: Good): Generator<Violation> {
  const { split, parts, at: turn } = good;
  for (const [i, artifact] of split.artifacts.entries()) {
    const edits: [string, string][] = [
      ["case", swapCase(artifact)],
      [
        "a letter lost",
        artifact.slice(0, artifact.length >> 1) +
        artifact.slice((artifact.length >> 1) + 1),
      ],
      ["a letter doubled", artifact.replace(/([a-z])([^a-z]*)$/i, "$1$1$2")],
      [
        "quotation marks",
        artifact.replaceAll('"', "'").replaceAll("`", "'").replaceAll("’", "'"),
      ],
    ];
    const [how, edit] = edits[(i + turn) % edits.length] ?? ["", artifact];
    if (edit === artifact || artifact.length < 4) continue;
    const texts = parts.map((part) => part.replaceAll(artifact, edit));
    if (!texts.some((text) => text.includes(artifact))) {
      yield {
        kind: "changed-artifact",
        how,
        split: { ...split, parts: texts },
      };
    }
    // Listed nowhere, and right elsewhere: only one of several places is wrong.
    const places = [...parts.entries()].filter(([, part]) =>
      part.includes(artifact)
    );
    const [first] = places;
    if (
      places.length > 1 && first !== undefined &&
      /^[\w.]{6,}$/.test(artifact) && how !== "quotation marks"
    ) {
      yield broken(
        good,
        "changed-artifact",
        "one place of several",
        first[0],
        first[1].replaceAll(artifact, edit),
      );
    }
  }
}

function swapCase(text: string): string {
  const at = text.search(/[a-z](?=[^a-z]*$)/i);
  const letter = text.charAt(at);
  return text.slice(0, at) +
    (letter === letter.toLowerCase()
      ? letter.toUpperCase()
      : letter.toLowerCase()) +
    text.slice(at + 1);
}

function* inserted(good: Good): Generator<Violation> {
  const { parts, at: turn, foreign } = good;
  for (const [at, part] of parts.entries()) {
    const pick = <T>(list: readonly T[], step: number): T | undefined =>
      list[(turn * 3 + at + step * 7) % list.length];
    for (let step = 0; step < 2; step++) {
      yield broken(
        good,
        "new-requirement",
        "a sentence",
        at,
        `${part}\n\n${pick(ADDITIONS, step) ?? ""}`,
      );
      yield broken(
        good,
        "mentions-split",
        "a sentence",
        at,
        `${part} ${pick(SPLIT_TALK, step) ?? ""}`,
      );
      yield broken(
        good,
        "not-self-contained",
        "a sentence",
        at,
        `${part} ${pick(LEANINGS, step) ?? ""}`,
      );
    }
    const clause = pick(ADDED_CLAUSES, 0) ?? "";
    const end = part.search(/\.(?=\s|$)/);
    if (end > 0) {
      yield broken(
        good,
        "new-requirement",
        "a clause",
        at,
        part.slice(0, end) + clause + part.slice(end),
      );
    }
    yield broken(
      good,
      "new-requirement",
      "of another task",
      at,
      `${part}\n\n${pick(foreign, at) ?? ""}`,
    );
    yield broken(
      good,
      "mentions-split",
      "an opening",
      at,
      (pick(SPLIT_OPENINGS, 0) ?? "") + part,
    );
  }
}

/** A list, a name or the subject is replaced by a pointer. */
function* leaning(good: Good): Generator<Violation> {
  const { parts, at: turn } = good;
  for (const [at, part] of parts.entries()) {
    const pronoun = PRONOUNS[(turn + at) % PRONOUNS.length] ?? "It should ";
    const first = sentencesOf(part.split("\n")[0] ?? "")[0] ?? "";
    const verb = / (?:should|must|needs? to|has to|have to) /.exec(first);
    if (verb !== null) {
      yield broken(
        good,
        "not-self-contained",
        "a pronoun",
        at,
        part.replace(first, pronoun + first.slice(verb.index + verb[0].length)),
      );
    }
    const list =
      /(?:[`"][^`"\n]+[`"](?:, (?:and |or )?| and | or )){2,}[`"][^`"\n]+[`"]/
        .exec(part);
    if (list !== null) {
      const pointer = [
        "the names I gave you above",
        "the ones from before",
        "those mentioned earlier",
      ][(turn + at) % 3] ?? "";
      yield broken(
        good,
        "not-self-contained",
        "a list",
        at,
        part.replace(list[0], pointer),
      );
    }
  }
}
