import { describe, expect, it } from "vitest";
import type { CrawlResult, DetailSnapshot, ListingSnapshot } from "../../../lambdas/mercari/domain/crawl-result.ts";
import {
  afterDeletionOfSold,
  afterDetailPage,
  afterSearchPage,
  afterUnreadablePage,
  CONFIRM_DELETION_MS,
  deletionStep,
  ON_SALE,
  readResultId,
  resultId,
  SOLD,
} from "../../../lambdas/mercari/domain/crawl-result.ts";
import { at, MINUTE } from "../../emulators/test-clock.ts";

const HOUR = 60 * MINUTE;
const snapshot: ListingSnapshot = {
  externalId: "m00001234567",
  name: "Camera",
  price: 36_800,
  sellingUrl: "https://jp.mercari.com/item/m00001234567",
  imageUrl: "https://static.mercdn.net/thumb/item/webp/m00001234567_1.jpg",
  sellingStatus: ON_SALE,
  sellerType: 1,
};

function seen(
  known: CrawlResult | null,
  changes: Partial<ListingSnapshot>,
  hours: number,
  lastOnSale: Date | null = null,
): CrawlResult | null {
  const lastOnSaleAt = lastOnSale?.toISOString() ?? null;
  const run = { productId: "product-1", categoryId: null, now: at(hours * HOUR), lastOnSaleAt };
  return afterSearchPage(known, { ...snapshot, ...changes }, run);
}

function row(changes: Partial<ListingSnapshot> = {}, hours = 0): CrawlResult {
  const made = seen(null, changes, hours);
  if (made === null) throw new Error("a first sight makes a row");
  return made;
}

describe("a listing on a search page", () => {
  it("becomes a row when it is first seen", () => {
    expect(row()).toEqual({
      ...snapshot,
      productId: "product-1",
      sellerId: null,
      condition: null,
      categoryId: null,
      soldOutAt: null,
      saleBetween: null,
      createdAt: at(0).toISOString(),
      updatedAt: at(0).toISOString(),
      deletedSince: null,
      unreadableSince: null,
      version: 0,
    });
  });

  it("has the version with which its row was read", () => {
    expect(seen({ ...row(), version: 7 }, { price: 1 }, 1)).toMatchObject({ price: 1, version: 7 });
  });

  it.each([
    ["an hour after it was last seen on sale", 2, at(HOUR), at(HOUR)],
    ["days after it was last seen on sale", 50, at(HOUR), at(HOUR)],
    ["when only its row tells that it was on sale", 3, null, at(0)],
  ])("has no time of sale before its page was read, if it is found sold %s", (_when, hours, lastOnSale, from) => {
    const sold = seen(row(), { sellingStatus: SOLD }, hours, lastOnSale);
    const saleBetween = [from.toISOString(), at(hours * HOUR).toISOString()];
    expect(sold).toMatchObject({ sellingStatus: SOLD, soldOutAt: null, saleBetween });
    if (sold === null) throw new Error("The row did not change.");
    expect(seen(sold, { sellingStatus: SOLD }, hours + 1)).toBeNull();
    const cheaper = seen(sold, { sellingStatus: SOLD, price: 1 }, hours + 1);
    expect(cheaper).toMatchObject({ price: 1, soldOutAt: null, saleBetween });
    expect(seen(sold, {}, hours + 1)).toMatchObject({ sellingStatus: ON_SALE, soldOutAt: null, saleBetween: null });
  });

  it("is written when its category differs, and does not count as changed", () => {
    expect(seen({ ...row(), categoryId: 7 }, {}, 1)).toMatchObject({
      categoryId: null,
      updatedAt: at(0).toISOString(),
    });
  });

  it("causes no write while the row stays equal", () => {
    expect(seen(row(), {}, 1)).toBeNull();
    expect(seen(row({ sellingStatus: SOLD }), { sellingStatus: SOLD }, 1)).toBeNull();
  });

  it.each([
    { price: 9_999_999 },
    { name: "Camera, used" },
    { imageUrl: "https://static.mercdn.net/thumb/item/webp/m00001234567_2.jpg" },
  ])("is written when a field differs: %j", (changes) => {
    expect(seen(row(), changes, 1)).toMatchObject({ ...changes, updatedAt: at(HOUR).toISOString(), soldOutAt: null });
  });

  it("keeps its picture when a card has none; without a stored picture the address is derived or empty", () => {
    const imageUrl = `${snapshot.imageUrl}?1790000000`;
    expect(seen(row({ imageUrl }), {}, 1)).toBeNull();
    expect(seen(row({ imageUrl }), { price: 1 }, 1)).toMatchObject({ price: 1, imageUrl });
    const shop = { externalId: "2JKZn7avt8F84m", sellerType: 2, imageUrl } as const;
    expect(seen(row(shop), { ...shop, imageUrl: "" }, 1)).toBeNull();
    expect(seen(row(), { imageUrl }, 1)).toMatchObject({ imageUrl });
    const renewed = `${snapshot.imageUrl}?1790000001`;
    expect(seen(row({ imageUrl }), { imageUrl: renewed }, 1)).toMatchObject({ imageUrl: renewed });
  });

  it("has no time of sale if it is already sold when it is first seen", () => {
    expect(row({ sellingStatus: SOLD }).soldOutAt).toBeNull();
  });

  it("loses its time of sale when it is on sale again", () => {
    const sold = { ...row({ sellingStatus: SOLD }), soldOutAt: at(HOUR).toISOString() };
    expect(seen(sold, {}, 2)).toMatchObject({ sellingStatus: ON_SALE, soldOutAt: null });
  });

  it("is no longer deleted when it is seen again", () => {
    const markedDeleted = { ...row(), deletedSince: at(HOUR).toISOString() };
    expect(seen(markedDeleted, {}, 2)).toMatchObject({ deletedSince: null, updatedAt: at(0).toISOString() });
  });
});

describe("a listing's detail page", () => {
  const detail: DetailSnapshot = {
    name: snapshot.name,
    price: snapshot.price,
    imageUrl: null,
    sellingStatus: ON_SALE,
    sellerId: "12345",
    condition: 3,
    soldOutAt: null,
  };
  const read = (known: CrawlResult, changes: Partial<DetailSnapshot>, hours: number) =>
    afterDetailPage(known, { ...detail, ...changes }, at(hours * HOUR));

  it("gives the seller and the condition, and does not remove the picture when it shows none", () => {
    expect(read(row(), {}, 1)).toMatchObject({
      sellerId: "12345",
      condition: 3,
      imageUrl: snapshot.imageUrl,
      soldOutAt: null,
    });
  });

  it("causes no write when the row is equal", () => {
    expect(read({ ...row(), sellerId: "12345", condition: 3 }, {}, 1)).toBeNull();
  });

  const pageTime = at(-48 * HOUR).toISOString();
  it.each([
    ["between two crawls", row(), pageTime, at(2 * HOUR).toISOString()],
    ["at the page's time", row({ sellingStatus: SOLD }), pageTime, pageTime],
    ["before it was first seen", row({ sellingStatus: SOLD }), null, at(0).toISOString()],
    [
      "at the known time",
      { ...row({ sellingStatus: SOLD }), soldOutAt: at(1).toISOString() },
      pageTime,
      at(1).toISOString(),
    ],
  ])("was sold %s", (_, known, soldOutAt, expected) => {
    expect(read(known, { sellingStatus: SOLD, soldOutAt }, 2)).toMatchObject({ soldOutAt: expected });
  });

  const lastOnSale = at(2 * HOUR).toISOString();
  it.each([
    ["the page's time between the last sight on sale and the check", 20, 20],
    ["the check's, when the page's time is before the last sight on sale", 1, 50],
    ["the check's, when the page shows none", null, 50],
    ["the check's, when the page's time is after it", 51, 50],
  ])("dates a sale by %s", (_, shownAt, expected) => {
    const time = (hours: number | null) => (hours === null ? null : at(hours * HOUR).toISOString());
    const changes = { ...detail, sellingStatus: SOLD, soldOutAt: time(shownAt) } as const;
    expect(afterDetailPage(row(), changes, at(50 * HOUR), lastOnSale)).toMatchObject({ soldOutAt: time(expected) });
    // The same when a search page was the first to show the sale, and the detail page is read later.
    const sold = seen(row(), { sellingStatus: SOLD }, 50, at(2 * HOUR));
    if (sold === null) throw new Error("The row did not change.");
    expect(afterDetailPage(sold, changes, at(60 * HOUR))).toMatchObject({
      soldOutAt: time(expected),
      saleBetween: null,
    });
    expect(afterDeletionOfSold(sold)).toMatchObject({ soldOutAt: at(50 * HOUR).toISOString(), saleBetween: null });
  });

  it.each([
    ["when it was checked, if the page says before it was first seen", -1, 0, 50],
    ["when it was last seen on sale", 2, 2, 2],
    ["when it was checked", 2, 50, 50],
  ])("dates a sale %s, whatever the watch list says", (_, lastOnSaleAt, shownAt, expected) => {
    const time = (hours: number) => at(hours * HOUR).toISOString();
    const changes = { ...detail, sellingStatus: SOLD, soldOutAt: time(shownAt) } as const;
    const sold = afterDetailPage(row({}, 1), changes, at(50 * HOUR), time(lastOnSaleAt));
    expect(sold?.soldOutAt).toBe(time(expected));
  });

  it.each<[what: string, known: Partial<CrawlResult>, shown: Partial<DetailSnapshot>, after: Partial<CrawlResult>]>([
    ["its name", {}, { name: "Lens" }, { name: "Lens" }],
    ["its price", {}, { price: 1 }, { price: 1 }],
    [
      "a picture, if there is none",
      { imageUrl: "" },
      { imageUrl: "https://a.example/1" },
      { imageUrl: "https://a.example/1" },
    ],
    ["that it exists", { deletedSince: at(0).toISOString() }, {}, { deletedSince: null }],
    ["that it can be read", { unreadableSince: at(0).toISOString() }, {}, { unreadableSince: null }],
  ])("shows %s", (_what, known, shown, after) => {
    const before = { ...row(), sellerId: "12345", condition: 3, ...known };
    expect(read(before, shown, 1)).toEqual({ ...before, ...after, updatedAt: at(HOUR).toISOString() });
  });

  it("keeps the fields that the page does not show", () => {
    expect(read({ ...row(), sellerId: "7", condition: 1 }, { sellerId: null, condition: null }, 1)).toBeNull();
    expect(read({ ...row(), sellerId: "12345", condition: 3, imageUrl: "" }, {}, 1)).toBeNull();
    const pictured = { ...row(), sellerId: "12345", condition: 3 };
    expect(read(pictured, { imageUrl: "https://a.example/1" }, 1)).toBeNull();
  });

  it("clears the time of sale when the listing is on sale again", () => {
    const sold = { ...row({ sellingStatus: SOLD }), soldOutAt: pageTime };
    expect(read(sold, {}, 1)).toMatchObject({ sellingStatus: ON_SALE, soldOutAt: null });
  });
});

describe("a page that states the deletion", () => {
  it("removes the row only at the second statement, an hour after the first", () => {
    expect(deletionStep(row(), at(0), CONFIRM_DELETION_MS)).toBe("remember");
    const remembered = { ...row(), deletedSince: at(0).toISOString() };
    expect(deletionStep(remembered, at(HOUR - 1), CONFIRM_DELETION_MS)).toBe("wait");
    expect(deletionStep(remembered, at(HOUR), CONFIRM_DELETION_MS)).toBe("remove");
  });

  it("keeps a sold row, whose time of sale is its first sight as sold if no other is known", () => {
    const sold = row({ sellingStatus: SOLD }, 2);
    expect(afterDeletionOfSold(sold)).toEqual({ ...sold, soldOutAt: at(2 * HOUR).toISOString() });
    expect(afterDeletionOfSold({ ...sold, soldOutAt: at(HOUR).toISOString() })).toBeNull();
  });
});

describe("a page that could not be read", () => {
  const sold = row({ sellingStatus: SOLD }, 2);
  const since = { ...sold, unreadableSince: at(3 * HOUR).toISOString() };

  it.each<[what: string, known: CrawlResult, hours: number, after: Partial<CrawlResult> | null]>([
    ["changes nothing of a listing on sale", row(), 3, null],
    ["changes nothing of a known sale", { ...sold, soldOutAt: at(0).toISOString() }, 3, null],
    ["is remembered", sold, 3, { unreadableSince: at(3 * HOUR).toISOString() }],
    ["is requested again for a time", since, 12.999, null],
    [
      "dates the sale by its first sight in the end",
      since,
      13,
      { soldOutAt: at(2 * HOUR).toISOString(), unreadableSince: null },
    ],
  ])("%s", (_what, known, hours, after) => {
    expect(afterUnreadablePage(known, at(hours * HOUR), 10 * HOUR)).toEqual(after && { ...known, ...after });
  });
});

describe("a row's id", () => {
  const productId = "0b6f9d1e-3c7a-8f42-9a51-6d2e8c4b7f03";

  it.each(["m00001234567", "2JKZn7avt8F84mQ8RsVsu_"])("contains its key: %s", (externalId) => {
    const key = { productId, externalId };
    expect(readResultId(resultId(key))).toEqual(key);
  });

  it.each([
    "",
    productId,
    `${productId}.`,
    `${productId}.m1.m2`,
    `0${productId}.m1`,
    `${productId}.m1#m2`,
    `${productId}.${"m".repeat(65)}`,
    `${productId.toUpperCase()}.m1`,
    "product-1.m1",
  ])("is not parsed from another text: %j", (id) => {
    expect(readResultId(id)).toBeNull();
  });
});
