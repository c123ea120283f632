/**
 * Pictures held against files. `UPDATE_GOLDEN=1 deno test …` accepts what is drawn
 * now; look at it first.
 */

import { fail } from "node:assert/strict";

const folder = new URL("../golden/", import.meta.url);

/**
 * Compare text with `tests/golden/FILE`; where it differs, leave it beside it as
 * `NAME-changed.EXTENSION`.
 *
 * @param file Name of the golden file.
 * @param actual What is to be there.
 */
export async function golden(file: string, actual: string): Promise<void> {
  const path = new URL(file, folder);
  const changed = new URL(file.replace(/(\.[a-z]+)$/, "-changed$1"), folder);
  const expected = await Deno.readTextFile(path).catch((error) => {
    if (error instanceof Deno.errors.NotFound) return null;
    throw error;
  });
  if (expected === actual) return;
  if (Deno.env.get("UPDATE_GOLDEN") === "1") {
    await Deno.writeTextFile(path, actual);
    return;
  }
  await Deno.writeTextFile(changed, actual);
  fail(
    `tests/golden/${file} ${
      expected === null ? "is missing" : "differs"
    }: look at ${changed.pathname}, and accept it with UPDATE_GOLDEN=1`,
  );
}
