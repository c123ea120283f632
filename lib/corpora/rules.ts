/**
 * What counts as a user message where tools leave room for a decision. The choice changes P_L and
 * P_R, so it is part of a flow's provenance ({@linkcode IngestReport.rules} names it).
 *
 * @module
 */

/** Decisions about what counts as a user message. */
export interface Rules {
  /** Slash commands: `arguments` keeps one that has arguments as `/x args`, `none` keeps none. */
  readonly slashCommands: "arguments" | "none";
  /** Prompts queued while the agent works: counted, or left out. */
  readonly queuedPrompts: "keep" | "drop";
  /**
   * SpecStory user turns that follow each other without a `---` between them: `split` reads each as
   * a message, `join` as one message that contains the later turn markers.
   */
  readonly userRuns: "split" | "join";
}

/** Name of a preset of rules. */
export type RulesName = "default" | "labels";

/**
 * The presets. `labels` follows the script that made the shared labels, its known weak spot
 * (`userRuns: "join"`) included, so that its messages can be compared one by one.
 */
export const RULES: Readonly<Record<RulesName, Rules>> = {
  default: {
    slashCommands: "arguments",
    queuedPrompts: "keep",
    userRuns: "split",
  },
  labels: { slashCommands: "none", queuedPrompts: "drop", userRuns: "join" },
};
