import { doesNotMatch, equal, match } from "node:assert/strict";
import {
  notebookPage,
  type Output,
  parseNotebook,
  withOutputs,
} from "../../lib/notebook/tools.ts";
import { safeSvg } from "../../lib/notebook/page/safe_html.ts";
import { notebookJson } from "./make.ts";

function page(source: string, ...outputs: Output[]): string {
  const notebook = parseNotebook(
    notebookJson("# T", source),
    "notebooks/09_x.ipynb",
  );
  return notebookPage(
    withOutputs(notebook, new Map([[2, outputs]])),
    "made <here>",
  );
}

function display(data: Record<string, unknown>): Output {
  return { output_type: "display_data", data, metadata: {} };
}

const ATTACK =
  `<script>alert(1)</script><img src=x onerror="alert(2)"><a href="javascript:alert(3)">x</a><style>*{}</style><iframe src="//x"></iframe></div></section></main>`;

Deno.test("notebookPage() escapes code, text, errors, the title and the foot", () => {
  const html = page(
    `const a = "${ATTACK.replaceAll('"', "'")}";`,
    { output_type: "stream", name: "stdout", text: ATTACK },
    { output_type: "error", ename: "E", evalue: ATTACK, traceback: [ATTACK] },
    display({ "text/plain": ATTACK }),
    display({ "text/markdown": ATTACK, "text/plain": "" }),
  );
  doesNotMatch(html, /<script|<img|<iframe|href="javascript/);
  equal(html.match(/<style>/g)?.length, 1);
  equal(html.match(/<\/main>/g)?.length, 1);
  match(html, /made &lt;here&gt;/);
});

Deno.test("notebookPage() keeps tables of HTML outputs and nothing that acts", () => {
  const html = page(
    "",
    display({
      "text/html":
        `<table><tr><td style="text-align: right; position: fixed">1${ATTACK}</td></tr></table>`,
      "text/plain": "",
    }),
  );
  match(html, /<td style="text-align:right">1/);
  doesNotMatch(html, /<script|<img|<iframe|javascript:|fixed|onerror/);
  equal(html.match(/<\/main>/g)?.length, 1);
});

Deno.test("notebookPage() lets no script run and nothing load, whatever the page holds", () => {
  match(
    page(""),
    /<meta http-equiv="Content-Security-Policy" content="default-src 'none'; img-src data:;/,
  );
});

Deno.test("notebookPage() puts SVG inline, without what acts or leads out of it", () => {
  const svg =
    `<svg viewBox="0 0 9 9" onload="alert(1)"><defs><clipPath id="c"><rect width="1" height="1"/></clipPath></defs><script>alert(2)</script><style>@import "//x"</style><foreignObject><b>hi</b></foreignObject><image href="//x"/><use href="//x#y"/><a href="javascript:alert(3)"><text>a &lt; b</text></a><g clip-path="url(#c)" fill="url(//x)"/></svg>`;
  const html = page(
    "",
    display({ "image/svg+xml": svg, "text/plain": "" }),
    display({ "image/svg+xml": svg, "text/plain": "" }),
  );
  match(html, /<clipPath id="cell-2-1-c">/);
  match(html, /<clipPath id="cell-2-2-c">/);
  match(html, /clip-path="url\(#cell-2-2-c\)"/);
  match(html, /<text>a &lt; b<\/text>/);
  doesNotMatch(
    html,
    /<script|@import|foreignObject|<image|<use|javascript|onload|\/\/x/,
  );
});

Deno.test("safeSvg() draws our own pictures as they are", async () => {
  const { renderSvg, sankey } = await import("@taskflow/plot");
  const { countFlow } = await import("@taskflow/flow");
  const counts = countFlow([["tests", "explain"], [
    "bug-fix",
    "tests",
    "debug",
  ]]);
  const svg = await renderSvg(sankey(counts, { name: "flow", title: "A & B" }));
  const normal = (text: string) =>
    text.replace(/\/>|><\/\w+>/g, "/>").replaceAll("&#39;", "'")
      .trim();
  const same = safeSvg(svg, "p").replaceAll('"p-', '"').replaceAll(
    "url(#p-",
    "url(#",
  );
  equal(normal(same), normal(svg));
});

Deno.test("notebookPage() renders formulas, without scripts or fonts", () => {
  const notebook = parseNotebook(
    notebookJson("# T\n\n$a_1$ costs \\$5, $$\\frac{1}{2}$$ and $\\bad{x}$"),
    "a.ipynb",
  );
  const html = notebookPage(notebook, "");
  match(html, /<msub><mi>a<\/mi><mn>1<\/mn><\/msub>/);
  match(html, /<math [^>]*display="block">/);
  match(html, /costs \$5,/);
});
