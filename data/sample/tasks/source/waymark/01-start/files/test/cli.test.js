import assert from "node:assert/strict";
import test from "node:test";
import { main } from "../src/cli.js";

const LAKE = "# Lake\n0 | Station | 210\n2.4 | Chapel | 345\n6 | Lake | 280\n";

function run(...args) {
  const lines = [];
  const code = main(args, { read: () => LAKE, write: (text) => lines.push(text) });
  return { code, lines };
}

test("main prints title, table and total", () => {
  const { code, lines } = run("lake.txt");
  assert.equal(code, 0);
  assert.equal(lines[0], "Lake");
  assert.equal(
    lines[1],
    [
      "0.0  Station  210  0:00",
      "2.4  Chapel   345  0:50",
      "6.0  Lake     280  1:47",
    ].join("\n"),
  );
});

test("main explains itself", () => {
  const { code, lines } = run("lake.txt", "--fast");
  assert.equal(code, 2);
  assert.match(lines[0], /^waymark: usage: waymark FILE /);
});
