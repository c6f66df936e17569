import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { CrawlResult } from "../../../lambdas/mercari/domain/crawl-result.ts";
import { SOLD } from "../../../lambdas/mercari/domain/crawl-result.ts";
import type { Offer } from "../../../lambdas/mercari/domain/price-alert.ts";
import {
  appliesTo,
  isBelowLowest,
  isNewOffer,
  offerNoticeId,
  offersToTell,
} from "../../../lambdas/mercari/domain/price-alert.ts";
import { noticeId } from "../../../lambdas/shared/notices/notice.ts";
import { START } from "../../emulators/test-clock.ts";
import { resultRow } from "../result-rows.ts";

const row = (changes: Partial<CrawlResult> = {}) => resultRow("product", 1, { price: 1_000, ...changes });

describe("a row that is about to be stored", () => {
  it.each<[what: string, before: CrawlResult | null, after: CrawlResult, isNew: boolean]>([
    ["is an offer if it is new", null, row(), true],
    ["is one if its price has fallen", row({ price: 1_001 }), row(), true],
    ["is one if it was sold before", row({ sellingStatus: SOLD, price: 1 }), row(), true],
    ["is none at the price of before", row({ name: "Renamed" }), row(), false],
    ["is none if its price has risen", row({ price: 999 }), row(), false],
    ["is none if it is sold", null, row({ sellingStatus: SOLD }), false],
    ["is none if its page says that it is deleted", null, row({ deletedSince: START.toISOString() }), false],
  ])("%s", (_what, before, after, isNew) => {
    expect(isNewOffer({ before, row: after })).toBe(isNew);
  });
});

describe("an alert", () => {
  it.each([
    { below: 1_000, newLowest: false, price: 1_000, isLowest: false, applies: true },
    { below: 1_000, newLowest: false, price: 1_001, isLowest: true, applies: false },
    { below: null, newLowest: true, price: 1_001, isLowest: true, applies: true },
    { below: null, newLowest: true, price: 1, isLowest: false, applies: false },
    { below: null, newLowest: false, price: 0, isLowest: true, applies: false },
    { below: 1_000, newLowest: true, price: 900, isLowest: false, applies: true },
  ])("applies as it says: %j", ({ applies, price, isLowest, ...alert }) => {
    expect(appliesTo(alert, { price, isLowest })).toBe(applies);
  });

  it.each([
    { price: 999, lowest: 1_000, below: true },
    { price: 1_000, lowest: 1_000, below: false },
    { price: 1_000, lowest: null, below: true },
    { price: 1, lowest: undefined, below: false },
  ])("takes $price for lower than $lowest: $below", ({ price, lowest, below }) => {
    expect(isBelowLowest(price, lowest)).toBe(below);
  });
});

describe("offers", () => {
  const offer = (externalId: string, price: number, notedAt: string): Offer => {
    const { name, sellingUrl } = row();
    return { externalId, name, price, sellingUrl, isLowest: false, notedAt };
  };

  const all = { below: 9_999_999, newLowest: false };

  it("are reported in order of price, then of time, then of id, whatever their original order", () => {
    const sorted = [
      offer("m3", 1, "b"),
      offer("m9", 2, "a"),
      offer("m1", 2, "b"),
      offer("m2", 2, "b"),
      offer("m0", 10, "a"),
    ];
    fc.assert(
      fc.property(fc.shuffledSubarray(sorted, { minLength: sorted.length }), (shuffled) => {
        expect(offersToTell(all, shuffled, 0)).toEqual(sorted);
      }),
    );
  });

  it("are reported from the lowest plausible price on, if the alert applies to them", () => {
    const [box, cheapest, dear] = [offer("m1", 999, "a"), offer("m2", 1_000, "a"), offer("m3", 1_001, "a")];
    expect(offersToTell(all, [dear, box, cheapest], 1_000)).toEqual([cheapest, dear]);
    expect(offersToTell({ below: 1_000, newLowest: true }, [dear, box, cheapest], 1_000)).toEqual([cheapest]);
  });

  it("have a notice each, of product, listing and price", () => {
    const ids = [
      offerNoticeId("p1", offer("m1", 1, "a")),
      offerNoticeId("p2", offer("m1", 1, "a")),
      offerNoticeId("p1", offer("m2", 1, "a")),
      offerNoticeId("p1", offer("m1", 2, "a")),
    ];
    expect(new Set(ids).size).toBe(4);
    expect(ids[0]).toBe(noticeId("price", ["p1", "m1", "1"]));
    expect(offerNoticeId("p1", offer("m1", 1, "later"))).toBe(ids[0]);
  });
});
