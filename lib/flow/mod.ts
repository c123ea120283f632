export * from "./alignment.ts";
export * from "./bootstrap.ts";
export * from "./bootstrap_flow.ts";
export {
  type CorrectedInterval,
  correctedInterval,
  type HalfDraws,
} from "./corrected_interval.ts";
export * from "./collect_samples.ts";
export * from "./compare_samples.ts";
export * from "./counts.ts";
export * from "./divergence.ts";
export {
  type FlowAbout,
  type FlowFile,
  type FlowFileJson,
  flowFileSchema,
  type FlowWords,
} from "./flow_file.ts";
export * from "./parse_flow_file.ts";
export {
  type RowPatterns,
  rowPatterns,
  type SamplingDesign,
  samplingUnits,
  type SparseRows,
} from "./sampling_units.ts";
export * from "./score_cells.ts";
export * from "./session_vectors.ts";
export * from "./coverage.ts";
export * from "./fold_flow.ts";
export * from "./fold_small_cells.ts";
export * from "./gap.ts";
export * from "./interval_coverage.ts";
export * from "./merge_intents.ts";
export { measure, type Measurement, type MeasureOptions } from "./measure.ts";
export type { NearestRow } from "./nearest.ts";
export * from "./next_intent.ts";
export * from "./permutation_test.ts";
export { type DrawOptions, randomParts } from "./random_parts.ts";
export * from "./stability.ts";
export * from "./stress.ts";
export * from "./tables.ts";
export * from "./task_flow.ts";
export * from "./to_flow_file.ts";
export * from "./yardsticks.ts";
export { type RandomBelow, randomBelow } from "./random_below.ts";
