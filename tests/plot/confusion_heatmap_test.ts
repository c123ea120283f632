import { deepEqual, equal, match } from "node:assert/strict";
import { addConfusions, confusionOf } from "@taskflow/classify";
import { confusionHeatmap, renderSvg } from "@taskflow/plot";
import { golden } from "./golden.ts";

const names = { name: "confusion", rows: "reader <a>", columns: "reader b" };
const first = [1, 1, 1, 1, 2, 2, 2, 6, 8, 8, 9, 15];
const second = [1, 1, 1, 6, 2, 2, 1, 6, 8, 9, 9, 15];

Deno.test("renderSvg() draws confusion as in tests/golden", async () => {
  const figure = confusionHeatmap(confusionOf(first, second), {
    ...names,
    title: "Two made-up readers",
    standIn: true,
  });
  await golden("confusion.svg", await renderSvg(figure));
});

Deno.test("confusionHeatmap() keeps all K x K cells in its table, and says what lies on the diagonal", () => {
  const { table, caption } = confusionHeatmap(confusionOf(first, second), {
    ...names,
    title: "Two readers",
  });
  equal(table.rows.length, 256);
  deepEqual(
    table.rows.find(({ first, second }) =>
      first === "bug-fix" && second === "debug"
    )?.share,
    0.25,
  );
  match(caption, /75\.0% of 12 messages lie on the diagonal/);
});

Deno.test("confusionHeatmap() of nothing, and of weights", async () => {
  const nothing = confusionHeatmap(confusionOf([], []), {
    ...names,
    title: "None",
  });
  match(await renderSvg(nothing), /^<svg/);
  match(nothing.caption, /– of 0 messages/);
  const weights = confusionHeatmap(
    addConfusions([confusionOf([1], [2])], true),
    { ...names, title: "Half" },
  );
  match(await renderSvg(weights), />0\.5</);
});
