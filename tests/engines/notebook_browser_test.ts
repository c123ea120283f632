/** Notebook pages in Chromium, and notebooks in JupyterLab in Chromium. */

import { deepEqual, equal, ok } from "node:assert/strict";
import {
  formatCells,
  formatNotebook,
  type Notebook,
  notebookPage,
  readNotebook,
  runScript,
  withOutputs,
} from "../../lib/notebook/tools.ts";
import { FIXTURE } from "../notebook/fixture.ts";
import { notebookOf, options, ROOT, withFolder } from "../notebook/make.ts";
import { testNeeding } from "../shared.ts";
import { exists, hasBrowser, withPage } from "./browser.ts";

const PYTHON = Deno.env.get("TASKFLOW_PYTHON") ?? "";

async function executed(): Promise<Notebook> {
  const [notebook] = await formatCells([notebookOf(...FIXTURE)], ROOT);
  ok(notebook !== undefined);
  const { outputs } = await runScript(notebook, options());
  return withOutputs(notebook, outputs);
}

testNeeding(
  "browser",
  hasBrowser,
  "notebookPage() fits narrow and wide windows and shows its pictures",
  async () => {
    const page = notebookPage(await executed(), "made");
    await withFolder(async (folder) => {
      await Deno.writeTextFile(`${folder}/a.html`, page);
      await withPage(async (tab) => {
        const complaints: string[] = [];
        tab.on("console", (message) => complaints.push(message.text()));
        tab.on("pageerror", (error) => complaints.push(String(error)));
        for (const width of [360, 1280]) {
          await tab.setViewport({ width, height: 900 });
          await tab.goto(`file://${folder}/a.html`);
          const seen = await tab.evaluate(() => ({
            wide: document.documentElement.scrollWidth,
            pictures: [...document.querySelectorAll("svg")].map((svg) =>
              svg.getBoundingClientRect().width
            ),
            formulas: document.querySelectorAll("math").length,
            text: getComputedStyle(document.body).fontSize,
          }));
          equal(seen.wide, width, "the page scrolls sideways");
          equal(seen.pictures.length, 2);
          ok(seen.pictures.every((wide) => wide >= 300));
          ok(seen.formulas >= 2);
        }
        deepEqual(complaints, []);
      });
    });
  },
);

/** JupyterLab over a folder, with the kernel of this Deno and a home of its own. */
async function withJupyterLab(
  folder: string,
  run: (address: string) => Promise<void>,
): Promise<void> {
  const home = await Deno.makeTempDir();
  const kernel = {
    argv: [
      Deno.execPath(),
      "jupyter",
      "--kernel",
      "--conn",
      "{connection_file}",
    ],
    display_name: "Deno",
    language: "typescript",
  };
  await Deno.mkdir(`${home}/data/kernels/deno`, { recursive: true });
  await Deno.writeTextFile(
    `${home}/data/kernels/deno/kernel.json`,
    JSON.stringify(kernel),
  );
  const listener = Deno.listen({ hostname: "127.0.0.1", port: 0 });
  const { port } = listener.addr;
  listener.close();
  const server = new Deno.Command(PYTHON, {
    args: [
      "-m",
      "jupyterlab",
      "--no-browser",
      "--allow-root",
      "--expose-app-in-browser",
      `--port=${port}`,
      "--ServerApp.port_retries=0",
      "--IdentityProvider.token=",
      `--ServerApp.root_dir=${folder}`,
      "--LabApp.news_url=None",
    ],
    env: {
      JUPYTER_DATA_DIR: `${home}/data`,
      JUPYTER_CONFIG_DIR: `${home}/config`,
      JUPYTER_RUNTIME_DIR: `${home}/runtime`,
      JUPYTERLAB_SETTINGS_DIR: `${home}/settings`,
      JUPYTERLAB_WORKSPACES_DIR: `${home}/workspaces`,
      NO_COLOR: "1",
      TZ: "UTC",
    },
    stdin: "null",
    stdout: "null",
    stderr: "null",
  }).spawn();
  const address = `http://127.0.0.1:${port}`;
  try {
    for (let waited = 0;; waited += 100) {
      const answer = await fetch(`${address}/api`).catch(() => null);
      await answer?.body?.cancel();
      if (answer?.ok) break;
      ok(waited < 60_000, "JupyterLab does not answer");
      await new Promise((done) => setTimeout(done, 100));
    }
    await run(address);
  } finally {
    server.kill("SIGTERM");
    await server.status;
    await Deno.remove(home, { recursive: true });
  }
}

testNeeding(
  "browser",
  hasBrowser && exists(PYTHON),
  "a notebook opens in JupyterLab with its pictures, and running it there gives the committed outputs",
  async () => {
    const notebook = await executed();
    await withFolder(async (folder) => {
      const file = `${folder}/01_fixture.ipynb`;
      await Deno.writeTextFile(file, formatNotebook(notebook));
      await withJupyterLab(folder, async (address) => {
        await withPage(async (tab) => {
          await tab.setViewport({ width: 1280, height: 4000 });
          await tab.goto(`${address}/lab/tree/01_fixture.ipynb?reset`);
          // Not trusted yet: what others committed must show all the same.
          const pictures =
            ".jp-OutputArea-output svg.marks, .jp-OutputArea-output canvas.marks";
          await tab.waitForFunction(
            (wanted) => document.querySelectorAll(wanted).length === 2,
            { timeout: 60_000 },
            pictures,
          );
          await tab.waitForFunction(
            () =>
              document.querySelector(".jp-Notebook-ExecutionIndicator")
                ?.getAttribute("data-status") === "idle",
            { timeout: 60_000 },
          );
          const command = (name: string) =>
            tab.evaluate(
              async (id) => {
                const app: unknown = Reflect.get(globalThis, "jupyterapp");
                const { commands } = app as {
                  commands: { execute(id: string): Promise<unknown> };
                };
                await commands.execute(id);
              },
              name,
            );
          await command("editmenu:clear-all");
          await command("notebook:run-all-cells");
          // Outputs that arrive after their cell are what gets lost.
          await new Promise((done) => setTimeout(done, 1000));
          await command("docmanager:save");
        });
      });
      const saved = await readNotebook(file);
      equal(formatNotebook(saved), formatNotebook(notebook));
    });
  },
);

testNeeding(
  "browser",
  hasBrowser && exists(PYTHON),
  "notebook 01, as committed, shows all its pictures in JupyterLab",
  async () => {
    const path = `${ROOT}/notebooks/01_measure_target.ipynb`;
    const { cells } = await readNotebook(path);
    const pictures =
      cells.flatMap((cell) => "outputs" in cell ? cell.outputs : [])
        .filter((output) => JSON.stringify(output).includes('"image/svg+xml"'))
        .length;
    ok(pictures >= 5);
    await withFolder(async (folder) => {
      await Deno.copyFile(path, `${folder}/01.ipynb`);
      await withJupyterLab(folder, async (address) => {
        await withPage(async (tab) => {
          // As high as the notebook: JupyterLab draws only what is in view.
          await tab.setViewport({ width: 1280, height: 16_000 });
          await tab.goto(`${address}/lab/tree/01.ipynb?reset`);
          await tab.waitForFunction(
            (wanted, count) =>
              document.querySelectorAll(wanted).length === count,
            { timeout: 60_000 },
            ".jp-OutputArea-output svg.marks, .jp-OutputArea-output canvas.marks",
            pictures,
          );
        });
      });
    });
  },
);
