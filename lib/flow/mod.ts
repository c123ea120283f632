export * from "./alignment.ts";
export * from "./bootstrap.ts";
export * from "./counts.ts";
export * from "./divergence.ts";
export * from "./flow_file.ts";
export * from "./task_flow.ts";
