import { equal, match, ok, throws } from "node:assert/strict";
import {
  type Page,
  page,
  prose,
  renderSvg,
  sessionLength,
} from "@taskflow/plot";

const nasty = `<script>alert("1")</script> & 'x'`;
const figure = sessionLength(new Map([[1, 3], [4, 2]]), {
  name: "lengths",
  title: nasty,
});

async function content(): Promise<Page> {
  return {
    title: nasty,
    intro: nasty,
    sections: [
      {
        heading: nasty,
        tag: nasty,
        blocks: [
          { text: nasty },
          { figure, svg: await renderSvg(figure), folder: "figures" },
          { table: figure.table, caption: nasty },
          { html: "<p>trusted</p>" },
        ],
      },
      { heading: "Same", blocks: [] },
      { heading: "same!", blocks: [] },
      { heading: "会话", blocks: [] },
    ],
    provenance: [[nasty, nasty]],
  };
}

Deno.test("page() escapes all text but what is given as HTML", async () => {
  const html = page(await content());
  ok(!/<script/i.test(html));
  ok(html.includes("&lt;script&gt;alert(&quot;1&quot;)&lt;/script&gt;"));
  ok(html.includes("<p>trusted</p>"));
});

Deno.test("page() asks nothing of the network", async () => {
  const html = page(await content());
  equal(html.match(/(?:src|href)="(?!#|figures\/lengths\.)[^"]*"/), null);
  equal(html.match(/@import|url\((?!#)/), null);
  match(html, /Content-Security-Policy" content="default-src 'none'/);
});

Deno.test("page() is the same on repeat", async () => {
  equal(page(await content()), page(await content()));
});

Deno.test("page() lists every section once, under an id of its own", async () => {
  const html = page(await content());
  const ids = [...html.matchAll(/<h2 id="([^"]+)"/g)].map(([, id]) => id);
  equal(ids.join(), "script-alert-1-script-x,same,same-2,section");
  for (const id of ids) ok(html.includes(`<a href="#${id}">`));
});

Deno.test("page() links the files of a figure, and shows its numbers", async () => {
  const html = page(await content());
  for (const file of ["svg", "png", "csv", "vl.json"]) {
    ok(html.includes(`href="figures/lengths.${file}"`));
  }
  match(html, /<summary>The numbers behind it \(11 rows\)<\/summary>/);
});

Deno.test("page() refuses folders outside and pictures from elsewhere", async () => {
  const svg = await renderSvg(figure);
  const put = (more: object) =>
    page({
      title: "A",
      sections: [{ heading: "B", blocks: [{ figure, svg, ...more }] }],
      provenance: [],
    });
  for (const folder of ["..", "/etc", "a/../b", 'a"b', "https://x"]) {
    throws(() => put({ folder }), RangeError, folder);
  }
  throws(() => put({ svg: "<p>" }), TypeError);
  throws(() => put({ svg: "<svg ><script>1</script></svg>" }), TypeError);
});

Deno.test("prose() makes paragraphs, lists, code, strong text and links", () => {
  equal(
    prose("One\ntwo.\n\n\n- a **b**\n- `c < d` *e*"),
    "<p>One two.</p>\n<ul>\n<li>a <strong>b</strong></li>\n" +
      "<li><code>c &lt; d</code> <em>e</em></li>\n</ul>\n",
  );
  equal(
    prose("[a](https://b.c/d) [e](#f) [g](out/h.csv)"),
    '<p><a href="https://b.c/d">a</a> <a href="#f">e</a> ' +
      '<a href="out/h.csv">g</a></p>\n',
  );
});

Deno.test("prose() makes no link to a script or a folder above", () => {
  for (
    const target of [
      "javascript:alert",
      "../up",
      "/etc/passwd",
      "data:text/html",
      'x"y',
      "//host/x",
    ]
  ) {
    ok(!prose(`[a](${target})`).includes("<a "), target);
  }
});
