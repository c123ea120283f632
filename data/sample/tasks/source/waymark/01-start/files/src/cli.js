import { parseRoute } from "./parse.js";
import { renderTable } from "./table.js";
import { walkingMinutes } from "./time.js";

const USAGE = "usage: waymark FILE [--pace KM_PER_HOUR]";

function readArguments(args) {
  const options = { pace: 4 };
  const files = [];
  for (let i = 0; i < args.length; i++) {
    if (args[i] === "--pace") options.pace = Number(args[++i]);
    else if (args[i].startsWith("--")) throw new Error(USAGE);
    else files.push(args[i]);
  }
  if (files.length !== 1 || !(options.pace > 0)) throw new Error(USAGE);
  return { file: files[0], ...options };
}

/** Run the command line; exit code 2 where arguments or the file make no sense. */
export function main(args, { read, write }) {
  try {
    const { file, pace } = readArguments(args);
    const route = parseRoute(read(file));
    write(route.title);
    write(renderTable(route, pace));
    write(`${Math.round(walkingMinutes(route.points, pace))} minutes`);
    return 0;
  } catch (error) {
    write(`waymark: ${error.message}`);
    return 2;
  }
}
