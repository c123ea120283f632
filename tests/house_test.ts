/** The order of the rooms (DESIGN): a room imports only from rooms before it. */

import { deepEqual, ok } from "node:assert/strict";
import { dirname, join, normalize, relative } from "node:path";

/** Rooms in order; rooms in one list may not read each other. */
const ORDER = [
  ["taxonomy", "paper"],
  ["session"],
  ["table"],
  ["llm", "sandbox"],
  ["corpora"],
  ["flow"],
  ["classify"],
  ["benchmark"],
  ["transform"],
  ["select"],
  ["release"],
  ["pilot"],
  ["reactive"],
  ["plot", "notebook"],
];

const rank = new Map(
  ORDER.flatMap((rooms, at) => rooms.map((room) => [room, at])),
);
const root = new URL("..", import.meta.url).pathname;

async function* sources(folder: string): AsyncGenerator<string> {
  for await (const { name, isDirectory } of Deno.readDir(folder)) {
    if (isDirectory) yield* sources(join(folder, name));
    else if (name.endsWith(".ts")) yield join(folder, name);
  }
}

function roomOf(path: string): string {
  return (path.split("/")[0] ?? "").replace(/\.ts$/, "");
}

/** Rooms that a file's imports name, dynamic imports and re-exports included. */
function imported(text: string, file: string): string[] {
  const rooms: string[] = [];
  const code = text.replace(/^\s*\*.*$/gm, "");
  for (const [, from] of code.matchAll(/(?:from|import)\s*\(?\s*"([^"]+)"/g)) {
    if (from?.startsWith("@taskflow/")) {
      rooms.push(from.slice("@taskflow/".length));
    }
    if (!from?.startsWith(".")) continue;
    const path = relative(
      join(root, "lib"),
      normalize(join(dirname(file), from)),
    );
    if (!path.startsWith("..")) rooms.push(roomOf(path));
  }
  return rooms;
}

Deno.test("rooms import only from rooms before them", async () => {
  const wrong: string[] = [];
  let files = 0;
  for await (const file of sources(join(root, "lib"))) {
    files++;
    const room = roomOf(relative(join(root, "lib"), file));
    const at = rank.get(room);
    if (at === undefined) {
      wrong.push(`${room}: not in the order of rooms`);
      continue;
    }
    for (const other of imported(await Deno.readTextFile(file), file)) {
      const before = rank.get(other);
      const mayRead = other === room || (before !== undefined && before < at) ||
        (room === "notebook" && other === "plot");
      if (!mayRead) wrong.push(`${relative(root, file)} imports from ${other}`);
    }
  }
  ok(files > 10, "no sources found");
  deepEqual(wrong, []);
});

Deno.test("no source file passes 500 lines", async () => {
  const long: string[] = [];
  for (const folder of ["lib", "scripts", "tests"]) {
    for await (const file of sources(join(root, folder))) {
      const lines = (await Deno.readTextFile(file)).split("\n").length;
      if (lines > 500) long.push(`${relative(root, file)}: ${lines}`);
    }
  }
  deepEqual(long, []);
});
