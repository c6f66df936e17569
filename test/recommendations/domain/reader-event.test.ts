import { expect, it } from "vitest";
import type { Counts } from "../../../lambdas/recommendations/domain/reader-event.ts";
import { count } from "../../../lambdas/recommendations/domain/reader-event.ts";

it("counts clicks and subscribers of each recommendation", () => {
  const counts = new Map<string, Counts>();
  for (const kind of ["clicked", "subscribed", "clicked"] as const) count(counts, { recommendationId: "one", kind });
  count(counts, { recommendationId: "two", kind: "subscribed" });
  expect(Object.fromEntries(counts)).toEqual({
    one: { clicks: 2, subscribers: 1 },
    two: { clicks: 0, subscribers: 1 },
  });
});
