import type { HTMLElement } from "node-html-parser";
import type { ListingSnapshot } from "../domain/crawl-result.ts";
import { ON_SALE, SOLD } from "../domain/crawl-result.ts";
import type { ListingLink } from "../domain/listing-link.ts";
import { derivedImage, listingLink, sellingUrl } from "../domain/listing-link.ts";
import { firstPicture } from "./image-url.ts";
import { completeSnapshot } from "./listing-snapshot.ts";
import { isElement, nodesIn, textOf } from "./page-tree.ts";
import { isRunningBid, leadingYen, wholeYen } from "./price-text.ts";

/**
 * One cell of a result grid: a listing, an auction, a listing that could not be read, a placeholder that no script has
 * filled, or something else, such as an advertisement.
 */
export type SearchCard =
  | { readonly kind: "listing"; readonly layout: "A" | "B"; readonly snapshot: ListingSnapshot }
  | { readonly kind: "auction"; readonly externalId: string }
  | { readonly kind: "unparsed" | "placeholder" | "other" };

/** Its last occurrence in a thumbnail's label separates the name from the rest, since the name may contain it, too. */
const DIVIDER = "の画像";
const SOLD_MARKS = new Set(["売り切れ", "SOLD"]);

/** Classes of a shown price and of its container. The container's class ends with a hash. */
const SHOWN_PRICE = /\b(?:merPrice|priceContainer)/;

interface Label {
  readonly name: string;
  readonly isSold: boolean;
  readonly isAuction: boolean;
  readonly price: number | null;
}

/** Parses the label of layout A: `<name>の画像 [売り切れ ]<price>円[ <converted price>]`; null for any other label. */
function readLabel(label: string): Label | null {
  const divider = label.lastIndexOf(DIVIDER);
  if (divider === -1) return null;
  const rest = label.slice(divider + DIVIDER.length).trim();
  // The texts of stickers come before the price and have no digits.
  const [marks = ""] = /^(?:[^\s\d¥￥$€£]+\s+)*/u.exec(rest) ?? [];
  const words = marks.split(/\s+/);
  const priceText = rest.slice(marks.length);
  return {
    name: label.slice(0, divider).trim(),
    isSold: words.some((word) => SOLD_MARKS.has(word)),
    isAuction: words.some(isRunningBid) || isRunningBid(priceText),
    price: leadingYen(priceText),
  };
}

const STICKERS: ReadonlySet<string> = new Set(["thumbnail-sticker", "item-tile-sticker"]);

/** Whether an element is a cell. A cell inside another one is a card of its own, and not part of the outer one. */
function isCell(element: HTMLElement): boolean {
  return element.getAttribute("data-testid") === "item-cell";
}

function isSoldMark(sticker: HTMLElement): boolean {
  const texts = [textOf(sticker, isCell), sticker.getAttribute("aria-label") ?? ""];
  return texts.some((text) => SOLD_MARKS.has(text.trim()));
}

/**
 * The number of texts of each kind that are read in a card: a card has one or two. Such elements may be nested, and the
 * text of each includes that of all nested ones.
 */
const MAX_TEXTS = 4;

/** The elements of a card that are read, found in one pass. */
interface CardParts {
  readonly links: HTMLElement[];
  readonly images: HTMLElement[];
  readonly labels: Label[];
  readonly names: string[];
  readonly tilePrices: string[];
  readonly shownPrices: string[];
  readonly stickers: HTMLElement[];
}

function partsOf(cell: HTMLElement): CardParts {
  const parts: CardParts = {
    links: [],
    images: [],
    labels: [],
    names: [],
    tilePrices: [],
    shownPrices: [],
    stickers: [],
  };
  const keepText = (texts: string[], element: HTMLElement) => {
    if (texts.length < MAX_TEXTS) texts.push(textOf(element, isCell).trim());
  };
  for (const element of [cell, ...nodesIn(cell, isCell)]) {
    if (!isElement(element)) continue;
    const { rawTagName: tag, attrs } = element;
    if (tag === "img") parts.images.push(element);
    if (tag === "a" && (attrs.href ?? "").trim() !== "") parts.links.push(element);
    const label = readLabel(attrs["aria-label"] ?? "");
    if (label !== null) parts.labels.push(label);
    if (SHOWN_PRICE.test(attrs.class ?? "")) keepText(parts.shownPrices, element);
    const testId = attrs["data-testid"];
    if (testId === "thumbnail-item-name") keepText(parts.names, element);
    else if (testId === "item-tile-price") keepText(parts.tilePrices, element);
    else if (STICKERS.has(testId ?? "") && parts.stickers.length < MAX_TEXTS) parts.stickers.push(element);
  }
  return parts;
}

/** The link that decides what a card is: undefined if there is none, null if it points to no listing. */
function linkOf(links: readonly HTMLElement[]): ListingLink | null | undefined {
  if (links.length === 0) return undefined;
  const thumbnail = links.find((link) => link.getAttribute("data-testid") === "thumbnail-link");
  for (const link of thumbnail === undefined ? links : [thumbnail]) {
    const listing = listingLink(link.getAttribute("href") ?? "");
    if (listing !== null) return listing;
  }
  return null;
}

export function readSearchCard(cell: HTMLElement): SearchCard {
  const { links, images, labels, names, tilePrices, shownPrices, stickers } = partsOf(cell);
  const link = linkOf(links);
  if (link === undefined) return { kind: "placeholder" };
  if (link === null) return { kind: "other" };

  const label = labels.find(({ price, isAuction }) => price !== null || isAuction) ?? labels[0];
  if (label?.isAuction === true || [...tilePrices, ...shownPrices].some(isRunningBid)) {
    return { kind: "auction", externalId: link.externalId };
  }
  const [tilePrice = null] = tilePrices.map(wholeYen);
  const snapshot = completeSnapshot({
    externalId: link.externalId,
    name: [...names, label?.name ?? ""].find((name) => name !== "") ?? null,
    price: label?.price ?? tilePrice,
    sellingUrl: sellingUrl(link),
    imageUrl: firstPicture(images) ?? derivedImage(link),
    sellingStatus: label?.isSold === true || stickers.some(isSoldMark) ? SOLD : ON_SALE,
    sellerType: link.sellerType,
  });
  return snapshot === null
    ? { kind: "unparsed" }
    : { kind: "listing", layout: label === undefined ? "B" : "A", snapshot };
}
