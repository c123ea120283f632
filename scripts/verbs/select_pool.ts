/**
 * `taskflow select --pool`: real sessions that together match a target.
 *
 * @module
 */

import { readLabelled } from "@taskflow/corpora";
import { DEFAULT_READING } from "@taskflow/flow";
import {
  poolInstance,
  selectionFile,
  summariseSelection,
} from "@taskflow/select";
import { intentsOf } from "@taskflow/session";
import { complain, print, printJson } from "../cli/run.ts";
import { writeResult } from "../cli/write_result.ts";
import { describeScore } from "../output/describe_selection.ts";
import { search } from "./select.ts";
import type { SelectOptions } from "./select_options.ts";
import { readTarget } from "./select_target.ts";

/**
 * Take sessions of a pool.
 *
 * @param path The pool: labelled sessions.
 * @param options The options.
 */
export async function selectPool(
  path: string,
  options: SelectOptions,
): Promise<void> {
  if (options.take === undefined) {
    throw new TypeError(`Cannot take sessions of "${path}": give --take`);
  }
  const target = await readTarget(options);
  const { taxonomy } = target.side;
  const sessions: { session: string; intents: string[] }[] = [];
  let unlabelled = 0;
  for await (
    const session of (await readLabelled(path, { taxonomy })).sessions
  ) {
    const intents = intentsOf(session);
    if (intents === null) unlabelled++;
    else sessions.push({ session: session.id, intents });
  }
  if (unlabelled > 0) {
    complain(
      `warning: ${unlabelled} sessions of "${path}" have messages without an intent and are left out`,
    );
  }
  const flow = target.side.flow(DEFAULT_READING);
  const built = poolInstance(sessions, flow, options.take);
  const { selected, seconds } = search(built.instance, options);
  const taken = built.sessions.flatMap((ids, group) => {
    const units = selected.selection[group]?.[0]?.[1] ?? 0;
    return ids.slice(0, units);
  });
  if (options.out !== undefined) {
    await writeResult(options.out, {
      json: {
        ...selectionFile(built.instance, selected),
        sessions: taken,
      },
      rows: taken.map((session) => ({ session })),
      inputs: [path, target.path],
      parameters: { take: options.take, tolerance: options.tolerance },
      seed: null,
      visibility: target.side.standIn ? "stand-in" : "private",
    });
  }
  if (options.json) {
    printJson(summariseSelection(selected, seconds, taken));
  } else {
    print(
      [
        ...describeScore(sessions.length, selected, seconds),
        ...(options.out === undefined
          ? ["note: give -o to write which sessions were taken"]
          : []),
      ].join("\n"),
    );
  }
}
