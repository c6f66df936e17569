import { describe, expect, it } from "vitest";
import { parseRetryAfter } from "../../../lambdas/shared/outbound/retry-after.ts";

const now = new Date("1994-11-06T08:49:00.500Z");

describe("parseRetryAfter", () => {
  it.each([
    ["0", 0],
    ["120", 120],
    [" 7 ", 7],
    ["007", 7],
    ["1000000000", 1_000_000_000],
    ["9".repeat(400), Number.MAX_SAFE_INTEGER],
  ])("reads %s as seconds", (value, seconds) => {
    expect(parseRetryAfter(value, now)).toBe(seconds);
  });

  it.each(["Sun, 06 Nov 1994 08:49:37 GMT", "Sunday, 06-Nov-94 08:49:37 GMT", "Sun Nov  6 08:49:37 1994"])(
    "reads the date %s and rounds up",
    (value) => {
      expect(parseRetryAfter(value, now)).toBe(37);
    },
  );

  it("counts a date from the Date header, whatever this clock shows", () => {
    const date = "Sun, 06 Nov 1994 08:49:07 GMT";
    expect(parseRetryAfter("Sun, 06 Nov 1994 08:49:37 GMT", new Date("2030-01-01T00:00:00Z"), date)).toBe(30);
  });

  it("ignores a malformed Date header", () => {
    expect(parseRetryAfter("Sun, 06 Nov 1994 08:49:37 GMT", now, "yesterday")).toBe(37);
  });

  it("reads every month, and the last second of a day", () => {
    const months = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"];
    for (const [index, month] of months.entries()) {
      const dayBefore = new Date(Date.UTC(2025, index, 9, 23, 59, 59));
      expect(parseRetryAfter(`Mon, 10 ${month} 2025 23:59:59 GMT`, dayBefore)).toBe(86_400);
      expect(parseRetryAfter(`Monday, 10-${month}-25 23:59:59 GMT`, dayBefore)).toBe(86_400);
      expect(parseRetryAfter(`Mon ${month} 10 23:59:59 2025`, dayBefore)).toBe(86_400);
    }
  });

  it("ignores white space around both headers", () => {
    expect(parseRetryAfter(" Sun, 06 Nov 1994 08:49:37 GMT ", now, " Sun, 06 Nov 1994 08:49:07 GMT ")).toBe(30);
  });

  it("is 0 for a date in the past", () => {
    expect(parseRetryAfter("Sun, 06 Nov 1994 08:48:37 GMT", now)).toBe(0);
  });

  it("accepts a leap second and 29 February", () => {
    expect(parseRetryAfter("Sat, 31 Dec 2016 23:59:60 GMT", new Date("2016-12-31T23:59:59Z"))).toBe(1);
    expect(parseRetryAfter("Thu, 29 Feb 2024 00:00:00 GMT", new Date("2024-02-28T23:59:00Z"))).toBe(60);
  });

  it("places a two-digit year at most 50 years ahead", () => {
    expect(parseRetryAfter("Friday, 01-Jan-99 00:00:00 GMT", new Date("2026-01-01T00:00:00Z"))).toBe(0);
    expect(parseRetryAfter("Friday, 01-Jan-27 00:00:00 GMT", new Date("2026-12-31T23:59:00Z"))).toBe(60);
    const [new76, old77] = ["76", "77"].map((year) =>
      parseRetryAfter(`Wednesday, 01-Jan-${year} 00:00:00 GMT`, new Date("2026-01-01T00:00:00Z")),
    );
    expect(new76).toBe((Date.UTC(2076, 0) - Date.UTC(2026, 0)) / 1_000);
    expect(old77).toBe(0);
  });

  it.each([
    undefined,
    "",
    " ",
    ..."-1|+1|abc|1.5|1e9|0x10|NaN|Infinity|10s|1, 2|１２|1994-11-06T08:49:37Z".split("|"),
    ..."Sun, 6 Nov 1994 08:49:37 GMT|Sun, 06 Nov 1994 08:49:37|Sun, 06 Nov 1994 08:49:37 UTC".split("|"),
    ..."Sun, 06 Nov 1994 08:49:37 +0000|sun, 06 nov 1994 08:49:37 gmt|Xyz, 06 Nov 1994 08:49:37 GMT".split("|"),
    ..."Sun, 31 Feb 1994 08:49:37 GMT|Sun, 00 Nov 1994 08:49:37 GMT|Sun, 06 Nov 1994 24:00:00 GMT".split("|"),
    ..."Sun, 06 Nov 1994 08:60:00 GMT|Sun, 06 Nov 1994 08:49:61 GMT|x Sun, 06 Nov 1994 08:49:37 GMT".split("|"),
    ..."Sun, 06 Nov 1994 08:49:37 GMT x|x Sunday, 06-Nov-94 08:49:37 GMT|Sunday, 06-Nov-94 08:49:37 GMT x".split("|"),
    ..."x Sun Nov  6 08:49:37 1994|Sun Nov  6 08:49:37 1994 x|Sun, 06-Nov-94 08:49:37 GMT".split("|"),
    "Sun Nov 6 08:49:37 1994",
  ])("ignores %j", (value) => {
    expect(parseRetryAfter(value, now)).toBeNull();
  });
});
