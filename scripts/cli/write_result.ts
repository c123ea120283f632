/**
 * Write a verb's result where `-o, --out` says, with its provenance.
 *
 * @module
 */

import {
  fromRows,
  inputOf,
  provenance,
  writeAtomically,
  writeTable,
} from "@taskflow/table";
import { basename, dirname, resolve } from "node:path";
import { VERSION } from "./version.ts";

/** A result in both of its forms, and where it comes from. */
export interface Result {
  /** The whole result, for a `.json` file. */
  readonly json: Readonly<Record<string, unknown>>;
  /** Its table, for every other kind of file. */
  readonly rows: readonly Readonly<
    Record<string, string | number | boolean | null>
  >[];
  /** Paths of the files it was made from. */
  readonly inputs: readonly string[];
  readonly parameters: Readonly<
    Record<string, string | number | boolean | null>
  >;
  /** Seed of the random numbers, or `null` where none were used. */
  readonly seed: number | null;
  readonly visibility: "public" | "private" | "stand-in";
}

/** Each file once; files of one name are told apart by their folders. */
function namedInputs(paths: readonly string[]): [string, string][] {
  const whole = [...new Set(paths.map((path) => resolve(path)))];
  const names = whole.map((path) => basename(path));
  return whole.map((path, at) => {
    const name = names[at] ?? path;
    const same = names.filter((other) => other === name).length > 1;
    return [path, same ? `${basename(dirname(path))}/${name}` : name];
  });
}

/**
 * Write a result.
 *
 * @param path Where; `.json` takes the whole result, other extensions its table.
 * @param result The result.
 * @throws {RangeError} If the extension is not known.
 */
export async function writeResult(path: string, result: Result): Promise<void> {
  const { json, rows, inputs, parameters, seed, visibility } = result;
  const made = provenance({
    inputs: await Promise.all(
      namedInputs(inputs).map(([path, name]) => inputOf(path, name)),
    ),
    parameters,
    seed,
    versions: { taskflow: VERSION, deno: Deno.version.deno },
    visibility,
  });
  if (path.endsWith(".json")) {
    const text = JSON.stringify({ ...json, provenance: made }, null, 2);
    await writeAtomically(path, `${text}\n`);
  } else {
    await writeTable(path, fromRows(rows), {
      metadata: { provenance: JSON.stringify(made) },
    });
  }
}
