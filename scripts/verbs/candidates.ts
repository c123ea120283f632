/**
 * `taskflow candidates`: candidate families from splits and proven questions (Section 3, Appendix F).
 *
 * @module
 */

import { type Command, Option } from "commander";
import { readRecords } from "@taskflow/benchmark";
import { classify, loadBaseline } from "@taskflow/classify";
import { writeAtomically } from "@taskflow/table";
import { TAXONOMY } from "@taskflow/taxonomy";
import {
  countFamilies,
  type Family,
  type FamilyNumbers,
  familySchema,
  mergeParts,
  mergeVariants,
  MOST_QUESTIONS,
  type Split,
} from "@taskflow/transform";
import { basename } from "node:path";
import {
  complain,
  interrupted,
  print,
  printJson,
  verb,
  wholeNumber,
} from "../cli/run.ts";
import { progress } from "../cli/progress.ts";
import { writeBeside } from "../cli/write_beside.ts";
import {
  eachTask,
  type PoolQuestion,
  type QuestionPool,
  readPool,
  readTurnLabels,
  repoOfId,
} from "./candidate_inputs.ts";
import { readSplitRows } from "./split_rows.ts";

interface Options {
  labels?: string;
  tasks?: string;
  stress?: string;
  classifier?: "baseline";
  unproven?: boolean;
  freeOrder?: boolean;
  minTurns: number;
  standIn?: boolean;
  out?: string;
  json?: boolean;
}

/**
 * Add the verb to the program.
 *
 * @param taskflow The program.
 */
export function addCandidates(taskflow: Command): void {
  verb(
    taskflow,
    "candidates <splits> [questions...]",
    "Candidate families of split tasks: every way to merge turns and to place proven questions.",
    [
      "taskflow candidates splits.jsonl questions.jsonl proofs.jsonl --tasks tasks.jsonl -o families.jsonl",
      "taskflow candidates splits.jsonl proofs.jsonl --labels labels.parquet -o families.jsonl",
      "taskflow candidates splits.jsonl questions.jsonl --unproven --json",
    ],
  )
    .option(
      "--labels <file>",
      "intents of turns: columns instance_id, turn (1, 23, a question id, original), intent",
    )
    .option(
      "--tasks <file>",
      "the tasks: repositories, languages, and original prompts to classify",
    )
    .addOption(
      new Option(
        "--classifier <name>",
        "classify every text, also where a row brings its label (default: only where none does)",
      ).choices(["baseline"]),
    )
    .option("--unproven", "take questions that have no proof")
    .option(
      "--stress <file>",
      "tasks of stress slices: columns instance_id, slice; they never enter TFAS",
    )
    .option("--free-order", "count orders of questions other than the pool's")
    .option(
      "--min-turns <n>",
      "turns of a candidate of the long slice",
      wholeNumber(1),
      3,
    )
    .option("--stand-in", "mark the families as made of stand-in data")
    .option("-o, --out <file>", "write the families (.jsonl), one a line")
    .option("--json", "print one JSON object")
    .action(action);
}

async function action(
  splits: string,
  questions: readonly string[],
  options: Options,
): Promise<void> {
  const inputs = [
    splits,
    ...questions,
    ...[options.labels, options.tasks, options.stress].filter((path) =>
      path !== undefined
    ),
  ];
  const label = labeller(
    options,
    options.labels === undefined
      ? new Map()
      : await readTurnLabels(options.labels),
  );
  const pool = questions.length === 0
    ? { byTask: new Map(), read: 0, rejected: 0, unproven: 0 }
    : await readPool(questions, options.unproven === true);
  const stress = options.stress === undefined
    ? new Map<string, string>()
    : await readStress(options.stress);
  const tasks = await tasksOf(options.tasks, label);
  const counter = countFamilies(TAXONOMY, {
    minTurns: options.minTurns,
    freeOrder: options.freeOrder === true,
  });
  const line = progress("candidates");
  async function* rows(): AsyncGenerator<string> {
    for await (const split of splitsOnce(splits)) {
      interrupted.signal.throwIfAborted();
      const family = familyOf(split, { pool, tasks, stress, label, options });
      if (family === null) continue;
      counter.add(family);
      line.update(`${counter.numbers.families} families`);
      yield `${JSON.stringify(family)}\n`;
    }
  }
  if (options.out === undefined) {
    for await (const _ of rows());
  } else {
    await writeAtomically(options.out, batched(rows()));
    await writeBeside(options.out, inputs, {
      classifier: options.classifier ?? null,
      unproven: options.unproven === true,
      freeOrder: options.freeOrder === true,
    });
  }
  const { numbers } = counter;
  if (numbers.families === 0) {
    throw new TypeError(
      `Cannot make families of "${splits}": no row is a task with a split or an original prompt`,
    );
  }
  const left = {
    unlabelled_original: label.withoutOriginal(),
    questions_read: pool.read,
    questions_rejected: pool.rejected,
    questions_without_proof: pool.unproven,
    questions_above_three: label.above(),
    labelled_by_baseline: label.classified(),
  };
  if (options.json) printJson({ ...numbers, ...left });
  else print(describe(numbers, left, options));
}

/** One text after another costs a system call each; a page at a time does not. */
async function* batched(rows: AsyncGenerator<string>): AsyncGenerator<string> {
  let page = "";
  for await (const row of rows) {
    page += row;
    if (page.length < 1 << 18) continue;
    yield page;
    page = "";
  }
  yield page;
}

type Labeller = ReturnType<typeof labeller>;

/** Where labels come from: the file, the row itself, the baseline. */
function labeller(
  { classifier }: Options,
  file: ReadonlyMap<string, string>,
) {
  let [classified, withoutOriginal, above] = [0, 0, 0];
  const checked = (intent: string, instance: string, turn: string) => {
    if (TAXONOMY.codeOf.has(intent)) return intent;
    throw new RangeError(
      `Cannot label turn "${turn}" of "${instance}": "${intent}" is not in taxonomy "${TAXONOMY.name}"`,
    );
  };
  return {
    /** Intent of a turn, or `null` if nothing says it. */
    of(
      instance: string,
      turn: string,
      own: string | null,
      text: () => string | null,
    ): string | null {
      const given = file.get(`${instance}\n${turn}`) ??
        (classifier === undefined ? own : null);
      if (given !== null) return checked(given, instance, turn);
      const words = text();
      if (words === null) {
        return own === null ? null : checked(own, instance, turn);
      }
      classified++;
      return classify(loadBaseline(), words).intent;
    },
    /** Do not count the last one: it may not be used. */
    take: () => classified--,
    /** Count one that is. */
    give: () => classified++,
    missOriginal: () => withoutOriginal++,
    dropQuestion: (count: number) => above += count,
    classified: () => classified,
    withoutOriginal: () => withoutOriginal,
    above: () => above,
  };
}

interface KnownTask {
  readonly repo: string;
  readonly language: string | null;
  readonly original: string | null;
  /** Whether the offline baseline labelled it. */
  readonly guessed: boolean;
}

async function tasksOf(
  path: string | undefined,
  label: Labeller,
): Promise<Map<string, KnownTask>> {
  const tasks = new Map<string, KnownTask>();
  if (path === undefined) return tasks;
  await eachTask(path, (instance, { repo, language, prompt }) => {
    const before = label.classified();
    const original = label.of(instance, "original", null, () => prompt);
    const guessed = label.classified() > before;
    if (guessed) label.take();
    tasks.set(instance, { repo, language, original, guessed });
  });
  return tasks;
}

async function readStress(path: string): Promise<Map<string, string>> {
  const slices = new Map<string, string>();
  for await (const { record, line, problem } of readRecords(path)) {
    const { instance_id, slice } = record ?? {};
    if (typeof instance_id !== "string" || typeof slice !== "string") {
      throw new TypeError(
        `Cannot read stress slices "${basename(path)}": line ${line} ${
          problem ?? `has no "instance_id" and "slice"`
        }`,
      );
    }
    slices.set(instance_id, slice);
  }
  return slices;
}

/** Each task has one split: two would be two tasks. */
async function* splitsOnce(path: string): AsyncGenerator<Split> {
  const seen = new Set<string>();
  for await (const { split, place } of readSplitRows(path)) {
    const { instance_id } = split;
    if (seen.has(instance_id)) {
      throw new RangeError(`${place}: "${instance_id}" has a split already`);
    }
    seen.add(instance_id);
    yield split;
  }
}

interface Inputs {
  readonly pool: QuestionPool;
  readonly tasks: ReadonlyMap<string, KnownTask>;
  readonly stress: ReadonlyMap<string, string>;
  readonly label: Labeller;
  readonly options: Options;
}

/** The family of a split, or `null` if the task has no candidate at all. */
function familyOf(split: Split, inputs: Inputs): Family | null {
  const { pool, tasks, stress, label, options } = inputs;
  const { instance_id, parts, labels } = split;
  const before = label.classified();
  const task = tasks.get(instance_id);
  const original = task?.original ??
    label.of(instance_id, "original", null, () => null);
  if (original === null) label.missOriginal();
  if (task?.guessed) label.give();
  const issue = parts === null ? null : Object.fromEntries(
    mergeVariants(parts.length).map((variant) => {
      const own = labels?.[variant] ?? null;
      const text = () => mergeParts(parts, variant);
      return [variant, label.of(instance_id, variant, own, text) ?? ""];
    }),
  );
  if (issue === null && original === null) return null;
  const asked: readonly PoolQuestion[] = pool.byTask.get(instance_id) ?? [];
  if (asked.length > MOST_QUESTIONS) {
    label.dropQuestion(asked.length - MOST_QUESTIONS);
  }
  const questions = asked.slice(0, MOST_QUESTIONS).map(
    ({ question_id, text, intent }) => {
      const found = label.of(instance_id, question_id, intent, () => text);
      if (found === null) {
        throw new TypeError(
          `Cannot label question "${question_id}" of "${instance_id}": it has no text, no intent and ` +
            `no label; give questions.jsonl or --labels`,
        );
      }
      return { question_id, intent: found };
    },
  );
  return familySchema.parse({
    schema_version: "family/v1",
    instance_id,
    repo: task?.repo ?? repoOfId(instance_id) ?? "unknown",
    repo_language: task?.language ?? null,
    original,
    parts: parts?.length ?? 0,
    issue,
    questions,
    stress: stress.get(instance_id) ?? null,
    stand_in: options.standIn === true || label.classified() > before,
  });
}

function describe(
  numbers: FamilyNumbers,
  left: Record<string, number>,
  options: Options,
): string {
  const count = (n: number) => n.toLocaleString("en-US");
  const lines = [
    `${count(numbers.families)} families, ${
      count(numbers.questioned)
    } with questions ` +
    `(${count(numbers.questions)}), ${count(numbers.single)} single-turn`,
    `candidates ${count(numbers.raw)} raw, ${
      count(numbers.filtered)
    } with ${options.minTurns} turns or more, ` +
    `${count(numbers.deduplicated)} that count differently`,
  ];
  if (numbers.without > 0) {
    lines.push(
      `${
        count(numbers.without)
      } tasks have no candidate of ${options.minTurns} turns`,
    );
  }
  const note = (n: number | undefined, text: string) => {
    if (n !== undefined && n > 0) lines.push(`${count(n)} ${text}`);
  };
  note(
    left.questions_rejected,
    "questions are left out: their proof was rejected",
  );
  note(
    left.questions_without_proof,
    "questions are left out: they have no proof",
  );
  note(
    left.questions_above_three,
    `questions are left out: a task has ${MOST_QUESTIONS} at most`,
  );
  note(
    left.unlabelled_original,
    "tasks have no label for the original prompt (give --tasks or --labels): it is no candidate there",
  );
  note(
    left.labelled_by_baseline,
    "turns were labelled by the offline baseline: their families are marked stand-in",
  );
  if (options.out === undefined) {
    complain("note: nothing was written; give -o families.jsonl");
  }
  return lines.join("\n");
}
