import { deepEqual, equal, match, rejects } from "node:assert/strict";
import { compareCodePoints, walk } from "@taskflow/corpora";
import { folder } from "./fixtures.ts";

async function files(path: string): Promise<string[]> {
  return await Array.fromAsync(walk(path), ({ file }) => file);
}

Deno.test("walk() sorts by the code points of the whole path", async () => {
  const names = [
    "b",
    "a/x",
    "a/B",
    "a-b/x",
    "a.md",
    "\u{1F600}",
    "\uFF21",
    "é",
  ];
  await using made = await folder(
    Object.fromEntries(names.map((name) => [name, ""])),
  );
  deepEqual(await files(made.path), names.toSorted(compareCodePoints));
});

Deno.test("walk() looks into hidden folders, but not into .git and node_modules", async () => {
  await using made = await folder({
    ".specstory/history/a.md": "",
    ".git/config": "",
    "p/node_modules/x/y.md": "",
    "p/.claude/b.jsonl": "",
  });
  deepEqual(await files(made.path), [
    ".specstory/history/a.md",
    "p/.claude/b.jsonl",
  ]);
});

Deno.test("walk() gives a single file by its name", async () => {
  await using made = await folder({ "a/b.md": "" });
  deepEqual(await files(`${made.path}/a/b.md`), ["b.md"]);
});

Deno.test("walk() follows the root, but no link below it, and names those that leave", async () => {
  await using outside = await folder({ "secret.md": "" });
  await using made = await folder({ "in/a.md": "" });
  await Deno.symlink(`${outside.path}/secret.md`, `${made.path}/leaves.md`);
  await Deno.symlink(outside.path, `${made.path}/leaves`);
  await Deno.symlink(made.path, `${made.path}/in/cycle`);
  await Deno.symlink(`${made.path}/in/a.md`, `${made.path}/again.md`);
  await Deno.symlink(`${made.path}/nowhere`, `${made.path}/broken.md`);
  const root = `${outside.path}/root`;
  await Deno.symlink(made.path, root);
  const entries = await Array.fromAsync(walk(root));
  deepEqual(
    entries.map(({ file, problem }) => [file, problem?.reason ?? null]),
    [
      ["broken.md", "unopenable"],
      ["in/a.md", null],
      ["leaves", "leaves-folder"],
      ["leaves.md", "leaves-folder"],
    ],
  );
});

Deno.test({
  name: "walk() does not open pipes",
  ignore: Deno.build.os === "windows",
  fn: async () => {
    await using made = await folder({ "a.md": "" });
    await new Deno.Command("mkfifo", { args: [`${made.path}/pipe`] }).output();
    const [, pipe] = await Array.fromAsync(walk(made.path));
    equal(pipe?.problem?.reason, "unopenable");
    match(pipe?.problem?.detail ?? "", /pipe/);
  },
});

Deno.test("walk() says what to do about a missing folder", async () => {
  await rejects(files("no/such/folder"), {
    name: "NotFound",
    message: /Cannot read "no\/such\/folder".*check the path/,
  });
});

Deno.test("walk() holds for ten thousand files in one folder", async () => {
  await using made = await folder({});
  for (let n = 0; n < 10_000; n++) {
    Deno.writeTextFileSync(`${made.path}/${n}`, "");
  }
  equal((await files(made.path)).length, 10_000);
});
