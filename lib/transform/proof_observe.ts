/**
 * What a proof did while it ran.
 *
 * @module
 */

import * as z from "zod";
import {
  type ProofSetting,
  runProof,
  type RunVariant,
  type VariantRun,
} from "./proof_run.ts";

/** What was seen of a run from inside. */
export interface Observed {
  /** Files of the repository whose code ran. */
  readonly ran: readonly string[];
  /** Exceptions that were raised in the script's own lines, caught or not: `NAME:LINE`. */
  readonly raised: readonly string[];
  /** Places of the script that could end it with another code than 0; negative if it cannot be parsed. */
  readonly saysNo: number;
  readonly run: VariantRun;
}

const schema = z.object({
  ran: z.array(z.string()),
  raised: z.array(z.string()),
  says_no: z.number(),
});

/**
 * Run a proof under observation: Python's audit hooks tell which code objects were executed and which files were
 * opened, a trace which exceptions were raised in the script.
 *
 * @param setting Sandbox, script, limits.
 * @param tree Folder of the checkout.
 * @param variant How the run differs.
 * @returns What was seen; empty lists where the script ended too hard to report.
 * @throws {Error} If the sandbox fails.
 */
export async function observeProof(
  setting: ProofSetting,
  tree: string,
  variant: Omit<RunVariant, "observe"> = {},
): Promise<Observed> {
  const mark = `observed-${crypto.randomUUID()} `;
  const run = await runProof(setting, tree, { ...variant, observe: mark });
  const line = run.stderr.split("\n").findLast((text) => text.startsWith(mark));
  const none = { ran: [], raised: [], says_no: -1 };
  const { ran, raised, says_no } = line === undefined
    ? none
    : parse(line.slice(mark.length)) ?? none;
  return { ran, raised, saysNo: says_no, run };
}

/** A report, or `null` where the script garbled it. */
function parse(text: string): z.infer<typeof schema> | null {
  try {
    return schema.parse(JSON.parse(text));
  } catch (error) {
    if (error instanceof SyntaxError || error instanceof z.ZodError) {
      return null;
    }
    throw error;
  }
}
