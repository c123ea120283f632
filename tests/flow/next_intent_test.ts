import { deepEqual, equal, ok } from "node:assert/strict";
import { type AgentActions, nextIntent } from "@taskflow/flow";
import { xoroshiro128plus } from "pure-rand/generator/xoroshiro128plus";

const actions = (testsFailed: boolean | null): AgentActions => ({
  testsFailed,
  edits: 2,
  askedBack: false,
  interrupted: null,
});

Deno.test("nextIntent() counts by hand", () => {
  const rows = nextIntent([
    [
      { intent: "new-feature", after: actions(true) },
      { intent: "bug-fix", after: actions(false) },
      { intent: "tests", after: actions(true) },
    ],
    [{ intent: "explain", after: null }],
    [{ intent: "explain", after: actions(null) }],
  ], { replicates: 20, seed: 1 });
  deepEqual(
    rows.map(({ condition, next, messages, share, difference }) => [
      condition,
      next,
      messages.held,
      messages.not,
      share.estimate,
      difference.estimate,
    ]),
    [
      ["tests failed", "tests", 2, 1, 0, -1],
      ["tests failed", "bug-fix", 2, 1, 0.5, 0.5],
      ["tests failed", "END", 2, 1, 0.5, 0.5],
    ],
  );
  deepEqual(nextIntent([], { replicates: 5, seed: 1 }), []);
});

Deno.test("nextIntent() intervals tell a cause from none", () => {
  const random = xoroshiro128plus(3);
  const chance = () => (random.next() >>> 0) / 2 ** 32;
  const sessions = Array.from({ length: 200 }, () => {
    let intent = "new-feature";
    return Array.from({ length: 6 }, () => {
      const failed = chance() < 0.3;
      const message = {
        intent,
        after: {
          testsFailed: failed,
          edits: chance() < 0.5 ? 0 : 1,
          askedBack: null,
          interrupted: null,
        },
      };
      intent = chance() < (failed ? 0.7 : 0.2) ? "bug-fix" : "new-feature";
      return message;
    });
  });
  const rows = nextIntent(sessions, { replicates: 200, seed: 1 });
  const of = (condition: string) =>
    rows.find((row) => row.condition === condition && row.next === "bug-fix");
  ok((of("tests failed")?.difference.low ?? 0) > 0.2);
  const edit = of("no edit")?.difference;
  ok((edit?.low ?? 1) < 0 && (edit?.high ?? -1) > 0);
  equal(of("asked back"), undefined);
});
