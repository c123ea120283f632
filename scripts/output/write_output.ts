/**
 * Write a folder of results: figures, tables as CSV and Markdown, one page that shows them.
 *
 * @module
 */

import {
  type Block,
  checkName,
  csvTable,
  type Figure,
  markdownTable,
  page,
  type Section,
  type Table,
  writeFigure,
} from "@taskflow/plot";
import { type Provenance, writeAtomically } from "@taskflow/table";
import { join } from "node:path";
import * as z from "zod";

/** A table with a name for its files and a caption for people. */
export interface NamedTable {
  /** Base of its file names. */
  readonly name: string;
  readonly caption: string;
  readonly table: Table;
}

/** A part of the page: a heading with text, figures and tables. */
export interface OutputPart {
  readonly heading: string;
  /** Paragraphs under the heading; see `prose()`. */
  readonly text: readonly string[];
  readonly figures: readonly Figure[];
  readonly tables: readonly NamedTable[];
}

/** Everything that goes into a folder. */
export interface Output {
  readonly title: string;
  readonly intro: string;
  /** Whether the parts show stand-in data; each is then tagged so. */
  readonly parts: readonly (OutputPart & { readonly standIn: boolean })[];
  /** Further files by name, as text. */
  readonly files: Readonly<Record<string, string>>;
  readonly provenance: Provenance;
  /** What differs between two runs, such as the time; goes into `run.json`. */
  readonly run: Readonly<Record<string, unknown>>;
}

/**
 * Write a folder of results: `index.html`, `figures/`, `tables/`, `provenance.json` and further
 * files. The same output gives the same bytes, but for `run.json`, which lists the files: what an
 * earlier run wrote and this one did not is removed.
 *
 * @param folder Where; made if it is not there.
 * @param output What.
 * @param onFile Called with the name of each figure or file once it is written.
 */
export async function writeOutput(
  folder: string,
  output: Output,
  onFile: (name: string) => void = () => {},
): Promise<void> {
  for (const part of ["", "figures", "tables"]) {
    await Deno.mkdir(join(folder, part), { recursive: true });
  }
  const earlier = await filesOfRun(folder);
  const written: string[] = [];
  const note = (name: string) => {
    written.push(name);
    onFile(name);
  };
  const write = async (name: string, text: string) => {
    await writeAtomically(join(folder, name), text);
    note(name);
  };
  const sections: Section[] = [];
  for (const part of output.parts) {
    const blocks: Block[] = part.text.map((text) => ({ text }));
    for (const figure of part.figures) {
      const { svg, files } = await writeFigure(join(folder, "figures"), figure);
      for (const file of files) note(`figures/${file}`);
      blocks.push({ figure, svg, folder: "figures" });
    }
    for (const { name, caption, table } of part.tables) {
      await write(`tables/${checkName(name)}.csv`, csvTable(table));
      await write(
        `tables/${name}.md`,
        `# ${caption}\n\n${markdownTable(table)}\n`,
      );
      blocks.push({ table, caption });
    }
    sections.push({
      heading: part.heading,
      blocks,
      ...(part.standIn ? { tag: "stand-in" } : {}),
    });
  }
  for (const [name, text] of Object.entries(output.files)) {
    await write(name, text);
  }
  const { title, intro, provenance } = output;
  await write("provenance.json", toJson(provenance));
  await write(
    "index.html",
    page({ title, intro, sections, provenance: provenanceRows(provenance) }),
  );
  for (const name of earlier) {
    if (!written.includes(name)) await removeIfThere(join(folder, name));
  }
  await write("run.json", toJson({ ...output.run, files: written }));
}

const runSchema = z.looseObject({ files: z.array(z.string()) });

/** Files that an earlier run wrote; only names that a run gives can be removed. */
async function filesOfRun(folder: string): Promise<string[]> {
  let text: string;
  try {
    text = await Deno.readTextFile(join(folder, "run.json"));
  } catch (error) {
    if (error instanceof Deno.errors.NotFound) return [];
    throw error;
  }
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    // Not ours: then nothing of it is removed.
    return [];
  }
  const parsed = runSchema.safeParse(value);
  const known = /^(?:(?:figures|tables)\/)?[a-z0-9_-]+(?:\.[a-z]+){1,2}$/;
  return parsed.success
    ? parsed.data.files.filter((name) => known.test(name))
    : [];
}

async function removeIfThere(path: string): Promise<void> {
  try {
    await Deno.remove(path);
  } catch (error) {
    if (!(error instanceof Deno.errors.NotFound)) throw error;
  }
}

/** JSON for people and for diffs: two spaces, a line end. */
export function toJson(value: unknown): string {
  return `${JSON.stringify(value, null, 2)}\n`;
}

function provenanceRows(made: Provenance): [string, string][] {
  return [
    ["data", made.visibility],
    ...made.inputs.map(({ name, sha256 }): [string, string] => [
      `SHA-256 of ${name}`,
      sha256,
    ]),
    ...Object.entries(made.parameters).map((
      [name, value],
    ): [string, string] => [
      name,
      String(value),
    ]),
    ["seed", String(made.seed ?? "none")],
    ...Object.entries(made.versions).map((
      [name, version],
    ): [string, string] => [
      name,
      version,
    ]),
  ];
}
