import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { bookmarkTable } from "../../lambdas/bookmarks/tables/bookmark-table.ts";
import { CheckPaceTable } from "../../lambdas/bookmarks/tables/check-pace-table.ts";
import type { StockTable } from "../../lambdas/slides/stock-table.ts";
import { stockTable } from "../../lambdas/slides/stock-table.ts";
import { pageUrl, pendingBookmark } from "../bookmarks/bookmarks-world.ts";
import { lostAnswer } from "../emulators/aws-errors.ts";
import { capturedLog } from "../emulators/captured-log.ts";
import { dynamo, dynamoOfFile } from "../emulators/dynamo-of-tests.ts";
import { interceptedClient } from "../emulators/intercepted-client.ts";
import type { TestClock } from "../emulators/test-clock.ts";
import { newUser, START, testClock } from "../emulators/test-clock.ts";
import { runs } from "../load.ts";
import { deckUrl, metadata, pendingStock } from "../slides/slides-world.ts";
import { moveUser, usersApi, usersWorld } from "./users-world.ts";

capturedLog();
dynamoOfFile();

const PLACES = ["old", "new"] as const;
type Place = (typeof PLACES)[number];

const write = fc.record({
  does: fc.constantFrom("save" as const, "change" as const, "delete" as const),
  place: fc.constantFrom(...PLACES),
});
const calls = fc.integer({ min: 1, max: 6 });
const step = fc.oneof(
  write,
  // A move whose process is gone after this many of its calls to the table of stocks.
  fc.record({ does: fc.constant("killed move" as const), calls }),
  // A move while the person writes: after this many of these calls.
  fc.record({ does: fc.constant("move" as const), calls, meanwhile: write }),
);
type Write = typeof write extends fc.Arbitrary<infer W> ? W : never;
type Step = typeof step extends fc.Arbitrary<infer S> ? S : never;

const saved: Write = { does: "save", place: "old" };
const copied: Step = { does: "killed move", calls: 4 };
/** Histories in which one condition of a move that is missing shows. */
const KNOWN: readonly (readonly Step[])[] = [
  [saved, copied, { does: "delete", place: "new" }],
  [
    saved,
    copied,
    { does: "change", place: "old" },
    { does: "killed move", calls: 1 },
    { does: "change", place: "new" },
  ],
  [saved, { does: "killed move", calls: 5 }, saved],
  [saved, copied, { does: "delete", place: "old" }, saved],
  [saved, copied, { does: "delete", place: "old" }],
  [saved, copied, { does: "change", place: "new" }, { does: "delete", place: "old" }],
  [saved, copied, { does: "change", place: "old" }],
  [
    saved,
    copied,
    { does: "change", place: "old" },
    { does: "move", calls: 2, meanwhile: { does: "change", place: "new" } },
  ],
  [saved, { does: "move", calls: 3, meanwhile: { does: "save", place: "new" } }],
  [saved, { does: "move", calls: 4, meanwhile: { does: "change", place: "old" } }],
  ...[2, 3, 4].map((calls): readonly Step[] => [
    saved,
    { does: "delete", place: "old" },
    { does: "move", calls, meanwhile: saved },
  ]),
];

/** What a person wrote, in the order in which it was written, and what became of it. */
class Person {
  readonly #users: Readonly<Record<Place, string>> = { old: newUser(), new: newUser() };
  readonly #clock: TestClock = testClock();
  readonly #stocks: StockTable = stockTable(dynamo.client, "stocks");
  readonly #expected = new Set<string>();
  readonly #deleted = new Set<string>();
  #writes = 0;

  async take(step: Step): Promise<void> {
    if (step.does === "killed move") return this.#move(step.calls, killed).catch(() => undefined);
    if (step.does === "move") return this.#move(step.calls, () => this.#write(step.meanwhile));
    return this.#write(step);
  }

  async #write(step: Write): Promise<void> {
    this.#clock.forward(1);
    const userId = this.#users[step.place];
    this.#writes += 1;
    const memo = `memo ${this.#writes}`;
    const now = this.#clock.now();
    const item = pendingStock(userId, { canonicalUrl: deckUrl(), memo, now });
    const there = await this.#stocks.get(item);
    if (step.does === "save") {
      const creation = `creation ${this.#writes}`;
      const isSaved =
        (await this.#stocks.create(item, creation)) || (await this.#stocks.createAgain(item, creation, null));
      if (isSaved) this.#expected.add(memo);
      return;
    }
    if (there === null) return;
    this.#expected.delete(String(there.memo));
    if (step.does === "delete") {
      this.#deleted.add(String(there.memo));
      await this.#stocks.delete(there, { id: `deletion ${this.#writes}`, at: now });
    } else {
      await this.#stocks.saveChanges(there, { memo }, now);
      this.#expected.add(memo);
    }
  }

  /** Moves until nothing is left to do. @returns what is wrong then */
  async end(): Promise<object> {
    await this.#move(Number.POSITIVE_INFINITY, killed);
    const memos = await Promise.all(PLACES.map((place) => this.#memos(place)));
    const shown = memos.flat();
    return {
      lost: [...this.#expected].filter((memo) => !shown.includes(memo)),
      backAgain: shown.filter((memo) => this.#deleted.has(memo)),
      doubled: shown.filter((memo, index) => shown.indexOf(memo) !== index),
    };
  }

  async #memos(place: Place): Promise<readonly string[]> {
    const page = await this.#stocks.lists.page(this.#users[place], {}, { limit: 100, position: undefined });
    return page.items.map(({ memo }) => String(memo));
  }

  /** Moves until nothing is left to do. @param then happens before the call after so many, and before each one after it */
  #move(calls: number, then: () => Promise<void>): Promise<void> {
    let left = calls;
    let isOver = false;
    const client = interceptedClient(
      dynamo,
      async ({ table }, forward) => {
        this.#clock.forward(1);
        if (table === "stocks") left -= 1;
        if (left < 0 && !isOver) {
          isOver = then !== killed;
          await then();
        }
        return forward();
      },
      1,
    );
    return moveUser(usersApi(usersWorld({ client }, this.#clock)), this.#users.old, this.#users.new);
  }
}

/** The process is gone: nothing that it calls has an effect any more. */
async function killed(): Promise<void> {
  throw lostAnswer();
}

describe("a move", () => {
  it("loses, doubles and brings back nothing, whenever it is killed and whatever the person does meanwhile", async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 2, maxLength: 10 }), async (steps) => {
        const person = new Person();
        for (const each of steps) await person.take(each);
        expect(await person.end()).toEqual({ lost: [], backAgain: [], doubled: [] });
      }),
      { ...runs(160), examples: KNOWN.map((steps) => [[...steps]]) },
    );
  });

  it("gives the pace of the checks and what they found, and leaves a pace that the new user has chosen", async () => {
    const paces = new CheckPaceTable(dynamo.client, "bookmarks");
    const bookmarks = bookmarkTable(dynamo.client, "bookmarks");
    for (const chosen of [null, "monthly"] as const) {
      const [from, to] = [newUser(), newUser()];
      const gone = { missingAt: START.toISOString(), goneAt: START.toISOString() };
      await bookmarks.create({ ...pendingBookmark(from), ...gone }, "creation-1");
      await paces.set(from, "never");
      if (chosen !== null) await paces.set(to, chosen);
      await moveUser(usersApi(usersWorld(dynamo, testClock())), from, to);
      expect([await paces.get(from), await paces.get(to)]).toEqual(["monthly", chosen ?? "never"]);
      expect(await bookmarks.get(pendingBookmark(to))).toMatchObject(gone);
    }
  });

  it("gives a stock to the new user with all that was read, and its changes to followers", async () => {
    const [from, to] = [newUser(), newUser()];
    const stocks = stockTable(dynamo.client, "stocks");
    const clock = testClock();
    const old = pendingStock(from, { memo: "for Friday", tags: ["birds"] });
    await stocks.create(old, "creation-1");
    await stocks.complete(old, metadata, { workId: old.workId, now: clock.now() });
    const before = await stocks.get(old);
    clock.forward(5);
    await moveUser(usersApi(usersWorld(dynamo, clock)), from, to);
    const { userId, id } = pendingStock(to);
    expect(await stocks.get({ userId, id })).toEqual({ ...before, userId, id, updatedAt: clock.now().toISOString() });
    expect(await stocks.getWithCreations(old)).toEqual({ item: null, creations: new Set(), mergedInto: null });
  });

  it("says how many stocks it moves, and how many were changed meanwhile", async () => {
    const [from, to] = [newUser(), newUser()];
    const stocks = stockTable(dynamo.client, "stocks");
    const [one, other] = [pendingStock(from), pendingStock(from, { canonicalUrl: deckUrl("other") })];
    for (const stock of [one, other]) await stocks.create(stock, "creation-1");
    const clock = testClock();
    clock.forward(1);
    let calls = 0;
    const client = interceptedClient(
      dynamo,
      async (_attempt, forward) => {
        calls += 1;
        // After the page was read.
        if (calls === 2) await stocks.saveChanges(one, { memo: "of now" }, clock.now());
        return forward();
      },
      1,
    );
    const data = usersWorld({ client }, clock).data.find(({ name }) => name === "stocks");
    const page = await data?.movePage?.({ from, to }, null, clock.now());
    expect(page).toEqual({ moved: 1, changed: 1, kept: [], position: null });
  });

  it("leads the addresses of merged bookmarks to the one that stays, except what the new user has there", async () => {
    const [from, to] = [newUser(), newUser()];
    const bookmarks = bookmarkTable(dynamo.client, "bookmarks");
    const [stays, short, other] = ["stays", "short", "other"].map((path) => ({ canonicalUrl: pageUrl(path) }));
    const aliases = [String(short?.canonicalUrl), String(other?.canonicalUrl)];
    const clock = testClock();
    await bookmarks.create({ ...pendingBookmark(from, stays), aliases }, "creation-1");
    await bookmarks.create(pendingBookmark(to, other), "creation-2");
    await moveUser(usersApi(usersWorld(dynamo, clock)), from, to);
    const { id } = pendingBookmark(to, stays);
    const read = (address: typeof short) => bookmarks.getWithCreations(pendingBookmark(to, address));
    expect(await read(stays)).toMatchObject({ item: { aliases }, mergedInto: null });
    expect(await read(short)).toMatchObject({ item: null, mergedInto: id });
    expect(await read(other)).toMatchObject({ item: { id: pendingBookmark(to, other).id }, mergedInto: null });
    // Saved again, it is there: the tombstone does not expire.
    expect(await bookmarks.create(pendingBookmark(to, short), "creation-3")).toBe(false);
  });
});
