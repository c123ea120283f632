/**
 * The sessions of the sample corpus: hand-written ones and label-only ones, woven together.
 *
 * @module
 */

import { createHash } from "node:crypto";
import type { Session } from "@taskflow/session";
import { TAXONOMY } from "@taskflow/taxonomy";
import { uniformInt } from "pure-rand/distribution/uniformInt";
import { xoroshiro128plus } from "pure-rand/generator/xoroshiro128plus";
import type { RandomGenerator } from "pure-rand/types/RandomGenerator";
import { AIMED_SHARES, intentModel } from "./sample_intents.ts";
import { pick, shuffle } from "./sample_random.ts";
import type { TextSession } from "./sample_texts.ts";

/** Seed of everything random in the sample. */
export const SEED = 20260901;

/**
 * Sessions per number of messages: 300, of which 51 % have one message and 33 % three or more, with
 * 75th percentile 3 and 90th percentile 8, as Section 2 prints.
 */
export const LENGTHS: ReadonlyMap<number, number> = new Map([
  [1, 153],
  [2, 48],
  [3, 28],
  [4, 16],
  [5, 13],
  [6, 6],
  [7, 5],
  [8, 8],
  [9, 6],
  [10, 4],
  [11, 3],
  [12, 2],
  [13, 2],
  [14, 2],
  [16, 1],
  [18, 1],
  [21, 1],
  [27, 1],
]);

/** First and last day on which a session may start. */
const [FIRST_DAY, DAYS] = [Date.UTC(2026, 2, 2), 182];
/** Before this day, the agent `cursor` wrote no times. */
const TIMES_SINCE = Date.UTC(2026, 4, 1);

/** A session before it gets its place and id. */
interface Draft {
  readonly text: TextSession | null;
  readonly user: string;
  readonly repository: string | null;
  readonly agent: string;
  readonly intents: readonly string[];
  readonly start: number;
}

/** A finished session with the hand-written one behind it, if any, and its starting time. */
export interface SampleSession {
  readonly session: Session;
  readonly text: TextSession | null;
  readonly start: number;
}

/** A made-up name as it would look in a corpus where people and projects are hashed. */
function hashed(prefix: string, name: string): string {
  const hash = createHash("sha256").update(`taskflow sample ${name}`).digest(
    "hex",
  );
  return `${prefix}-${hash.slice(0, 8)}`;
}

/** What a person works on and with, as the hand-written sessions tell. */
interface Person {
  readonly user: string;
  readonly repositories: readonly (string | null)[];
  readonly agents: readonly string[];
  readonly taste: readonly number[];
}

function people(rng: RandomGenerator, texts: readonly TextSession[]): Person[] {
  const { labels } = TAXONOMY;
  return [...new Set(texts.map(({ user }) => user))].sort().map((user) => {
    const own = texts.filter((text) => text.user === user);
    const favourites = shuffle(rng, [...labels.keys()]).slice(0, 3);
    return {
      user,
      repositories: own.map(({ repository }) => repository),
      agents: own.map(({ agent }) => agent),
      taste: labels.map((_, i) => favourites.includes(i) ? 2 : 1),
    };
  });
}

/** Lengths that the hand-written sessions leave over. */
function openLengths(texts: readonly TextSession[]): number[] {
  const left = new Map(LENGTHS);
  for (const { id, messages: { length } } of texts) {
    const n = left.get(length) ?? 0;
    if (n === 0) {
      throw new RangeError(
        `Cannot place "${id}" in the sample: no session of ${length} messages is left; ` +
          `raise its count in LENGTHS or shorten it`,
      );
    }
    left.set(length, n - 1);
  }
  return [...left].flatMap(([length, n]) => new Array<number>(n).fill(length));
}

/** Shares that the label-only sessions need for the whole to come out as aimed. */
function missingShares(
  texts: readonly TextSession[],
  open: readonly number[],
): Record<string, number> {
  const have = new Map<string, number>();
  let messages = 0;
  for (const text of texts) {
    if (text.messages.length < 3) continue;
    messages += text.messages.length;
    for (const { intent } of text.messages) {
      have.set(intent, (have.get(intent) ?? 0) + 1);
    }
  }
  for (const length of open) if (length >= 3) messages += length;
  return Object.fromEntries(
    Object.entries(AIMED_SHARES).map(([intent, share]) => [
      intent,
      Math.max(share * messages - (have.get(intent) ?? 0), 1),
    ]),
  );
}

function startTime(rng: RandomGenerator): number {
  const day = FIRST_DAY + uniformInt(rng, 0, DAYS - 1) * 86_400_000;
  const weekday = new Date(day).getUTCDay();
  // Sessions of a weekend mostly fall on the Monday after.
  const shift = (weekday === 0 || weekday === 6) && uniformInt(rng, 0, 3) > 0
    ? weekday === 6 ? 2 : 1
    : 0;
  return day + shift * 86_400_000 + uniformInt(rng, 7 * 3600, 18 * 3600) * 1000;
}

function drafts(rng: RandomGenerator, texts: readonly TextSession[]): Draft[] {
  const everyone = people(rng, texts);
  const open = shuffle(rng, openLengths(texts));
  const draw = intentModel(missingShares(texts, open));
  const order = shuffle(rng, everyone);
  const activity = order.map((_, rank) => 1 / (rank + 2));
  const written = texts.map((text): Draft => ({
    text,
    user: text.user,
    repository: text.repository,
    agent: text.agent,
    intents: text.messages.map(({ intent }) => intent),
    start: startTime(rng),
  }));
  const labelOnly = open.map((length): Draft => {
    const person = order[pick(rng, activity)];
    if (person === undefined) {
      throw new RangeError("Cannot draw sessions: texts.jsonl is empty");
    }
    const { user, repositories, agents, taste } = person;
    return {
      text: null,
      user,
      repository: repositories[uniformInt(rng, 0, repositories.length - 1)] ??
        null,
      agent: agents[uniformInt(rng, 0, agents.length - 1)] ?? "",
      intents: draw(rng, length, taste),
      start: startTime(rng),
    };
  });
  return [...written, ...labelOnly];
}

function finish(
  rng: RandomGenerator,
  draft: Draft,
  index: number,
): SampleSession {
  const { text, user, repository, agent, intents, start } = draft;
  const timed = agent !== "cursor" || start >= TIMES_SINCE;
  let time = start;
  const messages = intents.map((intent, position) => {
    if (position > 0) time += uniformInt(rng, 40, 900) * 1000;
    return {
      text: text?.messages[position]?.text ?? null,
      timestamp: timed
        ? new Date(time).toISOString().replace(".000Z", "Z")
        : null,
      intent,
    };
  });
  return {
    text,
    start,
    session: {
      schema_version: 1,
      id: `s-${String(index + 1).padStart(3, "0")}`,
      source: "sample",
      file: null,
      ordinal: 0,
      attributes: {
        agent,
        month: new Date(start).toISOString().slice(0, 7),
        user: hashed("u", user),
        repository: repository === null ? null : hashed("r", repository),
        language: text?.language ?? null,
        has_text: text !== null,
        stand_in: true,
      },
      messages,
    },
  };
}

/**
 * Make the sample corpus.
 *
 * @param texts The hand-written sessions.
 * @returns All sessions, earliest first; the same texts give the same sessions.
 * @throws {RangeError} If a hand-written session has a length that {@linkcode LENGTHS} has no room for.
 *
 * @example
 * ```ts
 * import { equal } from "node:assert/strict";
 * import { sampleSessions } from "./sample_sessions.ts";
 * import { parseTextSessions } from "./sample_texts.ts";
 *
 * const texts = parseTextSessions(Deno.readTextFileSync("data/sample/texts.jsonl"));
 * equal(sampleSessions(texts).length, 300);
 * ```
 */
export function sampleSessions(texts: readonly TextSession[]): SampleSession[] {
  const rng = xoroshiro128plus(SEED);
  return drafts(rng, texts).sort((a, b) => a.start - b.start)
    .map((draft, index) => finish(rng, draft, index));
}
