import { deepEqual } from "node:assert/strict";
import { evidenceInFix, namesOfFix, readDiff } from "@taskflow/transform";

const DIFF = `diff --git a/src/cut.py b/src/cut.py
index 1..2 100644
--- a/src/cut.py
+++ b/src/cut.py
@@ -4,2 +4,3 @@ def cut():
-    return text
-    # old
+    widest_run = measure(text)
+    # keeps the given order, only once
+    return widest_run
@@ -20,0 +22 @@ def other():
+def squash(text): return text
diff --git a/src/new_tool.py b/src/new_tool.py
new file mode 100644
--- /dev/null
+++ b/src/new_tool.py
@@ -0,0 +1,2 @@
+class Winder:
+    option = "--no-wind"
`;

const leaks = (question: string, golden_answer = "") =>
  namesOfFix({ question, golden_answer, accepted_answers: [] }, readDiff(DIFF))
    .map(({ name }) => name);

Deno.test("readDiff() tells added lines, changed lines and new files", () => {
  const { added, changed, newFiles } = readDiff(DIFF);
  deepEqual(added.map(({ path }) => path.slice(4)), [
    ...["cut.py", "cut.py", "cut.py", "cut.py"],
    ...["new_tool.py", "new_tool.py"],
  ]);
  deepEqual(changed, [
    { path: "src/cut.py", start: 4, end: 5 },
    { path: "src/cut.py", start: 21, end: 21 },
  ]);
  deepEqual(newFiles, ["src/new_tool.py"]);
});

Deno.test("readDiff() reads patches with context alike", () => {
  const patch =
    "--- a/x\n+++ b/x\n@@ -1,4 +1,5 @@\n one\n-two\n+TWO\n three\n+more\n four\n\\ No newline at end of file\n";
  deepEqual(readDiff(patch).changed, [
    { path: "x", start: 2, end: 2 },
    { path: "x", start: 4, end: 4 },
  ]);
});

Deno.test("readDiff() takes lines that look like headers for what they are", () => {
  const patch =
    "--- a/x.sql\n+++ b/x.sql\n@@ -1,2 +1,2 @@\n--- old remark\n+-- new remark\n same\n";
  deepEqual(readDiff(patch).added, [{ path: "x.sql", line: "-- new remark" }]);
});

Deno.test("namesOfFix() finds identifiers anywhere in question and answers", () => {
  deepEqual(leaks("What does widest_run hold?"), ["widest_run"]);
  deepEqual(leaks("What is cut?", "See new_tool."), ["new_tool"]);
});

Deno.test("namesOfFix() takes plain words for names only where they are marked", () => {
  deepEqual(leaks("In which order is it given, and only once?"), []);
  deepEqual(leaks("Does it squash the text?"), []);
  deepEqual(leaks("Does `squash` return the text?"), ["squash"]);
  deepEqual(leaks("Does squash() return the text?"), ["squash"]);
  deepEqual(leaks("Is there a Winder already?"), ["Winder"]);
  deepEqual(leaks("What does --no-wind do?"), ["no-wind"]);
});

Deno.test("evidenceInFix() warns of citations that the fix changes", () => {
  const cite = (start_line: number, end_line: number) => ({
    path: "src/cut.py",
    start_line,
    end_line,
  });
  const cited = [cite(1, 3), cite(5, 9), cite(15, 20), cite(18, 30)];
  deepEqual(evidenceInFix(cited, readDiff(DIFF)), [1, 3]);
});
