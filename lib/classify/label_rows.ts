/**
 * Labelled messages as rows: what `taskflow classify` writes.
 *
 * @module
 */

import {
  type MessageRow,
  messageRows,
  messageSchemaOf,
} from "@taskflow/corpora";
import type { Attribute, Session } from "@taskflow/session";
import { Bool, Field, Float64, Schema, Utf8 } from "apache-arrow";
import type { Labelling } from "./llm_classify.ts";

/** Who gave the labels of a table. */
export interface LabelledBy {
  /** Kind of classifier. */
  readonly classifier: "baseline" | "llm";
  /** The model: its name for the endpoint, or the id of the baseline's features. */
  readonly model: string;
  /** Version of the prompt, or `null` where there is none. */
  readonly promptVersion: string | null;
}

/** A label with how sure the classifier is, or `null` where it does not say. */
export type SureLabelling = Labelling & { readonly probability: number | null };

/** A labelled message; further columns are attributes of its session. */
export type ClassifiedRow = MessageRow & {
  /** Probability of the label, from 0 to 1; `null` where the classifier gives none. */
  readonly probability: number | null;
  /** Why there is no label, or `null` where there is one. */
  readonly failure: string | null;
  readonly classifier: string;
  readonly classifier_model: string;
  readonly prompt_version: string | null;
} & { readonly [attribute: string]: Attribute | Date | undefined };

const OWN: readonly Field[] = [
  new Field("probability", new Float64(), true),
  new Field("failure", new Utf8(), true),
  new Field("classifier", new Utf8(), false),
  new Field("classifier_model", new Utf8(), false),
  new Field("prompt_version", new Utf8(), true),
];

/** Names that an attribute of a session cannot have in the table. */
const TAKEN: ReadonlySet<string> = new Set(
  [...messageSchemaOf(true).fields, ...OWN].map(({ name }) => name),
);

/** Rows of labelled messages as they grow, with the attributes that were met. */
export interface LabelRows {
  /** Add a session and what was said of its messages, in their order. */
  readonly add: (
    session: Session,
    labels: readonly SureLabelling[],
  ) => Promise<void>;
  /** The rows so far, and their columns. */
  readonly table: () => {
    readonly rows: readonly ClassifiedRow[];
    readonly schema: Schema;
  };
}

/**
 * Collect labelled messages as a table of messages (`messageRows()`) with columns for label, probability,
 * reason of failure, classifier, its model, its prompt, and every attribute of the sessions. The table can
 * be measured (`readLabelled()`) and joined to the exports again (`readLabels()`).
 *
 * @param by Who gave the labels.
 * @param withText Whether the texts are wanted; they are private.
 * @returns The rows, to be filled. An attribute with values of several types becomes text; one that is
 * named like a column is left out.
 *
 * @example
 * ```ts
 * import { deepEqual } from "node:assert/strict";
 * import { labelRows } from "@taskflow/classify";
 *
 * const by = { classifier: "llm", model: "m", promptVersion: "intent/1" } as const;
 * const labelled = labelRows(by);
 * await labelled.add({
 *   schema_version: 1,
 *   id: "s-1",
 *   source: "aider",
 *   file: "a.md",
 *   ordinal: 0,
 *   attributes: { agent: "aider" },
 *   messages: [{ text: "Why?", timestamp: null, intent: null }],
 * }, [{ intent: "question", failure: null, probability: null }]);
 * const [row] = labelled.table().rows;
 * deepEqual([row?.intent, row?.agent, row?.text], ["question", "aider", undefined]);
 * ```
 */
export function labelRows(by: LabelledBy, withText = false): LabelRows {
  const rows: ClassifiedRow[] = [];
  /** Names of attributes and the types of their values. */
  const types = new Map<string, Set<string>>();
  const own = {
    classifier: by.classifier,
    classifier_model: by.model,
    prompt_version: by.promptVersion,
  };
  const add: LabelRows["add"] = async (session, labels) => {
    const attributes = Object.fromEntries(
      Object.entries(session.attributes).filter(([name]) => !TAKEN.has(name)),
    );
    for (const [name, value] of Object.entries(attributes)) {
      const known = types.get(name) ?? new Set();
      types.set(name, value === null ? known : known.add(typeof value));
    }
    const messages = session.messages.map((message, at) => ({
      ...message,
      intent: labels[at]?.intent ?? null,
    }));
    let at = 0;
    for await (
      const row of messageRows(one({ ...session, messages }), withText)
    ) {
      const { failure = null, probability = null } = labels[at++] ?? {};
      rows.push({ ...row, probability, failure, ...own, ...attributes });
    }
  };
  const table = () => {
    const mixed = [...types].filter(([, types]) => types.size > 1).map((
      [name],
    ) => name);
    return {
      rows: mixed.length === 0 ? rows : rows.map((row) => asText(row, mixed)),
      schema: new Schema([
        ...messageSchemaOf(withText).fields,
        ...OWN,
        ...Array.from(types, ([name, of]) => attributeField(name, of)),
      ]),
    };
  };
  return { add, table };
}

async function* one<T>(value: T): AsyncGenerator<T> {
  yield value;
}

function attributeField(name: string, types: ReadonlySet<string>): Field {
  const [only] = types.size === 1 ? types : [];
  const type = only === "number"
    ? new Float64()
    : only === "boolean"
    ? new Bool()
    : new Utf8();
  return new Field(name, type, true);
}

/** The row with these attributes as text. */
function asText(row: ClassifiedRow, names: readonly string[]): ClassifiedRow {
  const texts = names.map((name) => {
    const value = row[name] ?? null;
    return [name, value === null ? null : String(value)] as const;
  });
  return { ...row, ...Object.fromEntries(texts) };
}
