import type { HTMLElement } from "node-html-parser";
import { canonicalHost } from "../../shared/outbound/canonical-host.ts";
import type { PageError } from "../domain/crawl-error.ts";
import type { DetailSnapshot, ListingSnapshot, SellingStatus } from "../domain/crawl-result.ts";
import { ON_SALE, SOLD } from "../domain/crawl-result.ts";
import type { ListingLink } from "../domain/listing-link.ts";
import { listingLink, SHOP, sellerIdOfLink, sellingUrl } from "../domain/listing-link.ts";
import { imageAddress, pictureIn } from "./image-url.ts";
import { completeSnapshot } from "./listing-snapshot.ts";
import { errorOfStatus, isChallenge, isOtherThanHtml, isShell, pageError } from "./page-error.ts";
import { byTestId, isWithin, textOf } from "./page-tree.ts";
import { parsedPage } from "./parsed-page.ts";
import { onlyYen, wholeYen } from "./price-text.ts";
import type { RelativeTime } from "./relative-time.ts";
import { isRelativeTime, relativeTime } from "./relative-time.ts";
import type { SourcedPage } from "./sourced-page.ts";
import { isNoStatement, pageStates, statementLines } from "./statement-lines.ts";

export interface ListingDetail
  extends DetailSnapshot,
    Pick<ListingSnapshot, "externalId" | "sellingUrl" | "sellerType"> {
  /** How much later than the actual sale `soldOutAt` may be; null without `soldOutAt`. */
  readonly soldOutAtToleranceSeconds: number | null;
}

/** The outcome of a listing's detail page. `deleted`: the page itself states the deletion. */
export type DetailOutcome =
  | { readonly kind: "detail"; readonly item: ListingDetail }
  | { readonly kind: "deleted" }
  | PageError;

const DELETED = ["該当する商品は削除されています", "ページが見つかりませんでした"];

const isFound = (status: number) => status >= 200 && status < 300;
const isGone = (status: number) => status === 404 || status === 410;

/** The test ids of the fields, for both types of page. */
const HOOKS = {
  individual: { container: "item-detail-container", price: "price", stateOf: stateOfItem },
  shop: { container: "product-detail-container", price: "product-price", stateOf: stateOfProduct },
} as const;

/** Mercari's item conditions, from 1 on, as a listing's page names them. */
const CONDITIONS: readonly string[] = [
  "新品、未使用",
  "未使用に近い",
  "目立った傷や汚れなし",
  "やや傷や汚れあり",
  "傷や汚れあり",
  "全体的に状態が悪い",
];

const PURCHASE = "購入手続きへ";
// The button's text is compared because a product's page has other buttons that may be disabled, such as those of the
// quantity.
const SOLD_BUTTON = /^(?:購入手続きへ|売り切れ|在庫切れ|在庫なし|SOLD)/u;

/**
 * The number of a product's buttons that are read: a page has a dozen. Buttons may be nested, and the text of each includes
 * that of all nested ones.
 */
const MAX_BUTTONS = 100;

const BUTTON = 'button, [role="button"]';
const DISABLED = '[disabled], [aria-disabled="true"]';
const DISABLED_BUTTON = `:is(${BUTTON}):is(${DISABLED})`;

/** The state of an individual's listing, from its checkout button; null if the button has none of the known states. */
function stateOfItem(container: HTMLElement): SellingStatus | null {
  const checkout = byTestId(container, "checkout-button-container");
  if (checkout === null) return null;
  const button = byTestId(checkout, "checkout-button");
  // Without a checkout button, the transaction button shows that the listing was bought and the deal is in progress.
  if (button === null) return byTestId(checkout, "view-transaction-button") === null ? null : SOLD;
  const name = button.getAttribute("name");
  if (name === "disabled" || button.matches(DISABLED) || button.querySelector(DISABLED_BUTTON) !== null) return SOLD;
  return name === "purchase" ? ON_SALE : null;
}

/** The state of a shop's product, from its buttons; null if no button has a known state, or two have different ones. */
function stateOfProduct(container: HTMLElement): SellingStatus | null {
  const disabledArea = byTestId(container, "disabled-purchase-button");
  const purchaseArea = byTestId(container, "variant-purchase-button");
  const buttons = container.querySelectorAll(BUTTON).slice(0, MAX_BUTTONS);

  let isOnSale = false;
  let isSold = disabledArea !== null || byTestId(container, "out-of-stock") !== null;
  const isDisabledArea = (around: HTMLElement) => around === disabledArea;
  for (const button of buttons.filter((one) => !isWithin(one, isDisabledArea))) {
    const text = textOf(button).trim();
    if (button.matches(DISABLED))
      isSold ||= isWithin(button, (around) => around === purchaseArea) || SOLD_BUTTON.test(text);
    else isOnSale ||= text === PURCHASE;
  }
  if (isOnSale === isSold) return null;
  return isSold ? SOLD : ON_SALE;
}

function nameOf(container: HTMLElement, { sellerType }: ListingLink): string | null {
  if (sellerType === SHOP) return textIn(byTestId(container, "display-name"));
  return textIn(byTestId(container, "name")?.querySelector("h1") ?? null);
}

function textIn(element: HTMLElement | null): string | null {
  return element === null ? null : textOf(element).trim();
}

const CONVERTED = "converted-currency-section";

/** The price in yen: shown alone, or beside the price in the currency of the viewer's country. */
function priceOf(container: HTMLElement, price: HTMLElement | null): number | null {
  if (price === null) return null;
  const shown = wholeYen(textOf(price, ({ attrs }) => attrs["data-testid"] === CONVERTED));
  if (shown !== null) return shown;
  const converted = byTestId(container, CONVERTED);
  return converted === null ? null : onlyYen(textOf(converted));
}

/** Whether an address is a photo of this listing, not the site's logo or a photo of another listing. */
function isProductPhoto(address: string, { externalId, sellerType }: ListingLink): boolean {
  const url = new URL(address);
  const host = canonicalHost(url);
  if (sellerType === SHOP) return host === "assets.mercari-shops-static.com";
  return host === "static.mercdn.net" && url.pathname.includes(`/${externalId}_`);
}

function imageOf(tree: HTMLElement, link: ListingLink): string | null {
  const social = tree.querySelector('meta[property="og:image"]');
  const address = imageAddress(social?.getAttribute("content") ?? "");
  if (address !== null && isProductPhoto(address, link)) return address;
  return pictureIn(byTestId(tree, "carousel")) ?? pictureIn(byTestId(tree, "image-0"));
}

/** The seller, from the link to the profile. Links to other users are outside the container and have no test id. */
function sellerOf(tree: HTMLElement, container: HTMLElement, { sellerType }: ListingLink): string | null {
  const links =
    sellerType === SHOP ? container.querySelectorAll("a") : tree.querySelectorAll('a[data-testid="seller-link"]');
  for (const link of links) {
    const id = sellerIdOfLink(link.getAttribute("href") ?? "", sellerType);
    if (id !== null) return id;
  }
  return null;
}

/** The listing's condition; null for an unknown text. */
function conditionOf(container: HTMLElement): number | null {
  const condition = CONDITIONS.indexOf(textIn(byTestId(container, "商品の状態")) ?? "") + 1;
  return condition === 0 ? null : condition;
}

/** Whether an element is a labelled row: a time in such a row is not the time of the last change. */
function isLabelled(element: HTMLElement): boolean {
  return element.matches("dd, .merDisplayRow");
}

/**
 * The time of the last change: the only relative time without a label. Null if it has no number, or if there are several.
 */
function lastChange(container: HTMLElement, fetchedAt: Date): RelativeTime | null {
  const lines = statementLines(container, (element) => isNoStatement(element) || isLabelled(element));
  const [time, ...others] = new Set(lines.filter(isRelativeTime));
  return time === undefined || others.length > 0 ? null : relativeTime(time, fetchedAt);
}

/** The listing in its container; null if a required field can't be read. */
function readListing(
  tree: HTMLElement,
  container: HTMLElement,
  link: ListingLink,
  fetchedAt: Date,
): ListingDetail | null {
  const { price, stateOf } = link.sellerType === SHOP ? HOOKS.shop : HOOKS.individual;
  const imageUrl = imageOf(tree, link);
  const snapshot = completeSnapshot({
    ...link,
    name: nameOf(container, link),
    price: priceOf(container, byTestId(container, price)),
    sellingUrl: sellingUrl(link),
    imageUrl: imageUrl ?? "",
    sellingStatus: stateOf(container),
  });
  if (snapshot === null) return null;
  const change = snapshot.sellingStatus === SOLD ? lastChange(container, fetchedAt) : null;
  return {
    ...snapshot,
    imageUrl,
    sellerId: sellerOf(tree, container, link),
    condition: conditionOf(container),
    soldOutAt: change?.at.toISOString() ?? null,
    soldOutAtToleranceSeconds: change?.toleranceSeconds ?? null,
  };
}

/**
 * Reads a listing's detail page. An unknown state is an error, not a guess; so is a page whose address is that of another
 * listing. A listing counts as deleted only if the page's rendered text states it: a status 404 is no proof. Never throws.
 *
 * @param requested the listing whose page was requested; a row of results is one
 * @param fetchedAt when the page was fetched, from which its relative times are computed
 */
export function readDetailPage(page: SourcedPage, requested: ListingLink, fetchedAt: Date): DetailOutcome {
  const { status } = page;
  const statusError = errorOfStatus(page, (answered) => isFound(answered) || isGone(answered));
  if (statusError !== null) return statusError;
  const link = listingLink(page.url);
  const isItsOwn = link?.externalId === requested.externalId && link.sellerType === requested.sellerType;
  if (!isItsOwn || isOtherThanHtml(page)) return pageError("unrecognized", page);
  const tree = parsedPage(page.html);
  if (tree === null) return pageError(isChallenge(page) ? "blocked" : "truncated", page);

  const hooks = link.sellerType === SHOP ? HOOKS.shop : HOOKS.individual;
  const container = byTestId(tree, hooks.container);
  if (container !== null && isFound(status)) {
    const item = readListing(tree, container, link, fetchedAt);
    if (item !== null) return { kind: "detail", item };
  }
  if (isChallenge(page)) return pageError("blocked", page);
  const isListed = Object.values(HOOKS).some((known) => byTestId(tree, known.container) !== null);
  if (!isListed && (status === 200 || isGone(status)) && pageStates(tree, DELETED)) return { kind: "deleted" };
  return pageError(isShell(tree) ? "not_rendered" : "unrecognized", page);
}
