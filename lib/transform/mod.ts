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
export {
  type PlannedTask,
  planPass,
  type SplitPass,
  type SplitPlan,
  type SplitSequence,
  writePass,
} from "./llm_passes.ts";
export {
  llmSplit,
  type LlmSplitOptions,
  type LlmSplits,
  type PlannedTasks,
  planTasks,
  type SplitFailure,
} from "./llm_split.ts";
export {
  concatParts,
  issuePlans,
  mergeParts,
  mergeVariants,
} from "./merge_parts.ts";
export {
  REVIEW_PASS,
  type ReviewOptions,
  reviewSplits,
  type SplitReviews,
  type SplitTask,
} from "./review_splits.ts";
export {
  type FunnelInputs,
  type FunnelStage,
  type SingleTurn,
  type SplitFunnel,
  splitFunnel,
} from "./split_funnel.ts";
export { LLM_SPLIT_VERSION } from "./split_prompts.ts";
export { type TestCoverage, testCoverage, testPart } from "./test_part.ts";
export {
  type Candidate,
  candidateName,
  type CandidateOptions,
  candidatesOf,
  type CandidateTurn,
  countCandidates,
  countKey,
} from "./candidates.ts";
export { type Variant, variantOf, VARIANTS } from "./candidates_policy.ts";
export {
  type Family,
  type FamilyQuestion,
  familySchema,
  MOST_QUESTIONS,
} from "./family.ts";
export {
  interleavings,
  PLACEMENT_PATTERNS,
  PLACEMENT_POLICIES,
  type PlacementPattern,
  placementPattern,
  type PlacementPolicy,
  placeQuestions,
  type QuestionSlots,
  questionSlots,
} from "./placement.ts";
export {
  countFamilies,
  type FamilyCounter,
  type FamilyNumbers,
  labelSignature,
} from "./family_numbers.ts";
export { blankBlock, blankLines } from "./ablation.ts";
export { renameLines, scrambleLines } from "./ablation_scramble.ts";
export { type CheckedEvidence, checkEvidence } from "./evidence.ts";
export { evidenceInFix, type LeakedName, namesOfFix } from "./leak.ts";
export { type ChangedRange, type FixChanges, readDiff } from "./leak_diff.ts";
export { type ProofTools, proveQuestion } from "./proof.ts";
export { proveAll, type ProveAllOptions } from "./proof_all.ts";
export { type Outcome, outcomeOf, type RunFacts } from "./proof_outcome.ts";
export {
  type Objection,
  PROOF_REASONS,
  type ProofReason,
  reasonsOf,
} from "./proof_reasons.ts";
export {
  type CounterRun,
  type Proof,
  type ProofRun,
  proofSchema,
} from "./proof_report.ts";
export { type Evidence, type Question, questionSchema } from "./question.ts";
export { rationaleIn } from "./rationale.ts";
