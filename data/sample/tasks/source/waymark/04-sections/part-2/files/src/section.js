const normal = (name) => name.trim().toLowerCase();

function indexOf(route, name) {
  const names = route.points.map((point) => normal(point.name));
  const index = names.indexOf(normal(name));
  if (index >= 0) return index;
  const like = names.findIndex((other) =>
    other.slice(0, 3) === normal(name).slice(0, 3)
  );
  const hint = like < 0 ? "" : `, did you mean "${route.points[like].name}"?`;
  throw new RangeError(`no point "${name}" on "${route.title}"${hint}`);
}

/**
 * The part of a route between two of its points, in the direction in which it
 * is walked.
 *
 * Kilometres are counted from where it starts. `null` is the first or the last
 * point.
 */
export function sliceRoute(route, from, to) {
  const start = from === null ? 0 : indexOf(route, from);
  const end = to === null ? route.points.length - 1 : indexOf(route, to);
  if (start === end) {
    throw new RangeError(`"${route.points[start].name}" is both start and end`);
  }
  const points = start < end
    ? route.points.slice(start, end + 1)
    : route.points.slice(end, start + 1).reverse();
  const zero = points[0].km;
  return {
    title: `${route.title}: ${points[0].name} to ${points.at(-1).name}`,
    points: points.map((point) => ({
      ...point,
      km: Number(Math.abs(point.km - zero).toFixed(3)),
    })),
  };
}
