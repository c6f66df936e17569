import { afterEach, expect, it, vi } from "vitest";
import { moment, partialDate, relative } from "../../../console/language/format.ts";
import { japanDay } from "../../../console/prices/trend/japan-day.ts";

afterEach(() => void vi.unstubAllEnvs());

it("how far a time is from now is counted by the days of the reader's own time zone", () => {
  const [time, now] = ["2026-11-22T14:30:00Z", new Date("2026-11-23T04:00:00Z")];
  vi.stubEnv("TZ", "Asia/Tokyo");
  expect(relative(time, now)).toBe("yesterday");
  vi.stubEnv("TZ", "Pacific/Auckland");
  expect(relative(time, now)).toBe("13 hours ago");
  // The day on which clocks are set back has 25 hours.
  vi.stubEnv("TZ", "Europe/Berlin");
  expect(relative("2026-10-25T00:30:00+02:00", new Date("2026-10-26T00:10:00+01:00"))).toBe("yesterday");
  expect(relative("2026-10-25T00:30:00+02:00", new Date("2026-10-25T23:40:00+01:00"))).toBe("24 hours ago");
});

it("a time is in the time zone in which the device is now", () => {
  const times = ["Asia/Tokyo", "Europe/Berlin", "Asia/Tokyo"].map((zone) => {
    vi.stubEnv("TZ", zone);
    return moment("2026-11-22T14:30:00Z");
  });
  expect(times).toEqual(["22 Nov 2026, 23:30", "22 Nov 2026, 15:30", "22 Nov 2026, 23:30"]);
});

it.each(["Pacific/Niue", "America/Los_Angeles", "UTC", "Asia/Tokyo", "Pacific/Kiritimati"])(
  "a date that is none of the reader's own is the same in %s as elsewhere",
  (zone) => {
    vi.stubEnv("TZ", zone);
    // The day on which a book was published, as far as it is known.
    expect(["2024-01-01", "2024-03", "2024", "2023-12-31"].map(partialDate)).toEqual([
      "1 Jan 2024",
      "Mar 2024",
      "2024",
      "31 Dec 2023",
    ]);
    // A day of Japan, on which something was sold.
    expect(japanDay(Date.parse("2026-11-15T15:00:00Z") / 1_000)).toBe("16 Nov 2026");
    expect(japanDay(Date.parse("2026-11-16T14:59:59Z") / 1_000)).toBe("16 Nov 2026");
  },
);
