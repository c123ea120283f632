import { climb } from "./climb.js";

/**
 * Minutes to walk along points: the longer of the times for the distance and
 * for the heights, and half of the shorter one.
 *
 * An hour is good for `kmPerHour` kilometres, 300 metres up or 500 down.
 */
export function walkingMinutes(points, kmPerHour = 4) {
  if (points.length < 2) return 0;
  const km = points.at(-1).km - points[0].km;
  const { up, down } = climb(points);
  const flat = (60 * km) / kmPerHour;
  const steep = 60 * (up / 300 + down / 500);
  return Math.max(flat, steep) + Math.min(flat, steep) / 2;
}
