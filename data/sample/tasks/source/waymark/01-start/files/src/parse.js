/**
 * Read a route: a title, then a point a line, `km | name | metres`.
 *
 * Blank lines do not matter. Metres may be left out and are null then.
 */
export function parseRoute(text) {
  const [first, ...lines] = text.split("\n");
  const points = [];
  for (const [i, line] of lines.entries()) {
    if (line.trim() === "") continue;
    const [km, name, metres] = line.split("|");
    if (name === undefined) {
      throw new SyntaxError(`line ${i + 2}: not "km | name | metres"`);
    }
    points.push({
      km: parseFloat(km),
      name: name.trim(),
      metres: metres === undefined ? null : parseFloat(metres),
    });
  }
  return { title: first.replace(/^#\s*/, ""), points };
}
