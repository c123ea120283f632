/**
 * The target of a selection.
 *
 * @module
 */

import { readLabelled } from "@taskflow/corpora";
import { compileWhere, filterAttributes, intentsOf } from "@taskflow/session";
import { TAXONOMY } from "@taskflow/taxonomy";
import { type FlowSide, readSide } from "./flow_side.ts";
import type { SelectOptions } from "./select_options.ts";

/** A target and where it is. */
export interface Target {
  readonly path: string;
  readonly side: FlowSide;
  /** Sessions that pass the filter as label lists, or `null` for a flow file. */
  readonly sessions: () => Promise<string[][] | null>;
}

/**
 * Read the target that the options name.
 *
 * @param options The options.
 * @returns The target.
 * @throws {TypeError} If there is none.
 */
export async function readTarget(options: SelectOptions): Promise<Target> {
  const { target: path, where, minMessages } = options;
  if (path === undefined) {
    throw new TypeError(
      "Cannot select without a target: give --target flow.json, or labelled sessions",
    );
  }
  const parts = [
    ...(minMessages === undefined ? [] : [`messages>=${minMessages}`]),
    ...(where === undefined ? [] : [`(${where})`]),
  ];
  const filter = parts.length === 0 ? null : parts.join(" and ");
  const side = await readSide(path, filter, TAXONOMY);
  return {
    path,
    side,
    sessions: async () => {
      if (path.endsWith(".json")) return null;
      const passes = compileWhere(filter ?? "messages>=1");
      const lists: string[][] = [];
      const read = await readLabelled(path, { taxonomy: TAXONOMY });
      for await (const session of read.sessions) {
        const intents = intentsOf(session);
        if (
          intents !== null && intents.length > 0 &&
          passes.test(filterAttributes(session))
        ) {
          lists.push(intents);
        }
      }
      return lists;
    },
  };
}
