/**
 * Times as SpecStory writes them.
 *
 * @module
 */

const PLAIN =
  /(\d{4}-\d\d-\d\d)[T _](\d\d[:-]\d\d(?:[:-]\d\d(?:\.\d{1,9})?)?) ?(Z|[+-]\d\d:?\d\d)?(?!\d)/;
const LOCALE =
  /(\d{1,4})([/.-])(\d{1,2})\2(\d{1,4}),? +\D{0,10}\d{1,2}:\d\d(?::\d\d)?\s?(AM|PM)?/;

/**
 * Find an exact time in a text: `2026-01-20 15:22:37Z`, `2025-07-20_00-45-12Z`,
 * `2026-01-20T17:24:15.996Z`, `2025-07-02 11:06Z`, `2025-11-13 21:12:14-0700`, or without a zone.
 *
 * @param text The text, for example the brackets of a turn marker.
 * @returns ISO 8601 with the precision and zone that were written (no zone: local time of the
 * exporting machine), or `null` if there is none or no such date.
 *
 * @example
 * ```ts
 * import { equal } from "node:assert/strict";
 * import { specstoryTime } from "@taskflow/corpora";
 *
 * equal(specstoryTime("2025-11-13 21:12:14-0700"), "2025-11-13T21:12:14-07:00");
 * equal(specstoryTime("2025-07-02 11:06Z"), "2025-07-02T11:06Z");
 * ```
 */
export function specstoryTime(text: string): string | null {
  const [, date, time, zone = ""] = PLAIN.exec(text) ?? [];
  if (date === undefined || time === undefined) return null;
  const iso = `${date}T${time.replaceAll("-", ":")}${
    zone.replace(/(\d\d)(\d\d)$/, "$1:$2")
  }`;
  return Number.isNaN(Date.parse(iso)) ? null : iso;
}

/**
 * Find the month of a time, also of one in the writing of some country: `2/13/2025, 10:13:52 AM`,
 * `2025/2/18 17:03:11`, `13.2.2025, 10:13:52`.
 *
 * @param text The text, for example a title.
 * @param fileName Name of the file, which mostly starts with the date: it decides whether
 * `2/3/2025` is February or March.
 * @returns `YYYY-MM`, or `null` if there is no date or its order of day and month is not known.
 *
 * @example
 * ```ts
 * import { equal } from "node:assert/strict";
 * import { specstoryMonth } from "@taskflow/corpora";
 *
 * equal(specstoryMonth("Login test (2/13/2025, 10:13:52 AM)", "login-test.md"), "2025-02");
 * equal(specstoryMonth("Login test (2/3/2025, 10:13:52)", "login-test.md"), null);
 * equal(specstoryMonth("Login (2/3/2025, 10:13:52)", "2025-03-02_10-13-login.md"), "2025-03");
 * ```
 */
export function specstoryMonth(text: string, fileName: string): string | null {
  const exact = specstoryTime(text);
  if (exact !== null) return exact.slice(0, 7);
  const named = /^\d{4}-(?:0[1-9]|1[0-2])(?=-\d\d[_. ])/.exec(fileName)?.[0] ??
    null;
  const found = LOCALE.exec(text);
  if (found === null) return named;
  const [first, separator, second, third] = [
    Number(found[1]),
    found[2],
    Number(found[3]),
    found[4],
  ];
  if (found[1]?.length === 4) return month(first, second);
  const year = Number(third);
  if (third?.length !== 4) return named;
  // Points between the numbers are written where the day comes first, "AM" in capitals where the
  // month does.
  const dayFirst = month(year, second);
  const monthFirst = month(year, first);
  if (first > 12 || separator === ".") return dayFirst;
  if (second > 12 || found[5] !== undefined || first === second) {
    return monthFirst;
  }
  return named !== null && (named === dayFirst || named === monthFirst)
    ? named
    : null;
}

function month(year: number, number: number): string | null {
  return number >= 1 && number <= 12
    ? `${year}-${String(number).padStart(2, "0")}`
    : null;
}
