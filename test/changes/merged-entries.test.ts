import { describe, expect, it } from "vitest";
import { MergedEntries } from "../../lambdas/changes/merged-entries.ts";
import type { ChangeEntry, EntryRange } from "../../lambdas/shared/changes/change-index.ts";

const entry = (second: number): ChangeEntry => ({
  id: `at-${second}`,
  changedAt: `2026-03-01T00:00:0${second}.000Z`,
  isDeleted: false,
});

/** An index with a change at each of these seconds, and what was asked of it. */
function indexOf(...seconds: readonly number[]) {
  const asked: EntryRange[] = [];
  const listEntries = async (_userId: string, range: EntryRange) => {
    asked.push(range);
    const { after, limit } = range;
    const rest = seconds.map(entry).filter(({ changedAt }) => after === null || changedAt > after.changedAt);
    return { entries: rest.slice(0, limit), isEnd: rest.length <= limit };
  };
  return { asked, listEntries };
}

describe("the entries of two indexes", () => {
  const open = (bookmark: ReturnType<typeof indexOf>, stock: ReturnType<typeof indexOf>) =>
    new MergedEntries("ada", { bookmark, stock }, null, { bookmark: null, stock: null });

  it("come with the oldest change first, and no more than are asked for", async () => {
    const merged = open(indexOf(4, 5), indexOf(1, 6));
    expect((await merged.next(9)).map(({ type, id }) => `${type} ${id}`)).toEqual([
      "stock at-1",
      "bookmark at-4",
      "bookmark at-5",
      "stock at-6",
    ]);
    expect(await open(indexOf(4, 5), indexOf(1, 6)).next(2)).toHaveLength(2);
  });

  it("are read one further than asked for, and each once", async () => {
    const [bookmarks, stocks] = [indexOf(1, 3, 5, 7), indexOf(2, 4, 6, 8)];
    const merged = open(bookmarks, stocks);
    for (const next of await merged.next(2)) merged.take(next);
    expect(merged.positions).toEqual({ bookmark: positionAt(1), stock: positionAt(2) });
    expect((await merged.next(2)).map(({ id }) => id)).toEqual(["at-3", "at-4"]);
    const ranges = ({ asked }: typeof bookmarks) => asked.map(({ after, limit }) => [after?.id ?? null, limit]);
    expect([ranges(bookmarks), ranges(stocks)]).toEqual([
      [
        [null, 3],
        ["at-5", 1],
      ],
      [
        [null, 3],
        ["at-6", 1],
      ],
    ]);
  });
});

function positionAt(second: number) {
  const { id, changedAt } = entry(second);
  return { id, changedAt };
}
