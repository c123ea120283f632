/** The printed numbers agree with each other: a typing error breaks a relation. */

import { deepEqual, equal, ok, throws } from "node:assert/strict";
import {
  DATASET_CARD,
  PAPER_GAPS,
  PAPER_NUMBERS,
  paperNumber,
  parsePaperNumbers,
  TABLE_1,
  TABLE_2,
  TABLE_3,
} from "@taskflow/paper";
import { LENGTH_BINS, tfas } from "@taskflow/flow";
import { TAXONOMY } from "@taskflow/taxonomy";
import { sharedPath, sharedTest } from "../shared.ts";

const value = (id: string) => paperNumber(id).value;

/** Whether `part` of `whole` is printed as `percent` when rounded to one decimal. */
function prints(percent: number, part: number, whole: number): boolean {
  return Math.abs(percent - (100 * part) / whole) <= 0.05 + 1e-9;
}

function close(got: number, want: number, by: number, what: string): void {
  ok(Math.abs(got - want) <= by + 1e-9, `${what}: ${got} for ${want}`);
}

Deno.test("parsePaperNumbers() names the file, the field and a doubled id", () => {
  throws(
    () => parsePaperNumbers({ schema_version: 1 }, "x.json"),
    { name: "TypeError", message: /"x\.json"[^]*numbers/ },
  );
  const [number] = PAPER_NUMBERS;
  throws(
    () =>
      parsePaperNumbers({
        schema_version: 1,
        source: "x",
        numbers: [number, number],
      }),
    { name: "RangeError", message: /"pro\.new_feature_share" occurs twice/ },
  );
});

Deno.test("PAPER_NUMBERS covers every part of the paper that prints numbers", () => {
  const places = PAPER_NUMBERS.map(({ place }) => place).join("\n");
  for (
    const part of [
      "Section 1",
      "Section 2",
      "Section 3",
      "Section 4",
      "Appendix A",
      "Appendix B",
      "Appendix C",
      "Appendix E",
      "Appendix F",
      "Appendix G",
      "Appendix H",
      "Dataset card",
    ]
  ) ok(places.includes(part), part);
});

Deno.test("PAPER_GAPS lists every figure but none that is printed as a table", () => {
  const figures = PAPER_GAPS.filter(({ id }) => id.startsWith("figure."));
  deepEqual(
    figures.map(({ id }) => Number(id.slice("figure.".length))),
    Array.from({ length: 14 }, (_, i) => i + 1),
  );
});

Deno.test("paperNumber() taxonomy, bins and cells are those of the code", () => {
  equal(value("taxonomy.intents"), TAXONOMY.labels.length);
  equal(value("taxonomy.retained"), TAXONOMY.retained.length);
  equal(value("taxonomy.excluded"), TAXONOMY.excluded.length);
  equal(value("lengths.bins"), LENGTH_BINS.length);
  const n = value("taxonomy.retained");
  close(value("target.transition_cells"), n * n + 2 * n, 10, "cells");
});

Deno.test("paperNumber() Section 1: 93.8 = 54.7 + 39.1, of 731 and not of 700", () => {
  const shares = [
    value("pro.new_feature_share"),
    value("pro.bug_fix_share"),
  ] as const;
  const both = value("pro.two_intents_share");
  close(shares[0] + shares[1], both, 0.01, "sum");
  const fits = (whole: number) => {
    const parts = shares.map((share) =>
      Array.from({ length: whole + 1 }, (_, part) => part)
        .filter((part) => prints(share, part, whole))
    );
    return parts[0]?.some((a) =>
      parts[1]?.some((b) => prints(both, a + b, whole))
    );
  };
  equal(fits(value("pro.public_tasks")), true);
  equal(fits(value("pro.kept_tasks")), false);
});

Deno.test("paperNumber() Section 2: shares, percentiles and messages fit together", () => {
  const sessions = value("production.sessions");
  const single = 2434;
  ok(prints(value("production.single_share"), single, sessions));
  const long = Math.round((value("production.long_share") / 100) * sessions);
  equal(Math.round((100 * long) / sessions), value("production.long_share"));
  equal(value("production.length_p75"), value("long_slice.min_messages"));
  const mean = (value("production.messages") - single -
    2 * (sessions - single - long)) / long;
  ok(mean > 6 && mean < 6.7, `mean of long sessions ${mean}`);
  const eightOrMore = 0.1 * sessions / long;
  ok(eightOrMore > 0.3, `P(8+ | long) ${eightOrMore}`);
  equal(value("production.length_p90"), 8);
  ok(
    value("production.bug_fix_share") + value("production.new_feature_share") <
      50,
  );
});

Deno.test("TABLE_1 agrees with Appendix A, and its last row is the mean of the others", () => {
  const column = TABLE_1.map((row) => row.exact_agreement_pct);
  deepEqual(column, [
    value("classifier.agreement_qwen_gemma"),
    value("classifier.agreement_qwen_gptoss"),
    value("classifier.agreement_gemma_gptoss"),
    value("classifier.agreement_mean"),
  ]);
  const pairs = column.slice(0, -1);
  equal(pairs.length, value("classifier.models_compared"));
  const mean = pairs.reduce((sum, pair) => sum + pair, 0) / pairs.length;
  close(mean, column.at(-1) ?? NaN, 0.05, "mean");
});

Deno.test("TABLE_2 and TABLE_3 print the TFAS of their components within 0.1", () => {
  equal(TABLE_2.length + TABLE_3.length, 10);
  for (const { variant, S_L, S_T, S_R, TFAS } of [...TABLE_2, ...TABLE_3]) {
    const got = tfas(S_L / 100, S_T / 100, S_R / 100);
    close(got ?? NaN, TFAS, 0.1, variant);
  }
});

Deno.test("TABLE_2 holds the TFAS that Section 4 and Appendix F print", () => {
  const of = (name: string) =>
    TABLE_2.find(({ variant }) => variant === name)?.TFAS ?? NaN;
  equal(of("Split"), value("pilot.tfas_split"));
  equal(of("TFAS-optimized"), value("pilot.tfas_optimized"));
  const fixed = ["first", "last", "random"].map((at) => of(`Split+QA-${at}`));
  equal(Math.min(...fixed), value("selection.tfas_fixed_low"));
  equal(Math.max(...fixed), value("selection.tfas_fixed_high"));
});

Deno.test("TABLE_2 and TABLE_3: moving questions changes S_R alone", () => {
  for (const table of [TABLE_2, TABLE_3]) {
    const fixed = table.filter(({ variant }) =>
      variant.startsWith("Split+QA-")
    );
    equal(fixed.length, 3);
    equal(new Set(fixed.map(({ S_L, S_T }) => `${S_L} ${S_T}`)).size, 1);
    equal(new Set(fixed.map(({ S_R }) => S_R)).size, 3);
  }
});

Deno.test("paperNumber() Appendix F: tasks, sessions, questions and slots add up", () => {
  const [one, two, three] = [
    value("selection.one_question"),
    value("selection.two_questions"),
    value("selection.three_questions"),
  ];
  const sum = (...ids: string[]) =>
    ids.reduce((total, id) => total + value(`selection.${id}`), 0);
  equal(one + two + three, value("selection.pool_tasks"));
  equal(one + 2 * two + 3 * three, value("selection.kept_questions"));
  equal(
    sum("slots_before", "slots_between", "slots_after"),
    value("selection.kept_questions"),
  );
  equal(
    sum("only_before", "only_after", "interleaved"),
    value("selection.pool_tasks"),
  );
  equal(sum("unquestioned_tasks", "pool_tasks"), value("pro.kept_tasks"));
  ok(value("selection.pool_questions") > value("selection.kept_questions"));
  const most = value("candidates.questions_max");
  ok(value("selection.pool_questions") <= most * value("selection.pool_tasks"));
  equal(
    value("candidates.issue_turns_max") + most,
    value("candidates.turns_max"),
  );
  equal(value("split.parts"), value("candidates.issue_turns_max"));
});

Deno.test("paperNumber() Appendices G and H: which accuracies are shares of which questions", () => {
  const fits = (id: string, whole: number) =>
    Array.from({ length: whole + 1 }, (_, part) => part)
      .some((part) => prints(value(id), part, whole));
  const all = value("selection.kept_questions");
  ok(fits("pilot.answer_accuracy_low", all));
  ok(fits("pilot.answer_accuracy_high", all));
  const [n, runs] = [value("ablation.questions"), value("pilot.runs_per_cell")];
  for (const id of ["mini_low", "mini_high", "terra_high", "qa_only_luna"]) {
    ok(fits(`ablation.accuracy_${id}`, n), id);
  }
  for (const id of ["luna_low", "luna_high", "terra_low"]) {
    equal(fits(`ablation.accuracy_${id}`, n), false, id);
    equal(fits(`ablation.accuracy_${id}`, n * runs), false, id);
    ok(fits(`ablation.accuracy_${id}`, 112), id);
  }
  equal(fits("ablation.accuracy_qa_only_luna", 118), false);
});

Deno.test("DATASET_CARD agrees with the numbers and with Appendix F", () => {
  equal(DATASET_CARD.length, 12);
  for (const { split, rows, questions } of DATASET_CARD) {
    equal(value(`card.${split}.rows`), rows);
    if (questions === null) {
      throws(() => paperNumber(`card.${split}.questions`), RangeError);
    } else equal(value(`card.${split}.questions`), questions);
  }
  equal(
    value("card.qa_tfas_optimized_sol.questions"),
    value("selection.kept_questions"),
  );
  equal(
    value("card.qa_first_sol.questions"),
    value("selection.pool_questions"),
  );
  equal(value("card.qa_first_sol.rows"), value("selection.pool_tasks"));
  equal(value("card.qa_first_terra.rows"), value("ablation.tasks"));
  equal(value("card.qa_first_terra.questions"), value("ablation.questions"));
});

Deno.test("paperNumber() Appendix B: long slices are parts of 1,000 sessions", () => {
  const shares = ["specstory", "dataclaw", "swechat"].map((corpus) =>
    value(`${corpus}.long_sessions`) / value(`${corpus}.sessions`)
  );
  deepEqual(shares, [0.521, 0.585, 0.698]);
});

sharedTest(
  "TABLE_1 to TABLE_3 equal the tables as they were typed from the paper",
  () => {
    for (
      const name of [
        "table1_classifier_agreement",
        "table2_tfas_production",
        "table3_tfas_swechat",
      ]
    ) {
      equal(
        Deno.readTextFileSync(`data/paper/${name}.csv`),
        Deno.readTextFileSync(sharedPath(`pilot/paper-published/${name}.csv`)),
      );
    }
  },
);
