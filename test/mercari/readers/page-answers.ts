import { INDIVIDUAL, SHOP } from "../../../lambdas/mercari/domain/listing-link.ts";
import { readDetailPage } from "../../../lambdas/mercari/readers/detail-page.ts";
import { readSearchPage } from "../../../lambdas/mercari/readers/search-page.ts";
import type { SourcedPage } from "../../../lambdas/mercari/readers/sourced-page.ts";
import type { ListedItem } from "../../../lib/local/sites/mercari-pages.ts";
import { pathOfItem } from "../../../lib/local/sites/mercari-pages.ts";

export const FETCHED_AT = new Date("2026-11-20T03:00:00Z");

/** A listing with some fields changed. */
export function listed(changes: Partial<ListedItem> = {}): ListedItem {
  return {
    id: "m00000000001",
    name: "カメラ",
    price: 12_800,
    isShop: false,
    sellerId: "999000077",
    state: "on_sale",
    isAuction: false,
    changedAgo: "3日前",
    ...changes,
  };
}

/** A shop's product with some fields changed. */
export function shopsProduct(changes: Partial<ListedItem> = {}): ListedItem {
  return listed({ id: "2JZZaaaaaaaaaaaaaaaaaa", sellerId: "ZZVRbbbbbbbbbbbbbbbbbb", isShop: true, ...changes });
}

const answered = { status: 200, headers: { "content-type": "text/html; charset=utf-8" }, retryAfterSeconds: null };

export function readSearch(html: string, changes: Partial<SourcedPage> = {}) {
  return readSearchPage({ ...answered, url: "https://jp.mercari.com/search?keyword=x", html, ...changes });
}

/** Reads a detail page. @param item the listing whose address was requested and answered */
export function readDetail(html: string, item: ListedItem = listed(), changes: Partial<SourcedPage> = {}) {
  const url = `https://jp.mercari.com${pathOfItem(item)}`;
  const sellerType = item.isShop ? SHOP : INDIVIDUAL;
  return readDetailPage({ ...answered, url, html, ...changes }, { externalId: item.id, sellerType }, FETCHED_AT);
}

export function errorOf(errorKind: string, status = 200) {
  const transient = errorKind === "truncated" || (errorKind === "http_error" && status >= 500);
  return { kind: "error", errorKind, transient, retryAfterSeconds: null };
}
