/**
 * From sessions to samples that can be compared: one for a corpus, or one a month, source, agent or
 * repository; with the units that are resampled and the weights of sessions.
 *
 * @module
 */

import {
  compileWhere,
  filterAttributes,
  intentsOf,
  LONG_SLICE,
  type Session,
  type Where,
} from "@taskflow/session";
import { labelCode, TAXONOMY, type Taxonomy } from "@taskflow/taxonomy";
import { addCodes, emptyCounts, type FlowCounts } from "./counts.ts";
import { checkFilter } from "./measure.ts";
import type { SamplingDesign } from "./sampling_units.ts";
import { collectVectors, type SessionVectors } from "./session_vectors.ts";

/** How sessions are collected. */
export interface CollectOptions {
  /** Labels to count (default the paper's 16). */
  readonly taxonomy?: Taxonomy;
  /** Which sessions make up the flow (default the long slice, `messages>=3`). */
  readonly where?: Where;
  /** Facet that splits the corpus into samples; see {@linkcode facetOf}. */
  readonly by?: string;
  /** Facet whose values are resampled as a whole, for example `user`. */
  readonly cluster?: string;
  /** Facet whose values count the same, however many sessions each has. */
  readonly weight?: string;
  /** With `weight`: values with more than so many sessions count as if they had so many. */
  readonly cap?: number;
}

/** A corpus, or a part of it. */
export interface FlowSample {
  /** Value of the facet, or `null` where nothing was split or the session does not say. */
  readonly group: string | null;
  /** Counts of its sessions, each counted once. */
  readonly counts: FlowCounts;
  readonly vectors: SessionVectors;
  /** Units and weights, for `samplingUnits()`. */
  readonly design: SamplingDesign;
  /** Units that are resampled: values of `cluster`, or sessions. */
  readonly units: number;
  /** Sessions that do not say their `cluster` or `weight`; each is one of its own. */
  readonly unknown: number;
}

/** What collecting gives. */
export interface CollectedSamples {
  /** In the order of the group names; one without groups if nothing was split. */
  readonly samples: readonly FlowSample[];
  /** Non-empty sessions: all, passed by the filter, of these left out for lack of a label. */
  readonly sessions: {
    readonly all: number;
    readonly passed: number;
    readonly unlabelled: number;
  };
  /** Whether every session says of itself that it is made up. */
  readonly standIn: boolean;
}

/**
 * A property of a session by which it may be grouped: an attribute (`user`, `repository`, `agent`,
 * `month`, ...), its `source` (the export format), or its `folder` (the first part of its path). A
 * session without the attribute `month` takes it from the time of its first message.
 *
 * @param session A session.
 * @param name Name of the facet.
 * @returns Its value as text, or `null` where it is not known.
 *
 * @example
 * ```ts
 * import { equal } from "node:assert/strict";
 * import { facetOf } from "@taskflow/flow";
 *
 * const message = { text: null, timestamp: "2026-05-04T10:00:00Z", intent: null };
 * const session = { source: "codex", file: "a/b.jsonl", attributes: {}, messages: [message] };
 * equal(facetOf(session, "month"), "2026-05");
 * equal(facetOf(session, "folder"), "a");
 * equal(facetOf(session, "user"), null);
 * ```
 */
export function facetOf(
  session: Pick<Session, "source" | "file" | "attributes" | "messages">,
  name: string,
): string | null {
  const value = session.attributes[name] ?? null;
  if (value !== null) return String(value);
  if (name === "source") return session.source;
  if (name === "folder") {
    const [first, ...rest] = session.file?.split("/") ?? [];
    return first === undefined || rest.length === 0 ? null : first;
  }
  if (name === "month") {
    const time = session.messages.find(({ timestamp }) => timestamp !== null)
      ?.timestamp;
    return time === undefined || time === null ? null : time.slice(0, 7);
  }
  return null;
}

interface Group {
  readonly counts: FlowCounts;
  readonly collector: ReturnType<typeof collectVectors>;
  readonly clusters: (string | null)[];
  readonly weights: (string | null)[];
}

/**
 * Collect samples in one pass; texts are not kept.
 *
 * @param sessions Sessions in any order.
 * @param options Taxonomy, filter, facets.
 * @returns Samples; sessions with an unlabelled message are left out and counted.
 * @throws {RangeError} If a label is not in the taxonomy, or the filter reads an attribute that no
 * session has.
 *
 * @example
 * ```ts
 * import { deepEqual } from "node:assert/strict";
 * import { collectSamples } from "@taskflow/flow";
 * import { compileWhere } from "@taskflow/session";
 *
 * const message = { text: null, timestamp: null, intent: "bug-fix" };
 * const session = (id: string, agent: string) => ({
 *   schema_version: 1 as const,
 *   ...{ id, source: "x", file: null, ordinal: 0, attributes: { agent }, messages: [message] },
 * });
 * const { samples } = await collectSamples([session("1", "b"), session("2", "a")], {
 *   by: "agent",
 *   where: compileWhere("messages>=1"),
 * });
 * deepEqual(samples.map(({ group }) => group), ["a", "b"]);
 * ```
 */
export async function collectSamples(
  sessions: Iterable<Session> | AsyncIterable<Session>,
  options: CollectOptions = {},
): Promise<CollectedSamples> {
  const { taxonomy = TAXONOMY, where = compileWhere(LONG_SLICE) } = options;
  const { by, cluster, weight } = options;
  const groups = new Map<string | null, Group>();
  const known = new Set<string>();
  const totals = { all: 0, passed: 0, unlabelled: 0 };
  let measured = 0;
  for await (const session of sessions) {
    const attributes = filterAttributes(session);
    for (const name of Object.keys(attributes)) known.add(name);
    if (session.messages.length === 0) continue;
    totals.all++;
    if (session.attributes["stand_in"] !== true) measured++;
    if (!where.test(attributes)) continue;
    totals.passed++;
    const labels = intentsOf(session);
    if (labels === null) {
      totals.unlabelled++;
      continue;
    }
    const name = by === undefined ? null : facetOf(session, by);
    let group = groups.get(name);
    if (group === undefined) {
      group = {
        counts: emptyCounts(taxonomy),
        collector: collectVectors(taxonomy),
        clusters: [],
        weights: [],
      };
      groups.set(name, group);
    }
    const codes = labels.map((label) => labelCode(taxonomy, label));
    addCodes(group.counts, codes);
    group.collector.add(codes);
    if (cluster !== undefined) group.clusters.push(facetOf(session, cluster));
    if (weight !== undefined) group.weights.push(facetOf(session, weight));
  }
  checkFilter(where, known);
  // What does not say its group comes last.
  const last = (name: string | null) => name ?? "\uffff";
  return {
    samples: [...groups]
      .sort(([a], [b]) => last(a) < last(b) ? -1 : 1)
      .map(([name, group]) => sampleOf(name, group, options)),
    sessions: totals,
    standIn: totals.all > 0 && measured === 0,
  };
}

function sampleOf(
  name: string | null,
  { counts, collector, clusters, weights }: Group,
  { cluster, weight, cap }: CollectOptions,
): FlowSample {
  const vectors = collector.finish();
  const units = cluster === undefined ? null : numbered(clusters);
  const shares = weight === undefined ? null : numbered(weights);
  return {
    group: name,
    counts,
    vectors,
    design: {
      ...(units === null ? {} : { unit: units.of }),
      ...(shares === null ? {} : { weight: weightsOf(shares, cap ?? null) }),
    },
    units: units === null ? vectors.start.length - 1 : units.size,
    unknown: (cluster === undefined ? weights : clusters)
      .filter((value) => value === null).length,
  };
}

/** Number values in order of first appearance; each `null` is a value of its own. */
function numbered(
  values: readonly (string | null)[],
): { of: Uint32Array; size: number } {
  const seen = new Map<string, number>();
  let size = 0;
  const of = Uint32Array.from(values, (value) => {
    if (value === null) return size++;
    const number = seen.get(value) ?? size++;
    seen.set(value, number);
    return number;
  });
  return { of, size };
}

function weightsOf(
  { of, size }: { of: Uint32Array; size: number },
  cap: number | null,
): Float64Array {
  const sessions = new Uint32Array(size);
  for (const value of of) sessions[value] = (sessions[value] ?? 0) + 1;
  return Float64Array.from(of, (value) => {
    const n = sessions[value] ?? 1;
    return cap === null ? 1 / n : Math.min(1, cap / n);
  });
}
