/**
 * Type-check extracted cells with Deno's own checker, promises that nobody awaits included.
 *
 * @module
 */

import { basename, join } from "node:path";
import { pathToFileURL } from "node:url";
import { withoutRoot } from "../error_output.ts";
import { type CellModule, placeOf } from "../extract.ts";
import type { Notebook } from "../nbformat.ts";
import { type Check, type Finding, finding } from "./finding.ts";
import { BRANDS, probeModule } from "./probe.ts";

/** A notebook with the module made of its cells. */
export interface Extracted {
  readonly notebook: Notebook;
  readonly module: CellModule;
}

/** One complaint of `deno check`. */
interface Complaint {
  readonly message: string;
  /** URL of the file, or `null` where none is named. */
  readonly url: string | null;
  readonly line: number;
}

const AT = /^\s+at (file:\/\/\S+?):(\d+):\d+$/m;

/** Take the output of `deno check` apart. */
function complaintsOf(output: string): Complaint[] {
  const complaints: Complaint[] = [];
  // A complaint ends with its place; without type errors, the only one starts with "error:".
  for (const block of output.split(/\n\n/)) {
    const text = block.replace(/^Check .*\n/gm, "").trim();
    const [, url, line] = AT.exec(block) ?? [];
    const typed = /^TS\d+ \[ERROR\]: (.*)$/m.exec(text);
    if (typed === null && !/^error: (?!Type checking failed)/.test(text)) {
      continue;
    }
    complaints.push({
      message: typed?.[1] ?? text.split("\n")[0]?.replace(/^error: /, "") ?? "",
      url: url ?? null,
      line: Number(line ?? 1),
    });
  }
  return complaints;
}

async function denoCheck(
  files: readonly string[],
  root: string,
): Promise<{ ok: boolean; output: string }> {
  const { success, stderr } = await new Deno.Command(Deno.execPath(), {
    args: [
      "check",
      "--quiet",
      `--config=${join(root, "deno.json")}`,
      ...files,
    ],
    env: { NO_COLOR: "1" },
    stdin: "null",
    stdout: "null",
    stderr: "piped",
  }).output();
  return { ok: success, output: new TextDecoder().decode(stderr) };
}

const MEANING: Readonly<Record<keyof typeof BRANDS, string>> = {
  await: "nobody awaits this promise: write await, or void if that is meant",
  value:
    "the kernel would show this value and the script would not: show() it, or end the cell with another statement",
};

function findingOf(
  complaint: Complaint,
  files: ReadonlyMap<string, Extracted & { probe: boolean }>,
  root: string,
): Finding[] {
  const file = files.get(complaint.url ?? "");
  if (file === undefined) {
    // The fault lies in a file that a cell imports, so every notebook has it: told once, for the first.
    const [first] = files.values();
    if (first === undefined) return [];
    const where = complaint.url === null
      ? ""
      : `${withoutRoot(complaint.url, root)}:${complaint.line}: `;
    const message = withoutRoot(where + complaint.message, root);
    return [finding(first.notebook, "types", null, message)];
  }
  const { notebook, module, probe } = file;
  const place = placeOf(module, complaint.line);
  if (!probe) {
    const message = withoutRoot(complaint.message, root);
    return [finding(notebook, "types", place, message)];
  }
  const [check] = (["await", "value"] as const).filter((name) =>
    complaint.message.includes(BRANDS[name])
  );
  return check === undefined
    ? []
    : [finding(notebook, check satisfies Check, place, MEANING[check])];
}

/**
 * Type-check notebooks: misspelt imports, wrong types, promises that nobody awaits, and values at
 * the end of a cell that only the kernel would show.
 *
 * @param extracted The notebooks with their modules; all cells parse.
 * @param root Root of the project, whose `deno.json` holds import map and compiler options.
 * @returns What is wrong, in the order of the notebooks.
 *
 * @example
 * ```ts
 * import { deepEqual } from "node:assert/strict";
 * import { checkTypes } from "./check_types.ts";
 *
 * deepEqual(await checkTypes([], Deno.cwd()), []);
 * ```
 */
export async function checkTypes(
  extracted: readonly Extracted[],
  root: string,
): Promise<Finding[]> {
  if (extracted.length === 0) return [];
  const folder = await Deno.realPath(
    await Deno.makeTempDir({ prefix: "taskflow-check-" }),
  );
  try {
    const files = new Map<string, Extracted & { probe: boolean }>();
    for (const [i, one] of extracted.entries()) {
      for (const probe of [false, true]) {
        const name = `${i}_${probe ? "probe_" : ""}${
          basename(one.module.name)
        }`;
        const text = probe ? probeModule(one.module.text) : one.module.text;
        await Deno.writeTextFile(join(folder, name), text);
        files.set(pathToFileURL(join(folder, name)).href, { ...one, probe });
      }
    }
    const { ok, output } = await denoCheck([...files.keys()], root);
    if (ok) return [];
    const complaints = complaintsOf(output);
    const found = complaints.flatMap((complaint) =>
      findingOf(complaint, files, root)
    );
    if (/^TS\d+ \[ERROR\]/m.test(output)) return found;
    // A module that cannot be found ends the check at once: the other notebooks are checked again.
    const named = files.get(complaints[0]?.url ?? "")?.notebook;
    if (found.length === 0) {
      throw new Error(`Cannot type-check the notebooks: ${output.trim()}`);
    }
    const others = extracted.filter(({ notebook }) => notebook !== named);
    const more = named === undefined ? [] : await checkTypes(others, root);
    return [...found, ...more];
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
}
