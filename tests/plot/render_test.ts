import {
  deepEqual,
  equal,
  match,
  notDeepEqual,
  ok,
  rejects,
} from "node:assert/strict";
import { countFlow } from "@taskflow/flow";
import {
  type Figure,
  intentBars,
  renderPng,
  renderSvg,
  sankey,
  sessionLength,
  textWidth,
  transitionHeatmap,
  wrapText,
  writeFigure,
} from "@taskflow/plot";
import { madeSessions } from "./sessions.ts";

const counts = countFlow(madeSessions(30, 7));
const nasty =
  `<script>alert("1")</script> ' & ]]> <svg onload=x> \u0000\u001b\ud800 用户`;

const figures = (title: string): Figure[] => [
  sankey(counts, { name: "sankey", title }),
  sessionLength(new Map([[1, 4], [5, 6]]), { name: "lengths", title }),
  intentBars([{ name: nasty, counts }], { name: "bars", title }),
  intentBars([{ name: nasty, counts }, { name: "b", counts }], {
    name: "dots",
    title,
  }),
  transitionHeatmap(counts, { name: "transitions", title }),
];

Deno.test("renderSvg() is byte-identical on repeat", async () => {
  for (const figure of figures("Repeat")) {
    equal(await renderSvg(figure), await renderSvg(figure));
  }
});

Deno.test("renderSvg() escapes untrusted text everywhere", async () => {
  for (const figure of figures(nasty)) {
    const svg = await renderSvg(figure);
    for (const bad of ["<script", "<svg onload", "\u0000", "\u001b"]) {
      ok(!svg.includes(bad), figure.name);
    }
    match(svg, /&lt;script&gt;alert\(/);
    // A parser takes it: resvg throws on text that is not well-formed XML.
    ok((await renderPng(svg, { scale: 0.25 })).length > 100);
  }
});

Deno.test("renderSvg() names the picture, and keeps the marks silent", async () => {
  for (const figure of figures("A title")) {
    const svg = await renderSvg(figure);
    match(
      svg,
      /^<svg role="img" [^>]*><title>A title<\/title><desc>[^<]+<\/desc>/,
    );
    equal(svg.match(/aria-|role="graphics/), null);
    equal(svg.match(/\d\.\d{3}/), null, "a number is not rounded");
    ok(svg.endsWith("</svg>\n"));
  }
});

Deno.test("renderSvg() sets no text smaller than 11 pixels", async () => {
  for (const figure of figures("Sizes")) {
    const sizes = [
      ...(await renderSvg(figure)).matchAll(/font-size="(\d+)px"/g),
    ];
    ok(sizes.length > 0);
    for (const [, size] of sizes) ok(Number(size) >= 11);
  }
});

Deno.test("renderSvg() lets no warning of Vega pass", async () => {
  const [, lengths] = figures("Warn");
  if (lengths === undefined) throw new Error("no figure");
  const spec = {
    ...lengths.spec,
    data: { url: "https://example.com/sessions.json" },
  } as Figure["spec"];
  await rejects(
    renderSvg({ ...lengths, spec }),
    /Cannot draw figure "lengths": .*a figure carries its data inline/,
  );
  const wrong = {
    ...lengths.spec,
    layer: [{ mark: "bar", encoding: { shape: { value: "x" } } }],
  };
  await rejects(
    renderSvg({ ...lengths, spec: wrong as Figure["spec"] }),
    /Cannot draw figure "lengths"/,
  );
});

Deno.test("renderPng() is byte-identical on repeat, and scales", async () => {
  const [figure] = figures("Repeat");
  if (figure === undefined) throw new Error("no figure");
  const svg = await renderSvg(figure);
  const [a, b] = [await renderPng(svg), await renderPng(svg)];
  deepEqual(a, b);
  const width = new DataView(a.buffer, a.byteOffset).getUint32(16);
  equal(width, 2 * Number(/ width="(\d+)"/.exec(svg)?.[1]));
  await rejects(renderPng(svg, { scale: 0 }), RangeError);
  await rejects(renderPng(svg, { scale: NaN }), RangeError);
});

Deno.test("renderPng() has glyphs for Latin, Cyrillic, Chinese, Japanese, Korean", async () => {
  const draw = (text: string) =>
    renderPng(
      `<svg xmlns="http://www.w3.org/2000/svg" width="40" height="24"><text y="18" font-family="Inter">${text}</text></svg>`,
    );
  // What no bundled font has shows as one and the same box.
  const box = await draw("\u{20000}");
  deepEqual(await draw("\u{20001}"), box);
  const seen = new Set([box.join()]);
  for (const text of "aéЖ用户会话かカ語한국") {
    const png = (await draw(text)).join();
    ok(!seen.has(png), `no glyph of its own: ${text}`);
    seen.add(png);
  }
  notDeepEqual(await draw(" "), box);
});

Deno.test("textWidth() grows with text, size and weight", () => {
  equal(textWidth("", 12), 0);
  ok(textWidth("bug-fix", 24) === 2 * textWidth("bug-fix", 12));
  ok(textWidth("bug-fix", 12, "semibold") > textWidth("bug-fix", 12));
  equal(textWidth("用户😀", 10), 30);
});

Deno.test("wrapText() keeps to the width and loses nothing", () => {
  const text =
    "Sessions of a corpus, 用户会话的语料 and averyveryverylongwordindeed.";
  for (const width of [40, 90, 200]) {
    const lines = wrapText(text, width, 12);
    for (const line of lines) ok(textWidth(line, 12) <= width, line);
    equal(lines.join("").replaceAll(" ", ""), text.replaceAll(" ", ""));
  }
  deepEqual(wrapText("", 100, 12), [""]);
  const [only, ...rest] = wrapText(text, 120, 12, { lines: 1 });
  equal(rest.length, 0);
  ok(only?.endsWith("…") && textWidth(only, 12) <= 120);
});

Deno.test("writeFigure() writes the same bytes twice, under checked names", async () => {
  const folder = await Deno.makeTempDir();
  try {
    const [figure] = figures("Files");
    if (figure === undefined) throw new Error("no figure");
    const { files } = await writeFigure(`${folder}/a/b`, figure);
    await writeFigure(`${folder}/c`, figure);
    equal(files.length, 4);
    for (const file of files) {
      deepEqual(
        await Deno.readFile(`${folder}/a/b/${file}`),
        await Deno.readFile(`${folder}/c/${file}`),
      );
    }
    await rejects(
      writeFigure(folder, { ...figure, name: "../out" }),
      /Cannot name a figure "\.\.\/out"/,
    );
    const names = [];
    for await (const { name } of Deno.readDir(folder)) names.push(name);
    deepEqual(names.sort(), ["a", "c"]);
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
});
