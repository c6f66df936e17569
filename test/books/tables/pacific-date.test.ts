import { expect, it } from "vitest";
import { pacificDate } from "../../../lambdas/books/tables/quota-table.ts";

it.each([
  ["2026-01-15T07:59:59.999Z", "2026-01-14", "winter: UTC − 8"],
  ["2026-01-15T08:00:00.000Z", "2026-01-15", "winter, midnight"],
  ["2026-07-15T06:59:59.999Z", "2026-07-14", "summer: UTC − 7"],
  ["2026-07-15T07:00:00.000Z", "2026-07-15", "summer, midnight"],
  ["2026-03-08T07:59:59.999Z", "2026-03-07", "the evening before the clocks go forward"],
  ["2026-03-08T08:00:00.000Z", "2026-03-08", "the day on which they go forward begins in winter"],
  ["2026-03-09T06:59:59.999Z", "2026-03-08", "and ends in summer, an hour short"],
  ["2026-03-09T07:00:00.000Z", "2026-03-09", "the day after"],
  ["2026-11-01T07:00:00.000Z", "2026-11-01", "the day on which they go back begins in summer"],
  ["2026-11-02T07:59:59.999Z", "2026-11-01", "and ends in winter, an hour longer"],
  ["2026-11-02T08:00:00.000Z", "2026-11-02", "the day after that"],
  ["2027-01-01T07:59:59.999Z", "2026-12-31", "the last second of a year"],
  ["2027-01-01T08:00:00.000Z", "2027-01-01", "the first of the next"],
  ["2028-03-01T07:59:59.999Z", "2028-02-29", "a leap day"],
])("assigns %s to %s: %s", (now, date) => {
  expect(pacificDate(new Date(now))).toBe(date);
});
