import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { Position } from "../../../lambdas/shared/http/pagination.ts";
import type { Place } from "../../../lambdas/shared/table/merged-page.ts";
import { mergedPage } from "../../../lambdas/shared/table/merged-page.ts";
import { at } from "../../emulators/test-clock.ts";

interface Row {
  readonly id: string;
  readonly time: string;
  /** Whether a filter leaves it out. */
  readonly isHidden: boolean;
}

/**
 * Partitions with rows of these seconds, several of one second in the order of their ids; some are hidden.
 *
 * @param most rows that one read examines
 */
function stored(
  seconds: readonly (readonly number[])[],
  most = 7,
  mostReads = Number.POSITIVE_INFINITY,
  isOldestFirst = false,
) {
  const isBefore = (one: Place, other: Place) => {
    const [place, another] = [one, other].map(({ time, id }) => time + id) as [string, string];
    return isOldestFirst ? place < another : place > another;
  };
  const partitions = new Map<string, Row[]>();
  let reads = 0;
  let examined = 0;
  function add(partition: string, second: number): void {
    const rows = partitions.get(partition) ?? [];
    const number = String([...partitions.values()].flat().length + 1);
    rows.push({
      id: `00000000-0000-0000-0000-${number.padStart(12, "0")}`,
      time: at(second * 1_000).toISOString(),
      isHidden: second % 3 === 2,
    });
    rows.sort((one, other) => (isBefore(one, other) ? -1 : 1));
    partitions.set(partition, rows);
  }
  for (const [index, own] of seconds.entries()) for (const second of own) add(`p#${index}`, second);
  const list = {
    partitions: seconds.map((_, index) => `p#${index}`),
    placeOf: ({ id, time }: Row): Place => ({ id, time }),
    mostReads,
    isOldestFirst,
    read: async (partition: string, after: Place | undefined, about: number) => {
      reads += 1;
      const left = (partitions.get(partition) ?? []).filter((row) => after === undefined || isBefore(after, row));
      const items = left.slice(0, Math.min(about, most));
      examined += items.length;
      return {
        items: items.filter(({ isHidden }) => !isHidden),
        read: items.length < left.length ? (items.at(-1) ?? null) : null,
      };
    },
  };
  const shown = () => [...partitions.values()].flat().filter(({ isHidden }) => !isHidden);
  return { list, add, shown, reads: () => reads, examined: () => examined };
}

describe("a walk over several partitions", () => {
  const seconds = fc.array(fc.array(fc.nat(12), { maxLength: 15 }), { minLength: 1, maxLength: 5 });

  it("returns each row once, newest or oldest first, also while others are added", async () => {
    const limits = fc.integer({ min: 1, max: 9 });
    const bounds = fc.constantFrom(1, 2, Number.POSITIVE_INFINITY);
    await fc.assert(
      fc.asyncProperty(
        seconds,
        limits,
        limits,
        bounds,
        fc.boolean(),
        async (given, limit, most, mostReads, isOldestFirst) => {
          const { list, add, shown } = stored(given, most, mostReads, isOldestFirst);
          const before = shown();
          const walked: Row[] = [];
          let position: Position | null = null;
          let pages = 0;
          do {
            const page: Awaited<ReturnType<typeof mergedPage<Row>>> = await mergedPage(list, {
              limit,
              position: position ?? undefined,
            });
            expect(page.items.length).toBeLessThanOrEqual(limit);
            if (mostReads === Number.POSITIVE_INFINITY) {
              if (page.position !== null) expect(page.items).toHaveLength(limit);
              // A page names a next one only if there is something on it.
              if (pages > 0) expect(page.items).not.toEqual([]);
            }
            walked.push(...page.items);
            position = page.position;
            // At the beginning of the list.
            add(`p#${pages % given.length}`, isOldestFirst ? -3 : 15);
            pages += 1;
            expect(pages).toBeLessThan(1_000);
          } while (position !== null);
          const times = walked.map(({ time }) => time);
          expect(times).toEqual(isOldestFirst ? times.toSorted() : times.toSorted().reverse());
          const ids = (rows: readonly Row[]) => rows.map(({ id }) => id).sort();
          expect(ids(walked)).toEqual(ids(before));
        },
      ),
    );
  });

  it("reads about as much as the page has, not that much of each partition", async () => {
    const { list, reads, examined } = stored(
      Array.from({ length: 5 }, (_, partition) =>
        Array.from({ length: 100 }, (_, index) => 3 * (5 * index + partition)),
      ),
      100,
    );
    const { items } = await mergedPage(list, { limit: 20, position: undefined });
    expect(items).toHaveLength(20);
    // Five rows each.
    expect(reads()).toBeLessThanOrEqual(6);
    expect(examined()).toBeLessThanOrEqual(6 * 5);
  });

  it("continues after the page even in a partition without items on the page", async () => {
    const { list, add } = stored([[90, 81, 72], [12]]);
    const seconds = (items: readonly Row[]) => items.map(({ time }) => (Date.parse(time) - at(0).getTime()) / 1_000);
    const first = await mergedPage(list, { limit: 3, position: undefined });
    expect(seconds(first.items)).toEqual([90, 81, 72]);
    add("p#1", 75);
    add("p#1", 42);
    const second = await mergedPage(list, { limit: 3, position: first.position ?? undefined });
    expect(seconds(second.items)).toEqual([42, 12]);
    expect(second.position).toBeNull();
  });

  it("makes no more reads than it may, though the page is not full", async () => {
    // A filter leaves out all of them.
    const { list, reads } = stored([Array.from({ length: 50 }, () => 2), Array.from({ length: 50 }, () => 2)], 5, 3);
    const { items, position } = await mergedPage(list, { limit: 20, position: undefined });
    expect(items).toEqual([]);
    expect(reads()).toBe(2 + 3);
    expect(Object.keys(position ?? {})).toEqual(["p#0", "p#1"]);
  });
});
