import { deepEqual, equal } from "node:assert/strict";
import { outcomeOf, questionSchema } from "@taskflow/transform";
import { ableToFail } from "../../lib/transform/proof_able_to_fail.ts";
import {
  askedForNetwork,
  uncaught,
} from "../../lib/transform/proof_outcome.ts";
import type { Outcome } from "@taskflow/transform";

const RUN = {
  exitCode: 1,
  stdout: "",
  stderr: "",
  timedOut: false,
  limits: [] as string[],
  networkAttempts: 0,
};
const trace = (last: string) =>
  `Traceback (most recent call last):\n  File "/given/proof.py", line 3, in <module>\n    x\n${last}\n`;

Deno.test("outcomeOf() tells a failed check from a crash", () => {
  const of = (part: Partial<typeof RUN>) => outcomeOf({ ...RUN, ...part });
  equal(of({ exitCode: 0, stdout: "NOT OBSERVED: x" }), "held");
  equal(of({}), "refuted");
  equal(of({ stderr: trace("AssertionError: no") }), "refuted");
  equal(
    of({ stdout: "NOT OBSERVED: x\n", stderr: trace("KeyError: 1") }),
    "refuted",
  );
  equal(of({ stderr: trace("AttributeError: 'NoneType'") }), "missed");
  equal(of({ stderr: trace("StopIteration") }), "missed");
  equal(of({ stderr: trace("json.decoder.JSONDecodeError: x") }), "unreadable");
  equal(
    of({
      stderr:
        '  File "/given/proof.py", line 1\n    def (\n        ^\nSyntaxError: invalid syntax\n',
    }),
    "unreadable",
  );
  equal(of({ exitCode: 137 }), "broken");
  equal(of({ limits: ["memory"], stderr: trace("MemoryError") }), "broken");
  equal(of({ exitCode: 124, timedOut: true }), "time-limit");
});

Deno.test("uncaught() names the last exception of a chain", () => {
  const chain = `${
    trace("KeyError: 'a'")
  }\nDuring handling of the above exception, another exception occurred:\n\n${
    trace("ValueError: b")
  }`;
  equal(uncaught(chain), "ValueError");
});

Deno.test("askedForNetwork() goes by counters and by words", () => {
  equal(askedForNetwork({ ...RUN, networkAttempts: 1 }), true);
  equal(
    askedForNetwork({
      ...RUN,
      networkAttempts: null,
      stderr: trace(
        "socket.gaierror: [Errno -3] Temporary failure in name resolution",
      ),
    }),
    true,
  );
  equal(
    askedForNetwork({
      ...RUN,
      stderr: trace("ModuleNotFoundError: No module named 'requests'"),
    }),
    true,
  );
  equal(
    askedForNetwork({
      ...RUN,
      stderr: trace("ModuleNotFoundError: No module named 'numpy'"),
    }),
    false,
  );
});

const place = {
  path: "a.py",
  start_line: 1,
  end_line: 2,
  variant: "blank",
  sentinel: false,
  exit_code: 1,
} as const;
const ablation = (outcome: Outcome) => ({ report: { ...place, outcome } });
const mutation = (outcome: Outcome | null) => ({
  report: {
    exit_code: 1,
    outcome,
    sentinel: false,
    changed: outcome === null ? [] : ["modified a.py"],
  },
});
const seen = (stdout = "OBSERVED: x\n", raised: string[] = [], saysNo = 1) => ({
  raised,
  saysNo,
  run: { stdout, stderr: "" },
});
const judge = (
  ablations: Outcome[],
  after: Outcome | null | undefined,
  held: ReturnType<typeof seen>[] = [seen()],
  base = seen(),
) =>
  ableToFail({
    ablations: ablations.map(ablation),
    mutation: after === undefined ? null : mutation(after),
    base,
    held,
    expected: ["OBSERVED: x"],
  }).map(({ reason }) => reason).join();

Deno.test("ableToFail() accepts proofs that fail without each citation and after the mutation", () => {
  equal(judge(["refuted", "missed"], "refuted", []), "");
  equal(judge(["missed"], "refuted", []), "");
  equal(judge(["refuted", "unreadable"], undefined, []), "");
});

Deno.test("ableToFail() names proofs that cannot say no", () => {
  equal(judge(["held"], "held"), "vacuous");
  equal(judge(["held"], undefined), "vacuous");
  equal(judge(["held", "held"], "refuted"), "vacuous");
  equal(
    judge(["held"], "held", [seen()], seen("OBSERVED: x\n", [], 0)),
    "always-zero",
  );
  equal(judge(["held"], "held", [seen("NOT OBSERVED: x\n")]), "always-zero");
  equal(
    judge(["held"], "held", [seen("OBSERVED: x\n", ["AssertionError:4"])]),
    "always-zero",
  );
  equal(judge(["held"], undefined, [seen("nothing\n")]), "always-zero");
  equal(
    judge(["missed", "held"], "held", [seen("NOT OBSERVED: x\n")]),
    "always-zero",
  );
});

Deno.test("ableToFail() names citations that show nothing", () => {
  equal(judge(["refuted", "held"], "refuted"), "decoration");
});

Deno.test("ableToFail() asks for a failed check, not a crash", () => {
  equal(judge(["missed"], undefined, []), "crashed");
  equal(judge(["refuted"], "missed", []), "crashed");
  equal(judge(["refuted"], "unreadable", []), "crashed");
});

Deno.test("ableToFail() wants a mutation that changes something the proof sees", () => {
  equal(judge(["refuted"], null, []), "vacuous");
  equal(judge(["refuted"], "held"), "vacuous");
  equal(judge(["missed"], "held"), "vacuous");
});

Deno.test("questionSchema reads rows of others and keeps their fields", () => {
  const row = questionSchema.parse({
    instance_id: "i",
    repo: "a/b",
    base_commit: "0",
    question_id: "q",
    question: "What?",
    golden_answer: "That.",
    evidence: [{ path: "../x", start_line: 0, end_line: -1 }],
    proof_script: "",
    mutation_exit_code: 1,
  });
  deepEqual(
    [row.schema_version, row.proof_language, row.intent, row.mutation],
    ["question/v1", "python3", "explain", null],
  );
  equal(row["mutation_exit_code"], 1);
});
