/**
 * The file beside a CSV or JSONL table: `NAME.csv.meta.json`. It carries what these formats cannot:
 * the types of the columns and the key/value metadata (provenance).
 *
 * @module
 */

import { Field, Schema } from "apache-arrow";
import * as z from "zod";
import {
  arrowTypeOf,
  type ColumnType,
  columnTypeOf,
  columnTypeSchema,
} from "./column_type.ts";
import { errorText, unreadable } from "./format.ts";

/** Schema of the file beside a table. */
export const sidecarSchema = z.strictObject({
  schema_version: z.literal(1),
  /** Columns in order. */
  columns: z.array(z.strictObject({
    name: z.string(),
    type: columnTypeSchema,
    nullable: z.boolean(),
  })),
  /** Whether cells of CSV that a spreadsheet would take for formulas begin with an added `'`. */
  formulas: z.enum(["escaped", "kept"]),
  /** Metadata of the table; a value that is the JSON of an object or array stands as such. */
  metadata: z.record(z.string(), z.json()),
});

/** What stands beside a table. */
export type Sidecar = z.infer<typeof sidecarSchema>;

/**
 * The name of the file beside a table.
 *
 * @example
 * ```ts
 * import { equal } from "node:assert/strict";
 * import { sidecarPath } from "@taskflow/table";
 *
 * equal(sidecarPath("out/t.csv"), "out/t.csv.meta.json");
 * ```
 */
export function sidecarPath(path: string): string {
  return `${path}.meta.json`;
}

/**
 * The text of the file beside a table; the same for the same schema.
 *
 * @example
 * ```ts
 * import { equal } from "node:assert/strict";
 * import { Field, Int32, Schema } from "apache-arrow";
 * import { sidecarText } from "./sidecar.ts";
 *
 * const schema = new Schema([new Field("n", new Int32(), true)]);
 * equal(JSON.parse(sidecarText(schema, "kept")).columns[0].type, "int32");
 * ```
 */
export function sidecarText(
  schema: Schema,
  formulas: Sidecar["formulas"],
): string {
  const sidecar: Sidecar = {
    schema_version: 1,
    columns: schema.fields.map(({ name, type, nullable }) => ({
      name,
      type: knownType(name, columnTypeOf(type), String(type)),
      nullable,
    })),
    formulas,
    metadata: Object.fromEntries(
      Array.from(schema.metadata, ([key, value]) => [key, opened(value)]),
    ),
  };
  return `${JSON.stringify(sidecar, null, 2)}\n`;
}

function knownType(
  name: string,
  type: ColumnType | null,
  words: string,
): ColumnType {
  if (type !== null) return type;
  throw new TypeError(
    `Cannot write column "${name}" of type ${words} as text: ` +
      `write the table as .arrow, or change the type`,
  );
}

/** Nested JSON in place of its text, if it comes back as the same text. */
function opened(value: string): z.infer<ReturnType<typeof z.json>> {
  if (!/^[{[]/.test(value)) return value;
  try {
    const json = JSON.parse(value);
    return JSON.stringify(json) === value ? json : value;
  } catch {
    // Not JSON after all: then the text itself is the value.
    return value;
  }
}

/**
 * Read what stands beside a CSV or JSONL table.
 *
 * @param path Path of the table.
 * @returns What was said of it, or `null` if nothing stands there.
 * @throws {SyntaxError} If the file beside it is not what {@linkcode writeTable} puts there.
 *
 * @example
 * ```ts
 * import { equal } from "node:assert/strict";
 * import { fromRows, readSidecar, writeTable } from "@taskflow/table";
 *
 * const folder = await Deno.makeTempDir();
 * await writeTable(`${folder}/a.csv`, fromRows([{ n: 1 }]));
 * equal((await readSidecar(`${folder}/a.csv`))?.columns[0]?.name, "n");
 * equal(await readSidecar(`${folder}/b.csv`), null);
 * await Deno.remove(folder, { recursive: true });
 * ```
 */
export async function readSidecar(path: string): Promise<Sidecar | null> {
  const beside = sidecarPath(path);
  let text: string;
  try {
    text = await Deno.readTextFile(beside);
  } catch (error) {
    if (error instanceof Deno.errors.NotFound) return null;
    throw error;
  }
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch (error) {
    throw broken(path, errorText(error), error);
  }
  const parsed = sidecarSchema.safeParse(json);
  if (parsed.success) return parsed.data;
  throw broken(path, z.prettifyError(parsed.error), parsed.error);
}

function broken(path: string, problem: string, cause: unknown): SyntaxError {
  return unreadable(
    path,
    `the file "${sidecarPath(path)}" beside it is not what was written ` +
      `there (${problem})`,
    "delete that file to have the types inferred, or write the table again",
    cause,
  );
}

/**
 * The metadata of a sidecar, as Arrow keeps it.
 *
 * @example
 * ```ts
 * import { equal } from "node:assert/strict";
 * import { metadataOf } from "./sidecar.ts";
 *
 * equal(metadataOf(null).size, 0);
 * ```
 */
export function metadataOf(sidecar: Sidecar | null): Map<string, string> {
  return new Map(
    Object.entries(sidecar?.metadata ?? {}).map(([key, value]) => [
      key,
      typeof value === "string" ? value : JSON.stringify(value),
    ]),
  );
}

/**
 * The fields of a sidecar by name, `types` before them.
 *
 * @example
 * ```ts
 * import { equal } from "node:assert/strict";
 * import { knownFields } from "./sidecar.ts";
 *
 * equal(String(knownFields(null, { n: "int64" }).get("n")), "n: Int64");
 * ```
 */
export function knownFields(
  sidecar: Sidecar | null,
  types: Readonly<Record<string, ColumnType>> = {},
): Map<string, Field> {
  const fields = new Map<string, Field>();
  for (const { name, type, nullable } of sidecar?.columns ?? []) {
    fields.set(name, new Field(name, arrowTypeOf(type), nullable));
  }
  for (const [name, type] of Object.entries(types)) {
    fields.set(name, new Field(name, arrowTypeOf(type), true));
  }
  return fields;
}
