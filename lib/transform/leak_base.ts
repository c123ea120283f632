/**
 * Which names stand at the base commit.
 *
 * @module
 */

import { mustRun, runTool } from "@taskflow/sandbox";

/**
 * Names that stand nowhere in a checkout: in no file, and in no file's name.
 *
 * @param tree Folder of the checkout.
 * @param names The names.
 * @returns Those that stand nowhere.
 * @throws {Error} If the checkout cannot be searched.
 *
 * @example
 * ```ts
 * import { deepEqual } from "node:assert/strict";
 * import { absentNames } from "./leak_base.ts";
 *
 * const tree = await Deno.makeTempDir();
 * await Deno.writeTextFile(`${tree}/old_file.py`, "def known(): pass\n");
 * deepEqual(await absentNames(tree, ["known", "old_file", "fresh", "know"]), ["fresh", "know"]);
 * await Deno.remove(tree, { recursive: true });
 * ```
 */
export async function absentNames(
  tree: string,
  names: readonly string[],
): Promise<string[]> {
  if (names.length === 0) return [];
  const files = await mustRun(`list "${tree}"`, "find", [
    tree,
    "-printf",
    "%f\n",
  ]);
  const named = new Set(
    files.split("\n").flatMap((name) => [
      name,
      name.replace(/\.[^.]*$/, ""),
      ...(name.match(/[\p{L}_$][\p{L}\p{N}_$]*/gu) ?? []),
    ]),
  );
  const absent: string[] = [];
  for (const name of names) {
    if (named.has(name)) continue;
    const { code, stderr } = await runTool("grep", [
      ...["-r", "-q", "-w", "-F", "-a", "-e", name, "--", "."],
    ], { cwd: tree });
    if (code > 1) {
      throw new Error(
        `Cannot search "${tree}" for "${name}": ${stderr.trim()}`,
      );
    }
    if (code === 1) absent.push(name);
  }
  return absent;
}
