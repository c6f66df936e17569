import { describe, expect, it } from "vitest";
import { pastMoment, savedAt } from "../../../lambdas/shared/saved-items/saved-at.ts";
import { START } from "../../emulators/test-clock.ts";

it.each(["yesterday", "2026-11-20", "1574218800", 1_574_218_800, "2026-02-30T00:00:00Z"])(
  "rejects %s, which is no date-time of ISO 8601",
  (sent) => {
    expect(savedAt.safeParse(sent).success).toBe(false);
  },
);

it("is null when nothing or null was sent", () => {
  expect([savedAt.parse(undefined), savedAt.parse(null)]).toEqual([null, null]);
});

describe("pastMoment", () => {
  it.each(["2026-11-20T03:00:00.001Z", "2026-11-20T12:30:00+09:00", "9999-12-31T23:59:59Z"])(
    "rejects %s, which is in the future",
    (sent) => {
      const refusal = { status: 400, errors: [{ path: "saved_at", message: "must not be in the future" }] };
      expect(() => pastMoment(sent, START)).toThrow(expect.objectContaining(refusal));
    },
  );

  it("is the moment of a zone, now at the latest", () => {
    expect(pastMoment("2026-11-20T12:00:00+09:00", START)).toEqual(START);
    expect(pastMoment(null, START)).toBeNull();
  });
});
