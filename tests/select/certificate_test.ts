import { deepEqual, equal, ok, throws } from "node:assert/strict";
import {
  checkSelection,
  parseInstance,
  selectCandidates,
} from "@taskflow/select";

const read = async (name: string) =>
  JSON.parse(
    await Deno.readTextFile(
      new URL(`../oracle/selection/${name}.json`, import.meta.url),
    ),
  );

Deno.test("a certificate names placement limits as the oracle's files do", async () => {
  const file = await read("quota-700");
  const { certificate } = selectCandidates(
    parseInstance(file, "quota-700"),
  );
  const names = new Set(
    certificate.flatMap(({ lambda = {} }) => Object.keys(lambda)),
  );
  deepEqual([...names].sort(), Object.keys(file.constraints.placement).sort());
});

Deno.test("a target whose shares do not add up to 1 is refused on both ways", async () => {
  const file = await read("tiny-12");
  file.target.P_T = file.target.P_T.map((p: number) => p * 1.1);
  throws(() => parseInstance(file, "t"), /target\.P_T adds up to 1\.1/);
  const { ok, checks } = checkSelection(file, "t");
  equal(ok, false);
  equal(checks.some((check) => check.name === "target"), true);
});

Deno.test("no bound is above 100", async () => {
  const file = await read("tiny-12");
  file.bound.tfas = 100;
  const { bound } = checkSelection(file, "t");
  ok(bound <= 100);
});
