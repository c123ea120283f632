import { equal, ok } from "node:assert/strict";
// @ts-types="@types/culori"
import {
  type Color,
  differenceCiede2000,
  filterDeficiencyDeuter,
  filterDeficiencyProt,
  interpolate,
  parse,
  wcagContrast,
} from "culori";
import { INK, inkOn, intentColours } from "@taskflow/plot";
import { parseTaxonomy, TAXONOMY } from "@taskflow/taxonomy";
import { BAND } from "../../lib/plot/sankey_chart.ts";

/** Least difference (CIEDE2000) of intents that touch: neighbours in the taxonomy. */
const TOUCHING = 12;
/** Least difference of any two intents. */
const ANY = 9;
/** Least contrast (WCAG) of text, and of a fill, with white. */
const [TEXT, FILL] = [4.5, 1.5];

const difference = differenceCiede2000();

const EYES: Readonly<Record<string, (colour: Color) => Color>> = {
  "full colour vision": (colour) => colour,
  deuteranopia: filterDeficiencyDeuter(1),
  protanopia: filterDeficiencyProt(1),
};

function seen(eye: (colour: Color) => Color, colour: string): Color {
  const parsed = parse(colour);
  if (parsed === undefined) throw new Error(`not a colour: ${colour}`);
  return eye(parsed);
}

for (const [name, eye] of Object.entries(EYES)) {
  Deno.test(`intentColours() are told apart with ${name}`, () => {
    const colours = [...intentColours()].map(([label, colour]) =>
      [label, seen(eye, colour)] as const
    );
    colours.forEach(([a, first], i) => {
      colours.slice(i + 1).forEach(([b, second], gap) => {
        const least = gap === 0 ? TOUCHING : ANY;
        const found = difference(first, second);
        ok(found >= least, `${a} and ${b}: ${found.toFixed(1)} < ${least}`);
      });
    });
  });
}

Deno.test("intentColours() has one colour per label, in taxonomy order", () => {
  const colours = intentColours();
  equal([...colours.keys()].join(), TAXONOMY.labels.join());
  equal(new Set(colours.values()).size, TAXONOMY.labels.length);
});

Deno.test("intentColours() and INK stand out from white", () => {
  for (const [label, colour] of intentColours()) {
    ok(wcagContrast(colour, INK.paper) >= FILL, label);
  }
  ok(wcagContrast(INK.text, INK.paper) >= TEXT);
  ok(wcagContrast(INK.muted, INK.paper) >= TEXT);
});

Deno.test("labels read on the bands of a Sankey", () => {
  for (const [label, colour] of intentColours()) {
    const band = interpolate([INK.paper, colour], "rgb")(BAND);
    ok(wcagContrast(INK.text, band) >= TEXT, label);
  }
});

Deno.test("inkOn() reads on every intent", () => {
  for (const [label, colour] of intentColours()) {
    ok(wcagContrast(inkOn(colour), colour) >= TEXT, label);
  }
});

const child = (label: string, parent: string | null) => ({
  label,
  parent,
  definition: "Made for a test.",
  instantiable: true,
});

Deno.test("intentColours() gives children shades of their parent", () => {
  const extended = parseTaxonomy({
    schema_version: 1,
    name: "extended",
    intents: [
      ...TAXONOMY.intents,
      child("hot-fix", "bug-fix"),
      child("cold-fix", "bug-fix"),
      child("deep-fix", "hot-fix"),
      child("deploy", null),
      child("migrate", null),
    ],
  });
  const colours = intentColours(extended);
  equal(colours.get("bug-fix"), intentColours().get("bug-fix"));
  equal(new Set(colours.values()).size, extended.labels.length);
  const [parent, ...children] = ["bug-fix", "hot-fix", "cold-fix", "deep-fix"]
    .map((label) => parse(colours.get(label) ?? ""));
  if (parent === undefined) throw new Error("no colour");
  for (const colour of children) {
    if (colour === undefined) throw new Error("no colour");
    const found = difference(parent, colour);
    ok(found >= 5 && found < 40, `${found}`);
  }
});

Deno.test("intentColours() ends where parents go in a circle", () => {
  const circle = parseTaxonomy({
    schema_version: 1,
    name: "circle",
    intents: [child("a", "b"), child("b", "a")],
  });
  equal(new Set(intentColours(circle).values()).size, 2);
});
