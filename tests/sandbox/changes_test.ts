import { deepEqual, equal } from "node:assert/strict";
import {
  compareTrees,
  parseHashes,
  parseTree,
} from "../../lib/sandbox/changes.ts";

const tree = (...records: string[]) =>
  parseTree(new TextEncoder().encode(records.map((r) => `${r}\0`).join("")));
const FILE = "f\t644\t3\t17.25\t\ta.txt";

Deno.test("compareTrees() sees size, time, mode, kind and target", () => {
  const before = tree(FILE, "l\t777\t1\t17\tb\tlink", "d\t755\t40\t17\t\tdir");
  const change = (...records: string[]) =>
    compareTrees(before, tree(...records)).map((c) => `${c.change} ${c.path}`);
  const rest = ["l\t777\t1\t17\tb\tlink", "d\t755\t40\t17\t\tdir"];
  deepEqual(change(FILE, ...rest), []);
  for (
    const other of [
      "f\t644\t4\t17.25\t\ta.txt",
      "f\t644\t3\t17.26\t\ta.txt",
      "f\t755\t3\t17.25\t\ta.txt",
      "d\t644\t3\t17.25\t\ta.txt",
    ]
  ) deepEqual(change(other, ...rest), ["modified a.txt"]);
  deepEqual(change(FILE, "l\t777\t1\t17\tc\tlink", rest[1] ?? ""), [
    "modified link",
  ]);
  deepEqual(change(FILE, rest[0] ?? "", "d\t755\t60\t99\t\tdir"), []);
  deepEqual(change(...rest, "d\t755\t40\t17\t\tnew"), [
    "removed a.txt",
    "added new",
  ]);
});

Deno.test("compareTrees() believes hashes over size and time", () => {
  deepEqual(compareTrees(tree(FILE), tree(FILE), new Set(["a.txt"])), [
    { path: "a.txt", change: "modified" },
  ]);
});

Deno.test("parseTree() keeps unusual names", () => {
  const [path] = tree("f\t644\t3\t17\t\ta\tb\nc").keys();
  equal(path, "a\tb\nc");
});

Deno.test("parseHashes() keeps spaces in names", () => {
  const text = `${"0".repeat(64)}  a  b\0`;
  deepEqual([...parseHashes(new TextEncoder().encode(text))], [[
    "a  b",
    "0".repeat(64),
  ]]);
});
