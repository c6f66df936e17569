import type { OutboundResponse } from "../../../lambdas/shared/outbound/outbound-fetch.ts";
import type { ListedItem } from "../../../lib/local/sites/mercari-pages.ts";
import {
  cardOf,
  challengeDocument,
  changedSearchDocument,
  deletedDocument,
  documentWith,
  itemDocument,
  noResultsDocument,
  placeholder,
  searchDocument,
  skeletonDocument,
} from "../../../lib/local/sites/mercari-pages.ts";
import { MINUTE, START } from "../../emulators/test-clock.ts";
import { listed } from "../../mercari/readers/page-answers.ts";

const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** How Mercari's pages look: `half` shows the first listing of each page without its content. */
export const FACES = ["fine", "half", "unrendered", "truncated", "redesigned", "challenge"] as const;
export type Face = (typeof FACES)[number];

/** A listing as it is: `unlisted` is on sale, and in no search; `deleted` also before it exists. Price in yen. */
export interface Listing {
  readonly state: "on_sale" | "unlisted" | "sold_out" | "deleted";
  readonly price: number;
}

/** A listing as it has been from a time on, epoch milliseconds. */
export interface Edit extends Listing {
  readonly at: number;
}

/** What a page showed of a listing; `null` instead of a price and a state: that it is deleted. */
export interface Sight {
  readonly id: string;
  readonly shown: { readonly price: number; readonly isOnSale: boolean } | null;
  readonly at: number;
  /** The keyword of the search that showed it; null for its own page. */
  readonly keyword: string | null;
}

/** A request for a page, with its time in epoch milliseconds. */
export interface PageRequest {
  readonly url: URL;
  readonly at: number;
}

/** The listings of each subject. */
export const PER_PRODUCT = 3;
/** Listings on a search page. */
const PAGE = 2;
const FIRST: readonly Listing[] = [
  { state: "on_sale", price: 3_000 },
  { state: "on_sale", price: 2_000 },
  { state: "deleted", price: 4_000 },
];

/** The id of a listing of a subject. @param number from 0 */
export function listingId(subject: number, number: number): string {
  return `m${String(10_000_000_000 + subject * 100 + number)}`;
}

/** The keyword of a product's search: a search of `two` finds the first two listings of the subject. */
export function keywordOf(subject: number, product: string, search: "all" | "two"): string {
  return `${subject} ${search} ${product}`;
}

/** The listings on Mercari, and what its pages have shown of them. */
export class Listings {
  readonly #edits = new Map<string, Edit[]>();
  face: Face = "fine";
  readonly sights: Sight[] = [];
  /** The keyword of each search page that was requested while the site was well. */
  readonly searched: string[] = [];

  /** Every state that a listing has had, the first one first. */
  editsOf(id: string): readonly Edit[] {
    const known = this.#edits.get(id);
    if (known !== undefined) return known;
    const first = FIRST[Number(id.slice(-2)) % FIRST.length] ?? { state: "deleted", price: 0 };
    const edits: Edit[] = [{ ...first, at: START.getTime() }];
    this.#edits.set(id, edits);
    return edits;
  }

  now(id: string): Edit {
    return this.editsOf(id).at(-1) ?? { state: "deleted", price: 0, at: 0 };
  }

  edit(id: string, listing: Listing, at: number): void {
    const { state, price } = this.now(id);
    if (state !== listing.state || price !== listing.price) this.#edits.get(id)?.push({ ...listing, at });
  }

  /** The listings that a search finds: on sale or sold, up to its highest price. */
  found(keyword: string, max: number | null): readonly string[] {
    const [subject = "", search] = keyword.split(" ");
    return Array.from({ length: search === "two" ? 2 : PER_PRODUCT }, (_, number) => listingId(Number(subject), number))
      .filter((id) => ["on_sale", "sold_out"].includes(this.now(id).state))
      .filter((id) => max === null || this.now(id).price <= max);
  }

  /** Mercari's answer to a request while it is not down. */
  answer({ url, at }: PageRequest): Partial<OutboundResponse> {
    if (url.pathname === "/robots.txt") return { url, status: 404 };
    const html = url.pathname === "/search" ? this.#searchPage(url, at) : this.#listingPage(url, at);
    return {
      url,
      status: this.face === "challenge" ? 403 : 200,
      headers: { "content-type": "text/html; charset=utf-8" },
      body: Buffer.from(this.face === "truncated" ? html.slice(0, -20) : html),
    };
  }

  #searchPage({ searchParams }: URL, at: number): string {
    const keyword = searchParams.get("keyword") ?? "";
    const max = searchParams.get("price_max");
    const found = this.found(keyword, max === null ? null : Number(max));
    const start = Number(searchParams.get("page_token") ?? 0);
    const here = found.slice(start, start + PAGE);
    this.searched.push(keyword);
    switch (this.face) {
      case "challenge":
        return challengeDocument;
      case "redesigned":
        return changedSearchDocument(
          keyword,
          here.map((id) => this.#item(id, at)),
        );
      case "unrendered":
        return searchDocument(keyword, [placeholder], null);
    }
    const hidden = this.face === "half" ? 1 : 0;
    if (this.face !== "truncated") for (const id of here.slice(hidden)) this.#see(id, at, keyword);
    if (found.length === 0) return noResultsDocument(keyword);
    const cards = here.map((id, index) => (index < hidden ? placeholder : cardOf(this.#item(id, at), "A")));
    const next = start + PAGE < found.length ? `/search?page_token=${start + PAGE}` : null;
    return searchDocument(keyword, cards, next);
  }

  #listingPage({ pathname }: URL, at: number): string {
    const id = pathname.slice("/item/".length);
    switch (this.face) {
      case "challenge":
        return challengeDocument;
      case "redesigned":
        return documentWith("<article><p>A new page.</p></article>");
      case "unrendered":
        return skeletonDocument(this.#item(id, at));
    }
    if (this.face !== "truncated") this.#see(id, at, null);
    return this.now(id).state === "deleted" ? deletedDocument : itemDocument(this.#item(id, at));
  }

  #see(id: string, at: number, keyword: string | null): void {
    const { state, price } = this.now(id);
    const shown = state === "deleted" ? null : { price, isOnSale: state !== "sold_out" };
    this.sights.push({ id, shown, at, keyword });
  }

  #item(id: string, at: number): ListedItem {
    const { state, price, at: since } = this.now(id);
    const name = `listing ${id}`;
    return listed({ id, name, price, state: state === "sold_out" ? state : "on_sale", changedAgo: ago(at - since) });
  }
}

function ago(milliseconds: number): string {
  if (milliseconds < HOUR) return `${Math.floor(milliseconds / MINUTE)}分前`;
  return milliseconds < DAY ? `${Math.floor(milliseconds / HOUR)}時間前` : `${Math.floor(milliseconds / DAY)}日前`;
}
