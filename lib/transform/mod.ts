/**
 * Verified tasks turned into conversations: splitting under a contract, questions with proofs,
 * candidates.
 *
 * @module
 */

export { type Artifact, type ArtifactKind, artifactsOf } from "./artifacts.ts";
export { checkSplit, type SplitCheck } from "./check_split.ts";
export type { SourceText } from "./contract_text.ts";
export { type Finding, FINDING_KINDS, type FindingKind } from "./finding.ts";
export { OUTLINE_VERSION, outlineSplit } from "./outline_split.ts";
export { RANDOM_VERSION, randomSplit } from "./random_split.ts";
export { sentencesOf } from "./sentences.ts";
export { type SourceUnit, sourceUnits } from "./source_units.ts";
export {
  ineligible,
  type Split,
  type SplitMade,
  splitSchema,
  type SplitterName,
  SPLITTERS,
  type TestPart,
  type TestSource,
} from "./split.ts";
