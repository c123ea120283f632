import assert from "node:assert/strict";
import test from "node:test";
import { parseRoute } from "../src/parse.js";

test("parseRoute reads a title and points", () => {
  assert.deepEqual(parseRoute("# Lake\n0 | Station | 210\n\n2.4|Chapel\n"), {
    title: "Lake",
    points: [
      { km: 0, name: "Station", metres: 210 },
      { km: 2.4, name: "Chapel", metres: null },
    ],
  });
});

test("parseRoute names the line that is no point", () => {
  assert.throws(() => parseRoute("# Lake\n0 | Station\nChapel"), {
    name: "SyntaxError",
    message: 'line 3: not "km | name | metres"',
  });
});
