/**
 * Intents of messages: the offline baseline classifier.
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
