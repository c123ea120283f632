/**
 * Cited lines: whether they exist, and what stands there (Appendix E).
 *
 * @module
 */

import { createHash } from "node:crypto";
import { join } from "node:path";
import type { Evidence } from "./question.ts";

/** A citation after the check. */
export interface CheckedEvidence {
  readonly path: string;
  readonly start_line: number;
  readonly end_line: number;
  /** SHA-256 of the cited lines; line numbers move with a patch, this does not. `null` with a problem. */
  readonly sha256: string | null;
  /** What is wrong with it, or `null`. */
  readonly problem: "evidence-path" | "evidence-range" | null;
  /** The problem in words; empty without one. */
  readonly detail: string;
}

/**
 * Check citations against a checkout: a relative path inside the repository, the path of a file (not of a
 * symbolic link), and 1 <= start <= end <= number of lines.
 *
 * @param tree Folder of the checkout.
 * @param evidence The citations.
 * @returns Each with its hash, or with what is wrong.
 *
 * @example
 * ```ts
 * import { equal } from "node:assert/strict";
 * import { checkEvidence } from "@taskflow/transform";
 *
 * const tree = await Deno.makeTempDir();
 * await Deno.writeTextFile(`${tree}/a.py`, "x = 1\ny = 2\n");
 * const at = (path: string, start_line: number, end_line: number) =>
 *   checkEvidence(tree, [{ path, start_line, end_line, claim: "" }]);
 * equal((await at("a.py", 1, 2))[0]?.problem, null);
 * equal((await at("a.py", 1, 3))[0]?.problem, "evidence-range");
 * equal((await at("../a.py", 1, 1))[0]?.problem, "evidence-path");
 * await Deno.remove(tree, { recursive: true });
 * ```
 */
export async function checkEvidence(
  tree: string,
  evidence: readonly Evidence[],
): Promise<CheckedEvidence[]> {
  return await Promise.all(evidence.map((one) => checkOne(tree, one)));
}

async function checkOne(
  tree: string,
  { path, start_line, end_line }: Evidence,
): Promise<CheckedEvidence> {
  const place = { path, start_line, end_line };
  const wrong = (
    problem: "evidence-path" | "evidence-range",
    detail: string,
  ): CheckedEvidence => ({ ...place, sha256: null, problem, detail });
  const steps = path.split("/");
  if (
    path === "" || path.startsWith("/") || path.includes("\0") ||
    path.includes("\\") ||
    steps.some((s) => s === "" || s === "." || s === "..")
  ) {
    return wrong(
      "evidence-path",
      `"${path}" is not a plain path from the repository's root`,
    );
  }
  if (!await isOwnFile(tree, steps)) {
    return wrong("evidence-path", `"${path}" is no file at the base commit`);
  }
  const lines = linesOf(await Deno.readFile(join(tree, path)));
  const whole = Number.isInteger(start_line) && Number.isInteger(end_line);
  if (
    !whole || start_line < 1 || end_line < start_line || end_line > lines.length
  ) {
    return wrong(
      "evidence-range",
      `lines ${start_line}-${end_line} of "${path}" do not exist: it has ${lines.length}`,
    );
  }
  const hash = createHash("sha256");
  for (const line of lines.slice(start_line - 1, end_line)) hash.update(line);
  return { ...place, sha256: hash.digest("hex"), problem: null, detail: "" };
}

/** Whether a path names a file without passing a symbolic link: a link could lead out. */
async function isOwnFile(
  tree: string,
  steps: readonly string[],
): Promise<boolean> {
  let path = tree;
  for (const [at, step] of steps.entries()) {
    path = join(path, step);
    try {
      const { isFile, isDirectory } = await Deno.lstat(path);
      if (at === steps.length - 1 ? !isFile : !isDirectory) return false;
    } catch (error) {
      if (
        error instanceof Deno.errors.NotFound ||
        error instanceof Deno.errors.NotADirectory
      ) return false;
      throw error;
    }
  }
  return true;
}

/**
 * The lines of a file, line ends included; bytes, because not every source is UTF-8.
 *
 * @param bytes The file.
 * @returns Its lines. A line end at the very end begins no further line.
 *
 * @example
 * ```ts
 * import { equal } from "node:assert/strict";
 * import { linesOf } from "./evidence.ts";
 *
 * const count = (text: string) => linesOf(new TextEncoder().encode(text)).length;
 * equal(count("a\nb\n"), 2);
 * equal(count("a\nb"), 2);
 * equal(count(""), 0);
 * ```
 */
export function linesOf(bytes: Uint8Array): Uint8Array[] {
  const lines: Uint8Array[] = [];
  for (let from = 0; from < bytes.length;) {
    const end = bytes.indexOf(10, from);
    const to = end < 0 ? bytes.length : end + 1;
    lines.push(bytes.subarray(from, to));
    from = to;
  }
  return lines;
}
