/** Notebooks and run options for tests. */

import { fileURLToPath } from "node:url";
import {
  type Notebook,
  notebookEnv,
  type Output,
  parseNotebook,
  type RunOptions,
} from "../../lib/notebook/tools.ts";

/** Root of the project. */
export const ROOT: string = fileURLToPath(new URL("../..", import.meta.url))
  .replace(/\/$/, "");

/** Text of a notebook file: strings are code cells, those that begin with `# ` Markdown. */
export function notebookJson(...sources: readonly string[]): string {
  const cells = sources.map((source, i) =>
    source.startsWith("# ")
      ? { cell_type: "markdown", id: `c${i + 1}`, metadata: {}, source }
      : {
        cell_type: "code",
        id: `c${i + 1}`,
        metadata: {},
        source,
        outputs: [],
      }
  );
  return JSON.stringify({
    nbformat: 4,
    nbformat_minor: 5,
    metadata: {},
    cells,
  });
}

/** A notebook that lies, as far as paths go, in the project's `out/`. */
export function notebookOf(...sources: readonly string[]): Notebook {
  return parseNotebook(notebookJson(...sources), `${ROOT}/tests/test.ipynb`);
}

/** Options of a runner that a test does not care about. */
export function options(given: Partial<RunOptions> = {}): RunOptions {
  return {
    root: ROOT,
    cellTimeout: 30_000,
    timeout: 60_000,
    env: notebookEnv(Deno.env.toObject(), false, ROOT),
    allow: [],
    signal: new AbortController().signal,
    onCell: () => {},
    ...given,
  };
}

/** Outputs of a cell in short: text of streams and displays, `error` for errors. */
export function short(outputs: readonly Output[] | undefined): string[] {
  return (outputs ?? []).map((output) => {
    switch (output.output_type) {
      case "stream":
        return `${output.name}: ${output.text}`;
      case "error":
        return output.traceback.join("\n");
      case "display_data":
        return `display: ${output.data["text/plain"]}`;
      case "execute_result":
        return `result: ${output.data["text/plain"]}`;
    }
  });
}

/** Run a function with a folder that is gone afterwards; it lies in the project, as notebooks do. */
export async function withFolder(
  run: (folder: string) => Promise<void>,
): Promise<void> {
  await Deno.mkdir(`${ROOT}/out`, { recursive: true });
  const folder = await Deno.makeTempDir({
    dir: `${ROOT}/out`,
    prefix: "test-",
  });
  try {
    await run(folder);
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
}
