/**
 * Selection: one candidate a task so that TFAS is highest, with a certified bound, and a checker that
 * needs neither.
 *
 * @module
 */

export * from "./at_most.ts";
export * from "./bound/bound.ts";
export * from "./bound/turn_range.ts";
export * from "./cells.ts";
export * from "./certificate.ts";
export * from "./certify/check_selection.ts";
export * from "./certify/claim.ts";
export * from "./certify/rebound.ts";
export * from "./certify/recount.ts";
export * from "./example.ts";
export * from "./explain_limits.ts";
export * from "./family_instance.ts";
export * from "./family_target.ts";
export * from "./flow_of.ts";
export * from "./held_out.ts";
export * from "./instance.ts";
export * from "./licences.ts";
export * from "./limits.ts";
export * from "./optimism.ts";
export * from "./pool.ts";
export * from "./prefer.ts";
export * from "./problem.ts";
export * from "./report.ts";
export * from "./robustness.ts";
export * from "./score.ts";
export * from "./search/amounts.ts";
export * from "./search/paper_search.ts";
export * from "./search/shuffle.ts";
export * from "./select.ts";
export * from "./select_paper.ts";
export * from "./selection.ts";
export * from "./shadow_prices.ts";
export * from "./variants.ts";
