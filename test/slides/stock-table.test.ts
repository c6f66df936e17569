import { GetCommand, ScanCommand } from "@aws-sdk/lib-dynamodb";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { Position } from "../../lambdas/shared/http/pagination.ts";
import type { Stock, StockStatus } from "../../lambdas/slides/stock.ts";
import { StockTable } from "../../lambdas/slides/stock-table.ts";
import { deletion } from "../changes/deletion.ts";
import type { TestDynamo } from "../emulators/dynamo.ts";
import { startDynamo } from "../emulators/dynamo.ts";
import { forgetfulClient } from "../emulators/intercepted-client.ts";
import { laggingClient } from "../emulators/lagging-client.ts";
import { at, MINUTE, newUser, START } from "../emulators/test-clock.ts";
import { deckUrl, metadata, pendingStock } from "./slides-world.ts";

let dynamo: TestDynamo;
let stocks: StockTable;
let user: string;

beforeAll(async () => {
  dynamo = await startDynamo();
  stocks = new StockTable(dynamo.client, "stocks");
});
afterAll(() => dynamo.close());
beforeEach(() => {
  user = newUser();
});

const later = at(MINUTE);
const again = { fetchId: "fetch-2", now: later, graceMilliseconds: 10 * MINUTE };

/** A stock in the table, in the given state of fetch `fetch-1`. */
async function stockThatIs(status: StockStatus): Promise<Stock> {
  const stock = pendingStock(user);
  await stocks.create(stock);
  if (status === "ready") await stocks.saveMetadata(stock, "fetch-1", metadata, START);
  if (status === "failed") await stocks.saveFailure(stock, "fetch-1", "not_found", START);
  return read(stock);
}

async function read(key: Pick<Stock, "userId" | "id">): Promise<Stock> {
  const stock = await stocks.get(key);
  if (stock === null) throw new Error("The stock is not in the table");
  return stock;
}

describe("create", () => {
  it("puts the stock unchanged", async () => {
    const stock = pendingStock(user);
    expect(await stocks.create(stock)).toBe(true);
    expect(await stocks.get(stock)).toEqual(stock);
  });

  it.each(["pending", "ready", "failed"] as const)(
    "does not change an existing %s stock of the same deck",
    async (status) => {
      const before = await stockThatIs(status);
      expect(await stocks.create(pendingStock(user, { fetchId: "fetch-2", now: later }))).toBe(false);
      expect(await read(before)).toEqual(before);
    },
  );

  it("keeps two users' stocks of one deck apart", async () => {
    const mine = pendingStock(user);
    const theirs = pendingStock(newUser());
    expect(await stocks.create(mine)).toBe(true);
    expect(await stocks.create(theirs)).toBe(true);
    await stocks.delete(theirs, deletion(later));
    expect(await stocks.get(mine)).toEqual(mine);
  });
});

describe("saveMetadata", () => {
  it.each(["pending", "failed"] as const)("makes a %s stock of this fetch ready", async (status) => {
    const stock = await stockThatIs(status);
    expect(await stocks.saveMetadata(stock, "fetch-1", metadata, later)).toBe(true);
    expect(await read(stock)).toEqual({
      ...stock,
      ...metadata,
      status: "ready",
      updatedAt: later.toISOString(),
      failureCode: null,
      reconcileAt: null,
    });
  });

  it("changes nothing of a ready stock", async () => {
    const before = await stockThatIs("ready");
    expect(await stocks.saveMetadata(before, "fetch-1", { ...metadata, title: "Late" }, later)).toBe(false);
    expect(await read(before)).toEqual(before);
  });

  it("changes nothing when a newer fetch was requested", async () => {
    const stock = await stockThatIs("failed");
    const before = await stocks.requestFetch(stock, ["failed"], again);
    expect(await stocks.saveMetadata(stock, "fetch-1", metadata, later)).toBe(false);
    expect(await read(stock)).toEqual(before);
  });

  it("does not restore a deleted stock", async () => {
    const stock = await stockThatIs("pending");
    await stocks.delete(stock, deletion(later));
    expect(await stocks.saveMetadata(stock, "fetch-1", metadata, later)).toBe(false);
    expect(await stocks.get(stock)).toBeNull();
  });

  it("does not change a stock that was deleted and saved again", async () => {
    const old = await stockThatIs("pending");
    await stocks.delete(old, deletion(later));
    const anew = pendingStock(user, { creationId: "creation-2", fetchId: "fetch-2", now: later });
    await stocks.create(anew);
    expect(await stocks.saveMetadata(old, "fetch-1", metadata, later)).toBe(false);
    expect(await stocks.saveFailure(old, "fetch-1", "gone", later)).toBe(false);
    expect(await read(old)).toEqual(anew);
  });
});

describe("saveFailure", () => {
  it("makes a pending stock of this fetch failed", async () => {
    const stock = await stockThatIs("pending");
    expect(await stocks.saveFailure(stock, "fetch-1", "not_found", later)).toBe(true);
    expect(await read(stock)).toEqual({
      ...stock,
      status: "failed",
      failureCode: "not_found",
      updatedAt: later.toISOString(),
      reconcileAt: null,
    });
  });

  it.each(["ready", "failed"] as const)("changes nothing of a %s stock", async (status) => {
    const before = await stockThatIs(status);
    expect(await stocks.saveFailure(before, "fetch-1", "late", later)).toBe(false);
    expect(await read(before)).toEqual(before);
  });

  it("changes nothing when a newer fetch was requested", async () => {
    const stock = await stockThatIs("ready");
    const before = await stocks.requestFetch(stock, ["ready"], again);
    expect(await stocks.saveFailure(stock, "fetch-1", "late", later)).toBe(false);
    expect(await read(stock)).toEqual(before);
  });

  it("does not restore a deleted stock", async () => {
    const stock = await stockThatIs("pending");
    await stocks.delete(stock, deletion(later));
    expect(await stocks.saveFailure(stock, "fetch-1", "late", later)).toBe(false);
    expect(await stocks.get(stock)).toBeNull();
  });
});

describe("requestFetch", () => {
  it.each(["ready", "failed"] as const)("moves a %s stock back to pending and keeps its metadata", async (status) => {
    const stock = await stockThatIs(status);
    const pending = {
      ...stock,
      status: "pending",
      fetchId: "fetch-2",
      failureCode: null,
      updatedAt: later.toISOString(),
      reconcileAt: at(11 * MINUTE).toISOString(),
      reconcileRounds: 0,
    };
    expect(await stocks.requestFetch(stock, ["ready", "failed"], again)).toEqual(pending);
    expect(await read(stock)).toEqual(pending);
  });

  it("does not change a stock in another state", async () => {
    const before = await stockThatIs("pending");
    expect(await stocks.requestFetch(before, ["ready", "failed"], again)).toBeNull();
    expect(await read(before)).toEqual(before);
  });

  it("does not change a ready stock when only failed ones are requested", async () => {
    const before = await stockThatIs("ready");
    expect(await stocks.requestFetch(before, ["failed"], again)).toBeNull();
    expect(await read(before)).toEqual(before);
  });

  it("does not restore a deleted stock", async () => {
    const stock = await stockThatIs("failed");
    await stocks.delete(stock, deletion(later));
    expect(await stocks.requestFetch(stock, ["ready", "failed"], again)).toBeNull();
    expect(await stocks.get(stock)).toBeNull();
  });

  it("sets the rounds of reconcile to zero", async () => {
    const stock = await stockThatIs("pending");
    await stocks.postponeReconcile({ ...stock, fetchId: "fetch-1" }, later, 2);
    await stocks.saveFailure(stock, "fetch-1", "gone", later);
    expect(await stocks.requestFetch(stock, ["failed"], again)).toMatchObject({ reconcileRounds: 0 });
  });
});

describe("saveChanges", () => {
  it.each(["pending", "ready", "failed"] as const)(
    "changes the memo of a %s stock and nothing else",
    async (status) => {
      const stock = await stockThatIs(status);
      const expected = { ...stock, memo: "読んだ", updatedAt: later.toISOString() };
      expect(await stocks.saveChanges(stock, { memo: "読んだ" }, later)).toEqual(expected);
      expect(await read(stock)).toEqual(expected);
      expect(await stocks.saveChanges(stock, { memo: null }, later)).toMatchObject({ memo: null });
    },
  );

  it("does not restore a deleted stock", async () => {
    const stock = await stockThatIs("ready");
    await stocks.delete(stock, deletion(later));
    expect(await stocks.saveChanges(stock, { memo: "late" }, later)).toBeNull();
    expect(await stocks.get(stock)).toBeNull();
  });
});

describe("delete", () => {
  it.each(["pending", "ready", "failed"] as const)(
    "leaves of a %s stock only its creations and that it was deleted, for more than 60 days",
    async (status) => {
      const stock = await stockThatIs(status);
      expect(await stocks.delete(stock, deletion(later))).toBe(true);
      const { Item } = await dynamo.client.send(
        new GetCommand({ TableName: "stocks", Key: { user_id: user, id: stock.id } }),
      );
      expect(Item).toEqual({
        user_id: user,
        id: stock.id,
        creations: new Set(["creation-1"]),
        deletion_id: "deletion-1",
        deleted_at: later.toISOString(),
        updated_at: later.toISOString(),
        expires_at: later.getTime() / 1_000 + 67 * 24 * 3_600,
      });
      expect(await stocks.get(stock)).toBeNull();
      expect((await stocks.list(user, { status: undefined, limit: 10, position: undefined })).items).toEqual([]);
    },
  );

  it("lets the deck be saved again, as a new stock", async () => {
    const stock = await stockThatIs("failed");
    await stocks.delete(stock, deletion(later));
    const anew = pendingStock(user, { creationId: "creation-2", fetchId: "fetch-2", now: later });
    expect(await stocks.create(anew)).toBe(true);
    expect(await read(stock)).toEqual(anew);
  });

  it("leaves nothing for a repetition of its creation to do", async () => {
    const stock = await stockThatIs("ready");
    await stocks.delete(stock, deletion(later));
    expect(await stocks.create(stock)).toBe(false);
    expect(await stocks.getWithCreations(stock)).toEqual({ stock: null, creations: new Set(["creation-1"]) });
  });

  it("returns whether the stock existed", async () => {
    const stock = await stockThatIs("ready");
    expect(await stocks.delete(stock, deletion(later))).toBe(true);
    expect(await stocks.delete(stock, deletion(later))).toBe(false);
    expect(await stocks.delete({ userId: newUser(), id: stock.id }, deletion(later))).toBe(false);
    expect(await stocks.get(stock)).toBeNull();
  });
});

describe("postponeReconcile", () => {
  it("postpones a pending stock and counts its rounds", async () => {
    const stock = await stockThatIs("pending");
    expect(await stocks.postponeReconcile({ ...stock, fetchId: "fetch-1" }, at(30 * MINUTE), 1)).toBe(true);
    expect(await read(stock)).toEqual({ ...stock, reconcileAt: at(30 * MINUTE).toISOString(), reconcileRounds: 1 });
  });

  it.each(["ready", "failed"] as const)("does not make a %s stock pending in the index", async (status) => {
    const before = await stockThatIs(status);
    expect(await stocks.postponeReconcile({ ...before, fetchId: "fetch-1" }, START, 1)).toBe(false);
    expect(await read(before)).toEqual(before);
  });

  it("does not change a newer fetch or a deleted stock", async () => {
    const stock = await stockThatIs("failed");
    const before = await stocks.requestFetch(stock, ["failed"], again);
    expect(await stocks.postponeReconcile({ ...stock, fetchId: "fetch-1" }, START, 3)).toBe(false);
    expect(await read(stock)).toEqual(before);
    await stocks.delete(stock, deletion(later));
    expect(await stocks.postponeReconcile({ ...stock, fetchId: "fetch-2" }, START, 3)).toBe(false);
    expect(await stocks.get(stock)).toBeNull();
  });
});

describe("list", () => {
  const options = { status: undefined, limit: 10, position: undefined };

  /** Stocks that were created a minute apart; in every group of five, all at the same time. */
  async function manyStocks(count: number): Promise<Stock[]> {
    const many = Array.from({ length: count }, (_, index) =>
      pendingStock(user, { canonicalUrl: deckUrl(`deck-${index}`), now: at(Math.floor(index / 5) * MINUTE) }),
    );
    await Promise.all(many.map((stock) => stocks.create(stock)));
    return many;
  }

  it("is empty for a user without stocks", async () => {
    expect(await stocks.list(user, options)).toEqual({ items: [], position: null });
  });

  it("lists 55 stocks once each, newest first, while others are added and deleted", async () => {
    const many = await manyStocks(55);
    const seen: Stock[] = [];
    const deletedUnseen: string[] = [];
    let position: Position | undefined;
    let pages = 0;
    do {
      const page = await stocks.list(user, { ...options, limit: 7, position });
      expect(page.items.length).toBeLessThanOrEqual(7);
      seen.push(...page.items);
      pages += 1;
      position = page.position ?? undefined;
      // Newer than every other stock: it belongs before the page that was read.
      await stocks.create(
        pendingStock(user, { canonicalUrl: deckUrl(`new-${pages}`), now: at((100 + pages) * MINUTE) }),
      );
      // The stock that the cursor names, and one that was not listed yet.
      const named = page.items.at(-1);
      if (named !== undefined && pages % 2 === 0) await stocks.delete(named, deletion(later));
      const unseen = many.find(({ id }) => !deletedUnseen.includes(id) && !seen.some((stock) => stock.id === id));
      if (unseen !== undefined && pages < 4) {
        await stocks.delete(unseen, deletion(later));
        deletedUnseen.push(unseen.id);
      }
    } while (position !== undefined);
    const expected = many.map(({ id }) => id).filter((id) => !deletedUnseen.includes(id));
    expect(deletedUnseen).toHaveLength(3);
    expect(seen.map(({ id }) => id).sort()).toEqual(expected.sort());
    const moments = seen.map(({ createdAt }) => createdAt);
    expect(moments).toEqual(moments.toSorted().reverse());
  });

  it.each([1, 5, 54, 55, 56, 100])("lists every stock once by pages of %i, without an empty page", async (limit) => {
    await manyStocks(55);
    const sizes: number[] = [];
    const ids = new Set<string>();
    let position: Position | undefined;
    do {
      const page = await stocks.list(user, { ...options, limit, position });
      sizes.push(page.items.length);
      for (const { id } of page.items) ids.add(id);
      position = page.position ?? undefined;
    } while (position !== undefined);
    expect(ids.size).toBe(55);
    expect(sizes).toHaveLength(Math.ceil(55 / limit));
  });

  it("shows a stock at once in its current state", async () => {
    const stock = await stockThatIs("ready");
    expect((await stocks.list(user, options)).items).toEqual([stock]);
    const renamed = await stocks.saveChanges(stock, { memo: "new" }, later);
    expect((await stocks.list(user, options)).items).toEqual([renamed]);
  });

  it("filters by status, in full pages, whatever other stocks are in between", async () => {
    const many = await manyStocks(30);
    const third = many.filter((_, index) => index % 3 === 0);
    for (const stock of third) await stocks.saveMetadata(stock, "fetch-1", metadata, later);
    const first = await stocks.list(user, { status: "ready", limit: 6, position: undefined });
    expect(first.items).toHaveLength(6);
    const second = await stocks.list(user, { status: "ready", limit: 6, position: first.position ?? undefined });
    expect(second).toMatchObject({ position: null });
    const found = [...first.items, ...second.items];
    expect(found.every(({ status }) => status === "ready")).toBe(true);
    expect(found.map(({ id }) => id).sort()).toEqual(third.map(({ id }) => id).sort());
    expect(await stocks.list(user, { status: "failed", limit: 6, position: undefined })).toEqual({
      items: [],
      position: null,
    });
  });

  it("never leaves the user's own stocks, whatever the position is", async () => {
    const theirs = await stockThatIs("ready");
    const me = newUser();
    const position = { user_id: theirs.userId, id: theirs.id, created_at: at(60 * MINUTE).toISOString() };
    expect(await stocks.list(me, { ...options, position })).toEqual({ items: [], position: null });
  });

  it("sends one query for a page", async () => {
    await manyStocks(30);
    dynamo.requests.length = 0;
    await stocks.list(user, { ...options, limit: 20 });
    expect(dynamo.requests).toEqual(["QueryCommand"]);
  });
});

describe("the index of pending stocks", () => {
  let own: TestDynamo;
  let pending: StockTable;

  // It holds all users' stocks, so that these tests need a table of their own.
  beforeEach(async () => {
    own = await startDynamo();
    pending = new StockTable(own.client, "stocks");
    return () => own.close();
  });

  async function indexed(): Promise<string[]> {
    const { Items = [] } = await own.client.send(new ScanCommand({ TableName: "stocks", IndexName: "pending" }));
    return Items.map((item) => String(item.id)).sort();
  }

  it("contains pending stocks only", async () => {
    const [waiting, ready, failed, revived, deleted] = ["a", "b", "c", "d", "e"].map((slug) =>
      pendingStock(user, { canonicalUrl: deckUrl(slug) }),
    ) as [Stock, Stock, Stock, Stock, Stock];
    for (const stock of [waiting, ready, failed, revived, deleted]) await pending.create(stock);
    expect(await indexed()).toHaveLength(5);
    await pending.saveMetadata(ready, "fetch-1", metadata, later);
    await pending.saveFailure(failed, "fetch-1", "gone", later);
    await pending.saveFailure(revived, "fetch-1", "gone", later);
    await pending.delete(deleted, deletion(later));
    expect(await indexed()).toEqual([waiting.id]);
    await pending.requestFetch(revived, ["failed"], again);
    await pending.saveChanges(ready, { memo: "memo" }, later);
    expect(await indexed()).toEqual([waiting.id, revived.id].sort());
  });

  it("lists overdue stocks, the longest overdue first, within the limit", async () => {
    const minutes = [30, 10, 50, 20, 40];
    for (const minute of minutes) {
      const stock = pendingStock(newUser(), { canonicalUrl: deckUrl(`at-${minute}`), now: at(minute * MINUTE) });
      await pending.create(stock);
    }
    const overdue = async (now: Date, limit: number) =>
      (await pending.overdue(now, limit)).map(({ canonicalUrl }) => canonicalUrl);
    // Each is overdue ten minutes after it was saved.
    expect(await overdue(at(20 * MINUTE - 1), 10)).toEqual([]);
    expect(await overdue(at(20 * MINUTE), 10)).toEqual([deckUrl("at-10")]);
    expect(await overdue(at(50 * MINUTE), 10)).toEqual(["at-10", "at-20", "at-30", "at-40"].map(deckUrl));
    expect(await overdue(at(90 * MINUTE), 2)).toEqual(["at-10", "at-20"].map(deckUrl));
  });

  it("contains all fields that a message needs", async () => {
    const stock = pendingStock(user);
    await pending.create(stock);
    await pending.postponeReconcile({ ...stock, fetchId: "fetch-1" }, at(MINUTE), 2);
    expect(await pending.overdue(at(MINUTE), 10)).toEqual([
      {
        userId: user,
        id: stock.id,
        provider: "speakerdeck",
        originalUrl: stock.originalUrl,
        canonicalUrl: stock.canonicalUrl,
        fetchId: "fetch-1",
        reconcileRounds: 2,
      },
    ]);
  });

  it("contains no memo, so that a change of a memo costs no second write", async () => {
    await pending.create({ ...pendingStock(user), memo: "private" });
    const { Items = [] } = await own.client.send(new ScanCommand({ TableName: "stocks", IndexName: "pending" }));
    expect(Object.keys(Items[0] ?? {})).not.toContain("memo");
  });
});

describe("a write whose response was lost", () => {
  const forgetful = () => new StockTable(forgetfulClient(dynamo), "stocks");

  it("takes effect once, and is known to have", async () => {
    const stock = pendingStock(user);
    expect(await forgetful().create(stock)).toBe(true);
    expect(await forgetful().postponeReconcile(stock, later, 1)).toBe(true);
    expect(await forgetful().saveFailure(stock, "fetch-1", "gone", later)).toBe(true);
    expect(await forgetful().reopenFetch(stock, { ...again, fetchId: "fetch-1" })).toMatchObject({ status: "pending" });
    expect(await forgetful().saveMetadata(stock, "fetch-1", metadata, later)).toBe(true);
    expect(await forgetful().saveChanges(stock, { memo: "mine" }, later)).toMatchObject({
      status: "ready",
      memo: "mine",
    });
    expect(await forgetful().requestFetch(stock, ["ready"], again)).toMatchObject({ fetchId: "fetch-2" });
    expect(await forgetful().delete(stock, deletion(later))).toBe(true);
  });
});

describe("a read after a write", () => {
  it("finds what was written", async () => {
    const lagging = new StockTable(laggingClient(dynamo), "stocks");
    const stock = await stockThatIs("ready");
    expect(await lagging.get(stock)).toEqual(stock);
    expect((await lagging.list(user, { limit: 10, position: undefined })).items).toEqual([stock]);
  });
});

describe("getWithCreations", () => {
  it("knows none of a stock that was never saved", async () => {
    expect(await stocks.getWithCreations(pendingStock(user))).toEqual({ stock: null, creations: new Set() });
  });

  it("knows the creation of a stock that was saved", async () => {
    const stock = await stockThatIs("ready");
    expect(await stocks.getWithCreations(stock)).toEqual({ stock, creations: new Set(["creation-1"]) });
  });
});

describe("an error that is no failed condition", () => {
  it("is thrown", async () => {
    const elsewhere = new StockTable(dynamo.client, "no-such-table");
    const gone = { name: "ResourceNotFoundException" };
    const stock = pendingStock(user);
    await expect(elsewhere.create(stock)).rejects.toMatchObject(gone);
    await expect(elsewhere.get(stock)).rejects.toMatchObject(gone);
    await expect(elsewhere.delete(stock, deletion(later))).rejects.toMatchObject(gone);
    await expect(elsewhere.saveChanges(stock, { memo: null }, later)).rejects.toMatchObject(gone);
  });
});
