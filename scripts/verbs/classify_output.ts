/**
 * What `taskflow classify` writes and says.
 *
 * @module
 */

import type {
  ClassifiedRow,
  LabelledBy,
  LabelRows,
  Unlabelled,
} from "@taskflow/classify";
import {
  type Input,
  provenance,
  sidecarPath,
  tableFormat,
  writeRows,
} from "@taskflow/table";
import type { Taxonomy } from "@taskflow/taxonomy";
import { dirname } from "node:path";
import { VERSION } from "../cli/version.ts";
import type { Asked } from "./classify_llm.ts";
import type { ClassifyOptions } from "./classify_options.ts";
import type { Taken } from "./classify_sessions.ts";

/** Labelled messages, and how they came about. */
export interface Classification {
  readonly by: LabelledBy;
  readonly rows: LabelRows;
  readonly taken: Readonly<Taken>;
  readonly taxonomy: Taxonomy;
  readonly inputs: readonly Input[];
  /** What counted as a message. */
  readonly reading: Readonly<Record<string, string>>;
  /** What was asked, or `null` where no model was. */
  readonly asked: Asked | null;
}

/**
 * Write the table of labels with its provenance.
 *
 * @param path The file.
 * @param classification The labels.
 * @param options Options of the verb.
 */
export async function writeLabels(
  path: string,
  classification: Classification,
  options: ClassifyOptions,
): Promise<void> {
  const { by, taken, taxonomy, inputs, reading, asked } = classification;
  const { rows, schema } = classification.rows.table();
  const { where, sample, seed, shard, withText = false } = options;
  const made = provenance({
    inputs: [...inputs],
    parameters: {
      ...reading,
      classifier: by.classifier,
      classifierModel: by.model,
      promptVersion: by.promptVersion,
      taxonomy: taxonomy.hash,
      where: where ?? null,
      sample: sample ?? null,
      shard: shard === undefined ? null : `${shard.index}/${shard.of}`,
      withText,
      ...(asked === null ? {} : {
        temperature: options.temperature,
        maxTokens: options.maxTokens,
        requestParameters: JSON.stringify(options.parameters),
        reasks: options.reasks,
        maxCharacters: options.maxCharacters,
      }),
    },
    seed: sample === undefined ? null : seed,
    versions: { taskflow: VERSION, deno: Deno.version.deno },
    visibility: taken.standIn > 0 && taken.standIn === taken.sessions
      ? "stand-in"
      : options.visibility,
  });
  await writeRows(path, streamed(rows), schema, {
    metadata: () => ({
      schema_version: "1",
      sessions_without_messages: String(taken.empty),
      provenance: JSON.stringify(made),
    }),
  });
}

async function* streamed<T>(rows: readonly T[]): AsyncGenerator<T> {
  yield* rows;
}

/** Numbers about labels, for people and programs. */
export interface Summary {
  readonly messages: number;
  readonly labelled: number;
  /** Messages without a label, by reason. */
  readonly failures: Readonly<Partial<Record<Unlabelled, number>>>;
  readonly sessions: number;
  /** Sessions whose every message has a label: only these make up a flow. */
  readonly complete: number;
  /** Messages by intent, all labels in the order of the taxonomy. */
  readonly intents: Readonly<Record<string, number>>;
}

/**
 * Count labels.
 *
 * @param rows The rows.
 * @param taxonomy Their labels.
 * @returns The numbers.
 */
export function summarise(
  rows: readonly ClassifiedRow[],
  taxonomy: Taxonomy,
): Summary {
  const intents = Object.fromEntries(taxonomy.labels.map((name) => [name, 0]));
  const failures: Record<string, number> = {};
  const sessions = new Set<string>();
  const incomplete = new Set<string>();
  let labelled = 0;
  for (const { session, intent, failure } of rows) {
    sessions.add(session);
    if (intent !== null) {
      labelled++;
      intents[intent] = (intents[intent] ?? 0) + 1;
    } else {
      incomplete.add(session);
      const reason = failure ?? "missing";
      failures[reason] = (failures[reason] ?? 0) + 1;
    }
  }
  return {
    messages: rows.length,
    labelled,
    failures,
    sessions: sessions.size,
    complete: sessions.size - incomplete.size,
    intents,
  };
}

const number = (n: number) => n.toLocaleString("en-US");

/**
 * What was done, in words.
 *
 * @param summary The numbers.
 * @param classification Where they are from.
 * @returns A few lines.
 */
export function describeLabels(
  summary: Summary,
  { by, taken, asked }: Classification,
): string {
  const { messages, labelled, failures, sessions, complete } = summary;
  const lines = [
    `${number(labelled)} of ${number(messages)} messages of ${
      number(sessions)
    } sessions labelled by ${by.classifier} "${by.model}"` +
    (by.promptVersion === null ? "" : `, prompt ${by.promptVersion}`),
  ];
  const shares = Object.entries(summary.intents).filter(([, n]) => n > 0)
    .sort(([, a], [, b]) => b - a)
    .map(([intent, n]) => `${intent} ${(100 * n / labelled).toFixed(1)} %`);
  if (shares.length > 0) lines.push(`intents: ${shares.join(", ")}`);
  if (labelled < messages) {
    const reasons = Object.entries(failures).sort(([, a], [, b]) => b - a)
      .map(([reason, n]) => `${number(n)} ${reason}`);
    lines.push(
      `without a label: ${reasons.join(", ")}; ${
        number(sessions - complete)
      } sessions are therefore left out of a flow`,
    );
    for (
      const [reason, detail] of Object.entries(asked?.labelled?.examples ?? {})
    ) {
      lines.push(`  ${reason}, for example: ${detail}`);
    }
    if (failures.missing !== undefined) {
      lines.push(
        "  missing: run again without --replay, --responses and --batch, or write another --batch",
      );
    }
  }
  if (taken.labelledBefore > 0) {
    lines.push(
      `${
        number(taken.labelledBefore)
      } messages had an intent before; it was not looked at`,
    );
  }
  if (asked?.labelled) lines.push(describeCalls(asked));
  return lines.join("\n");
}

function describeCalls({ labelled, store }: Asked): string {
  const ledger = labelled?.ledger;
  const [model] = ledger?.models ?? [];
  const responses = model?.responses ?? 0;
  const tokens = model === undefined
    ? ""
    : `, ${number(model.input.known)} tokens in, ${
      number(model.output.known)
    } out` +
      (model.input.unknown + model.output.unknown > 0
        ? " as far as the server says"
        : "");
  const cost = ledger?.cost;
  const dollars = responses === 0
    ? ""
    : cost?.total === null || cost === undefined
    ? `, cost unknown${
      cost !== undefined && cost.known > 0
        ? ` (of a part $${cost.known.toFixed(4)})`
        : ""
    }`
    : `, $${cost.total.toFixed(4)}`;
  return `${number(responses)} answers came in${tokens}${dollars}; ${
    number(ledger?.fromStore ?? 0)
  } were in ${store === null ? "the store" : `"${store}"`}`;
}

/**
 * What was done, for programs.
 *
 * @param summary The numbers.
 * @param classification Where they are from.
 * @param out The table, or `null` if none was written.
 * @returns One JSON object.
 */
export function labelsJson(
  summary: Summary | null,
  { by, taken, asked }: Classification,
  out: string | null,
): Record<string, unknown> {
  return {
    out,
    classifier: by.classifier,
    classifierModel: by.model,
    promptVersion: by.promptVersion,
    sessionsRead: taken.all,
    ...summary,
    labelledBefore: taken.labelledBefore,
    ...(asked === null ? {} : {
      store: asked.store,
      estimate: asked.estimate,
      batch: asked.batch,
      cut: asked.cut,
      ledger: asked.labelled?.ledger ?? null,
    }),
  };
}

/**
 * Where the rest of what is to be known of a table stands, if not in it.
 *
 * @param out The table.
 * @returns A line, or nothing.
 */
export function describeSidecar(out: string): string {
  return ["csv", "jsonl"].includes(tableFormat(out))
    ? `; types and provenance are in ${sidecarPath(out)}`
    : "";
}

/**
 * Make the folder of a file, so that a run finds out before its calls that nothing can be written.
 *
 * @param path The file.
 * @throws {TypeError} If it is a folder itself, or its folder cannot be made.
 */
export async function makeFolderOf(path: string): Promise<void> {
  try {
    await Deno.mkdir(dirname(path), { recursive: true });
    if (!(await Deno.stat(path)).isDirectory) return;
  } catch (error) {
    if (error instanceof Deno.errors.NotFound) return;
    const reason = error instanceof Error ? error.name : String(error);
    throw new TypeError(
      `Cannot write to "${path}": ${reason}; name a file in a folder with -o`,
      { cause: error },
    );
  }
  throw new TypeError(`Cannot write to "${path}": it is a folder; name a file`);
}
