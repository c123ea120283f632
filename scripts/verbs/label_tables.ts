/**
 * Label files as tables of labels: what `taskflow agree` compares.
 *
 * @module
 */

import type { LabelPlace, LabelTable } from "@taskflow/classify";
import {
  lineKind,
  messageRows,
  readLabelled,
  readLabelRows,
} from "@taskflow/corpora";
import { lineOfRecord, readLines, readTable, toRows } from "@taskflow/table";
import type { Taxonomy } from "@taskflow/taxonomy";
import { basename } from "node:path";

/** How to read label files. */
export interface ReadLabelTablesOptions {
  readonly taxonomy: Taxonomy;
  /** Label columns: of one file all, of several one for all or one each; by default found. */
  readonly columns?: readonly string[];
  /** `session`, `repository`, or a column whose values are resampled as a whole. */
  readonly cluster: string;
}

/** A row before its columns have a meaning. */
type RawRow = Readonly<Record<string, unknown>>;

interface RawTable {
  readonly path: string;
  readonly rows: readonly RawRow[];
  readonly names: readonly string[];
  readonly lineOf: (row: number) => number | null;
}

/**
 * Read label files.
 *
 * @param paths Label tables (.csv .jsonl .parquet .arrow), or labelled sessions as JSONL.
 * @param options Taxonomy, label columns, cluster.
 * @returns One table a file; labels are not checked yet.
 * @throws {TypeError} If a column is missing.
 */
export async function readLabelTables(
  paths: readonly string[],
  options: ReadLabelTablesOptions,
): Promise<LabelTable[]> {
  const { columns, cluster, taxonomy } = options;
  if (
    paths.length > 1 && columns !== undefined && columns.length > 1 &&
    columns.length !== paths.length
  ) {
    throw new TypeError(
      `Cannot compare labels: --columns names ${columns.length} columns for ${paths.length} files; ` +
        `name one for all or one for each`,
    );
  }
  const raw = await Promise.all(paths.map((path) => readRaw(path, taxonomy)));
  const names = distinctNames(paths);
  const beside = await Promise.all(
    raw.map((table) =>
      paths.length > 1 ? hashesBeside(table) : new Map<string, string>()
    ),
  );
  const tables = raw.map((table, at): LabelTable => {
    const wanted = columns === undefined
      ? findColumns(table, paths.length === 1, taxonomy)
      : paths.length === 1
      ? columns
      : [columns[at] ?? columns[0] ?? "intent"];
    for (const column of wanted) requireColumn(table, column);
    const twice = wanted.find((name, i) => wanted.indexOf(name) !== i);
    if (twice !== undefined) {
      throw new TypeError(
        `Cannot compare labels: --columns names "${twice}" twice; name different columns`,
      );
    }
    const file = basename(table.path);
    const nameOfRow = (row: number) => {
      const line = table.lineOf(row);
      return line === null
        ? `"${file}", row ${row + 1}`
        : `"${file}", line ${line}`;
    };
    table.rows.forEach((row, i) => {
      const position = textOf(row, "position");
      if (position === null || wholeOf(row, "position") !== null) return;
      throw new TypeError(
        `Cannot read labels ${
          nameOfRow(i)
        }: position "${position}" is not a whole number of 0 or more`,
      );
    });
    return {
      name: names[at] ?? file,
      rows: table.rows.map((row) =>
        placeOf(row, cluster, beside[at] ?? new Map())
      ),
      columns: wanted.map((name) => ({
        name,
        labels: table.rows.map((row) => textOf(row, name)),
      })),
      placeOf: nameOfRow,
    };
  });
  const known = ["session", "repository"].includes(cluster) ||
    raw.some(({ names }) => names.includes(cluster));
  const found = cluster === "session" ||
    tables.some(({ rows }) => rows.some((row) => row.cluster !== null));
  if (!known || !found) {
    throw new TypeError(
      `Cannot resample by "${cluster}": ${
        cluster === "repository"
          ? 'no file has a column "repository", or paths of at least three parts in a column "file"'
          : `no file has such a column (there are ${
            quoted([...new Set(raw.flatMap(({ names }) => names))])
          })`
      }; use --cluster session, or name a column`,
    );
  }
  return tables;
}

async function readRaw(path: string, taxonomy: Taxonomy): Promise<RawTable> {
  await requireFile(path);
  if (/\.(jsonl|ndjson)$/i.test(path)) {
    const lines: number[] = [];
    let first: string | null = null;
    for await (const { text, number } of readLines(path)) {
      if (text.trim() === "") continue;
      first ??= text;
      lines.push(number);
    }
    if (first === null) throw noRows(path);
    if (lineKind(first) !== "row") {
      const { sessions } = await readLabelled(path, { taxonomy });
      const rows = await Array.fromAsync(messageRows(sessions));
      if (rows.length === 0) throw noRows(path);
      return { path, rows, names: ["session", "position", "intent"], lineOf };
    }
    const table = await tableRows(path);
    return { ...table, lineOf: (row) => lines[row] ?? null };
  }
  const table = await tableRows(path);
  if (table.rows.length === 0) throw noRows(path);
  if (!/\.csv$/i.test(path)) return { ...table, lineOf };
  return {
    ...table,
    lineOf: (row) => lineOfRecord(Deno.readFileSync(path), row + 1),
  };
}

/** Formats without lines. */
function lineOf(): null {
  return null;
}

async function tableRows(path: string): Promise<Omit<RawTable, "lineOf">> {
  const texts = ["session", "intent", "file", "id", "instance_id", "sha256"];
  const table = await readTable(path, {
    types: Object.fromEntries(texts.map((name) => [name, "utf8" as const])),
  });
  return {
    path,
    rows: toRows(table),
    names: table.schema.fields.map(({ name }) => name),
  };
}

async function requireFile(path: string): Promise<void> {
  try {
    if ((await Deno.stat(path)).isFile) return;
  } catch (error) {
    if (!(error instanceof Deno.errors.NotFound)) throw error;
    throw new Deno.errors.NotFound(
      `Cannot read labels "${path}": there is no such file`,
    );
  }
  throw new TypeError(
    `Cannot read labels "${path}": it is a folder; name a label file ` +
      `(taskflow messages writes one from a folder of exports)`,
  );
}

function noRows(path: string): TypeError {
  return new TypeError(
    `Cannot read labels "${path}": it has no rows; give one row a message`,
  );
}

/** Names for tables and pictures: the file's, with its folder where two are called alike. */
function distinctNames(paths: readonly string[]): string[] {
  const short = paths.map((path) => basename(path).replace(/\.[a-z]+$/i, ""));
  return short.map((name, at) => {
    if (short.filter((other) => other === name).length === 1) return name;
    const parts = (paths[at] ?? "").split(/[\\/]/);
    const long = parts.slice(-2).join("/");
    const all = paths.map((path) => path.split(/[\\/]/).slice(-2).join("/"));
    return all.filter((other) => other === long).length === 1
      ? long
      : `${at + 1}: ${name}`;
  });
}

/** `intent`, or else the columns that hold labels only. */
function findColumns(
  table: RawTable,
  alone: boolean,
  taxonomy: Taxonomy,
): string[] {
  const { names, rows, path } = table;
  const labelled = names.filter((name) => {
    const labels = rows.map((row) => textOf(row, name)).filter((label) =>
      label !== null
    );
    return labels.length > 0 && labels.every((one) => taxonomy.codeOf.has(one));
  });
  if (alone && labelled.length > 1) return labelled;
  if (!alone && names.includes("intent")) return ["intent"];
  const [only] = labelled;
  if (!alone && only !== undefined && labelled.length === 1) return [only];
  const [joint = ""] = names.length === 1 ? names : [];
  const separator = /[;\t|]/.exec(joint)?.[0];
  const there = `its columns are ${quoted(names)}${
    separator === undefined
      ? ""
      : `; they seem to be separated by ${
        JSON.stringify(separator)
      }: save the table with commas`
  }`;
  throw new TypeError(
    alone
      ? `Cannot compare labels of "${
        basename(path)
      }": it has ${labelled.length} column(s) of labels only; ` +
        `give two files, or name its label columns with --columns a,b (${there})`
      : `Cannot read labels "${
        basename(path)
      }": there is no column "intent"; ` +
        `name its label column with --columns (${there})`,
  );
}

function requireColumn({ path, names }: RawTable, column: string): void {
  if (names.includes(column)) return;
  throw new TypeError(
    `Cannot read labels "${
      basename(path)
    }": there is no column "${column}" among ${
      quoted(names)
    }; name its label column with --columns`,
  );
}

function quoted(names: readonly string[]): string {
  return names.map((name) => `"${name}"`).join(", ");
}

function textOf(row: RawRow, name: string): string | null {
  const value = Object.hasOwn(row, name) ? row[name] : null;
  if (value === null || value === undefined) return null;
  const text = String(value).trim();
  return text === "" ? null : text;
}

function wholeOf(row: RawRow, name: string): number | null {
  const text = textOf(row, name);
  const value = text === null ? NaN : Number(text);
  return Number.isSafeInteger(value) && value >= 0 ? value : null;
}

function placeOf(
  row: RawRow,
  cluster: string,
  hashes: ReadonlyMap<string, string>,
): LabelPlace {
  const file = textOf(row, "file")?.replaceAll("\\", "/") ?? null;
  const id = textOf(row, "id") ?? textOf(row, "instance_id");
  // In a label file `session` is the ordinal in the file; in a table of messages it is an id, and the
  // ordinal has a column of its own.
  const ownId = file === null || Object.hasOwn(row, "ordinal") ||
    (textOf(row, "session") !== null && wholeOf(row, "session") === null);
  const ordinal = ownId
    ? wholeOf(row, "ordinal")
    : textOf(row, "session") === null
    ? 0
    : wholeOf(row, "session");
  return {
    id,
    file,
    ordinal,
    session: ownId ? textOf(row, "session") : null,
    position: wholeOf(row, "position"),
    sha256: textOf(row, "sha256")?.toLowerCase() ??
      (id === null ? null : hashes.get(id) ?? null),
    cluster: clusterOf(row, file, cluster),
  };
}

function clusterOf(
  row: RawRow,
  file: string | null,
  cluster: string,
): string | null {
  if (cluster === "session") return null;
  if (cluster !== "repository") return textOf(row, cluster);
  const named = textOf(row, "repository") ?? textOf(row, "repo");
  if (named !== null) return named;
  const parts = file?.split("/") ?? [];
  return parts.length < 3 ? null : parts.slice(0, 2).join("/");
}

/** Hashes by id from the `.jsonl` beside a `.csv` without them, as `taskflow --labels` takes them. */
async function hashesBeside(table: RawTable): Promise<Map<string, string>> {
  const { path, names } = table;
  const beside = path.replace(/\.csv$/i, ".jsonl");
  if (beside === path || names.includes("sha256") || !names.includes("id")) {
    return new Map();
  }
  try {
    const { rows } = await readLabelRows(beside, [
      "id",
      "file",
      "session",
      "sha256",
    ]);
    return new Map(
      rows.flatMap(({ id, sha256 }) =>
        id === null || sha256 === null ? [] : [[id, sha256] as const]
      ),
    );
  } catch (error) {
    // No such file, or one about something else: then labels go by position.
    if (error instanceof Deno.errors.NotFound || error instanceof TypeError) {
      return new Map();
    }
    throw error;
  }
}
