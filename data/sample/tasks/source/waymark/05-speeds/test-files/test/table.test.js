import assert from "node:assert/strict";
import test from "node:test";
import { renderTable } from "../src/table.js";

const route = {
  title: "Hut",
  points: [
    { km: 0, name: "Gate", metres: null },
    { km: 3.973, name: "Hut", metres: null },
  ],
};

test("renderTable lines up its columns", () => {
  const lines = renderTable(route).split("\n");
  assert.equal(lines[0], "0.0  Gate  -  0:00");
  assert.match(lines[1], /^4\.0  Hut   -  /);
});

test("renderTable passes speeds on", () => {
  assert.match(renderTable(route, { pace: 2 }), / 1:59$/);
});

test("renderTable never prints sixty minutes", () => {
  assert.match(renderTable(route), / 1:00$/);
});
