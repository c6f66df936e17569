import { canonicalHost } from "../../shared/outbound/canonical-host.ts";

/** The type of the seller: an individual, or a shop. */
export const INDIVIDUAL = 1;
export const SHOP = 2;
export type SellerType = typeof INDIVIDUAL | typeof SHOP;

const ORIGIN = "https://jp.mercari.com";

export interface ListingLink {
  readonly externalId: string;
  readonly sellerType: SellerType;
}

// Links on the site itself have contained the locale twice.
const LOCALE = "(?:/[a-z]{2}(?:-[A-Za-z]{2,4})?)*";
const ITEM = new RegExp(`^${LOCALE}/item/(m\\d{1,20})/?$`);
const PRODUCT = new RegExp(`^${LOCALE}/shops/product/(\\w{1,64})/?$`);
const USER = new RegExp(`^${LOCALE}/user/profile/(\\d{1,20})/?$`);
const SHOP_PROFILE = new RegExp(`^${LOCALE}/shops/profile/([\\w-]{1,64})/?$`);

/** The path of a link to Mercari; null for a link to another site. */
function pathOf(href: string): string | null {
  const url = URL.parse(href, ORIGIN);
  return url !== null && canonicalHost(url) === "jp.mercari.com" && /^https?:$/.test(url.protocol)
    ? url.pathname
    : null;
}

/**
 * The listing that a link points to. The link may be relative or absolute, with any query; null if it points to no listing.
 */
export function listingLink(href: string): ListingLink | null {
  const path = pathOf(href) ?? "";
  const item = ITEM.exec(path)?.[1];
  if (item !== undefined) return { externalId: item, sellerType: INDIVIDUAL };
  const product = PRODUCT.exec(path)?.[1];
  return product === undefined ? null : { externalId: product, sellerType: SHOP };
}

/** The id of the user or shop to whose profile a link points; null if it points to no profile of that seller type. */
export function sellerIdOfLink(href: string, sellerType: SellerType): string | null {
  return (sellerType === SHOP ? SHOP_PROFILE : USER).exec(pathOf(href) ?? "")?.[1] ?? null;
}

/** The address of a listing's detail page, as it is stored and requested. */
export function sellingUrl({ externalId, sellerType }: ListingLink): string {
  return `${ORIGIN}/${sellerType === SHOP ? "shops/product" : "item"}/${externalId}`;
}

/**
 * The address of the first photo of an individual's listing; empty for a shop's product, whose photo has no derivable
 * address.
 */
export function derivedImage({ externalId, sellerType }: ListingLink): string {
  return sellerType === INDIVIDUAL ? `https://static.mercdn.net/thumb/item/webp/${externalId}_1.jpg` : "";
}
