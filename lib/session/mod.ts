export * from "./session.ts";
export * from "./where.ts";
export * from "./words.ts";
export * from "./corpus_counts.ts";
export * from "./summary.ts";
