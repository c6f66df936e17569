import { expect, it } from "vitest";
import { DeliveredStates } from "../../lambdas/changes/delivered-states.ts";
import type { ChangeSources } from "../../lambdas/changes/read-changes-page.ts";
import { readChangesPage } from "../../lambdas/changes/read-changes-page.ts";
import type { EntryRange, PresentState } from "../../lambdas/shared/changes/change-index.ts";
import { at } from "../emulators/test-clock.ts";

const NOTHING = { before: "", met: "" };
const changedAt = (index: number) => at(index).toISOString();

/** Bookmarks of which one was changed in each millisecond, and no stocks. */
function sourcesOf(items: readonly (PresentState<unknown> | undefined)[]): ChangeSources {
  const entries = items.map((_, index) => ({ id: `${index}`, changedAt: changedAt(index), isDeleted: false }));
  const bookmark: ChangeSources["bookmark"] = {
    async listEntries(_userId: string, { after, limit }: EntryRange) {
      const rest = entries.slice(after === null ? 0 : Number(after.id) + 1);
      return { entries: rest.slice(0, limit), isEnd: rest.length <= limit };
    },
    listTombstones: async () => [],
    async readStates(_userId, ids) {
      return new Map(ids.flatMap((id) => (items[Number(id)] ? [[id, items[Number(id)] as never]] : [])));
    },
  };
  const stock = {
    ...bookmark,
    listEntries: async () => ({ entries: [], isEnd: true }),
    readStates: async () => new Map(),
  };
  return { bookmark, stock };
}

const BEGUN = { begunAt: at(0).getTime(), from: null, positions: { bookmark: null, stock: null } };

function pageOf(sources: ChangeSources, { horizon = 0, states = DeliveredStates.decode(NOTHING) } = {}) {
  return readChangesPage("mia", sources, { pass: BEGUN, states, horizon: at(horizon).getTime(), limit: 200 });
}

const idsOf = ({ changes }: Awaited<ReturnType<typeof pageOf>>) => changes.map(({ id }) => id);

// How much a page holds, and how far it goes: followed-tables.test.ts.

it("an entry is no change when its item is gone, or has changed since and has another entry", async () => {
  const sources = sourcesOf([
    undefined,
    { changedAt: changedAt(3), answer: { a: 1 } },
    { changedAt: changedAt(2), answer: { a: 2 } },
  ]);
  const page = await pageOf(sources);
  expect([idsOf(page), page.isEnd]).toEqual([["2"], true]);
});

it("a first pass leaves out what was deleted before the time from which the next one reads, and keeps what was then", async () => {
  const sources = sourcesOf([0, 1, 2].map((index) => ({ changedAt: changedAt(index), answer: null })));
  const states = DeliveredStates.decode(NOTHING);
  expect(idsOf(await pageOf(sources, { horizon: 1, states }))).toEqual(["1", "2"]);
  // The next pass meets the two again, and knows them.
  const later = DeliveredStates.decode(states.atEnd);
  expect(idsOf(await pageOf(sources, { horizon: 1, states: later }))).toEqual([]);
});
