import { deepEqual, equal, match, ok } from "node:assert/strict";
import { parse } from "csv-parse/sync";
import { csvTable, htmlTable, markdownTable, type Table } from "@taskflow/plot";

const nasty =
  `a|b\n<img src=x onerror="y"> [x](http://z) *c* _d_ e_f \`g\` &amp;`;

const table: Table = {
  columns: [
    { key: "name", header: "Name", format: "text" },
    { key: "sessions", header: "Sessions", format: "count" },
    { key: "score", header: "TFAS", format: "score" },
  ],
  rows: [
    { name: nasty, sessions: 12345, score: 1 / 3 },
    { name: "b", sessions: null, score: null },
  ],
};

Deno.test("csvTable() keeps every cell as it is", () => {
  const rows: unknown = parse(csvTable(table), { columns: true });
  deepEqual(JSON.parse(JSON.stringify(rows)), [
    { name: nasty, sessions: "12345", score: "0.3333333333333333" },
    { name: "b", sessions: "", score: "" },
  ]);
});

Deno.test("csvTable() guards spreadsheets against formulas", () => {
  const columns = [{ key: "=a", header: "A", format: "text" as const }];
  equal(
    csvTable({ columns, rows: [{ "=a": "=1+1" }, { "=a": -1 }] }),
    "'=a\r\n'=1+1\r\n-1\r\n",
  );
});

Deno.test("markdownTable() stays one table whatever is in a cell", () => {
  const lines = markdownTable(table).trimEnd().split("\n");
  equal(lines.length, 4);
  for (const line of lines) {
    equal(line.split(/(?<!\\)\|/).length, 5, line);
  }
  ok(
    lines[2]?.includes(
      'a\\|b \\<img src=x onerror="y"\\> \\[x\\](http://z) \\*c\\* \\_d\\_ e_f \\`g\\` \\&amp;',
    ),
  );
  match(lines[1] ?? "", /^\| -+ \| -+: \| -+: \|$/);
  match(lines[3] ?? "", /\| b +\| +– \| undefined \|$/);
});

Deno.test("markdownTable() writes a table without rows", () => {
  equal(
    markdownTable({ columns: table.columns.slice(0, 1), rows: [] }),
    "| Name |\n| ---- |\n",
  );
});

Deno.test("htmlTable() escapes headers, cells and caption", () => {
  const html = htmlTable({
    columns: [{ key: "a", header: "<th>", format: "text" }],
    rows: [{ a: nasty }],
  }, { caption: "<caption>" });
  equal(html.match(/<(?!\/?(?:table|caption|thead|tbody|tr|th|td)\b)/), null);
  ok(html.includes("&lt;th&gt;") && html.includes("&lt;caption&gt;"));
  ok(html.includes("&lt;img src=x onerror=&quot;y&quot;&gt;"));
});

Deno.test("htmlTable() says how many rows it leaves out", () => {
  const html = htmlTable(table, { limit: 1 });
  match(html, /the first 1 of 2 rows/);
  ok(!htmlTable(table).includes("<tfoot>"));
});
