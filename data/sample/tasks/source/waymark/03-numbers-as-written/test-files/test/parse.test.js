import assert from "node:assert/strict";
import test from "node:test";
import * as parse from "../src/parse.js";

const { parseRoute } = parse;

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

test("parseRoute wants points", () => {
  assert.throws(() => parseRoute("# Lake\n"), { message: "no points" });
});

test("parseRoute takes the line ends of every system", () => {
  const route = parseRoute("# Lake\n0 | Station\n2 | Chapel");
  assert.deepEqual(parseRoute("# Lake\r\n0 | Station\r\n2 | Chapel\r\n"), route);
  assert.deepEqual(parseRoute("# Lake\r0 | Station\r2 | Chapel"), route);
});

test("parseRoute leaves out a byte order mark", () => {
  assert.equal(parseRoute("\uFEFF# Lake\n0 | Station").title, "Lake");
});

test("parseNumber takes point, comma and unit", () => {
  for (const text of ["3,5", "3.5", " 3,5 km", "3.5km ", "3.5 m"]) {
    assert.equal(parse.parseNumber(text, 1), 3.5, text);
  }
  assert.equal(parse.parseNumber("-12 m", 1), -12);
});

test("parseNumber names what is not a number", () => {
  for (const text of ["about 4", "", "4 miles", "1.2.3", "3,", "km"]) {
    assert.throws(() => parse.parseNumber(text, 7), {
      name: "SyntaxError",
      message: `line 7: "${text}" is not a number`,
    });
  }
});

test("parseRoute reads decimal commas", () => {
  assert.deepEqual(parseRoute("# Tjern\n0 km| A |\n3,5 | B | 345,5 m").points, [
    { km: 0, name: "A", metres: null },
    { km: 3.5, name: "B", metres: 345.5 },
  ]);
  assert.throws(() => parseRoute("# Tjern\n0 | A\nabout 4 | B"), {
    name: "SyntaxError",
    message: 'line 3: "about 4" is not a number',
  });
});

test("parseRoute wants points in order", () => {
  assert.throws(() => parseRoute("# Lake\n0 | A\n3 | B\n2.5 | C"), {
    name: "RangeError",
    message: "line 4: 2.5 km comes after 3 km",
  });
});

test("parseRoute takes one kilometre twice", () => {
  assert.equal(parseRoute("# Lake\n0 | A\n3 | B\n3 | C").points.length, 3);
});
