import type { Notice } from "../../../lambdas/shared/notices/notice.ts";
import type { Edit, Listings } from "./listings.ts";
import { keywordOf } from "./listings.ts";
import type { ProductSettings } from "./product-model.ts";
import type { WatchedProduct } from "./watched-product.ts";
import { offerKey } from "./watched-product.ts";

/** That a notice names an offer: a listing at a price, in yen. */
interface Telling {
  readonly id: string;
  readonly price: number;
  /** Epoch milliseconds. */
  readonly at: number;
}

/** @throws Error if a notice names what no page has shown, an offer is told twice, or one that must be told is not */
export function judgeOffers(product: WatchedProduct, notices: readonly Notice[], listings: Listings): void {
  const { name } = product.creation;
  const told = notices.filter(({ kind, title }) => kind === "price" && title.startsWith(`${name}: `)).flatMap(tellings);
  for (const telling of told) {
    const contradiction = (what: string) => new Error(`${name}: ${what}: ${JSON.stringify([telling, told])}`);
    if (!isTrue(telling, product, listings))
      throw contradiction("a notice names an offer that was not seen and stored");
    const { id, price } = telling;
    const times = told.filter((other) => other.id === id && other.price === price).length;
    if (times > appearances(listings.editsOf(id), price) + product.changes) throw contradiction("it is told twice");
  }
  const { settings } = product;
  if (settings === null || !settings.enabled) return;
  for (const id of mustBeTold(product, settings, listings)) {
    const { price, at } = listings.now(id);
    if (!told.some((telling) => telling.id === id && telling.price === price))
      throw new Error(`${name}: no notice names ${id} at ${price} since ${at}: ${JSON.stringify(told)}`);
  }
}

/** The offers that a notice names: each has a line with its price, and one with its address. */
function tellings({ body, createdAt }: Notice): readonly Telling[] {
  return [...body.matchAll(/^¥([\d,]+): .*\nhttps:\/\/jp\.mercari\.com\/item\/(m\d+)$/gm)].map(
    ([, price = "", id = ""]) => ({ id, price: Number(price.replaceAll(",", "")), at: Date.parse(createdAt) }),
  );
}

/** Whether a page has shown the offer before, a row has had it, and an alert of the product has applied to it. */
function isTrue({ id, price, at }: Telling, { creation, had, stored }: WatchedProduct, { sights }: Listings): boolean {
  const isSeen = sights.some(
    (sight) =>
      sight.id === id &&
      sight.at <= at &&
      sight.shown?.price === price &&
      sight.shown.isOnSale &&
      (sight.keyword === null || sight.keyword.endsWith(` ${creation.name}`)),
  );
  const isStored = stored.has(offerKey({ id, price }));
  return (
    isSeen &&
    isStored &&
    [...had.values()].some(({ below, newLowest }) => newLowest || (below !== null && price <= below))
  );
}

/** How often a listing has come on sale at a price. */
function appearances(edits: readonly Edit[], price: number): number {
  const isOffer = (edit: Edit | undefined) => edit?.price === price && isOnSale(edit);
  return edits.filter((edit, index) => isOffer(edit) && !isOffer(edits[index - 1])).length;
}

function isOnSale({ state }: Edit): boolean {
  return state === "on_sale" || state === "unlisted";
}

/**
 * The listings whose present offers an alert applies to, whatever has failed: the search finds them, they are cheaper than
 * they ever were and no less than a third of any price, and the product has had its settings for as long.
 */
function mustBeTold(
  { creation, listings: ids, changes, changedAt, seenWholeSince }: WatchedProduct,
  { search, max, below, newLowest }: ProductSettings,
  listings: Listings,
): readonly string[] {
  const keyword = keywordOf(creation.subject, creation.name, search);
  return listings.found(keyword, max).filter((id) => {
    const { price, at, state } = listings.now(id);
    if (state !== "on_sale" || (changes > 0 && at <= changedAt)) return false;
    const others = ids.filter((other) => other !== id).flatMap((other) => listings.editsOf(other));
    const isPlausible = ids.every((other) => listings.editsOf(other).every((edit) => price * 3 >= edit.price));
    const isCheaperThan = (edits: readonly Edit[]) => edits.every((edit) => edit.price > price);
    if (!isPlausible || !isCheaperThan(listings.editsOf(id).slice(0, -1))) return false;
    // A first crawl only finds out what is the lowest price. The last one of two that become the cheapest need not be.
    const isNewLowest = seenWholeSince !== null && at > seenWholeSince && isCheaperThan(others);
    return (below !== null && price <= below) || (newLowest && isNewLowest);
  });
}
