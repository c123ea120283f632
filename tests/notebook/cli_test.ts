import { deepEqual, equal, match, ok } from "node:assert/strict";
import { notebookJson, ROOT, withFolder } from "./make.ts";

interface Outcome {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

/** Start the command line with the permissions of its task. */
async function start(
  args: readonly string[],
  env: Record<string, string> = {},
) {
  const { tasks } = JSON.parse(await Deno.readTextFile(`${ROOT}/deno.json`));
  const [, run, ...rest] = String(tasks.notebook.command).split(" ");
  return new Deno.Command(Deno.execPath(), {
    args: [run ?? "", "--quiet", "--no-prompt", ...rest, ...args],
    cwd: ROOT,
    env: { NO_COLOR: "1", ...env },
    stdin: "null",
    stdout: "piped",
    stderr: "piped",
  }).spawn();
}

async function notebook(...args: readonly string[]): Promise<Outcome> {
  const { code, stdout, stderr } = await (await start(args)).output();
  const text = (bytes: Uint8Array) => new TextDecoder().decode(bytes);
  return { code, stdout: text(stdout), stderr: text(stderr) };
}

Deno.test("notebook run writes the executed notebook and its page, and takes parameters from the environment", async () => {
  await withFolder(async (folder) => {
    await Deno.writeTextFile(
      `${folder}/01_a.ipynb`,
      notebookJson(
        "# A",
        'import { parameter } from "@taskflow/notebook";\nconsole.log(parameter("CORPUS", "sample"));',
      ),
    );
    const args = [
      "run",
      "01",
      "--dir",
      folder,
      "-o",
      `${folder}/out`,
      "--json",
    ];
    const child = await start(args, { CORPUS: "mine" });
    const { code, stdout } = await child.output();
    equal(code, 0);
    const { ok: fine, notebooks } = JSON.parse(
      new TextDecoder().decode(stdout),
    );
    equal(fine, true);
    equal(notebooks[0].status, "done");
    match(await Deno.readTextFile(`${folder}/out/01_a.ipynb`), /"mine\\n"/);
    match(
      await Deno.readTextFile(`${folder}/out/01_a.html`),
      /<pre>mine<\/pre>/,
    );
    // Outputs that are to be committed are those of no parameters.
    const write = await (await start([...args, "--write"], { CORPUS: "mine" }))
      .output();
    equal(write.code, 0);
    match(await Deno.readTextFile(`${folder}/01_a.ipynb`), /"sample\\n"/);
  });
});

Deno.test("notebook run of a failing notebook answers no, with place, keeps what was done, and leaves the file alone", async () => {
  await withFolder(async (folder) => {
    const json = notebookJson("console.log(1);", "\nthrow new Error('bad');");
    await Deno.writeTextFile(`${folder}/01_a.ipynb`, json);
    const { code, stdout, stderr } = await notebook(
      "run",
      "--all",
      "--write",
      "--dir",
      folder,
      "-o",
      folder + "/out",
    );
    equal(code, 1);
    match(stdout, /01_a.ipynb: cell 2, line 2: Error: bad\n/);
    match(stderr, /1 of 1 notebooks did not run to the end/);
    match(
      await Deno.readTextFile(`${folder}/out/01_a.ipynb`),
      /"1\\n"[^]*Error: bad/,
    );
    equal(await Deno.readTextFile(`${folder}/01_a.ipynb`), json);
  });
});

Deno.test("notebook run keeps what was executed when it is interrupted", async () => {
  await withFolder(async (folder) => {
    await Deno.writeTextFile(
      `${folder}/01_a.ipynb`,
      notebookJson(
        "console.log('kept');",
        `Deno.writeTextFileSync(${
          JSON.stringify(`${folder}/started`)
        }, "");\nawait new Promise((done) => setTimeout(done, 60_000));`,
      ),
    );
    const child = await start([
      "run",
      "01",
      "--dir",
      folder,
      "-o",
      `${folder}/out`,
    ]);
    const output = child.output();
    for (let waited = 0; waited < 15_000; waited += 50) {
      const started = await Deno.stat(`${folder}/started`).catch(() => null);
      if (started !== null) break;
      await new Promise((done) => setTimeout(done, 50));
    }
    child.kill("SIGINT");
    const { code } = await output;
    equal(code, 130);
    const written = await Deno.readTextFile(`${folder}/out/01_a.ipynb`);
    match(written, /"kept\\n"/);
    match(written, /Error: Interrupted/);
  });
});

Deno.test("notebook check prints findings as text or as one JSON object", async () => {
  await withFolder(async (folder) => {
    await Deno.writeTextFile(
      `${folder}/01_a.ipynb`,
      notebookJson("const = 1;"),
    );
    const text = await notebook("check", "--dir", folder);
    equal(text.code, 1);
    match(
      text.stdout,
      /01_a.ipynb: cell 1, line 1: .* \(syntax\)\n {4}const = 1;/,
    );
    match(text.stderr, /1 of 1 notebook did not pass/);
    const json = await notebook("check", "--dir", folder, "--json");
    equal(json.code, 1);
    const { ok: fine, findings } = JSON.parse(json.stdout);
    equal(fine, false);
    equal(findings[0].check, "metadata");
  });
});

Deno.test("notebook new, list and clean work on files", async () => {
  await withFolder(async (folder) => {
    const made = await notebook(
      "new",
      "09_my_corpus",
      "--dir",
      folder,
      "--json",
    );
    equal(made.code, 0);
    const again = await notebook("new", "09_my_corpus", "--dir", folder);
    equal(again.code, 2);
    match(again.stderr, /it exists/);
    equal((await notebook("new", "../x", "--dir", folder)).code, 2);
    const list = await notebook("list", "--dir", folder, "--json");
    const { notebooks } = JSON.parse(list.stdout);
    deepEqual([notebooks.length, notebooks[0].title, notebooks[0].cells], [
      1,
      "My corpus",
      4,
    ]);
    equal(
      (await notebook(
        "run",
        "09",
        "--write",
        "--dir",
        folder,
        "-o",
        `${folder}/out`,
      )).code,
      0,
    );
    const check = await notebook("check", "--dir", folder, "--json");
    deepEqual([check.code, JSON.parse(check.stdout).findings], [0, []]);
    ok(
      (await Deno.readTextFile(`${folder}/09_my_corpus.ipynb`)).includes(
        "of 3 sessions",
      ),
    );
    equal(
      (await notebook("clean", "09", "--outputs", "--dir", folder)).code,
      0,
    );
    ok(
      !(await Deno.readTextFile(`${folder}/09_my_corpus.ipynb`)).includes(
        "of 3 sessions",
      ),
    );
  });
});

Deno.test("notebook ends with code 2 for wrong usage and unreadable input", async () => {
  await withFolder(async (folder) => {
    await Deno.writeTextFile(`${folder}/01_a.ipynb`, "<<<<<<< HEAD\n{}");
    await Deno.writeTextFile(`${folder}/02_b.ipynb`, '{"nbformat": 3}');
    const cases: [string[], RegExp][] = [
      [["run", "--dir", folder], /name one, such as 01, or use --all/],
      [
        ["run", "7", "--dir", folder],
        /Cannot find notebook "7": there are 01_a, 02_b/,
      ],
      [["run", "0", "--dir", folder], /Cannot choose notebook "0"/],
      [
        ["run", "01", "--dir", folder],
        /Cannot read notebook ".*01_a.ipynb": not JSON [^]*conflict markers/,
      ],
      [["run", "02", "--dir", folder], /not a notebook in format 4/],
      [["run", `${folder}/none.ipynb`], /there is no such file/],
      [["check", "--dir", `${folder}/none`], /no folder ".*none"/],
      [["run", "01", "--cell-timeout", "0"], /whole number of at least 1/],
      [["run", "01", "--allow", "everything"], /permission of Deno/],
      [["fly"], /unknown command 'fly'/],
    ];
    for (const [args, message] of cases) {
      const { code, stdout, stderr } = await notebook(...args);
      equal(code, 2, args.join(" "));
      equal(stdout, "");
      match(stderr, message);
    }
  });
});

Deno.test("notebook shows examples under --help of every verb", async () => {
  for (const verb of ["run", "check", "clean", "new", "list"]) {
    const { code, stdout } = await notebook(verb, "--help");
    equal(code, 0);
    match(stdout, new RegExp(`Examples:\n  \\$ .*notebook ${verb}`));
  }
});
