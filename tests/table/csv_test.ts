/** CSV: what `@std/csv` does, and where we differ on purpose. */

import { deepEqual, equal, rejects, throws } from "node:assert/strict";
import fc from "fast-check";
import {
  CsvParseStream,
  escapeFormula,
  lineOfRecord,
  parse,
  stringify,
  unescapeFormula,
} from "@taskflow/table";
import { texts } from "./tables.ts";

Deno.test("parse() reads records with any line ends and a byte-order mark", () => {
  deepEqual(parse("\uFEFFa,b\r\n1,2\n3,4"), [["a", "b"], ["1", "2"], [
    "3",
    "4",
  ]]);
  deepEqual(parse(""), []);
  deepEqual(parse('a\n\n"x\r\ny"\n'), [["a"], ["x\r\ny"]]);
  deepEqual(parse(new TextEncoder().encode("ä;ö\n"), { separator: ";" }), [[
    "ä",
    "ö",
  ]]);
});

Deno.test("parse() names records by the first one or by columns", () => {
  deepEqual(parse("a,b\n1,2", { skipFirstRow: true }), [{ a: "1", b: "2" }]);
  deepEqual(parse("1,2", { columns: ["x", "y"] }), [{ x: "1", y: "2" }]);
  deepEqual(parse("a,b\n1,2", { skipFirstRow: true, columns: ["x", "y"] }), [
    { x: "1", y: "2" },
  ]);
  throws(() => parse("", { skipFirstRow: true }), TypeError);
  throws(
    () => parse("a,b\n1", { skipFirstRow: true }),
    /SyntaxError: .*line 2 has 1 cells instead of 2/,
  );
});

Deno.test("parse() has the options of @std/csv", () => {
  deepEqual(parse("#no\na", { comment: "#" }), [["a"]]);
  deepEqual(parse(" a, b", { trimLeadingSpace: true }), [["a", "b"]]);
  deepEqual(parse('a "b" c', { lazyQuotes: true }), [['a "b" c']]);
  deepEqual(parse("a\nb,c", { fieldsPerRecord: -1 }), [["a"], ["b", "c"]]);
});

Deno.test("parse() names the line of what it cannot read", () => {
  const message = (text: string, options = {}) => {
    try {
      parse(text, options);
    } catch (error) {
      return String(error);
    }
    return "";
  };
  equal(
    message('a\n"b\nc'),
    "SyntaxError: Cannot parse CSV: line 3: the text ends inside quotes that record 2 opened",
  );
  equal(
    message("a,b\n\n1", { fieldsPerRecord: 0 }),
    "SyntaxError: Cannot parse CSV: line 3 has 1 cells instead of 2: " +
      "put quotes around cells with separators or line ends",
  );
  equal(
    message("a,b", { fieldsPerRecord: 3 }).includes("line 1 has 2 cells"),
    true,
  );
  equal(
    message('a\nx"y').startsWith("SyntaxError: Cannot parse CSV: line 2: "),
    true,
  );
  throws(
    () => parse("a", { separator: "\n" }),
    /RangeError: Cannot parse CSV with/,
  );
});

Deno.test("CsvParseStream reads pieces cut anywhere as parse() reads the whole", async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.array(texts, { minLength: 2, maxLength: 3 })),
      fc.nat({ max: 9 }),
      async (rows, size) => {
        const text = stringify(rows);
        const pieces = text.match(new RegExp(`[^]{1,${size + 1}}`, "gu")) ?? [];
        const found = await Array.fromAsync(
          ReadableStream.from(pieces).pipeThrough(new CsvParseStream()),
        );
        deepEqual(found, rows);
        deepEqual(parse(text), rows);
      },
    ),
    { seed: 4, numRuns: 60 },
  );
});

Deno.test("CsvParseStream fails as parse() does, and stops when nobody reads on", async () => {
  const read = (pieces: Iterable<string>) =>
    ReadableStream.from(pieces).pipeThrough(new CsvParseStream());
  await rejects(Array.fromAsync(read(['a\n"b', "c"])), /SyntaxError: .*line 2/);
  const endless = function* () {
    for (;;) yield "a,b\n";
  };
  for await (const record of read(endless())) {
    deepEqual(record, ["a", "b"]);
    break;
  }
});

Deno.test("stringify() quotes what must be and writes CRLF", () => {
  equal(
    stringify([["a", 'b"c', "d,e", "f\ng", "h\ri"]]),
    'a,"b""c","d,e","f\ng","h\ri"\r\n',
  );
  equal(
    stringify([[1, true, null, undefined, 2n, { a: 1 }]]),
    '1,true,,,2,"{""a"":1}"\r\n',
  );
  equal(stringify([]), "");
  equal(stringify([["a"]], { bom: true }), "\uFEFFa\r\n");
  equal(stringify([["a", "b"]], { separator: "\t" }), "a\tb\r\n");
});

Deno.test("stringify() takes columns as keys, paths and named properties", () => {
  const data = [{ name: { first: "Ada" }, tags: ["x", "y"] }];
  const columns = [
    ["name", "first"],
    { prop: ["tags", 1], header: "second" },
    "none",
  ];
  equal(stringify(data, { columns }), "first,second,none\r\nAda,y,\r\n");
  equal(stringify(data, { columns, headers: false }), "Ada,y,\r\n");
  throws(() => stringify(data), /TypeError: Cannot write objects as CSV/);
  throws(() => stringify([["a"]], { separator: '"' }), RangeError);
});

Deno.test("stringify() keeps a record of one empty cell", () => {
  deepEqual(parse(stringify([["a"], [""], ["b"]])), [["a"], [""], ["b"]]);
  deepEqual(parse(stringify([[""], [""]])), [[""], [""]]);
});

Deno.test("lineOfRecord() counts empty lines and line ends in quotes", () => {
  const text = 'a\n\n"x\r\ny"\nz';
  deepEqual([0, 1, 2, 3].map((record) => lineOfRecord(text, record)), [
    1,
    4,
    5,
    0,
  ]);
});

Deno.test("escapeFormula() guards every start of a formula and is taken back", () => {
  for (
    const text of ["=1", "+1", "-1", "@x", "\t=1", "\r=1", "＝1", "'=1", "''-"]
  ) {
    equal(escapeFormula(text), `'${text}`);
  }
  for (const text of ["", "a=1", "1-1", "'", "'a", " =1"]) {
    equal(escapeFormula(text), text);
  }
  fc.assert(
    fc.property(texts, (text) => unescapeFormula(escapeFormula(text)) === text),
    { seed: 5 },
  );
});
