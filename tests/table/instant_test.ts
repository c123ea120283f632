/** Instants as text. */

import { equal, throws } from "node:assert/strict";
import fc from "fast-check";
import { TimeUnit } from "apache-arrow";
import { formatInstant, parseInstant } from "@taskflow/table";
import { dateOfUnits, unitsOfDate } from "../../lib/table/instant.ts";

const UNITS = [
  TimeUnit.SECOND,
  TimeUnit.MILLISECOND,
  TimeUnit.MICROSECOND,
  TimeUnit.NANOSECOND,
];

Deno.test("formatInstant() and parseInstant() are inverse in every unit", () => {
  fc.assert(
    fc.property(
      fc.bigInt({ min: -(8n * 10n ** 12n), max: 8n * 10n ** 12n }),
      fc.constantFrom(...UNITS),
      fc.boolean(),
      (units, unit, zoned) =>
        parseInstant(formatInstant(units, unit, zoned), unit) === units,
    ),
    { seed: 8, numRuns: 1000 },
  );
});

Deno.test("parseInstant() agrees with Date on times with a zone", () => {
  fc.assert(
    fc.property(
      fc.date({ noInvalidDate: true }),
      (date) => parseInstant(date.toISOString()) === BigInt(date.getTime()),
    ),
    { seed: 9 },
  );
});

Deno.test("parseInstant() reads zones, and UTC where there is none", () => {
  const at = Date.UTC(2026, 2, 1, 8);
  for (
    const text of [
      "2026-03-01T08:00:00Z",
      "2026-03-01T08:00",
      "2026-03-01 08:00:00",
      "2026-03-01 08:00:00 Z",
      "2026-03-01T10:00:00.000+02:00",
      "2026-03-01T02:30:00-0530",
      "2026-03-01T10:00:00+02",
    ]
  ) equal(parseInstant(text), BigInt(at), text);
  equal(parseInstant("2026-03-01"), BigInt(Date.UTC(2026, 2, 1)));
  equal(parseInstant("1970-01-01T00:00:00.1234567890Z"), 123n);
});

Deno.test("parseInstant() refuses what is no instant", () => {
  for (
    const text of [
      "",
      "2026-13-01",
      "2026-02-30T00:00:00Z",
      "2026-03-01T25:00:00Z",
      "2026-3-1",
      "1767225600",
      "March 1, 2026",
    ]
  ) equal(parseInstant(text), null, text);
});

Deno.test("formatInstant() refuses what Date cannot hold", () => {
  throws(() => formatInstant(8_640_000_000_001n, TimeUnit.SECOND), RangeError);
});

Deno.test("dateOfUnits() undoes unitsOfDate() in every unit", () => {
  for (const unit of UNITS) {
    for (const at of [-2000, 0, 5000]) {
      equal(dateOfUnits(unitsOfDate(new Date(at), unit), unit).getTime(), at);
    }
  }
  equal(dateOfUnits(-1n, TimeUnit.NANOSECOND).getTime(), -1);
});
