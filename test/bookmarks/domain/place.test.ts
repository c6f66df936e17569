import { describe, expect, it } from "vitest";
import { placeSchema, storedPlace } from "../../../lambdas/bookmarks/domain/place.ts";
import { changesByPlace, laterPlace } from "../../../lambdas/shared/saved-items/changes-by-place.ts";

const NOW = new Date("2026-11-20T03:00:00.000Z");
const place = (minutes: number, progress = 0.5) => ({
  block: 1,
  offset: 2,
  progress,
  at: new Date(NOW.getTime() + minutes * 60_000).toISOString(),
});

describe("a place that arrives", () => {
  it.each([
    ["the first one", null, place(0), place(0)],
    ["a later one", place(0), place(1), place(1)],
    ["an earlier one", place(1), place(0), null],
    ["one of the same time", place(0), { ...place(0), block: 9 }, null],
  ])("that is %s is kept, or changes nothing", (_, there, sent, kept) => {
    expect(changesByPlace({ place: there, unread: true }, sent)).toEqual(kept && { place: kept });
  });

  it.each([
    ["before the end", null, 0.949, true, false],
    ["at the end, which nobody has reached", null, 0.95, true, true],
    ["at the end, after another place", 0.5, 0.95, true, true],
    ["at the end, after the end", 0.95, 1, true, false],
    ["at the end of what is read", 0.5, 1, false, false],
  ])("%s makes what is unread read, or does not", (_, before, progress, unread, isRead) => {
    const there = before === null ? null : place(0, before);
    expect(changesByPlace({ place: there, unread }, place(1, progress))).toEqual({
      place: place(1, progress),
      ...(isRead && { unread: false }),
    });
  });
});

it("of two places the later one is taken, and of two of one time the first", () => {
  expect([laterPlace(null, place(0)), laterPlace(place(0), null), laterPlace(null, null)]).toEqual([
    ...[place(0), place(0), null],
  ]);
  expect([laterPlace(place(0), place(1)), laterPlace(place(1), place(0))]).toEqual([place(1), place(1)]);
  expect(laterPlace(place(0), { ...place(0), block: 9 })).toEqual(place(0));
});

it.each([
  ["2026-11-20T02:59:59Z", "2026-11-20T02:59:59.000Z"],
  ["2026-11-20T11:00:00.5+09:00", NOW.toISOString().replace("03:00:00.000", "02:00:00.500")],
  ["2026-11-20T03:00:01Z", NOW.toISOString()],
  ["9999-01-01T00:00:00Z", NOW.toISOString()],
])("a place of %s is stored with the time %s", (at, stored) => {
  expect(storedPlace({ block: 1, offset: 2, progress: 0.5, at }, NOW)).toEqual({ ...place(0), at: stored });
});

it.each([
  { block: -1 },
  { block: 0.5 },
  { block: 1_000_001 },
  { offset: -1 },
  { progress: 1.01 },
  { progress: -0.01 },
  { at: "yesterday" },
])("a place with %j is refused", (wrong) => {
  expect(placeSchema.safeParse(place(0)).success).toBe(true);
  expect(placeSchema.safeParse({ ...place(0), ...wrong }).success).toBe(false);
});
