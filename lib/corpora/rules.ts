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
  /** Commands typed after `!`: left out, or kept as `!command`, which is an *execute* turn. */
  readonly bashInput: "drop" | "execute";
  /** Turns that a person took back by rewinding: counted (`all`), or left out (`last`). */
  readonly branches: "all" | "last";
  /**
   * What an editor writes around a prompt (`# Files mentioned by the user: ...`, then `## My request
   * for Codex:`): taken off, or taken off only under the oldest heading (`ide`).
   */
  readonly promptFrames: "strip" | "ide";
}

/** Name of a preset of rules. */
export type RulesName = "default" | "labels";

/**
 * The presets. `labels` follows the script that made the shared labels, its weak spots (`userRuns:
 * "join"`, `promptFrames: "ide"`) included, so that its messages can be compared one by one.
 */
export const RULES: Readonly<Record<RulesName, Rules>> = {
  default: {
    slashCommands: "arguments",
    queuedPrompts: "keep",
    userRuns: "split",
    bashInput: "drop",
    branches: "all",
    promptFrames: "strip",
  },
  labels: {
    slashCommands: "none",
    queuedPrompts: "drop",
    userRuns: "join",
    bashInput: "drop",
    branches: "all",
    promptFrames: "ide",
  },
};
