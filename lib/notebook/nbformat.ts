/**
 * Notebook files: what is read of nbformat 4, with texts joined.
 *
 * @see https://nbformat.readthedocs.io/en/latest/format_description.html
 * @module
 */

import * as z from "zod";

/** Text in a notebook file: one string, or its lines. */
const text = z.union([z.string(), z.array(z.string())])
  .transform((value) => typeof value === "string" ? value : value.join(""));

/** A media type is JSON if its name says so; everything else is text. */
const data = z.record(z.string(), z.unknown()).transform((bundle) =>
  Object.fromEntries(
    Object.entries(bundle).map(([type, content]) => [
      type,
      isJsonType(type) ? content : text.parse(content),
    ]),
  )
);

const metadata = z.record(z.string(), z.unknown()).default({});

/** Schema of one output of a code cell. */
export const outputSchema = z.discriminatedUnion("output_type", [
  z.object({
    output_type: z.literal("stream"),
    name: z.enum(["stdout", "stderr"]),
    text,
  }),
  z.object({ output_type: z.literal("display_data"), data, metadata }),
  z.object({ output_type: z.literal("execute_result"), data, metadata }),
  z.object({
    output_type: z.literal("error"),
    ename: z.string(),
    evalue: z.string(),
    traceback: z.array(z.string()),
  }),
]);

/** One output of a code cell, texts joined, execution count dropped. */
export type Output = z.infer<typeof outputSchema>;

/** Schema of one cell. */
export const cellSchema = z.object({
  cell_type: z.enum(["code", "markdown", "raw"]),
  id: z.string().optional(),
  metadata,
  source: text,
  attachments: z.record(z.string(), z.unknown()).optional(),
  execution_count: z.number().nullish(),
  outputs: z.array(outputSchema).default([]),
});

/** Schema of a notebook file. */
export const notebookSchema = z.object({
  nbformat: z.literal(4),
  nbformat_minor: z.number(),
  metadata,
  cells: z.array(cellSchema),
});

/** One cell. */
export type Cell = Omit<z.infer<typeof cellSchema>, "id"> & {
  /** Stable name of the cell, unique in the notebook. */
  readonly id: string;
};

/** A notebook as it is worked with. */
export interface Notebook {
  /** Path of its file, for messages and as the place of relative imports. */
  readonly path: string;
  /** Its cells in order; a cell's number is its position counted from 1. */
  readonly cells: readonly Cell[];
  /** Metadata as they were in the file. */
  readonly metadata: Readonly<Record<string, unknown>>;
}

/**
 * Whether contents of a media type are JSON values rather than text.
 *
 * @param type The media type.
 * @returns Whether it is `application/json` or ends in `+json`.
 *
 * @example
 * ```ts
 * import { equal } from "node:assert/strict";
 * import { isJsonType } from "./nbformat.ts";
 *
 * equal(isJsonType("image/svg+xml"), false);
 * ```
 */
export function isJsonType(type: string): boolean {
  return type === "application/json" || type.endsWith("+json");
}
