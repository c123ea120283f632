import { climb } from "./climb.js";

/**
 * Minutes to walk along points: the longer of the times for the distance and
 * for the heights, and half of the shorter one.
 *
 * An hour is good for `pace` kilometres, `up` metres up or `down` metres down.
 */
export function walkingMinutes(points, speeds = {}) {
  if (typeof speeds === "number") {
    throw new TypeError("speeds are named, as in { pace: 4 }");
  }
  const { pace = 4, up = 300, down = 500 } = speeds;
  if (points.length < 2) return 0;
  const km = points.at(-1).km - points[0].km;
  const metres = climb(points);
  const flat = (60 * km) / pace;
  const steep = 60 * (metres.up / up + metres.down / down);
  return Math.max(flat, steep) + Math.min(flat, steep) / 2;
}
