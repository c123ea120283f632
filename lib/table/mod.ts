/**
 * Tables in and out: Arrow tables on disk as Parquet, Arrow IPC, CSV and JSONL; lines, checksums and
 * provenance of files.
 *
 * @module
 */

export {
  type Column,
  CsvParseStream,
  type CsvRecord,
  lineOfRecord,
  linesOfRecords,
  parse,
  type ParseOptions,
  type PropertyAccessor,
  stringify,
  type StringifyOptions,
} from "./csv.ts";
export { type ColumnType, columnTypeSchema } from "./column_type.ts";
export { TABLE_EXTENSIONS, type TableFormat, tableFormat } from "./format.ts";
export { escapeFormula, unescapeFormula } from "./formula.ts";
export { formatInstant, parseInstant } from "./instant.ts";
export {
  collectLabelledTable,
  LABELLED_COLUMNS,
  labelledTable,
  type LabelledTableOptions,
} from "./labelled_table.ts";
export {
  type ByteSource,
  isParquet,
  openParquet,
  type ParquetGroups,
} from "./parquet_groups.ts";
export {
  type Input,
  inputOf,
  inputSchema,
  type Provenance,
  provenance,
  provenanceSchema,
} from "./provenance.ts";
export {
  type Line,
  readLineBlocks,
  readLines,
  type ReadLinesOptions,
} from "./read_lines.ts";
export { readTable, type ReadTableOptions } from "./read_table.ts";
export { fromRows, type Row, toRows } from "./rows.ts";
export {
  type LabelledColumns,
  sessionsOfTable,
  type SessionsOfTableOptions,
} from "./sessions_of_table.ts";
export { sha256File } from "./sha256_file.ts";
export {
  readSidecar,
  type Sidecar,
  sidecarPath,
  sidecarSchema,
} from "./sidecar.ts";
export { type Piece, writeAtomically } from "./write_atomically.ts";
export { writeTable, type WriteTableOptions } from "./write_table.ts";
export { writeRows, type WriteRowsOptions } from "./write_rows.ts";
