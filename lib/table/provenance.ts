/**
 * Provenance: from what, how and by what a table or figure was made (DESIGN, section 4).
 *
 * @module
 */

import canonicalize from "canonicalize";
import { basename, isAbsolute } from "node:path";
import * as z from "zod";
import { sha256File } from "./sha256_file.ts";

/** Schema of one input file. */
export const inputSchema = z.strictObject({
  /** Name of the file, relative to the folder that was given: never an absolute path. */
  name: z.string().min(1),
  /** SHA-256 of its bytes, 64 hexadecimal digits. */
  sha256: z.string().regex(/^[0-9a-f]{64}$/),
});

/**
 * Schema of provenance. It holds no time and no machine: the same inputs, parameters, seed and
 * versions give the same bytes.
 */
export const provenanceSchema = z.strictObject({
  schema_version: z.literal(1),
  /**
   * `public`: anyone may have the inputs. `private`: they stay where they are. `stand-in`: made up in
   * place of data that is not available, and called so wherever it shows.
   */
  visibility: z.enum(["public", "private", "stand-in"]),
  /** Input files, sorted by name. */
  inputs: z.array(inputSchema),
  /** Every option that changes the result. */
  parameters: z.record(z.string(), z.json()),
  /** Seed of the random numbers, or `null` where none were used. */
  seed: z.union([z.number().int(), z.string(), z.null()]),
  /** Versions of what computed it, for example `{ taskflow: "1.0.0", deno: "2.9.6" }`. */
  versions: z.record(z.string(), z.string()),
});

/** One input file: its name and its SHA-256. */
export type Input = z.infer<typeof inputSchema>;
/** From what, how and by what a table or figure was made. */
export type Provenance = z.infer<typeof provenanceSchema>;

/**
 * Make provenance with a stable order: inputs by name, all other keys as canonical JSON (RFC 8785)
 * orders them. `JSON.stringify` of the result is therefore the same text for the same facts.
 *
 * @param facts Inputs, parameters, seed, versions and visibility; no times.
 * @returns The provenance; put its JSON under the key `provenance` of a table's metadata.
 * @throws {TypeError} If a fact has the wrong shape, for example `undefined` among the parameters.
 * @throws {RangeError} If an input's name is an absolute path (it would tell whose machine it was),
 * or two inputs have one name.
 *
 * @example
 * ```ts
 * import { equal } from "node:assert/strict";
 * import { provenance } from "@taskflow/table";
 *
 * const made = provenance({
 *   inputs: [],
 *   parameters: { where: "messages>=3", lengthOf: "all" },
 *   seed: 7,
 *   versions: { taskflow: "1.0.0" },
 *   visibility: "stand-in",
 * });
 * equal(JSON.stringify(made.parameters), '{"lengthOf":"all","where":"messages>=3"}');
 * ```
 */
export function provenance(
  facts: Omit<Provenance, "schema_version">,
): Provenance {
  const parsed = provenanceSchema.safeParse({ schema_version: 1, ...facts });
  if (!parsed.success) {
    throw new TypeError(
      `Cannot make provenance: ${z.prettifyError(parsed.error)}`,
    );
  }
  const inputs = parsed.data.inputs.toSorted((a, b) =>
    a.name < b.name ? -1 : 1
  );
  inputs.forEach(({ name }, i) => {
    if (isAbsolute(name) || /^[a-z]:[\\/]/i.test(name)) {
      throw new RangeError(
        `Cannot make provenance: input "${name}" is an absolute path, ` +
          `name it relative to the folder that was given`,
      );
    }
    if (name === inputs[i + 1]?.name) {
      throw new RangeError(
        `Cannot make provenance: two inputs are named "${name}", ` +
          `name them relative to a folder above both`,
      );
    }
  });
  const ordered = canonicalize({ ...parsed.data, inputs });
  return provenanceSchema.parse(JSON.parse(ordered ?? "null"));
}

/**
 * One input of provenance, read from disk.
 *
 * @param path The file.
 * @param name Its name in the provenance; by default the last part of the path.
 * @returns Name and SHA-256.
 * @throws {Deno.errors.NotFound} If there is no such file.
 *
 * @example
 * ```ts
 * import { equal } from "node:assert/strict";
 * import { inputOf } from "@taskflow/table";
 *
 * const path = await Deno.makeTempFile({ suffix: ".jsonl" });
 * equal((await inputOf(path, "b.jsonl")).name, "b.jsonl");
 * await Deno.remove(path);
 * ```
 */
export async function inputOf(
  path: string,
  name: string = basename(path),
): Promise<Input> {
  return { name, sha256: await sha256File(path) };
}
