/**
 * Colours: one per intent, the same in every figure.
 *
 * Related intents share a hue and differ in lightness: changing code is blue,
 * what is broken red and orange, writing down and planning ochre and yellow,
 * asking violet, quality green, running things teal; what no task can be made of
 * is grey. The 16 are told apart with deuteranopia and protanopia as well:
 * CIEDE2000 of at least 12 between neighbours in the taxonomy and of at least 9
 * between any two (`tests/plot/palette_test.ts` measures it).
 *
 * @module
 */

// @ts-types="@types/culori"
import { clampChroma, formatHex, oklch, wcagContrast } from "culori";
import { TAXONOMY, type Taxonomy } from "@taskflow/taxonomy";

const INTENTS: Readonly<Record<string, string>> = {
  "tests": "#96ce95",
  "bug-fix": "#ce2940",
  "new-feature": "#175fc5",
  "generate-docs": "#976b1a",
  "refactor": "#129ad9",
  "transformation": "#032086",
  "debug": "#e48152",
  "planning": "#f2c823",
  "explain": "#703674",
  "question": "#dba5ff",
  "meta-question": "#62676c",
  "code-review": "#324804",
  "execute": "#148b99",
  "data-analysis": "#2bbbcb",
  "greeting": "#cacccf",
  "other": "#96999c",
};

/** Hues for labels that refine none of the 16; they are shaded when they run out. */
const SPARE = ["#a5527f", "#b7c13a", "#7a4a3c"] as const;

/** Colours that stand for no intent. */
export const INK = {
  /** Text. */
  text: "#1d2126",
  /** Secondary text; 4.5:1 or more on white. */
  muted: "#5a6169",
  /** Axes. */
  axis: "#8c939b",
  /** Grid lines and the frame of empty cells. */
  grid: "#e6e8eb",
  /** The end of a session. */
  end: "#868c93",
  /** What a chart is about, where colour does not stand for an intent. */
  accent: "#1f4e8c",
  /** What it is compared with. */
  rest: "#bcc4ce",
  /** Behind everything. */
  paper: "#ffffff",
} as const;

/** Lightness between one child of an intent and the next. */
const STEP = 0.085;

/** The n-th shade (from 1) of a colour: lighter, darker, lighter still, and so on. */
function shade(colour: string, n: number): string {
  const base = oklch(colour);
  if (base === undefined) throw new TypeError(`Cannot shade "${colour}"`);
  const by = STEP * Math.ceil(n / 2);
  const [up, down] = [base.l + by <= 0.92, base.l - by >= 0.24];
  const lighter = up && (!down || n % 2 === 1);
  // Where neither side has room left, the hue moves instead.
  const l = up || down ? base.l + (lighter ? by : -by) : base.l;
  const h = (base.h ?? 0) + (up || down ? 0 : 12 * n);
  return formatHex(clampChroma({ ...base, l, h }, "oklch"));
}

/**
 * The colour of every label of a taxonomy. A label that refines another takes a
 * shade of that one's colour, so that an extended taxonomy looks like the 16.
 *
 * @param taxonomy The taxonomy, by default the paper's 16.
 * @returns Label to colour (`#rrggbb`), in taxonomy order.
 *
 * @example
 * ```ts
 * import { equal } from "node:assert/strict";
 * import { intentColours } from "@taskflow/plot";
 *
 * equal(intentColours().get("bug-fix"), "#ce2940");
 * ```
 */
export function intentColours(
  taxonomy: Taxonomy = TAXONOMY,
): ReadonlyMap<string, string> {
  const parents = new Map(
    taxonomy.intents.map(({ label, parent }) => [label, parent]),
  );
  const found = new Map<string, string>(Object.entries(INTENTS));
  const shades = new Map<string, number>();
  const next = (colour: string): string => {
    const n = (shades.get(colour) ?? 0) + 1;
    shades.set(colour, n);
    return shade(colour, n);
  };
  let spare = 0;
  // `underway` ends a cycle of parents, which a taxonomy file may contain.
  const colourOf = (label: string, underway: readonly string[]): string => {
    const known = found.get(label);
    if (known !== undefined) return known;
    const parent = parents.get(label) ?? null;
    let colour: string;
    if (parent !== null && !underway.includes(parent)) {
      colour = next(colourOf(parent, [...underway, label]));
    } else {
      const hue = SPARE[spare % SPARE.length] ?? SPARE[0];
      colour = spare < SPARE.length ? hue : next(hue);
      spare++;
    }
    found.set(label, colour);
    return colour;
  };
  return new Map(
    taxonomy.labels.map((label) => [label, colourOf(label, [label])]),
  );
}

/**
 * The better readable of black and white text on a fill.
 *
 * @param fill Colour behind the text, `#rrggbb`.
 * @returns The text colour; its contrast (WCAG) is at least 4.5:1 on any fill.
 *
 * @example
 * ```ts
 * import { equal } from "node:assert/strict";
 * import { INK, inkOn } from "@taskflow/plot";
 *
 * equal(inkOn("#032086"), INK.paper);
 * equal(inkOn("#f2c823"), "#000000");
 * ```
 */
export function inkOn(fill: string): string {
  const black = "#000000";
  return wcagContrast(black, fill) >= wcagContrast(INK.paper, fill)
    ? black
    : INK.paper;
}
