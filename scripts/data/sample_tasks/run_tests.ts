/**
 * The tests of a sample repository, run as its `run_script.sh` runs them.
 *
 * @module
 */

import { repoFolder, TASKS } from "./checkout.ts";
import { runCommand } from "./run_command.ts";

/**
 * Run tests in a checkout.
 *
 * @param repo `owner/name`.
 * @param folder The checkout.
 * @param files Test files, by comma in the script's protocol.
 * @param env Variables that name an interpreter: `PYTHON`, `JS_RUNTIME`.
 * @returns Status by name of the test: `PASSED`, `FAILED`, `SKIPPED` or `ERROR`.
 *
 * @example
 * ```ts
 * import { runTests } from "./run_tests.ts";
 *
 * const folder = Deno.env.get("SAMPLE_WAYMARK");
 * if (folder) await runTests("taskflow-sample/waymark", folder, ["test/parse.test.js"]);
 * ```
 */
export async function runTests(
  repo: string,
  folder: string,
  files: readonly string[],
  env: Readonly<Record<string, string>> = {},
): Promise<Map<string, string>> {
  const script = Deno.realPathSync(
    `${TASKS}/run_scripts/${repoFolder(repo)}/run_script.sh`,
  );
  const { output } = await runCommand('sh "$SCRIPT" "$FILES"', folder, {
    SCRIPT: script,
    FILES: files.join(","),
    ...env,
  });
  const lines = output.matchAll(/^(PASSED|FAILED|SKIPPED|ERROR) (.+)$/gm);
  return new Map(
    [...lines].map(([, status = "", name = ""]) => [name, status]),
  );
}
