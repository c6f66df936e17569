import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { MOST_KNOWN } from "../../lambdas/changes/delivered-states.ts";
import { capturedLog } from "../emulators/captured-log.ts";
import { at, MINUTE } from "../emulators/test-clock.ts";
import { runs } from "../load.ts";
import { changesApi, Follower, OVERLAP_MS } from "./changes-world.ts";
import type { Write } from "./lagging-tables.ts";
import { LaggingTables, LONGEST_LAG_MS, LONGEST_WRITE_MS } from "./lagging-tables.ts";

capturedLog();

type Step =
  | { readonly begin: Write }
  | { readonly arrive: number }
  | { readonly appear: number }
  | { readonly pass: number }
  /** A page is read; before each of its reads so many of the next steps happen. */
  | { readonly page: number; readonly ahead: number; readonly between: readonly number[] };

const IDS = ["a", "b", "c"].map((digit) => `${digit.repeat(8)}-aaaa-8aaa-8aaa-aaaaaaaaaaaa`);
/** Two clocks are a minute apart at the most. */
const anyClock = fc.constantFrom(0, 0, 1, 30_000, -30_000);

const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 4,
    arbitrary: fc
      .record({
        type: fc.constantFrom("bookmark", "stock"),
        id: fc.constantFrom(...IDS),
        text: fc.constantFrom("one", "two", null),
        ahead: anyClock,
      })
      .map((begin) => ({ begin })),
  },
  { weight: 4, arbitrary: fc.nat(3).map((arrive) => ({ arrive })) },
  { weight: 4, arbitrary: fc.nat(3).map((appear) => ({ appear })) },
  {
    weight: 3,
    arbitrary: fc.constantFrom(0, 1, 1, 1_000, 30_000, MINUTE, 3 * MINUTE, 10 * MINUTE).map((pass) => ({ pass })),
  },
  {
    weight: 4,
    arbitrary: fc.record({
      page: fc.constantFrom(1, 1, 2, 3, 200),
      ahead: anyClock,
      between: fc.array(fc.nat(3), { minLength: 1, maxLength: 8 }),
    }),
  },
);

/** A follower. @param options how far its clock is ahead in milliseconds; what happens before each of its reads */
function followerOf(tables: LaggingTables, { ahead = () => 0, stop = () => undefined }: Partial<Options> = {}) {
  const clock = { now: () => at(tables.now + ahead()), wait: (milliseconds: number) => milliseconds };
  const sources = { bookmark: tables.source("bookmark", stop), stock: tables.source("stock", stop) };
  const send = changesApi({ sources, clock, overlapMs: OVERLAP_MS });
  return new Follower((request) => send({ ...request, madeUp: true }), "alice");
}

interface Options {
  readonly ahead: () => number;
  readonly stop: () => void;
}

/** A follower of tables in which the steps happen, and the tables. */
async function followed(steps: readonly Step[]) {
  const tables = new LaggingTables();
  const left = [...steps];
  let followersClock = 0;
  let between: readonly number[] = [];
  let reads = 0;

  function act(next: Step): void {
    if ("begin" in next) tables.begin(next.begin);
    else if ("arrive" in next) tables.arrive(next.arrive);
    else if ("appear" in next) tables.appear(next.appear);
    else if ("pass" in next) tables.pass(next.pass);
  }

  function stop(): void {
    const count = between.length === 0 ? 0 : Number(between[reads % between.length]);
    reads += 1;
    for (let done = 0; done < count; done += 1) {
      const next = left[0];
      if (next === undefined || "page" in next) return;
      left.shift();
      act(next);
    }
  }

  const follower = followerOf(tables, { ahead: () => followersClock, stop });
  for (let next = left.shift(); next !== undefined; next = left.shift()) {
    if (!("page" in next)) {
      act(next);
      continue;
    }
    followersClock = next.ahead;
    between = next.between;
    await follower.readPage(next.page);
  }
  between = [];
  return { tables, follower };
}

describe("whatever writers, clocks, the index and time do between its reads", () => {
  it("a follower ends with what the lists show", async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 60 }), fc.constantFrom(1, 2, 200), async (steps, limit) => {
        const { tables, follower } = await followed(steps);
        tables.settle();
        // The rest of the pass that was begun before, and one after everything was in the index.
        await follower.catchUp(limit);
        await follower.catchUp(limit);
        expect(follower.copy).toEqual(tables.lists);
      }),
      runs(1_000),
    );
  });

  it("and then gets nothing more", async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 60 }), async (steps) => {
        const { tables, follower } = await followed(steps);
        tables.settle();
        await follower.catchUp();
        await follower.catchUp();
        // A clock that went back between two passes has the one after them read from an earlier time than they did.
        await follower.catchUp();
        expect(await follower.catchUp()).toEqual([]);
        tables.pass(10 * MINUTE);
        expect(await follower.catchUp()).toEqual([]);
      }),
      runs(300),
    );
  });
});

describe("a change that takes as long as it may", () => {
  const ITEM = { type: "bookmark", id: String(IDS[0]), text: "one" } as const;

  const CLOCKS = [
    { name: "of a clock that is behind, for a follower whose clock is ahead", writer: -30_000, reader: 30_000 },
    { name: "of a clock that is ahead, for a follower whose clock is behind", writer: 30_000, reader: -30_000 },
    { name: "of one clock", writer: 0, reader: 0 },
  ];

  it.each(CLOCKS)("$name, is not missed by a follower that has just read on", async ({ writer, reader }) => {
    const tables = new LaggingTables();
    const follower = followerOf(tables, { ahead: () => reader });
    await follower.catchUp();
    tables.begin({ ...ITEM, ahead: writer });
    tables.pass(LONGEST_WRITE_MS);
    tables.arrive(0);
    tables.pass(LONGEST_LAG_MS);
    await follower.catchUp();
    expect(follower.copy.size).toBe(0);
    tables.settle();
    await follower.catchUp();
    expect(follower.copy).toEqual(tables.lists);
  });

  // A pause makes the time of a pass's beginning another one than that of its latest cursor.
  it.each(CLOCKS.flatMap((clocks) => [1, 2, 3].map((pages) => ({ ...clocks, pages }))))(
    "$name, is not missed by a follower that pauses for an hour after $pages pages of one",
    async (one) => {
      const tables = new LaggingTables();
      const follower = followerOf(tables, { ahead: () => one.reader });
      tables.begin({ ...ITEM, ahead: one.writer });
      for (const digit of "0123") {
        tables.pass(1);
        tables.begin({ ...ITEM, id: digit.repeat(8) + ITEM.id.slice(8), ahead: 30_000 });
        tables.arrive(1);
        tables.appear(0);
      }
      for (let page = 0; page < one.pages; page += 1) await follower.readPage(1);
      tables.settle();
      tables.pass(60 * MINUTE);
      await follower.catchUp(1);
      // The next pass brings it, and nothing that this one has brought.
      expect((await follower.catchUp(1)).map(({ id }) => id)).toEqual([ITEM.id]);
      expect(follower.copy).toEqual(tables.lists);
    },
  );
});

describe("more changes of one moment than a cursor knows", () => {
  it("are delivered, some of them again while they are young, and then not any more", async () => {
    const tables = new LaggingTables();
    const follower = followerOf(tables);
    for (let index = 0; index < 600; index += 1) {
      const id = `${String(index).padStart(8, "0")}-aaaa-8aaa-8aaa-aaaaaaaaaaaa`;
      tables.begin({ type: index % 2 === 0 ? "bookmark" : "stock", id, text: "one", ahead: index });
    }
    tables.settle();
    expect(await follower.catchUp()).toHaveLength(600);
    expect(await follower.catchUp()).toHaveLength(600 - MOST_KNOWN);
    expect(follower.copy).toEqual(tables.lists);
    tables.pass(OVERLAP_MS + 1_000);
    await follower.catchUp();
    expect(await follower.catchUp()).toEqual([]);
  });
});

describe("many deletions of long ago", () => {
  it("are passed by a follower that begins in several requests, each of which ends in bounded time", async () => {
    const tables = new LaggingTables();
    for (const text of ["one", null]) {
      for (let index = 0; index < 1_100; index += 1) {
        const id = `${String(index).padStart(8, "0")}-aaaa-8aaa-8aaa-aaaaaaaaaaaa`;
        tables.begin({ type: "stock", id, text, ahead: index });
      }
      tables.settle();
    }
    tables.pass(OVERLAP_MS + 10_000);
    const follower = followerOf(tables);
    const more: boolean[] = [];
    do more.push(await follower.readPage());
    while (more.at(-1));
    expect(more).toEqual([true, true, false]);
    expect(follower.copy).toEqual(new Map());
  });
});

describe("items with long texts", () => {
  it.each([
    ["escaped characters", "\u0000".repeat(6_000)],
    ["Japanese", "本".repeat(12_000)],
  ])("make pages shorter than the limit, so that every answer fits: %s", async (_what, text) => {
    const tables = new LaggingTables();
    const follower = followerOf(tables);
    for (let index = 0; index < 200; index += 1) {
      const id = `${String(index).padStart(8, "0")}-aaaa-8aaa-8aaa-aaaaaaaaaaaa`;
      tables.begin({ type: "stock", id, text, ahead: index });
    }
    tables.settle();
    const bytes: number[] = [];
    for (let more = true; more; ) {
      more = await follower.readPage(200);
      bytes.push(Buffer.byteLength(JSON.stringify(follower.changes)));
    }
    expect(Math.max(...bytes)).toBeLessThan(3_000_000);
    expect(bytes).toHaveLength(4);
    expect(follower.copy).toEqual(tables.lists);
  });
});
