/**
 * Runs untrusted scripts (io): no network, a scratch copy of a tree, limits that bind.
 *
 * @module
 */

export type { TreeChange } from "./changes.ts";
export {
  type Checkout,
  type Checkouts,
  type CheckoutsOptions,
  type CheckoutTask,
  type Fix,
  openCheckouts,
} from "./checkouts.ts";
export { findRepository, type Found } from "./find_repository.ts";
export {
  DEFAULT_LIMITS,
  LIMIT_NAMES,
  type LimitName,
  type Limits,
  limitsOf,
} from "./limits.ts";
export { findPython, type Python } from "./python.ts";
export { SandboxRefused } from "./refuse.ts";
export {
  mustRun,
  runTool,
  type ToolOptions,
  type ToolResult,
} from "./run_tool.ts";
export { openSandbox, type SandboxOptions } from "./sandbox.ts";
export type {
  BackendName,
  Command,
  CommandResult,
  Job,
  JobResult,
  Sandbox,
  Scratch,
  ScratchOptions,
} from "./types.ts";
