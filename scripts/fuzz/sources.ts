/**
 * Files to damage, by format.
 *
 * @module
 */

import {
  ADAPTERS,
  newScratch,
  readHead,
  survey,
  walk,
} from "@taskflow/corpora";
import { join } from "node:path";
import { synthetic } from "./synthetic.ts";

/** Largest real file that is damaged, in bytes; where all are larger, the smallest. */
const LARGEST = 192 * 1024;
/** Real files of one format, at most. */
const MOST = 60;

/** Files of one format. */
export interface Sources {
  readonly files: readonly Uint8Array[];
  /** Names of the real files, which come first; of the others none is real. */
  readonly names: readonly string[];
}

/**
 * Find files of every format.
 *
 * @param corpus A folder of real files, or `null` for made-up ones.
 * @returns The files by name of the adapter; made up where there are not two real ones.
 */
export async function sourcesOf(
  corpus: string | null,
): Promise<ReadonlyMap<string, Sources>> {
  const found = new Map<string, { name: string; size: number }[]>();
  if (corpus !== null) {
    const scratch = newScratch();
    for await (const { file, problem } of walk(corpus)) {
      if (problem !== null) continue;
      const head = readHead(join(corpus, file), scratch);
      const { adapter, size } = survey(file, head.size, head, ADAPTERS);
      if (adapter === null) continue;
      const list = found.get(adapter.source) ?? [];
      found.set(adapter.source, list);
      list.push({ name: file, size });
    }
  }
  const sources = new Map<string, Sources>();
  for (const { source } of ADAPTERS) {
    const real = (found.get(source) ?? []).sort((a, b) => a.size - b.size);
    const fitting = real.filter(({ size }) => size <= LARGEST);
    // Large ones first: they have more in them.
    const names = (fitting.length > 0 ? fitting.slice(-MOST) : real.slice(0, 1))
      .map(({ name }) => name);
    const files: Uint8Array[] = names.map((name) =>
      Deno.readFileSync(join(corpus ?? "", name))
    );
    // One real file is not enough to stand for a format.
    if (files.length < 2) files.push(...await synthetic(source));
    sources.set(source, { files, names });
  }
  return sources;
}
