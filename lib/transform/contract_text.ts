/**
 * Source and parts, read once for all checks of the contract.
 *
 * @module
 */

import type { Task } from "@taskflow/benchmark";
import { artifactsOf } from "./artifacts.ts";
import { type Term, termsOf } from "./terms.ts";

/** The texts that a split is made from. */
export type SourceText = Pick<
  Task,
  "problem_statement" | "requirements" | "interface" | "repo"
>;

/** What the checks look things up in. */
export interface ContractText {
  readonly texts: SourceText;
  /** Statement, requirements and interface. */
  readonly source: string;
  /** What is certainly asked for: requirements and interface, or the statement where there are none. */
  readonly asked: string;
  readonly parts: readonly string[];
  /** Name of the repository, in lower case. */
  readonly repository: string;
  /** Keys of the source's terms. */
  readonly keys: ReadonlySet<string>;
  /** Identifiers of the source. */
  readonly names: readonly string[];
  /** Quoted strings and code of the source. */
  readonly quotations: readonly string[];
  /** Whether the source speaks of this term, in another form perhaps. */
  readonly supports: (term: Term) => boolean;
  /** Whether all words that a name is made of are in the source. */
  readonly supportsName: (name: string) => boolean;
  /** Whether the source has this number, in figures or words. */
  readonly hasNumber: (number: string) => boolean;
  /** Whether some part has this number, in figures or words. */
  readonly keepsNumber: (number: string) => boolean;
}

/**
 * Read source and parts.
 *
 * @param texts The source.
 * @param parts The parts.
 * @returns What the checks need.
 *
 * @example
 * ```ts
 * import { equal } from "node:assert/strict";
 * import { contractText } from "./contract_text.ts";
 *
 * const texts = { problem_statement: "Read 3 pages.", requirements: "", interface: "", repo: "a/a" };
 * equal(contractText(texts, ["Read three pages."]).hasNumber("3"), true);
 * ```
 */
export function contractText(
  texts: SourceText,
  parts: readonly string[],
): ContractText {
  const source = [texts.problem_statement, texts.requirements, texts.interface]
    .join("\n\n");
  const asked = texts.requirements.trim() === ""
    ? source
    : `${texts.requirements}\n\n${texts.interface}`;
  const repository = texts.repo.toLowerCase();
  const keys = new Set(
    termsOf(`${source}\n${texts.repo}`).map(({ key }) => key),
  );
  const kept = new Set(termsOf(parts.join("\n\n")).map(({ key }) => key));
  const sorted = [...keys].sort();
  const found = artifactsOf(source);
  const squashed = source.toLowerCase().replace(/[^\p{L}\p{N}]/gu, "");
  const supports = ({ key, kind, text }: Term) =>
    keys.has(key) || (kind === "word" && relatedTo(key, sorted)) ||
    (text.length >= 6 &&
      squashed.includes(text.toLowerCase().replace(/[^\p{L}\p{N}]/gu, "")));
  return {
    texts,
    source,
    asked,
    parts,
    repository,
    keys,
    names: namesOf(found.map(({ text }) => text)),
    quotations: found.filter(({ kind }) =>
      kind === "quotation" || kind === "span"
    ).map(({ text }) => text),
    supports,
    supportsName: (name) =>
      termsOf(name).filter(({ kind }) => kind === "word").every(supports),
    hasNumber: (number) => keys.has(number) || source.includes(number),
    keepsNumber: (number) => kept.has(number),
  };
}

/** Single identifiers in strings of code. */
function namesOf(strings: readonly string[]): string[] {
  const names = strings.flatMap((text) =>
    text.match(/[A-Za-z_$][\w$]*/g) ?? []
  );
  return [...new Set(names)].filter((name) =>
    /[_$]|[a-z][A-Z]|[A-Z]{2}[a-z]/.test(name)
  );
}

/** Abbreviations and longer forms: doc, document; config, configuration. */
function relatedTo(key: string, sorted: readonly string[]): boolean {
  return sorted.some((other) => {
    const [short, long] = other.length < key.length
      ? [other, key]
      : [key, other];
    return short.length >= 4 && long.startsWith(short) ||
      short.length === 3 && long.length <= 9 && long.startsWith(short) &&
        key === short;
  });
}
