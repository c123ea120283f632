import { basename, join } from "node:path";
import { pathToFileURL } from "node:url";
import * as z from "zod";
import { placeOf } from "../extract.ts";
import type { Extracted } from "./check_types.ts";
import { type Finding, finding } from "./finding.ts";

/** Rules that do not fit notebooks: they print, and a cell's value is looked at, not exported. */
const NOT_IN_NOTEBOOKS = new Set(["no-console"]);

const reportSchema = z.object({
  diagnostics: z.array(z.object({
    filename: z.string(),
    range: z.object({ start: z.object({ line: z.number() }) }),
    message: z.string(),
    code: z.string(),
    hint: z.string().nullish(),
  })),
  errors: z.array(z.object({ file_path: z.string(), message: z.string() })),
});

/**
 * Lint the cells of notebooks with the project's rules.
 *
 * @param extracted The notebooks with their modules; all cells parse.
 * @param root Root of the project, whose `deno.json` holds the rules.
 * @returns What is wrong.
 * @throws {Error} If the linter cannot read what it is given.
 *
 * @example
 * ```ts
 * import { deepEqual } from "node:assert/strict";
 * import { checkLint } from "./check_lint.ts";
 *
 * deepEqual(await checkLint([], Deno.cwd()), []);
 * ```
 */
export async function checkLint(
  extracted: readonly Extracted[],
  root: string,
): Promise<Finding[]> {
  if (extracted.length === 0) return [];
  const folder = await Deno.realPath(
    await Deno.makeTempDir({ prefix: "taskflow-lint-" }),
  );
  try {
    const files = new Map<string, Extracted>();
    for (const [i, one] of extracted.entries()) {
      const path = join(folder, `${i}_${basename(one.module.name)}`);
      await Deno.writeTextFile(path, one.module.text);
      files.set(pathToFileURL(path).href, one);
    }
    const { stdout, stderr } = await new Deno.Command(Deno.execPath(), {
      args: [
        "lint",
        "--json",
        `--config=${join(root, "deno.json")}`,
        ...files.keys(),
      ],
      env: { NO_COLOR: "1" },
      stdin: "null",
      stdout: "piped",
      stderr: "piped",
    }).output();
    const text = new TextDecoder().decode(stdout);
    if (text.trim() === "") {
      const why = new TextDecoder().decode(stderr).trim();
      throw new Error(`Cannot lint the notebooks: ${why}`);
    }
    const { diagnostics, errors } = reportSchema.parse(JSON.parse(text));
    const [error] = errors;
    if (error !== undefined) {
      throw new Error(`Cannot lint the notebooks: ${error.message}`);
    }
    return diagnostics.flatMap(({ filename, range, message, code, hint }) => {
      const one = files.get(filename);
      if (one === undefined || NOT_IN_NOTEBOOKS.has(code)) return [];
      const place = placeOf(one.module, range.start.line);
      const more = hint ? `; ${hint}` : "";
      return [
        finding(one.notebook, "lint", place, `${message}${more} [${code}]`),
      ];
    });
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
}
