/**
 * The interfaces that an issue introduces, one block each.
 *
 * @module
 */

const FIELD =
  /^[\s\-*•\d.)#`]*(?:(?:new\s+)?(?:public\s+)?(?:type|name|path|file(?: ?path)?|location|function|class|method|struct|interface|module|component|hook|constant|variable|field|property|signature|inputs?|outputs?|receiver|returns?|parameters?|params|description|purpose|arguments?)(?:\s+name)?)[\s*`]*:/i;
const NAME =
  /^[\s\-*•\d.)#`]*(?:function|class|method|struct|interface|module|component|hook|constant|name)(?:\s+name)?[\s*`]*:/i;

/**
 * Cut a description of interfaces into blocks, one an interface: at a field that a block has already,
 * or at an empty line before a field.
 *
 * @param text The text.
 * @returns The blocks as they are; none where no new interfaces are introduced.
 *
 * @example
 * ```ts
 * import { deepEqual } from "node:assert/strict";
 * import { outlineBlocks } from "./outline_blocks.ts";
 *
 * deepEqual(outlineBlocks("No new interfaces are introduced."), []);
 * const blocks = outlineBlocks("Name: fetch\nPath: a.ts\n\nName: evict\nPath: b.ts");
 * deepEqual(blocks, ["Name: fetch\nPath: a.ts", "Name: evict\nPath: b.ts"]);
 * ```
 */
export function outlineBlocks(text: string): string[] {
  if (
    /^\W*(?:there (?:are|is) )?no new (?:public )?interfaces?\b[^\n]*$/i.test(
      text.trim(),
    )
  ) return [];
  const blocks: { lines: string[]; fields: Set<string> }[] = [];
  let blank = false;
  for (const line of text.replaceAll("\r\n", "\n").split("\n")) {
    if (line.trim() === "") {
      blank = true;
      continue;
    }
    const field = FIELD.exec(line)?.[0].toLowerCase().replace(/[^a-z]/g, "");
    const last = blocks.at(-1);
    const begins = last === undefined ||
      field !== undefined &&
        (last.fields.has(field) ||
          blank && NAME.test(line) && last.fields.has("name"));
    if (begins) blocks.push({ lines: [], fields: new Set() });
    const block = blocks.at(-1);
    block?.lines.push(line.trimEnd());
    if (field !== undefined) block?.fields.add(field);
    blank = false;
  }
  return blocks.map(({ lines }) => lines.join("\n").trim()).filter((block) =>
    block !== ""
  );
}
