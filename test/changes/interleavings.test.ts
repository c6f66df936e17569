import { describe, expect, it } from "vitest";
import type { Clock } from "../../lambdas/shared/clock.ts";
import { derivedId } from "../../lambdas/shared/derived-id.ts";
import { bookmarksApi, bookmarksWorld, pageUrl, pendingBookmark } from "../bookmarks/bookmarks-world.ts";
import { capturedLog } from "../emulators/captured-log.ts";
import { dynamo, dynamoOfFile } from "../emulators/dynamo-of-tests.ts";
import { inEveryOrder } from "../emulators/every-order.ts";
import type { HttpAnswer } from "../emulators/http-event.ts";
import { interceptedClient } from "../emulators/intercepted-client.ts";
import { at, newUser } from "../emulators/test-clock.ts";
import type { Turnstile } from "../emulators/turnstile.ts";
import { turnstile } from "../emulators/turnstile.ts";
import { IN_CI } from "../in-ci.ts";
import { deckUrl, pendingStock, slidesApi, slidesWorld } from "../slides/slides-world.ts";
import { changesApi, changesWorld, Follower } from "./changes-world.ts";

capturedLog();
dynamoOfFile();

const PAGE = pageUrl("there");
const DECK = deckUrl("there");

/** The requests of a writer, each in a container of its own, whose calls pass the turnstile. */
function writer(stile: Turnstile, user: string, clock: Clock) {
  const client = interceptedClient(dynamo, (_attempt, forward) => stile.pass(forward));
  const bookmarks = bookmarksApi({ ...bookmarksWorld({ client }), clock });
  const stocks = slidesApi({ ...slidesWorld({ client }), clock });
  const page = { route: "", user, params: { id: derivedId(user, PAGE) } };
  const deck = { route: "", user, params: { id: derivedId(user, DECK) } };
  return {
    noteOnPage: () => bookmarks({ ...page, route: "PATCH /v1/bookmarks/{id}", body: { note: "noted" } }),
    deletePage: () => bookmarks({ ...page, route: "DELETE /v1/bookmarks/{id}" }),
    memoOfDeck: () => stocks({ ...deck, route: "PATCH /v1/stocks/{id}", body: { memo: "for Friday" } }),
    deleteDeck: () => stocks({ ...deck, route: "DELETE /v1/stocks/{id}" }),
    saveDeck: () => stocks({ user, route: "POST /v1/stocks", body: { url: DECK } }),
    saveOther: () => stocks({ user, route: "POST /v1/stocks", body: { url: deckUrl("other") } }),
  };
}

type Act = (of: ReturnType<typeof writer>) => Promise<HttpAnswer>;

/** What the lists show. */
async function lists(user: string): Promise<Map<string, unknown>> {
  const pages = await bookmarksApi(bookmarksWorld(dynamo))({ route: "GET /v1/bookmarks", user });
  const decks = await slidesApi(slidesWorld(dynamo))({ route: "GET /v1/stocks", user });
  return new Map([
    ...pages.body.bookmarks.map((one: { id: string }) => [`bookmark ${one.id}`, one]),
    ...decks.body.stocks.map((one: { id: string }) => [`stock ${one.id}`, one]),
  ]);
}

const clockAt = (milliseconds: number): Clock => ({ now: () => at(milliseconds), wait: (waited) => waited });

/** A bookmark and a stock that were changed in one millisecond. */
async function savedItems(user: string, changedAt: number): Promise<void> {
  const now = at(changedAt);
  await bookmarksWorld(dynamo).items.create(pendingBookmark(user, { canonicalUrl: PAGE, now }), "creation-1");
  await slidesWorld(dynamo).items.create(pendingStock(user, { canonicalUrl: DECK, now }), "creation-1");
}

/**
 * A writer whose orders take seconds runs in CI only, with different clocks only beside a follower that goes on; one whose
 * orders take many seconds with equal clocks only.
 */
interface Writer {
  readonly name: string;
  readonly acts: readonly Act[];
  readonly takes?: "seconds" | "many seconds";
}

const WRITERS: readonly Writer[] = [
  { name: "a change of a bookmark", acts: [(of) => of.noteOnPage()] },
  { name: "a deletion of a stock", acts: [(of) => of.deleteDeck()] },
  { name: "a new stock", acts: [(of) => of.saveOther()] },
  {
    name: "a deletion of a stock that is saved again",
    acts: [(of) => of.deleteDeck(), (of) => of.saveDeck()],
    takes: "many seconds",
  },
  {
    name: "a change and a deletion of one stock",
    acts: [(of) => of.memoOfDeck(), (of) => of.deleteDeck()],
    takes: "seconds",
  },
  { name: "deletions of a bookmark and of a stock", acts: [(of) => of.deletePage(), (of) => of.deleteDeck()] },
];

/** Pages that a follower reads beside one writer; beside two it reads half of them, since the orders are many. */
const PAGES = 2;

const CLOCKS = [
  { clocks: "all clocks equal", ahead: [0, 0], isEqual: true },
  { clocks: "writers' clocks 30 s ahead and 30 s behind", ahead: [30_000, -30_000], isEqual: false },
  { clocks: "writers' clocks 30 s behind and 30 s ahead", ahead: [-30_000, 30_000], isEqual: false },
];

const FOLLOWERS = [
  { name: "that begins", isNew: true },
  { name: "that goes on", isNew: false },
];

describe.each(IN_CI ? FOLLOWERS : FOLLOWERS.slice(1))("a follower $name", ({ isNew }) => {
  describe.each(IN_CI ? CLOCKS : CLOCKS.slice(0, 1))("with $clocks", ({ ahead, isEqual }) => {
    it.each(
      WRITERS.filter(({ takes }) => takes === undefined || (IN_CI && (isEqual || (takes === "seconds" && !isNew)))),
    )("ends with what the lists show, stopped at each of its calls by $name", async ({ acts }) => {
      const runs = await inEveryOrder(async (choose) => {
        const user = newUser();
        const stile = turnstile(choose);
        const client = interceptedClient(dynamo, (_attempt, forward) => stile.pass(forward));
        await savedItems(user, 0);
        const follower = new Follower(changesApi(changesWorld({ client }, clockAt(0))), user);
        if (!isNew) await stile.run([() => follower.catchUp()]);
        await stile.run([
          async () => {
            for (let page = 0; page < PAGES / acts.length; page += 1) await follower.readPage(1);
          },
          ...acts.map((act, index) => async () => {
            await act(writer(stile, user, clockAt(ahead[index] ?? 0)));
          }),
        ]);
        // The rest of that pass, and one that began after the last write.
        await stile.run([() => follower.catchUp(1)]);
        await stile.run([() => follower.catchUp(1)]);
        client.destroy();
        expect(follower.copy).toEqual(await lists(user));
      });
      expect(runs).toBeGreaterThan(PAGES * 4);
    });
  });
});
