import { describe, expect, it } from "vitest";
import * as z from "zod/mini";
import type { PriceAlert } from "../../../lambdas/mercari/domain/price-alert.ts";
import {
  newProductBody,
  newProductSettings,
  patchedSettings,
  productPatch,
} from "../../../lambdas/mercari/http/product-body.ts";
import { crawlSetting } from "../sample-crawls.ts";

const SETTING = {
  keyword: "camera",
  excludeKeyword: "junk",
  itemConditionIds: [1, 3],
  categoryId: 7,
  minPrice: 300,
  maxPrice: 500,
  enabled: false,
};

const WIRE = { keyword: "camera", category_id: 7, min_price: 300, max_price: 500 };

const created = (body: object) => newProductSettings(z.parse(newProductBody, { name: "Camera", ...body }));
const patched = (patch: object, alert: PriceAlert | null = null) =>
  patchedSettings({ name: "Camera", crawl: SETTING, alert }, z.parse(productPatch, patch));

/** The paths of the fields that a body is refused for. */
const refused = (schema: z.ZodMiniType, body: object) =>
  z.safeParse(schema, { name: "Camera", ...body }).error?.issues.map(({ path }) => path.join("."));

describe("a new product", () => {
  const OPEN = { ...SETTING, excludeKeyword: null, itemConditionIds: null, enabled: true };
  const LIMITS = { category_id: null, min_price: null, max_price: null };
  const NO_LIMITS = { categoryId: null, minPrice: null, maxPrice: null };

  it.each<[crawl: object | null | undefined, kept: object | null]>([
    [undefined, null],
    [null, null],
    [{ keyword: " camera\t" }, { ...OPEN, ...NO_LIMITS }],
    // As in answers.
    [
      { keyword: "camera", ...LIMITS },
      { ...OPEN, ...NO_LIMITS },
    ],
    [
      { keyword: "k".repeat(200), category_id: 1, min_price: 1, max_price: 9_999_999 },
      { ...OPEN, keyword: "k".repeat(200), categoryId: 1, minPrice: 1, maxPrice: 9_999_999 },
    ],
    [
      { keyword: "k", min_price: 500, max_price: 500 },
      { ...OPEN, keyword: "k", categoryId: null, minPrice: 500, maxPrice: 500 },
    ],
  ])("with the search %j is kept with %j", (crawl, kept) => {
    const name = "n".repeat(200);
    expect(created({ name, crawl })).toEqual({ name, crawl: kept, alert: null });
  });

  it.each<[path: string, changes: Record<string, unknown>]>([
    ["name", { name: undefined }],
    ["name", { name: null }],
    ["name", { name: " \t" }],
    ["name", { name: "n".repeat(201) }],
    ["name", { name: 1 }],
    ["crawl", { crawl: "camera" }],
    ["crawl.keyword", { crawl: {} }],
    ["crawl.keyword", { crawl: { keyword: "" } }],
    ["crawl.keyword", { crawl: { keyword: " 　" } }],
    ["crawl.keyword", { crawl: { keyword: "k".repeat(201) } }],
    ["crawl.keyword", { crawl: { keyword: null } }],
    ["crawl.category_id", { crawl: { ...WIRE, category_id: 0 } }],
    ["crawl.category_id", { crawl: { ...WIRE, category_id: 1.5 } }],
    ["crawl.category_id", { crawl: { ...WIRE, category_id: "7" } }],
    ["crawl.exclude_keyword", { crawl: { ...WIRE, exclude_keyword: "" } }],
    ["crawl.item_condition_ids.0", { crawl: { ...WIRE, item_condition_ids: [0] } }],
    ["crawl.item_condition_ids.1", { crawl: { ...WIRE, item_condition_ids: [6, 7] } }],
    ["crawl.item_condition_ids", { crawl: { ...WIRE, item_condition_ids: [] } }],
    ["crawl.min_price", { crawl: { ...WIRE, min_price: 0 } }],
    ["crawl.min_price", { crawl: { ...WIRE, min_price: 300.5 } }],
    ["crawl.min_price", { crawl: { ...WIRE, min_price: "300" } }],
    ["crawl.max_price", { crawl: { ...WIRE, max_price: 10_000_000 } }],
    ["crawl.max_price", { crawl: { keyword: "camera", max_price: -1 } }],
    ["crawl", { crawl: { ...WIRE, min_price: 501, max_price: 500 } }],
    ["crawl.enabled", { crawl: { ...WIRE, enabled: "yes" } }],
    ["crawl.enabled", { crawl: { ...WIRE, enabled: null } }],
  ])("is refused for %s in %j", (path, changes) => {
    expect(refused(newProductBody, changes)).toEqual([path]);
  });
});

describe("the conditions of a search", () => {
  it.each<[given: number[] | null, kept: number[] | null]>([
    [
      [3, 1, 3],
      [1, 3],
    ],
    [[6], [6]],
    [
      [5, 4, 3, 2, 1],
      [1, 2, 3, 4, 5],
    ],
    // All are the same search as none.
    [[6, 5, 4, 3, 2, 1, 1], null],
    [null, null],
  ])("%j are kept as %j", (given, kept) => {
    const conditions = { item_condition_ids: given };
    expect(created({ crawl: { keyword: "camera", ...conditions } }).crawl?.itemConditionIds).toEqual(kept);
    expect(patched({ crawl: conditions }).crawl?.itemConditionIds).toEqual(kept);
  });

  it("are twenty at most", () => {
    const conditions = (count: number) => ({ crawl: { keyword: "camera", item_condition_ids: Array(count).fill(1) } });
    expect(created(conditions(20)).crawl?.itemConditionIds).toEqual([1]);
    for (const schema of [newProductBody, productPatch]) {
      expect(refused(schema, conditions(21))).toEqual(["crawl.item_condition_ids"]);
    }
  });
});

describe("a patch of a search", () => {
  it.each([
    ["exclude_keyword", "excludeKeyword", "broken"],
    ["item_condition_ids", "itemConditionIds", [2]],
    ["category_id", "categoryId", 8],
    ["min_price", "minPrice", 301],
    ["max_price", "maxPrice", 499],
  ])("sets and removes %s, and leaves the other fields", (field, kept, value) => {
    expect(patched({ crawl: { [field]: value } }).crawl).toEqual({ ...SETTING, [kept]: value });
    expect(patched({ crawl: { [field]: null } }).crawl).toEqual({ ...SETTING, [kept]: null });
  });

  it("trims the keyword, leaves all that is omitted, and removes the search for null", () => {
    expect(patched({ crawl: { keyword: " lens " } }).crawl).toEqual({ ...SETTING, keyword: "lens" });
    expect(patched({ crawl: { enabled: true } }).crawl).toEqual({ ...SETTING, enabled: true });
    expect(patched({})).toEqual({ name: "Camera", crawl: SETTING, alert: null });
    expect(patched({ crawl: null }).crawl).toBeNull();
  });

  it.each([
    ["name", { name: null }],
    ["name", { name: " " }],
    ["crawl.keyword", { crawl: { keyword: null } }],
    ["crawl.enabled", { crawl: { enabled: null } }],
    ["crawl.min_price", { crawl: { min_price: 0 } }],
    ["crawl.max_price", { crawl: { max_price: 10_000_000 } }],
  ])("is refused for %s in %j", (path, patch) => {
    expect(refused(productPatch, patch)).toEqual([path]);
  });

  it("may leave a single price", () => {
    expect(patched({ crawl: { min_price: 500 } }).crawl).toEqual({ ...SETTING, minPrice: 500 });
  });

  it("begins a search that was none, without limits and enabled", () => {
    const patch = z.parse(productPatch, { crawl: { keyword: "lens" } });
    expect(patchedSettings({ name: "Camera", crawl: null, alert: null }, patch).crawl).toEqual(
      crawlSetting({ keyword: "lens" }),
    );
  });

  it.each([
    ["crawl.keyword", "must be there: nothing is searched for so far", { min_price: 300 }, null],
    ["crawl", "must not have a min_price above its max_price", { max_price: 299 }, SETTING],
    ["crawl", "must not have a min_price above its max_price", { min_price: 501, max_price: 500 }, SETTING],
  ])("is refused for %s that %s", (path, message, crawl, seen) => {
    const patch = z.parse(productPatch, { crawl });
    const detail = "Some fields are missing or not valid.";
    const refusal = { status: 400, code: "validation_error", message: detail, errors: [{ path, message }] };
    expect(() => patchedSettings({ name: "Camera", crawl: seen, alert: null }, patch)).toThrow(
      expect.objectContaining(refusal),
    );
  });
});

describe("an alert", () => {
  const BELOW: PriceAlert = { below: 500, newLowest: false };
  const LOWEST: PriceAlert = { below: null, newLowest: true };
  const BOTH: PriceAlert = { below: 500, newLowest: true };

  it.each<[given: object | null | undefined, kept: PriceAlert | null]>([
    [undefined, null],
    [null, null],
    // It would make no notice.
    [{}, null],
    [{ below: null, new_lowest: false }, null],
    [{ below: 500 }, BELOW],
    [{ new_lowest: true }, LOWEST],
    [{ below: 500, new_lowest: true }, BOTH],
    [{ below: 1 }, { below: 1, newLowest: false }],
    [{ below: 9_999_999 }, { below: 9_999_999, newLowest: false }],
  ])("of a new product, %j, is kept as %j", (given, kept) => {
    expect(created({ alert: given }).alert).toEqual(kept);
  });

  it.each<[seen: PriceAlert | null, patch: object | null | undefined, kept: PriceAlert | null]>([
    [BOTH, undefined, BOTH],
    [null, undefined, null],
    [BOTH, null, null],
    [BOTH, {}, BOTH],
    [BOTH, { below: 400 }, { below: 400, newLowest: true }],
    [BOTH, { below: null }, LOWEST],
    [BOTH, { new_lowest: false }, BELOW],
    [BELOW, { new_lowest: true }, BOTH],
    [BELOW, { below: null }, null],
    [LOWEST, { new_lowest: false }, null],
    [null, { below: 500 }, BELOW],
    [null, { new_lowest: true }, LOWEST],
  ])("%j, patched with %j, is %j", (seen, alert, kept) => {
    expect(patched({ alert }, seen)).toEqual({ name: "Camera", crawl: SETTING, alert: kept });
  });

  it.each([
    ["alert.below", { below: 0 }],
    ["alert.below", { below: 10_000_000 }],
    ["alert.below", { below: 0.5 }],
    ["alert.below", { below: "500" }],
    ["alert.new_lowest", { new_lowest: null }],
    ["alert.new_lowest", { new_lowest: "yes" }],
    ["alert", true],
  ])("is refused for %s: %j", (path, alert) => {
    for (const schema of [newProductBody, productPatch]) expect(refused(schema, { alert })).toEqual([path]);
  });
});
