import { afterEach, expect, it, vi } from "vitest";
import { relative } from "../../../console/language/format.ts";

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
