/**
 * From places in what the kernel runs back to lines of a cell.
 *
 * @module
 */

import { SourceMap } from "node:module";
import { join } from "node:path";

/**
 * The line of a cell's source behind a line of the JavaScript that the kernel made of it: the kernel
 * drops types and blank lines and does not map its places back.
 *
 * @param source Source of the cell.
 * @param line Line in the JavaScript, from 1.
 * @returns Line in the source, from 1; 1 where it cannot be told.
 *
 * @example
 * ```ts
 * import { equal } from "node:assert/strict";
 * import { sourceLineOf } from "./kernel_line.ts";
 *
 * equal(await sourceLineOf("interface A {\n  a: 1;\n}\n\nthrow new Error();", 1), 5);
 * ```
 */
export async function sourceLineOf(
  source: string,
  line: number,
): Promise<number> {
  const folder = await Deno.makeTempDir({ prefix: "taskflow-cell-" });
  try {
    // The kernel keeps imports that nothing uses.
    const compilerOptions = { verbatimModuleSyntax: true };
    await Deno.writeTextFile(
      join(folder, "deno.json"),
      JSON.stringify({ compilerOptions }),
    );
    await Deno.writeTextFile(join(folder, "cell.ts"), source);
    const { success } = await new Deno.Command(Deno.execPath(), {
      args: [
        "transpile",
        "--quiet",
        "--source-map=separate",
        "cell.ts",
        "--output=cell.js",
      ],
      cwd: folder,
      stdin: "null",
      stdout: "null",
      stderr: "null",
    }).output();
    if (!success) return 1;
    const map = new SourceMap(
      JSON.parse(await Deno.readTextFile(join(folder, "cell.js.map"))),
    );
    // A line begins with white space, which no entry covers: the last one before is another line's.
    for (let column = 0; column < 200; column++) {
      const entry = map.findEntry(line - 1, column);
      if ("originalLine" in entry && entry.generatedLine === line - 1) {
        return entry.originalLine + 1;
      }
    }
    return 1;
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
}

/** Where a source cannot be parsed, and why. */
export interface SyntaxProblem {
  /** Line, from 1. */
  readonly line: number;
  readonly message: string;
}

/**
 * Find the first syntax error of a cell; the kernel says only that execution failed.
 *
 * @param source Source of the cell.
 * @returns Where and why, or `null` if TypeScript can parse it.
 *
 * @example
 * ```ts
 * import { equal } from "node:assert/strict";
 * import { findSyntaxProblem } from "./kernel_line.ts";
 *
 * equal((await findSyntaxProblem("const a = 1;\nconst b = ;"))?.line, 2);
 * ```
 */
export async function findSyntaxProblem(
  source: string,
): Promise<SyntaxProblem | null> {
  const { default: ts } = await import("typescript");
  const { diagnostics } = ts.transpileModule(source, {
    reportDiagnostics: true,
    compilerOptions: {
      target: ts.ScriptTarget.ESNext,
      module: ts.ModuleKind.ESNext,
    },
  });
  const [first] = diagnostics ?? [];
  if (first === undefined) return null;
  const before = source.slice(0, first.start ?? 0);
  return {
    line: before.split("\n").length,
    message: ts.flattenDiagnosticMessageText(first.messageText, " "),
  };
}
