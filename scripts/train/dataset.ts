/**
 * Labelled messages to train on: other people's (ids, folds and labels from the shared data) and our
 * own (`data/models/extra_messages.jsonl`).
 *
 * @module
 */

import { parse, readLines } from "@taskflow/table";
import { labelCode, TAXONOMY } from "@taskflow/taxonomy";
import * as z from "zod";

/** One labelled message. */
export interface Example {
  readonly id: string;
  readonly text: string;
  /** Code of its intent in the taxonomy. */
  readonly label: number;
  /** What must stay together in cross-validation; `own` for our own messages. */
  readonly repository: string;
  /** Fold of the repository, -1 for our own messages, which every fold trains on. */
  readonly fold: number;
  /** Session, and place in it. */
  readonly session: string;
  readonly position: number;
  /** Messages in its session, unlabelled ones included. */
  readonly of: number;
}

const messageSchema = z.object({
  id: z.string(),
  file: z.string(),
  session: z.number(),
  position: z.number(),
  of: z.number(),
  text: z.string(),
});

const ownSchema = z.strictObject({ intent: z.string(), text: z.string() });

async function csv(path: string): Promise<Record<string, string>[]> {
  const text = await Deno.readTextFile(path);
  const [head, ...rows] = parse(text);
  return rows.map((row) =>
    Object.fromEntries((head ?? []).map((name, i) => [name, row[i] ?? ""]))
  );
}

/**
 * Read other people's messages with their labels and folds.
 *
 * @param folder The folder `labels` of the shared data.
 * @returns Labelled messages in the order of `messages.csv`.
 * @throws {RangeError} If a label has no text or a repository no fold.
 */
export async function readLabelled(folder: string): Promise<Example[]> {
  const messages = new Map<string, z.infer<typeof messageSchema>>();
  for await (const { text } of readLines(`${folder}/messages.jsonl`)) {
    if (text.trim() === "") continue;
    const message = messageSchema.parse(JSON.parse(text));
    messages.set(message.id, message);
  }
  const folds = new Map(
    (await csv(`${folder}/folds.csv`)).map((
      row,
    ) => [row.repository ?? "", Number(row.fold)]),
  );
  return (await csv(`${folder}/messages.csv`)).map(
    ({ id = "", intent = "" }) => {
      const message = messages.get(id);
      if (message === undefined) {
        throw new RangeError(
          `Cannot read labels in "${folder}": message "${id}" has no text`,
        );
      }
      const repository = message.file.split("/").slice(0, 2).join("/");
      const fold = folds.get(repository);
      if (fold === undefined) {
        throw new RangeError(
          `Cannot read labels in "${folder}": repository "${repository}" has no fold`,
        );
      }
      return {
        id,
        text: message.text,
        label: labelCode(TAXONOMY, intent),
        repository,
        fold,
        session: `${message.file}#${message.session}`,
        position: message.position,
        of: message.of,
      };
    },
  );
}

/**
 * Read our own messages.
 *
 * @param path A JSONL file of `{"intent", "text"}`.
 * @returns Labelled messages outside every fold.
 */
export async function readOwn(path: string): Promise<Example[]> {
  const examples: Example[] = [];
  for await (const { text } of readLines(path)) {
    if (text.trim() === "") continue;
    const own = ownSchema.parse(JSON.parse(text));
    examples.push({
      id: `own-${examples.length}`,
      text: own.text,
      label: labelCode(TAXONOMY, own.intent),
      repository: "own",
      fold: -1,
      session: `own-${examples.length}`,
      position: 0,
      of: 1,
    });
  }
  return examples;
}

/** Predictions of the reference classifier by message id, as intent codes. */
export async function readReference(
  folder: string,
): Promise<Map<string, number>> {
  return new Map(
    (await csv(`${folder}/reference_predictions.csv`)).map((
      { id = "", reference = "" },
    ) => [id, labelCode(TAXONOMY, reference)]),
  );
}

/** Labels of two readers on the same sessions: session, position, both intent codes. */
export async function readAgreement(
  folder: string,
): Promise<{ session: string; position: number; a: number; b: number }[]> {
  return (await csv(`${folder}/agreement.csv`)).map((row) => ({
    session: `${row.file}#${row.session}`,
    position: Number(row.position),
    a: labelCode(TAXONOMY, row.reader_a ?? ""),
    b: labelCode(TAXONOMY, row.reader_b ?? ""),
  }));
}
