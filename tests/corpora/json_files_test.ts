import { deepEqual, equal, ok, rejects } from "node:assert/strict";
import {
  closeJson,
  jsonElements,
  jsonHead,
  jsonRecords,
  timeOf,
} from "@taskflow/corpora";
import fc from "fast-check";
import { headOf, sourceOf } from "./read_with.ts";

const VALUE = {
  id: 7,
  text: 'a "quoted" \\ text, é, 为什么 \u{1F600} {[',
  list: [1, "two", [], {}, { deep: [null, true, -1.5e3] }],
  last: { "key, with: signs}": "" },
};

Deno.test("closeJson() makes JSON of every beginning of a JSON text", () => {
  for (
    const text of [
      JSON.stringify(VALUE),
      ` ${JSON.stringify([VALUE, VALUE], null, 2)}`,
    ]
  ) {
    for (let cut = 0; cut <= text.length; cut++) {
      for (const strings of ["drop", "keep"] as const) {
        const closed = closeJson(text.slice(0, cut), strings);
        if (closed === null) equal(text.slice(0, cut).trim(), "");
        else JSON.parse(closed);
      }
    }
    deepEqual(JSON.parse(closeJson(text) ?? ""), JSON.parse(text));
    deepEqual(
      JSON.parse(closeJson(`${text} and more`) ?? ""),
      JSON.parse(text),
    );
  }
});

Deno.test("closeJson() keeps the beginning of a cut text on request, without cut escapes", () => {
  const closed = (text: string) => JSON.parse(closeJson(text, "keep") ?? "");
  deepEqual(closed('{"a":"b'), { a: "b" });
  deepEqual(closed('{"a":"b\\'), { a: "b" });
  deepEqual(closed('{"a":"b\\\\'), { a: "b\\" });
  deepEqual(closed('{"a":"b\\u00'), { a: "b" });
  deepEqual(closed('["b\\u00e9'), ["bé"]);
  deepEqual(closed('{"a":1,"b'), { a: 1 });
});

Deno.test("closeJson() refuses what is no object or list", () => {
  for (const text of ["", "  ", "17", '"a"', "nul", ",", "}", "# x", ":{}"]) {
    equal(closeJson(text), text === "}" ? "}" : null, text);
  }
});

Deno.test("jsonHead() tells lines from one value, and parses a head once", () => {
  const head = headOf('{"a":1}\n\n{"b":2}\n');
  equal(jsonHead(head), jsonHead(head));
  deepEqual(jsonHead(head), { form: "lines", values: [{ a: 1 }, { b: 2 }] });
  deepEqual(jsonHead(headOf('{\n"a": 1\n}\n')), {
    form: "value",
    values: [{ a: 1 }],
  });
  deepEqual(jsonHead(headOf("[\n[1],\n[2],")), {
    form: "value",
    values: [[[1], [2]]],
  });
  deepEqual(jsonHead(headOf('{"broken\n{"b":2}\n')), {
    form: "lines",
    values: [{ b: 2 }],
  });
  for (const text of ["", "\n", "text", "\0{}", "17\n18"]) {
    equal(jsonHead(headOf(text)), null, text);
  }
});

Deno.test("jsonHead() parses a head of brackets without end", () => {
  ok(jsonHead(headOf("[".repeat(100_000))) !== null);
});

async function records(text: string | Uint8Array) {
  const left: (number | null)[] = [];
  const warnings: string[] = [];
  const blocks = await Array.fromAsync(jsonRecords(sourceOf(text), {
    rules: (await import("@taskflow/corpora")).RULES.default,
    leaveOut: (_, line) => void left.push(line),
    warn: (message) => void warnings.push(message),
  }));
  return { found: blocks.flat(), left, warnings };
}

Deno.test("jsonRecords() reads lines and counts those that are no JSON", async () => {
  const { found, left } = await records('{"a":1}\r\nnope\r\n\r\n17\n{"cut":');
  deepEqual(found, [{ value: { a: 1 }, line: 1 }, { value: 17, line: 4 }]);
  deepEqual(left, [2, 5]);
});

Deno.test("jsonRecords() reads one value over several lines, and what is whole of a cut one", async () => {
  const text = JSON.stringify(VALUE, null, 2);
  deepEqual((await records(text)).found, [{ value: VALUE, line: null }]);
  const cut = await records(text.slice(0, text.indexOf('"last"')));
  const { last: _, ...rest } = VALUE;
  deepEqual(cut.found, [{ value: rest, line: null }]);
  deepEqual(cut.left, [null]);
  equal(cut.warnings.length, 1);
  const long = `{\n "a": "${"x".repeat(70_000)}",\n "b": nope\n}`;
  const broken = await records(long);
  deepEqual([broken.found, broken.left], [[], [null]]);
});

async function elements(text: string, size: number) {
  const bytes = new TextEncoder().encode(text);
  const chunks = async function* () {
    const part = new Uint8Array(size);
    for (let at = 0; at < bytes.length; at += size) {
      const read = bytes.subarray(at, at + size);
      part.set(read);
      yield await Promise.resolve(part.subarray(0, read.length));
    }
  };
  return (await Array.fromAsync(jsonElements(chunks(), "a.json"))).flat();
}

Deno.test("jsonElements() gives what JSON.parse gives, wherever the file is cut into parts", async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.jsonValue({ maxDepth: 3 }), { maxLength: 6 }),
      fc.integer({ min: 1, max: 40 }),
      fc.constantFrom(0, 2),
      async (list, size, indent) => {
        const found = await elements(JSON.stringify(list, null, indent), size);
        const parsed = found.map(({ text }) => JSON.parse(text));
        deepEqual(JSON.stringify(parsed), JSON.stringify(list));
      },
    ),
    { numRuns: 200, seed: 11 },
  );
});

Deno.test("jsonElements() tells lines, reads list after list, and gives the cut end", async () => {
  const text = '\uFEFF[\n {"a": "]\\""},\n\n 17, "x"\n]\n[[2]] [3, {"cut": [';
  for (const size of [1, 3, 1000]) {
    deepEqual(await elements(text, size), [
      { text: '{"a": "]\\""}', line: 2 },
      { text: "17", line: 4 },
      { text: '"x"', line: 4 },
      { text: "[2]", line: 6 },
      { text: "3", line: 6 },
      { text: '{"cut": [', line: 6 },
    ]);
  }
  deepEqual(await elements("no list, {at: all}", 4), []);
});

Deno.test("jsonElements() refuses an element that no text can hold", async () => {
  const chunks = async function* () {
    yield await Promise.resolve(new TextEncoder().encode("[\n1, {"));
    for (let i = 0; i < 20; i++) yield new Uint8Array(10).fill(0x20);
  };
  await rejects(Array.fromAsync(jsonElements(chunks(), "big.json", 100)), {
    name: "RangeError",
    message:
      /Cannot read "big\.json": the element on line 2 is longer than 100/,
  });
});

Deno.test("timeOf() reads times as exports write them", () => {
  equal(timeOf("2026-01-10T02:08:26.108Z"), "2026-01-10T02:08:26.108Z");
  equal(timeOf("2023-04-09 00:02:53+00:00"), "2023-04-09T00:02:53+00:00");
  equal(timeOf("2023-04-09 00:02:53"), "2023-04-09T00:02:53");
  equal(timeOf(1_773_380_333_273), "2026-03-13T05:38:53.273Z");
  equal(timeOf(1_773_380_333.273), "2026-03-13T05:38:53.273Z");
  equal(timeOf(new Date(0)), "1970-01-01T00:00:00.000Z");
  for (
    const value of [
      null,
      "",
      "noon",
      "2026-99-99T00:00:00Z",
      NaN,
      Infinity,
      -1e300,
      {},
      "9".repeat(400),
      new Date(NaN),
    ]
  ) {
    equal(timeOf(value), null);
  }
});
