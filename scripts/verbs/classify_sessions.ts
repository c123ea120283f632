/**
 * Which sessions `taskflow classify` takes: filtered, drawn, divided.
 *
 * @module
 */

import { drawSessions, inShard } from "@taskflow/classify";
import { withUniqueIds } from "@taskflow/corpora";
import {
  compileWhere,
  filterAttributes,
  type Session,
} from "@taskflow/session";
import { interrupted } from "../cli/run.ts";
import type { ClassifyOptions } from "./classify_options.ts";

/** What was read and taken; filled while the sessions are iterated. */
export interface Taken {
  /** Sessions read. */
  all: number;
  /** Sessions of the table that have no message and so no row; 0 after a filter or a draw. */
  empty: number;
  /** Sessions taken. */
  sessions: number;
  /** Their messages that had an intent already. */
  labelledBefore: number;
  /** Sessions taken that say of themselves that they are made up. */
  standIn: number;
}

/**
 * Take the sessions that the options ask for: those that pass `--where`, of these a draw of `--sample`, of
 * these the part of `--shard`. Sessions without messages are only counted.
 *
 * @param sessions All sessions.
 * @param options Options of the verb.
 * @param taken Filled while the sessions are iterated.
 * @returns The sessions, with ids that are unique in the whole corpus.
 * @throws {RangeError} While iterated, at the end, if the filter names an attribute that no session has.
 */
export async function* takeSessions(
  sessions: AsyncIterable<Session>,
  options: ClassifyOptions,
  taken: Taken,
): AsyncGenerator<Session> {
  const { where, sample, seed, shard } = options;
  const belongs = (session: Session) =>
    shard === undefined || inShard(session, shard);
  const filter = where === undefined ? null : compileWhere(where);
  const known = new Set<string>();
  const passing = async function* (): AsyncGenerator<Session> {
    for await (const session of withUniqueIds(sessions)) {
      interrupted.signal.throwIfAborted();
      taken.all++;
      const attributes = filterAttributes(session);
      for (const name of Object.keys(attributes)) known.add(name);
      if (session.messages.length === 0) {
        const counts = filter === null && sample === undefined;
        if (counts && belongs(session)) taken.empty++;
      } else if (filter === null || filter.test(attributes)) yield session;
    }
    const unknown = [...filter?.attributes ?? []].find((name) =>
      known.size > 0 && !known.has(name)
    );
    if (unknown !== undefined) {
      throw new RangeError(
        `Cannot filter by "${where}": no session has an attribute "${unknown}"; known are ${
          [...known].sort().join(", ")
        }`,
      );
    }
  };
  const drawn = sample === undefined
    ? passing()
    : await drawSessions(passing(), sample, seed);
  for await (const session of drawn) {
    if (!belongs(session)) continue;
    taken.sessions++;
    if (session.attributes["stand_in"] === true) taken.standIn++;
    for (const { intent } of session.messages) {
      if (intent !== null) taken.labelledBefore++;
    }
    yield session;
  }
}
