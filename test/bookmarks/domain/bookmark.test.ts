import { describe, expect, it } from "vitest";
import { failedJobId, isFailedJobId } from "../../../lambdas/bookmarks/domain/bookmark.ts";
import { derivedId } from "../../../lambdas/shared/derived-id.ts";
import { START } from "../../emulators/test-clock.ts";

describe("the id of a failed job", () => {
  const bookmark = { id: derivedId("alice", "https://blog.example/") };
  const id = failedJobId(bookmark, { at: START.toISOString() });

  it("sorts by the time of the failure", () => {
    const ids = ["2001-09-09T01:46:39.999Z", "2001-09-09T01:46:40.000Z", "2026-11-20T03:00:00.000Z"].map((at) =>
      failedJobId(bookmark, { at }),
    );
    expect(ids.toSorted()).toEqual(ids);
    expect(isFailedJobId(ids[0] ?? "")).toBe(true);
  });

  it("has a form that no shorter and no longer text has", () => {
    expect(isFailedJobId(id)).toBe(true);
    for (let index = 0; index < id.length; index += 1) {
      const [before, after] = [id.slice(0, index), id.slice(index + 1)];
      expect([before, after, before + after, `${before}x${after}`].filter(isFailedJobId)).toEqual([]);
    }
    expect([`${id}0`, `0${id}`, `${id}\n`, id.toUpperCase()].filter(isFailedJobId)).toEqual([]);
  });
});
