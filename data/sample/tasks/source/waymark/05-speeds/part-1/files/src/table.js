import { walkingMinutes } from "./time.js";

function clock(minutes) {
  const rest = Math.round(minutes % 60);
  return `${Math.floor(minutes / 60)}:${String(rest).padStart(2, "0")}`;
}

/** One line a point: kilometres, name, metres, time from the start. */
export function renderTable(route, speeds) {
  const rows = route.points.map(({ km, name, metres }, i) => [
    km.toFixed(1),
    name,
    metres === null ? "-" : String(metres),
    clock(walkingMinutes(route.points.slice(0, i + 1), speeds)),
  ]);
  const widths = [0, 1, 2, 3].map((column) =>
    Math.max(...rows.map((row) => row[column].length))
  );
  return rows.map(([km, name, metres, time]) =>
    [
      km.padStart(widths[0]),
      name.padEnd(widths[1]),
      metres.padStart(widths[2]),
      time.padStart(widths[3]),
    ].join("  ")
  ).join("\n");
}
