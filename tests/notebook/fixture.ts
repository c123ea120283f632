/** A notebook with one of everything, for tests of both runners, the page and JupyterLab. */
export const FIXTURE: readonly string[] = [
  "# Lengths of sessions\n\nThe share of long sessions is\n\n$$P(\\text{long}) = \\frac{n_{\\ge 3}}{N}$$\n\nwith $n_{\\ge 3}$ sessions of at least three messages. A tag such as <b>this</b> is text.\n\n| bin | meaning |\n| --- | ------- |\n| 3 | long |\n\n- costs \\$5 or \\$6\n- [a link](https://example.org) and [none](javascript:alert(1))",
  'import { html, md, parameter, progress, show, table } from "@taskflow/notebook";\nimport { countFlow } from "@taskflow/flow";\nimport { sankey, sessionLength } from "@taskflow/plot";',
  '// By hand first.\nconst lengths = [1, 1, 2, 3, 5];\nconst long = lengths.filter((messages) => messages >= 3).length;\nconsole.log(`${long} of ${lengths.length} sessions are long`);\nconsole.error("a warning");\nawait show(md`**${long}** of ${lengths.length}: ${"<img src=x onerror=alert(1)>"}`);',
  'const histogram = new Map<number, number>();\nfor (const messages of lengths) {\n  histogram.set(messages, (histogram.get(messages) ?? 0) + 1);\n}\nconst figure = sessionLength(histogram, {\n  name: "lengths",\n  title: "Session lengths <b>",\n});\nawait show(figure);',
  'const counts = countFlow([\n  ["question", "bug-fix", "tests"],\n  ["bug-fix", "bug-fix", "explain"],\n  ["new-feature", "tests", "execute", "refactor"],\n]);\nawait show(sankey(counts, { name: "flow", title: "Task flow" }));',
  'await show(\n  table([\n    { intent: "bug-fix", messages: 3, share: 1 / 3, text: "修复 <script>alert(1)</script>" },\n    { intent: "tests", messages: 2, share: null, text: "line one\\nline two" },\n  ], { caption: "Intents" }),\n  html`<p>Escaped: ${"<b>not bold</b>"}</p>`,\n  figure.table,\n  { plain: [1, 2, 3] },\n);',
  'const bar = await progress("Reading", 30);\nfor (let i = 1; i <= 30; i++) {\n  await new Promise((done) => setTimeout(done, 10));\n  await bar.update(i);\n}\nawait bar.finish();\nconsole.log("corpus:", parameter("CORPUS", "sample"));',
  "# Exercises\n\n1. Add a session.",
];
