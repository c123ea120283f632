/**
 * Where no sandbox can be had.
 *
 * @module
 */

/** Thrown where untrusted commands cannot be contained: nothing was run. */
export class SandboxRefused extends Error {
  /** What is missing, one sentence each. */
  readonly reasons: readonly string[];

  /**
   * Say what is missing.
   *
   * @param reasons One sentence each.
   *
   * @example
   * ```ts
   * import { match } from "node:assert/strict";
   * import { SandboxRefused } from "@taskflow/sandbox";
   *
   * match(new SandboxRefused(["no bubblewrap"]).message, /--trust-scripts/);
   * ```
   */
  constructor(reasons: readonly string[]) {
    super(
      `Cannot run untrusted scripts here: ${reasons.join("; ")}. ` +
        "Install bubblewrap (on Debian: apt-get install bubblewrap), or pass --trust-scripts to run them " +
        "without any protection",
    );
    this.name = "SandboxRefused";
    this.reasons = reasons;
  }
}
