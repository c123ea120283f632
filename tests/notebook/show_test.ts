import {
  deepEqual,
  doesNotMatch,
  equal,
  match,
  ok,
  rejects,
} from "node:assert/strict";
import fc from "fast-check";
import { sessionLength } from "@taskflow/plot";
import {
  DISPLAY,
  escapeMarkdown,
  html,
  md,
  progress,
  show,
  table,
} from "@taskflow/notebook";
import {
  type Bundle,
  type DisplayOptions,
  installSink,
} from "../../lib/notebook/host.ts";
import { renderMarkdown } from "../../lib/notebook/page/render_markdown.ts";
import { ROOT } from "./make.ts";

/** What `show()` sends to a runner. */
async function shown(
  run: () => Promise<unknown>,
): Promise<{ data: Bundle["data"]; options: DisplayOptions }[]> {
  const sent: { data: Bundle["data"]; options: DisplayOptions }[] = [];
  installSink({ display: ({ data }, options) => sent.push({ data, options }) });
  try {
    await run();
  } finally {
    installSink(null);
  }
  return sent;
}

Deno.test("show() sends a figure as SVG, specification and text, with its caption below", async () => {
  const figure = sessionLength(new Map([[1, 5], [4, 3]]), {
    name: "lengths",
    title: "<b>Lengths",
  });
  const [picture, caption, ...more] = await shown(() => show(figure));
  equal(more.length, 0);
  match(String(picture?.data["image/svg+xml"]), /^<svg [^]*&lt;b&gt;Lengths/);
  equal(picture?.data["application/vnd.vegalite.v5+json"], figure.spec);
  match(String(picture?.data["text/plain"]), /^<b>Lengths\n\n\| User messages/);
  equal(caption?.data["text/plain"], figure.caption);
});

Deno.test("show() sends each kind of value in its own way", async () => {
  const sent = await shown(() =>
    show("text", 3, null, [{ a: 1 }], [1, 2], md`*x*`, {
      [DISPLAY]: () => ({ "text/html": "<b>1</b>" }),
    })
  );
  deepEqual(sent.map(({ data }) => Object.keys(data).sort()), [
    ["text/plain"],
    ["text/plain"],
    ["text/plain"],
    ["text/html", "text/plain"],
    ["text/plain"],
    ["text/markdown", "text/plain"],
    ["text/html", "text/plain"],
  ]);
});

Deno.test("show() refuses a display method that returns no object", async () => {
  await rejects(
    shown(() => show({ [DISPLAY]: () => "x" })),
    /Jupyter.display method returns string/,
  );
});

Deno.test("show() prints text in a plain process, and even there needs no permission", async () => {
  const code =
    'import { show, md, table, progress } from "@taskflow/notebook";\nawait show("a", md`**${2}**`, table([{ n: 1 }]));\nconst bar = await progress("p", 1);\nawait bar.finish();';
  const command = new Deno.Command(Deno.execPath(), {
    args: [
      "run",
      "--quiet",
      "--no-prompt",
      `--config=${ROOT}/deno.json`,
      "--ext=ts",
      "-",
    ],
    stdin: "piped",
    stdout: "piped",
    stderr: "piped",
  }).spawn();
  await new Blob([code]).stream().pipeTo(command.stdin);
  const { stdout, stderr } = await command.output();
  equal(new TextDecoder().decode(stdout), "a\n**2**\nn\n-\n1\n");
  equal(new TextDecoder().decode(stderr), "p [####################] 1 of 1\n");
});

Deno.test("md and html escape what is put in, and nest", () => {
  equal(
    html`<p>${"<i>"}${html`<b>${"&"}</b>`}</p>`.source,
    "<p>&lt;i&gt;<b>&amp;</b></p>",
  );
  equal(md`- ${"*a*"} ${md`*${"b"}*`}`.source, "- \\*a\\* *b*");
  // A look-alike cannot pass for markup.
  const fake = { kind: "html", source: "<script>", toString: () => "<fake>" };
  equal(html`${fake}`.source, "&lt;fake&gt;");
});

Deno.test("escapeMarkdown() makes any text render as itself", () => {
  const unit = fc.constantFrom(..."ab1 <>&\"'`*_{}[]()#+-.!|~$:@\\/=^%\n");
  fc.assert(
    fc.property(fc.string({ unit, maxLength: 30 }), (text) => {
      const words = text.replace(/\s+/g, " ").trim();
      const rendered = renderMarkdown(`x${escapeMarkdown(words)}x`);
      const plain = rendered.replace(/<\/?p>|\n/g, "").replaceAll("&lt;", "<")
        .replaceAll("&gt;", ">").replaceAll("&quot;", '"').replaceAll(
          "&#39;",
          "'",
        )
        .replaceAll("&#36;", "$").replaceAll("&amp;", "&");
      equal(plain, `x${words}x`);
    }),
    { seed: 3, numRuns: 1000 },
  );
});

Deno.test("table() shows missing values as dashes, states what it leaves out, escapes", () => {
  const rows = Array.from({ length: 5 }, (_, i) => ({
    name: `<b>${i}`,
    share: i === 0 ? null : i / 3,
    when: new Date(0),
  }));
  const shown = table(rows, {
    limit: 2,
    caption: "A & B",
    columns: ["name", "share"],
  })[DISPLAY]();
  equal(
    shown["text/plain"],
    "A & B\nname   share\n----  ------\n<b>0       –\n<b>1  0.3333\nand 3 more of 5 rows",
  );
  const html = String(shown["text/html"]);
  match(html, /<caption>A &amp; B<\/caption>/);
  match(html, /<p>and 3 more of 5 rows<\/p>/);
  doesNotMatch(html, /<b>/);
  match(String(table([])[DISPLAY]()["text/html"]), /<tbody><\/tbody>/);
});

Deno.test("progress() updates one display, and its last state holds no time", async () => {
  const sent = await shown(async () => {
    const bar = await progress("Reading <x>", 3);
    await bar.update(1);
    await new Promise((done) => setTimeout(done, 120));
    await bar.update(2);
    await bar.finish();
  });
  deepEqual(sent.map(({ options }) => options.update), [false, true, true]);
  equal(new Set(sent.map(({ options }) => options.id)).size, 1);
  ok(sent[0]?.options.id);
  equal(
    sent.at(-1)?.data["text/plain"],
    "Reading <x> [####################] 3 of 3",
  );
  match(
    String(sent.at(-1)?.data["text/html"]),
    /Reading &lt;x&gt; <progress value="3" max="3">/,
  );
});
