/**
 * What `taskflow compare` reads: flow files, labelled sessions, folders of exports with labels.
 *
 * @module
 */

import { openCorpus } from "@taskflow/corpora";
import {
  collectSamples,
  type FlowCounts,
  type FlowSample,
  mapCounts,
  type Reading,
  samplingUnits,
  type SparseRows,
  type TaskFlow,
  taskFlow,
} from "@taskflow/flow";
import { compileWhere } from "@taskflow/session";
import { type Input, sha256File } from "@taskflow/table";
import { TAXONOMY, type Taxonomy } from "@taskflow/taxonomy";
import { basename, dirname, resolve } from "node:path";
import { readingOf, type ReadingOptions } from "../cli/reading_options.ts";
import { readingProgress } from "../cli/reading_progress.ts";
import { complain, interrupted } from "../cli/run.ts";
import { readFlowFile } from "./flow_side.ts";

/** A corpus to compare, or a part of one. */
export interface ComparedCorpus {
  /** Name for people, different from all others. */
  readonly name: string;
  readonly filter: string;
  readonly standIn: boolean;
  /** Counts of its sessions, each counted once, or `null` where only shares are known. */
  readonly counts: FlowCounts | null;
  /** Its flow with every session counted once. */
  readonly flow: (reading: Reading) => TaskFlow;
  /** Its sessions, or `null` for a flow file. */
  readonly sample: FlowSample | null;
  /** What is resampled and scored: weighted, by cluster; `null` for a flow file. */
  readonly rows: SparseRows | null;
}

/** How to read. */
export interface CompareInputOptions extends ReadingOptions {
  readonly where: string;
  readonly labels?: string;
  readonly by?: string;
  readonly cluster?: string;
  readonly weight?: string;
  readonly cap?: number;
}

/** Everything that was read. */
export interface CompareInputs {
  readonly corpora: readonly ComparedCorpus[];
  readonly inputs: readonly Input[];
}

/** Groups of one corpus that are compared; a table of more is not read. */
const MOST_GROUPS = 20;

/**
 * Read all inputs.
 *
 * @param args Paths, or NAME=PATH.
 * @param options Filter, labels, facets.
 * @param taxonomy Labels of the sessions.
 * @returns The corpora in the order given, their groups in the order of names.
 */
export async function readCompared(
  args: readonly string[],
  options: CompareInputOptions,
  taxonomy: Taxonomy,
): Promise<CompareInputs> {
  const named = nameAll(args);
  const inputs: Input[] = options.labels === undefined ? [] : [{
    name: `labels ${basename(options.labels)}`,
    sha256: await sha256File(options.labels),
  }];
  const corpora: ComparedCorpus[] = [];
  for (const { name, path } of named) {
    if (path.endsWith(".json") && !isFolder(path)) {
      corpora.push(await readCounts(name, path, options, taxonomy));
      inputs.push({ name, sha256: await sha256File(path) });
    } else {
      const read = await readSessions(name, path, options, taxonomy);
      corpora.push(...grouped(read.corpora, name, named.length > 1, options));
      if (read.sha256 !== null) inputs.push({ name, sha256: read.sha256 });
    }
  }
  checkUnit(corpora, options);
  return { corpora, inputs };
}

/** A unit that no session says would be no unit at all. */
function checkUnit(
  corpora: readonly ComparedCorpus[],
  { cluster }: CompareInputOptions,
): void {
  if (
    cluster === undefined ||
    corpora.some(({ sample }) =>
      sample === null || sample.unknown < sample.counts.sessions.all
    )
  ) return;
  throw new RangeError(
    `Cannot group sessions by ${cluster}: no session says its ${cluster}`,
  );
}

function isFolder(path: string): boolean {
  try {
    return Deno.statSync(path).isDirectory;
  } catch (error) {
    if (error instanceof Deno.errors.NotFound) return false;
    throw error;
  }
}

function exists(path: string): boolean {
  try {
    Deno.statSync(path);
    return true;
  } catch (error) {
    if (error instanceof Deno.errors.NotFound) return false;
    throw error;
  }
}

/** Names: as given, or the last part of the path; with its folder where two would be the same. */
function nameAll(
  args: readonly string[],
): { readonly name: string; readonly path: string }[] {
  const parsed = args.map((arg) => {
    const at = arg.indexOf("=");
    return at < 1 || exists(arg)
      ? { name: null, path: arg }
      : { name: arg.slice(0, at), path: arg.slice(at + 1) };
  });
  const short = (path: string) => {
    const whole = resolve(path);
    const base = basename(whole).replace(/\.[^.]+$/, "");
    // "out/cursor/flow.json" is better known as "cursor".
    return base === "flow" || base === "target"
      ? basename(dirname(whole))
      : base || basename(whole);
  };
  const names = parsed.map(({ name, path }) => name ?? short(path));
  const seen = new Map<string, number>();
  return parsed.map(({ path }, at) => {
    let name = names[at] ?? path;
    if (names.indexOf(name) !== names.lastIndexOf(name)) {
      const folder = basename(dirname(resolve(path)));
      if (!name.includes("/") && folder !== name) name = `${folder}/${name}`;
    }
    const before = seen.get(name) ?? 0;
    seen.set(name, before + 1);
    return { name: before === 0 ? name : `${name} (${before + 1})`, path };
  });
}

async function readCounts(
  name: string,
  path: string,
  options: CompareInputOptions,
  taxonomy: Taxonomy,
): Promise<ComparedCorpus> {
  for (const option of ["by", "cluster", "weight"] as const) {
    if (options[option] === undefined) continue;
    throw new RangeError(
      `Cannot group or weight the sessions of "${path}": a flow file holds counts only; ` +
        `give the labelled sessions`,
    );
  }
  const file = await readFlowFile(path);
  const same = file.taxonomy.hash === taxonomy.hash;
  if (!same && (file.counts === null || taxonomy.hash !== TAXONOMY.hash)) {
    throw new RangeError(
      `Cannot compare "${path}" under taxonomy "${taxonomy.name}": it was counted under ` +
        `"${file.taxonomy.name}"`,
    );
  }
  if (!same) {
    complain(
      `note: "${name}" is mapped from "${file.taxonomy.name}" to the paper's 16`,
    );
  }
  if (file.filter !== options.where) {
    complain(
      `note: "${name}" was counted with filter "${file.filter}"; sessions are kept by ` +
        `"${options.where}"`,
    );
  }
  const counts = same || file.counts === null
    ? file.counts
    : mapCounts(file.counts);
  return {
    name,
    filter: file.filter,
    standIn: file.standIn,
    counts,
    flow: (reading) =>
      same || counts === null ? file.flow(reading) : taskFlow(counts, reading),
    sample: null,
    rows: null,
  };
}

async function readSessions(
  name: string,
  path: string,
  options: CompareInputOptions,
  taxonomy: Taxonomy,
): Promise<{ corpora: ComparedCorpus[]; sha256: string | null }> {
  const line = readingProgress(path);
  const { labels, by, cluster, weight, cap } = options;
  const { sessions, report } = await openCorpus(path, {
    taxonomy,
    ...readingOf(options),
    signal: interrupted.signal,
    ...(labels === undefined ? {} : { labels }),
    onProgress: line.onProgress,
  });
  const collected = await collectSamples(sessions, {
    taxonomy,
    where: compileWhere(options.where),
    ...(by === undefined ? {} : { by }),
    ...(cluster === undefined ? {} : { cluster }),
    ...(weight === undefined ? {} : { weight }),
    ...(cap === undefined ? {} : { cap }),
  });
  line.done(report);
  const { passed, unlabelled, all } = collected.sessions;
  if (unlabelled > 0) {
    complain(
      `warning: ${unlabelled} of ${passed} sessions of "${name}" have messages without an intent ` +
        `and are left out`,
    );
  }
  if (collected.samples.length === 0) {
    throw new RangeError(
      passed === 0
        ? `Cannot compare "${path}": none of its ${all} sessions passes "${options.where}"`
        : `Cannot compare "${path}": none of its ${passed} sessions has an intent for every ` +
          `message; join them with --labels FILE, or classify first (taskflow classify)`,
    );
  }
  return {
    sha256: report.corpusHash,
    corpora: collected.samples.map((sample): ComparedCorpus => ({
      name: sample.group ?? (by === undefined ? name : `${by} not known`),
      filter: options.where,
      standIn: collected.standIn,
      counts: sample.counts,
      flow: (reading) => taskFlow(sample.counts, reading),
      sample,
      rows: samplingUnits(sample.vectors, sample.design),
    })),
  };
}

/** The groups that are compared, with the name of their corpus where there are several. */
function grouped(
  groups: readonly ComparedCorpus[],
  corpus: string,
  several: boolean,
  { by }: CompareInputOptions,
): ComparedCorpus[] {
  if (by === undefined) return [...groups];
  const unknown = groups.find(({ sample }) => sample?.group === null);
  if (unknown !== undefined && groups.length === 1) {
    throw new RangeError(
      `Cannot split "${corpus}" by "${by}": no session says its ${by}`,
    );
  }
  const size = ({ sample }: ComparedCorpus) => sample?.counts.sessions.all ?? 0;
  const least = groups.map(size).sort((a, b) => b - a)[MOST_GROUPS - 1] ?? 0;
  const kept = groups.filter((group) => size(group) >= least)
    .slice(0, MOST_GROUPS);
  if (kept.length < groups.length) {
    complain(
      `note: of the ${groups.length} groups of "${corpus}" by ${by}, the ${kept.length} with most ` +
        `sessions are compared`,
    );
  }
  return kept.map((group) => ({
    ...group,
    name: several ? `${corpus}: ${group.name}` : group.name,
  }));
}
