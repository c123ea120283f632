import assert from "node:assert/strict";
import test from "node:test";
import { climb } from "../src/climb.js";
import * as time from "../src/time.js";

const { walkingMinutes } = time;
const point = (km, metres = null) => ({ km, name: String(km), metres });

test("climb passes over points without a height", () => {
  assert.deepEqual(climb([point(0, 200), point(1), point(2, 350), point(3, 300)]), {
    up: 150,
    down: 50,
  });
});

test("walkingMinutes on the flat", () => {
  assert.equal(walkingMinutes([point(0), point(6)]), 90);
});

test("walkingMinutes adds half of the shorter time", () => {
  assert.equal(walkingMinutes([point(0, 0), point(4, 150)]), 75);
});

test("walkingMinutes of one point", () => {
  assert.equal(walkingMinutes([point(3)]), 0);
});

test("walkingMinutes takes named speeds", () => {
  const points = [point(0, 0), point(4, 150)];
  assert.equal(walkingMinutes(points, { pace: 8 }), 45);
  assert.equal(walkingMinutes(points, { up: 100 }), 120);
  assert.equal(walkingMinutes([point(0, 50), point(1, 0)], { down: 100 }), 37.5);
});

test("walkingMinutes refuses a bare number", () => {
  assert.throws(() => walkingMinutes([point(0), point(6)], 5), {
    name: "TypeError",
    message: "speeds are named, as in { pace: 4 }",
  });
});

test("formatMinutes rounds first", () => {
  for (const [minutes, text] of [
    [0, "0:00"],
    [59.4, "0:59"],
    [59.6, "1:00"],
    [107.3, "1:47"],
    [605, "10:05"],
  ]) {
    assert.equal(time.formatMinutes(minutes), text);
  }
});
