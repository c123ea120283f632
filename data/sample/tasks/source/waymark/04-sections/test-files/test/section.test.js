import assert from "node:assert/strict";
import test from "node:test";
import { main } from "../src/cli.js";
import { parseRoute } from "../src/parse.js";

const TEXT = "# Lake\n0 | Station | 210\n2.4 | Chapel | 345\n" +
  "6 | Lake | 280\n9,1 | Pass | 610\n";

async function slice(from, to) {
  const { sliceRoute } = await import("../src/section.js");
  return sliceRoute(parseRoute(TEXT), from, to);
}

function run(...args) {
  const lines = [];
  const code = main(args, { read: () => TEXT, write: (text) => lines.push(text) });
  return { code, lines };
}

test("sliceRoute counts from where the section starts", async () => {
  assert.deepEqual(await slice(" chapel", "PASS"), {
    title: "Lake: Chapel to Pass",
    points: [
      { km: 0, name: "Chapel", metres: 345 },
      { km: 3.6, name: "Lake", metres: 280 },
      { km: 6.7, name: "Pass", metres: 610 },
    ],
  });
});

test("sliceRoute takes null for the first and the last point", async () => {
  assert.equal((await slice(null, "lake")).title, "Lake: Station to Lake");
  assert.equal((await slice("lake", null)).title, "Lake: Lake to Pass");
});

test("sliceRoute leaves the route as it is", async () => {
  const { sliceRoute } = await import("../src/section.js");
  const route = parseRoute(TEXT);
  sliceRoute(route, "Chapel", "Pass");
  assert.deepEqual(route, parseRoute(TEXT));
});

test("sliceRoute gives the way back", async () => {
  assert.deepEqual(await slice("Lake", "Station"), {
    title: "Lake: Lake to Station",
    points: [
      { km: 0, name: "Lake", metres: 280 },
      { km: 3.6, name: "Chapel", metres: 345 },
      { km: 6, name: "Station", metres: 210 },
    ],
  });
});

test("sliceRoute suggests a name", async () => {
  await assert.rejects(slice("Chapl", null), {
    name: "RangeError",
    message: 'no point "Chapl" on "Lake", did you mean "Chapel"?',
  });
});

test("sliceRoute knows no such name", async () => {
  await assert.rejects(slice(null, "Summit"), {
    name: "RangeError",
    message: 'no point "Summit" on "Lake"',
  });
});

test("sliceRoute refuses one point for both", async () => {
  await assert.rejects(slice("chapel", "Chapel"), {
    name: "RangeError",
    message: '"Chapel" is both start and end',
  });
});

test("main prints a section", () => {
  const { code, lines } = run("lake.txt", "--from", "Lake", "--to", "Chapel");
  assert.equal(code, 0);
  assert.equal(lines[0], "Lake: Lake to Chapel");
  assert.equal(lines[1], "0.0  Lake    280  0:00\n3.6  Chapel  345  1:01");
});

test("main takes --from alone", () => {
  assert.equal(run("lake.txt", "--from", "Lake").lines[0], "Lake: Lake to Pass");
});

test("main names what is not on the route", () => {
  assert.deepEqual(run("lake.txt", "--to", "Summit"), {
    code: 2,
    lines: ['waymark: no point "Summit" on "Lake"'],
  });
  assert.match(run().lines[0], /\[--from NAME\] \[--to NAME\]/);
});
