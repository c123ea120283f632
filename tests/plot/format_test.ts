import { equal } from "node:assert/strict";
import {
  formatCell,
  formatComponent,
  formatCount,
  formatScore,
  formatShare,
} from "@taskflow/plot";

Deno.test("formatShare() never rounds to nothing or to all", () => {
  equal(formatShare(0), "0.0%");
  equal(formatShare(1e-9), "<0.1%");
  equal(formatShare(0.0005), "0.1%");
  equal(formatShare(0.9994), "99.9%");
  equal(formatShare(0.9996), ">99.9%");
  equal(formatShare(1), "100.0%");
});

Deno.test("formatCell() says what is not there", () => {
  equal(formatCell(null, "count"), "–");
  equal(formatCell(null, "share"), "–");
  equal(formatCell(null, "text"), "–");
  equal(formatCell(null, "score"), "undefined");
  equal(formatCell(null, "component"), "undefined");
});

Deno.test("formatCell() writes text and numbers by format", () => {
  equal(formatCell("1234", "count"), "1234");
  equal(formatCell(1234, "text"), "1234");
  equal(formatCell(1234567, "count"), formatCount(1234567));
  equal(formatCount(1234567), "1,234,567");
  equal(formatScore(100), "100.0");
  equal(formatComponent(0.49149), "0.491");
});
