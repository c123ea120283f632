/** Read a number with a decimal point or comma, and perhaps its unit. */
export function parseNumber(text, line) {
  const number = /^([+-]?\d+(?:[.,]\d+)?)\s*(?:km|m)?$/.exec(text.trim())?.[1];
  if (number === undefined) {
    throw new SyntaxError(`line ${line}: "${text.trim()}" is not a number`);
  }
  return Number(number.replace(",", "."));
}

/**
 * Read a route: a title, then a point a line, `km | name | metres`.
 *
 * Blank lines do not matter. Metres may be left out and are null then. Points
 * are in the order of their kilometres.
 */
export function parseRoute(text) {
  const [first, ...lines] = text.replace(/^\uFEFF/, "").split(/\r\n|\n|\r/);
  const points = [];
  for (const [i, line] of lines.entries()) {
    if (line.trim() === "") continue;
    const [km, name, metres] = line.split("|");
    if (name === undefined) {
      throw new SyntaxError(`line ${i + 2}: not "km | name | metres"`);
    }
    const point = {
      km: parseNumber(km, i + 2),
      name: name.trim(),
      metres: (metres ?? "").trim() === "" ? null : parseNumber(metres, i + 2),
    };
    const before = points.at(-1)?.km ?? -Infinity;
    if (point.km < before) {
      throw new RangeError(`line ${i + 2}: ${point.km} km comes after ${before} km`);
    }
    points.push(point);
  }
  if (points.length === 0) throw new SyntaxError("no points");
  return { title: first.replace(/^#\s*/, ""), points };
}
