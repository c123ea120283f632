/**
 * Intents of messages: the frozen prompt and the classifier that asks a model, the offline baseline,
 * agreement of label sets, what label noise does to a flow, gold labels.
 *
 * @module
 */

export { type Classification, classify, loadBaseline } from "./baseline.ts";
export {
  type Baseline,
  type BaselineFile,
  baselineSchema,
  featuresId,
  parseBaseline,
} from "./baseline_model.ts";
export { type ClassifyCounts, classifySessions } from "./classify_sessions.ts";
export { scoreFeatures } from "./baseline_score.ts";
export { createExtractor, type Features, GROUPS } from "./features.ts";
export * from "./agreement.ts";
export * from "./agreement_fleiss.ts";
export * from "./agreement_flows.ts";
export * from "./agreement_join.ts";
export * from "./agreement_kappa.ts";
export * from "./agreement_keys.ts";
export * from "./agreement_ratings.ts";
export * from "./agreement_resample.ts";
export * from "./agreement_revise.ts";
export * from "./agreement_tally.ts";
export * from "./agreement_vectors.ts";
export * from "./confusion.ts";
export * from "./cut_middle.ts";
export * from "./draw_sessions.ts";
export * from "./gold_adjudicate.ts";
export * from "./gold_correct.ts";
export * from "./gold_design.ts";
export * from "./gold_key.ts";
export * from "./gold_report.ts";
export * from "./gold_sample.ts";
export * from "./gold_wilson.ts";
export * from "./label_rows.ts";
export * from "./llm_classify.ts";
export * from "./llm_questions.ts";
export * from "./noise.ts";
export * from "./noise_channel.ts";
export * from "./noise_confusions.ts";
export * from "./prompt.ts";
