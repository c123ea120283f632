/**
 * Rows of questions on disk.
 *
 * @module
 */

import { readRecords } from "@taskflow/benchmark";
import { type Question, questionSchema } from "@taskflow/transform";
import { basename } from "node:path";

/**
 * Read questions.
 *
 * @param path The questions, JSONL.
 * @returns The questions in the order of the file.
 * @throws {SyntaxError | TypeError | RangeError} If a line is no question, or two have one id.
 */
export async function readQuestions(path: string): Promise<Question[]> {
  const questions: Question[] = [];
  const seen = new Map<string, number>();
  const name = basename(path);
  for await (const { line, unit, record, problem } of readRecords(path)) {
    const place = `Cannot read questions "${name}": ${unit} ${line}`;
    if (record === null) throw new SyntaxError(`${place}: ${problem}`);
    const row = questionSchema.safeParse(record);
    if (!row.success) {
      const [issue] = row.error.issues;
      throw new TypeError(
        `${place}: "${issue?.path.join(".")}" ${
          issue?.message ?? "has the wrong shape"
        }`,
      );
    }
    const { instance_id, question_id } = row.data;
    const id = `${instance_id} ${question_id}`;
    const other = seen.get(id);
    if (other !== undefined) {
      throw new RangeError(
        `${place}: question "${question_id}" of "${instance_id}" stands in ${unit} ${other} already`,
      );
    }
    seen.set(id, line);
    questions.push(row.data);
  }
  if (questions.length === 0) {
    throw new TypeError(
      `Cannot read questions "${name}": there are no rows in it`,
    );
  }
  return questions;
}
