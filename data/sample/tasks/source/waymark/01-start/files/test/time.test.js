import assert from "node:assert/strict";
import test from "node:test";
import { climb } from "../src/climb.js";
import { walkingMinutes } from "../src/time.js";

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
