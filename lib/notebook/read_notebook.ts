import { createHash } from "node:crypto";
import * as z from "zod";
import { type Cell, type Notebook, notebookSchema } from "./nbformat.ts";

/**
 * Parse a notebook file. Cells without an id, or with one that occurs before, get an id made of
 * their contents.
 *
 * @param json Text of the file.
 * @param path Its path, for messages.
 * @returns The notebook.
 * @throws {SyntaxError} If the text is not JSON.
 * @throws {TypeError} If it is not a notebook in format 4.
 *
 * @example
 * ```ts
 * import { equal } from "node:assert/strict";
 * import { parseNotebook } from "./read_notebook.ts";
 *
 * const cells = [{ cell_type: "code", source: ["1 +\n", "1"], outputs: [] }];
 * const json = JSON.stringify({ nbformat: 4, nbformat_minor: 5, metadata: {}, cells });
 * equal(parseNotebook(json, "a.ipynb").cells[0]?.source, "1 +\n1");
 * ```
 */
export function parseNotebook(json: string, path: string): Notebook {
  let value: unknown;
  try {
    value = JSON.parse(json);
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    throw new SyntaxError(
      `Cannot read notebook "${path}": not JSON (${why}); is it whole, without conflict markers?`,
    );
  }
  const parsed = notebookSchema.safeParse(value);
  if (!parsed.success) {
    throw new TypeError(
      `Cannot read notebook "${path}": not a notebook in format 4: ${
        z.prettifyError(parsed.error)
      }`,
    );
  }
  const taken = new Set<string>();
  const cells = parsed.data.cells.map((cell): Cell => {
    const id = freeId(cell, taken);
    taken.add(id);
    return { ...cell, id };
  });
  return { path, cells, metadata: parsed.data.metadata };
}

function freeId(
  cell: { id?: string | undefined; cell_type: string; source: string },
  taken: ReadonlySet<string>,
): string {
  if (cell.id !== undefined && !taken.has(cell.id)) return cell.id;
  const hash = createHash("sha256").update(cell.cell_type).update(cell.source)
    .digest("hex").slice(0, 8);
  let id = hash;
  for (let n = 2; taken.has(id); n++) id = `${hash}-${n}`;
  return id;
}

/**
 * Read a notebook file.
 *
 * @param path Path of the `.ipynb` file.
 * @returns The notebook.
 * @throws {Deno.errors.NotFound} If there is no such file.
 * @throws {SyntaxError} If it is not JSON.
 * @throws {TypeError} If it is not a notebook in format 4.
 *
 * @example
 * ```ts
 * import { rejects } from "node:assert/strict";
 * import { readNotebook } from "./read_notebook.ts";
 *
 * await rejects(readNotebook("no/such.ipynb"), Deno.errors.NotFound);
 * ```
 */
export async function readNotebook(path: string): Promise<Notebook> {
  return parseNotebook(await Deno.readTextFile(path), path);
}
