import { parseRoute } from "./parse.js";
import { sliceRoute } from "./section.js";
import { renderTable } from "./table.js";
import { walkingMinutes } from "./time.js";

const USAGE =
  "usage: waymark FILE [--pace KM_PER_HOUR] [--from NAME] [--to NAME]";

function readArguments(args) {
  const options = { pace: 4, from: null, to: null };
  const files = [];
  for (let i = 0; i < args.length; i++) {
    if (args[i] === "--pace") options.pace = Number(args[++i]);
    else if (args[i] === "--from") options.from = args[++i] ?? "";
    else if (args[i] === "--to") options.to = args[++i] ?? "";
    else if (args[i].startsWith("--")) throw new Error(USAGE);
    else files.push(args[i]);
  }
  if (files.length !== 1 || !(options.pace > 0)) throw new Error(USAGE);
  return { file: files[0], ...options };
}

/** Run the command line; exit code 2 where arguments or the file make no sense. */
export function main(args, { read, write }) {
  try {
    const { file, pace, from, to } = readArguments(args);
    const whole = parseRoute(read(file));
    const route = from === null && to === null
      ? whole
      : sliceRoute(whole, from, to);
    write(route.title);
    write(renderTable(route, { pace }));
    write(`${Math.round(walkingMinutes(route.points, { pace }))} minutes`);
    return 0;
  } catch (error) {
    write(`waymark: ${error.message}`);
    return 2;
  }
}
