/**
 * The contract on artifacts: binding ones verbatim, none altered, none invented.
 *
 * @module
 */

import { type Artifact, artifactsOf } from "./artifacts.ts";
import type { ContractText } from "./contract_text.ts";
import { editDistance } from "./edit_distance.ts";
import { type Finding, finding, quoted } from "./finding.ts";

/** Kinds that cannot be said in other words: their loss is an error also where nobody listed them. */
const STRICT: ReadonlySet<Artifact["kind"]> = new Set([
  "path",
  "url",
  "signature",
  "number",
]);

/**
 * Check artifacts: those of the row are binding, each verbatim in some part and taken from the source;
 * those that the source's own form gives away are looked for as well; and none may be in the parts
 * that the source does not have.
 *
 * @param text Source and parts.
 * @param binding The row's artifacts.
 * @returns `changed-artifact` for lost and altered ones (warnings for names and quotations that the
 * row does not list), `new-requirement` for invented ones.
 *
 * @example
 * ```ts
 * import { deepEqual } from "node:assert/strict";
 * import { checkArtifacts } from "./contract_artifacts.ts";
 * import { contractText } from "./contract_text.ts";
 *
 * const source = { problem_statement: "Pages.", requirements: "Add `fetchPage`.", interface: "", repo: "a/a" };
 * const text = contractText(source, ["Add `fetchpage`.", "Document it."]);
 * deepEqual(
 *   checkArtifacts(text, ["fetchPage"]).map(({ kind, severity }) => `${severity} ${kind}`),
 *   ["error changed-artifact"],
 * );
 * ```
 */
export function checkArtifacts(
  text: ContractText,
  binding: readonly string[],
): Finding[] {
  const lost = binding.filter((artifact) =>
    !text.parts.some((part) => part.includes(artifact))
  );
  return [
    ...lost.map((artifact) => lostFinding(text, artifact)),
    ...binding.filter((artifact) => !text.source.includes(artifact)).map((
      artifact,
    ) =>
      finding(
        "new-requirement",
        "error",
        null,
        `the artifact ${quoted(artifact)} is not in the source`,
      )
    ),
    ...lostOfSource(text, binding),
    ...strangers(text, lost),
  ];
}

function lostFinding(text: ContractText, artifact: string): Finding {
  const at = text.parts.findIndex((part) =>
    loose(part).includes(loose(artifact))
  );
  if (at >= 0) {
    return finding(
      "changed-artifact",
      "error",
      at,
      `${
        quoted(artifact)
      } is there with other case, quotation marks or white space only`,
    );
  }
  const near = nearIn(artifact, text.parts);
  return finding(
    "changed-artifact",
    "error",
    near?.part ?? null,
    near === null
      ? `${quoted(artifact)} is in no part`
      : `${quoted(artifact)} became ${quoted(near.text)}`,
  );
}

/** What the source's form gives away and no part holds. */
function lostOfSource(
  text: ContractText,
  binding: readonly string[],
): Finding[] {
  const asked = text.asked;
  const all = squeeze(text.parts.join("\n\n"));
  return artifactsOf(asked).flatMap(({ kind, text: artifact }): Finding[] => {
    const wanted = squeeze(artifact);
    if (
      wanted.length === 0 || all.includes(wanted) || binding.includes(artifact)
    ) return [];
    if (
      kind === "number" &&
      (Number(artifact) < 2 || text.keepsNumber(artifact))
    ) return [];
    if (kind === "path" && inPieces(artifact, text.parts)) return [];
    const strict = STRICT.has(kind) || isPath(artifact);
    return [finding(
      "changed-artifact",
      strict ? "error" : "warning",
      null,
      `the ${kind} ${quoted(artifact)} of the source is in no part`,
    )];
  });
}

/** `src/net/page.ts` said as "page.ts in src/net". */
function inPieces(path: string, parts: readonly string[]): boolean {
  const at = path.lastIndexOf("/");
  const [folder, file] = [path.slice(0, at), path.slice(at + 1)];
  return parts.some((part) => part.includes(file) && part.includes(folder)) ||
    parts.some((part) => part.includes(file.replace(/\.\w+$/, ""))) &&
      parts.join("\n").includes(folder);
}

function isPath(text: string): boolean {
  return /^[\w@.~-]*(?:\/[\w@.+-]+)+\.\w{1,10}$/.test(text);
}

/** Names, paths and addresses in a part that the source does not have. */
function strangers(text: ContractText, lost: readonly string[]): Finding[] {
  const source = squeeze(text.source);
  const lowSource = source.toLowerCase();
  const seen = new Set<string>();
  return text.parts.flatMap((part, at) =>
    artifactsOf(part).flatMap(({ kind, text: artifact }): Finding[] => {
      const own = squeeze(artifact);
      if (seen.has(own) || own.length < 2 || source.includes(own)) return [];
      seen.add(own);
      if (kind === "quotation" || kind === "number") {
        return quotation(text, kind, artifact, at);
      }
      if (
        kind === "identifier" &&
        source.includes(own.replace(/(?:'s|s|es)$/, ""))
      ) return [];
      const near = nearest(own, text.names);
      if (near !== null) {
        return lost.some((artifact) => artifact.includes(near)) ? [] : [
          finding(
            "changed-artifact",
            "error",
            at,
            `${quoted(artifact)} is not in the source, which has ${
              quoted(near)
            }`,
          ),
        ];
      }
      // In prose, names of products are written like identifiers.
      const sure = (kind === "path" || kind === "url" ||
        /[_(]|^[a-z].*[A-Z]|\w\/\w/.test(artifact)) &&
        !lowSource.includes(own.toLowerCase());
      const known = text.repository.includes(own.toLowerCase());
      if (known) return [];
      return [finding(
        "new-requirement",
        sure && !text.supportsName(artifact) ? "error" : "warning",
        at,
        `the ${kind} ${quoted(artifact)} is not in the source`,
      )];
    })
  );
}

function quotation(
  text: ContractText,
  kind: Artifact["kind"],
  artifact: string,
  part: number,
): Finding[] {
  if (kind === "number") {
    if (Number(artifact) < 13 || text.hasNumber(artifact)) return [];
    return [
      finding(
        "new-requirement",
        "error",
        part,
        `the number ${artifact} is not in the source`,
      ),
    ];
  }
  const most = Math.max(1, Math.floor(artifact.length / 12));
  const near = text.quotations.find((other) => {
    const d = editDistance(squeeze(artifact), squeeze(other), most);
    return d > 0 && d <= most && artifact.length >= 6;
  });
  return near === undefined ? [] : [
    finding(
      "changed-artifact",
      "error",
      part,
      `${quoted(artifact)} is not in the source, which has ${quoted(near)}`,
    ),
  ];
}

/** Of the names in the source the one that differs by little, or `null`. */
function nearest(own: string, names: readonly string[]): string | null {
  if (own.length < 5) return null;
  const plain = fold(own);
  const most = own.length >= 10 ? 2 : 1;
  return names.find((name) =>
    name.length >= 5 &&
    (fold(name) === plain || editDistance(name, own, most) <= most)
  ) ?? null;
}

/** Where something like an artifact stands in the parts. */
function nearIn(
  artifact: string,
  parts: readonly string[],
): { part: number; text: string } | null {
  const most = Math.min(6, Math.max(1, Math.floor(artifact.length / 6)));
  let best: { part: number; text: string; cost: number } | null = null;
  for (const [part, text] of parts.entries()) {
    for (const candidate of windows(text, artifact)) {
      const cost = editDistance(candidate, artifact, most);
      if (cost <= most && cost < (best?.cost ?? Infinity)) {
        best = { part, text: candidate, cost };
      }
    }
  }
  return best;
}

/** Runs of as many white-space separated words as the artifact has. */
function* windows(text: string, artifact: string): Generator<string> {
  const size = artifact.split(/\s+/).length;
  const words = [...text.matchAll(/\S+/g)];
  for (let i = 0; i + size <= words.length; i++) {
    const [first, last] = [words[i], words[i + size - 1]];
    if (first === undefined || last === undefined) continue;
    yield text.slice(first.index, last.index + last[0].length).replace(
      /^[`"“'(]+|[`"”'),.;:]+$/g,
      "",
    );
  }
}

/** Without what a rewriting may change around code: backticks, backslashes, runs of white space. */
export function squeeze(text: string): string {
  return text.replace(/[`\\]/g, "").replace(/[“”]/g, '"').replace(/[‘’]/g, "'")
    .replace(/\s+/g, " ").trim();
}

function loose(text: string): string {
  return squeeze(text).replace(/["'\s]/g, "").toLowerCase();
}

function fold(name: string): string {
  return name.replace(/[_$.\s-]/g, "").toLowerCase();
}
