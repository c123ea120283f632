/**
 * Provenance of a JSONL file, in a file beside it.
 *
 * @module
 */

import { inputOf, provenance, writeAtomically } from "@taskflow/table";
import { VERSION } from "./version.ts";

/**
 * Write `FILE.provenance.json` beside a file.
 *
 * @param path The file.
 * @param inputs Files it was made from.
 * @param parameters How.
 * @param seed Seed of random numbers, or `null`.
 */
export async function writeBeside(
  path: string,
  inputs: readonly string[],
  parameters: Readonly<Record<string, string | number | boolean | null>>,
  seed: number | null = null,
): Promise<void> {
  const made = provenance({
    inputs: await Promise.all(inputs.map((input) => inputOf(input))),
    parameters,
    seed,
    versions: { taskflow: VERSION, deno: Deno.version.deno },
    visibility: "private",
  });
  await writeAtomically(
    `${path}.provenance.json`,
    `${JSON.stringify(made, null, 2)}\n`,
  );
}
