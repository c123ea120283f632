/** Two thousand damaged files of every format, made from real ones. */

import { deepEqual, equal } from "node:assert/strict";
import { ADAPTERS } from "@taskflow/corpora";
import { sharedPath, sharedTest } from "../shared.ts";

sharedTest(
  "deno task fuzz finds nothing in 2,000 cases of every format",
  async () => {
    const script = new URL("../../scripts/fuzz.ts", import.meta.url).pathname;
    const { stdout } = await new Deno.Command(Deno.execPath(), {
      args: [
        ...["run", "-A", script, "--json", "--seconds", "900"],
        ...["--corpus", sharedPath("corpora")],
      ],
      stdin: "null",
      stderr: "inherit",
    }).output();
    const { results } = JSON.parse(new TextDecoder().decode(stdout));
    equal(results.length, ADAPTERS.length);
    for (const { adapter, cases, problems } of results) {
      deepEqual([adapter, problems], [adapter, []]);
      equal(cases, 2000, adapter);
    }
  },
);
