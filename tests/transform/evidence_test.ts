import { deepEqual, equal, notEqual, throws } from "node:assert/strict";
import {
  blankBlock,
  blankLines,
  checkEvidence,
  renameLines,
  scrambleLines,
} from "@taskflow/transform";

const bytes = (text: string) => new TextEncoder().encode(text);
const text = (data: Uint8Array) => new TextDecoder().decode(data);

async function withTree(fn: (tree: string) => Promise<void>): Promise<void> {
  const tree = await Deno.makeTempDir();
  try {
    await Deno.mkdir(`${tree}/src`);
    await Deno.writeTextFile(`${tree}/src/a.py`, "one\r\ntwo\nthree");
    await Deno.writeTextFile(`${tree}/empty`, "");
    await Deno.writeFile(`${tree}/latin`, new Uint8Array([0xe9, 10, 0xe8, 10]));
    await Deno.symlink("/etc/hostname", `${tree}/out`);
    await Deno.symlink("src", `${tree}/also`);
    await fn(tree);
  } finally {
    await Deno.remove(tree, { recursive: true });
  }
}

Deno.test("checkEvidence() refuses paths that lead out or name no file", async () => {
  await withTree(async (tree) => {
    const paths = [
      ...["", "/etc/passwd", "../x", "src/../src/a.py", "./src/a.py", "src"],
      ...["src//a.py", "none", "src/a.py/x", "out", "also/a.py", "src\\a.py"],
    ];
    const found = await checkEvidence(
      tree,
      paths.map((path) => ({ path, start_line: 1, end_line: 1, claim: "" })),
    );
    for (const { path, problem } of found) {
      equal(problem, "evidence-path", path);
    }
  });
});

Deno.test("checkEvidence() refuses lines that do not exist", async () => {
  await withTree(async (tree) => {
    const ranges = [[0, 1], [-1, 1], [2, 1], [1, 4], [4, 4], [1.5, 2], [
      NaN,
      1,
    ]];
    const found = await checkEvidence(
      tree,
      ranges.map(([start_line = 0, end_line = 0]) => ({
        path: "src/a.py",
        start_line,
        end_line,
        claim: "",
      })),
    );
    deepEqual(
      found.map(({ problem }) => problem),
      ranges.map(() => "evidence-range"),
    );
    const [none] = await checkEvidence(tree, [
      { path: "empty", start_line: 1, end_line: 1, claim: "" },
    ]);
    equal(none?.problem, "evidence-range");
  });
});

Deno.test("checkEvidence() hashes the lines, wherever they stand", async () => {
  await withTree(async (tree) => {
    const hash = async (path: string, line: number) =>
      (await checkEvidence(tree, [
        { path, start_line: line, end_line: line, claim: "" },
      ]))[0]?.sha256;
    const two = await hash("src/a.py", 2);
    await Deno.writeTextFile(`${tree}/src/b.py`, "x\ny\ntwo\n");
    equal(await hash("src/b.py", 3), two);
    notEqual(await hash("src/a.py", 1), two);
    notEqual(await hash("latin", 1), await hash("latin", 2));
  });
});

Deno.test("blankLines() keeps every line end and every other byte", () => {
  equal(text(blankLines(bytes("one\r\ntwo\nthree"), 1, 1)), "\r\ntwo\nthree");
  equal(text(blankLines(bytes("one\r\ntwo\nthree"), 2, 3)), "one\r\n\n");
  deepEqual(
    [...blankLines(new Uint8Array([0xe9, 10, 0xff, 10]), 1, 1)],
    [10, 0xff, 10],
  );
  throws(() => blankLines(bytes("a\n"), 1, 2), RangeError);
});

Deno.test("blankBlock() leaves a statement that does nothing", () => {
  equal(
    text(blankBlock(bytes("def f():\n\n    a = 1\n    return a\n"), 2, 4)),
    "def f():\n\n    pass\n\n",
  );
});

Deno.test("renameLines() and scrambleLines() keep the shape of code", () => {
  const code =
    '@cache.keep\ndef load(path, limit=30):\n    return read(path)["size"]\n';
  equal(
    text(renameLines(bytes(code), 1, 3)),
    '@cache.keep_ablated\ndef load_ablated(path, limit=731):\n    return read(path)["size_ablated"]\n',
  );
  equal(
    text(scrambleLines(bytes(code), 3, 3)),
    code.split("\n").slice(0, 2).join("\n") +
      '\n    return read_ablated(path_ablated)["size_ablated"]\n',
  );
  equal(
    text(renameLines(bytes('  "least": 3,\n'), 1, 1)),
    '  "least_ablated": 74,\n',
  );
});
