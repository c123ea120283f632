/**
 * Reading exports beside `JSON.parse` of the same lines: `deno task bench`.
 *
 * Made-up files of every format, so that it runs anywhere; `read_mixture.ts` and `read_specstory.ts`
 * measure real ones, with memory, and have the bars.
 *
 * @module
 */

import { ADAPTERS, readCorpus } from "@taskflow/corpora";
import { readLines } from "@taskflow/table";
import { synthetic } from "../fuzz/synthetic.ts";

/** Bytes of each of the two corpora. */
const BYTES = 8e6;

const folder = Deno.makeTempDirSync({ prefix: "taskflow-bench-" });
globalThis.addEventListener(
  "unload",
  () => Deno.removeSync(folder, { recursive: true }),
);

/** Fill a folder with files of some formats, in about equal parts; the paths of the files. */
async function fill(
  name: string,
  isWanted: (text: string) => boolean,
): Promise<string[]> {
  const root = `${folder}/${name}`;
  const texts: string[] = [];
  // In real files there are about 12 KB for each record of a user, most of it the agent's.
  const prompts = Array.from({ length: 20 }, (_, at) => `Step ${at}: go on`);
  for (const { source } of ADAPTERS) {
    if (source === "swe-chat") continue;
    for (const file of await synthetic(source, prompts)) {
      const text = new TextDecoder().decode(file)
        .replaceAll("I look.", "I look at every line of it. ".repeat(400));
      if (isWanted(text)) texts.push(text);
    }
  }
  const paths: string[] = [];
  Deno.mkdirSync(root);
  for (let bytes = 0, n = 0; bytes < BYTES; n++) {
    const text = texts[n % texts.length] ?? "";
    const path = `${root}/${n}`;
    // Ids of their own: copies would be counted once.
    const own = text.replaceAll(
      /(-aaaa-4bbb-8ccc-0*)1|"(c-1|g-1|d-\d|u-\d+|run-0001|ses_0001)"/g,
      (id, stem) => stem === undefined ? `${id.slice(0, -1)}-${n}"` : stem + n,
    );
    Deno.writeTextFileSync(path, own);
    paths.push(path);
    bytes += own.length;
  }
  return paths;
}

async function read(name: string): Promise<number> {
  const { sessions, report } = readCorpus(`${folder}/${name}`);
  for await (const _ of sessions);
  return report.kept;
}

const isLines = (text: string) => /^\{.*\}\n\{.*\}\n/.test(text);
const lines = await fill("lines", isLines);
await fill("markdown", (text) => !/^[{[]/.test(text));

Deno.bench({
  name: "JSON.parse, 8 MB of lines",
  group: "JSON lines",
  baseline: true,
  async fn() {
    for (const path of lines) {
      for await (const { text } of readLines(path)) JSON.parse(text);
    }
  },
});

Deno.bench({
  name: "readCorpus(), the same 8 MB",
  group: "JSON lines",
  async fn() {
    await read("lines");
  },
});

Deno.bench({
  name: "readCorpus(), 8 MB of Markdown",
  group: "Markdown",
  async fn() {
    await read("markdown");
  },
});
