/**
 * The error for a folder without exports.
 *
 * @module
 */

import type { Adapter } from "./adapter.ts";
import type { IngestReport } from "./report.ts";

/** Kinds of files that the message names. */
const KINDS = 5;

/**
 * Make the error that tells what was found instead of session exports.
 *
 * @param path The path as given.
 * @param files The files below it, relative.
 * @param report The report, with every file unread.
 * @param adapters The formats that were tried.
 * @returns The error to throw.
 *
 * @example
 * ```ts
 * import { match } from "node:assert/strict";
 * import { emptyReport, nothingRecognised } from "@taskflow/corpora";
 *
 * match(nothingRecognised("src", ["a.py"], emptyReport(), []).message, /found 1 \.py/);
 * ```
 */
export function nothingRecognised(
  path: string,
  files: readonly string[],
  report: IngestReport,
  adapters: readonly Pick<Adapter, "title">[],
): TypeError {
  const known = adapters.map(({ title }) => title).join(", ");
  if (files.length === 0) {
    return new TypeError(
      `Cannot read "${path}": the folder is empty; give a folder with session exports (${known})`,
    );
  }
  const [first] = files;
  if (files.length === 1 && first !== undefined) {
    const reasons = [...report.unreadFiles.values()].flatMap(({ files }) =>
      files
    );
    const detail = reasons[0]?.detail ?? "it is no export that is known";
    return new TypeError(
      `Cannot read "${path}": found 1 ${
        extension(first)
      } file, "${first}": ${detail} (known are: ${known})`,
    );
  }
  const counts = Map.groupBy(files, extension);
  const kinds = [...counts].map(([name, { length }]) => ({ name, length }))
    .sort((a, b) => b.length - a.length || (a.name < b.name ? -1 : 1));
  const found = kinds.slice(0, KINDS).map(({ name, length }) =>
    `${length} ${name}`
  );
  if (kinds.length > KINDS) found.push(`${kinds.length - KINDS} more kinds`);
  const reasons = [...report.unreadFiles].map(([reason, { count }]) =>
    `${count} ${reason}`
  );
  return new TypeError(
    `Cannot read "${path}": none of its ${files.length} files is a session export; ` +
      `found ${found.join(", ")} (${reasons.join(", ")}); ` +
      `give a folder or file that a tool exported (${known})`,
  );
}

/** Extension of a file name for people. */
function extension(file: string): string {
  const name = file.slice(file.lastIndexOf("/") + 1);
  const dot = name.lastIndexOf(".");
  return dot > 0 ? name.slice(dot).toLowerCase() : "without extension";
}
