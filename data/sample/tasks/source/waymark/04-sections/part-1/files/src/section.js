const normal = (name) => name.trim().toLowerCase();

function indexOf(route, name) {
  return route.points.findIndex((point) => normal(point.name) === normal(name));
}

/**
 * The part of a route between two of its points.
 *
 * Kilometres are counted from where it starts. `null` is the first or the last
 * point.
 */
export function sliceRoute(route, from, to) {
  const start = from === null ? 0 : indexOf(route, from);
  const end = to === null ? route.points.length - 1 : indexOf(route, to);
  const points = route.points.slice(start, end + 1);
  const zero = points[0].km;
  return {
    title: `${route.title}: ${points[0].name} to ${points.at(-1).name}`,
    points: points.map((point) => ({
      ...point,
      km: Number((point.km - zero).toFixed(3)),
    })),
  };
}
