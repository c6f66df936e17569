import type { HTMLElement } from "node-html-parser";
import type { PageError } from "../domain/crawl-error.ts";
import type { ListingSnapshot } from "../domain/crawl-result.ts";
import { SEARCH_HOST } from "../domain/search-url.ts";
import { errorOfStatus, isChallenge, isOtherThanHtml, isShell, pageError } from "./page-error.ts";
import { parsedPage } from "./parsed-page.ts";
import type { SearchCard } from "./search-card.ts";
import { readSearchCard } from "./search-card.ts";
import type { SourcedPage } from "./sourced-page.ts";
import { pageStates } from "./statement-lines.ts";

export interface FoundItems {
  readonly kind: "items";
  /** Each listing once, in the page's order. */
  readonly items: readonly ListingSnapshot[];
  /** Auctions are separate because they show a current bid, not a price. */
  readonly auctionIds: readonly string[];
  /** Listings without a readable name or price in yen. */
  readonly unparsedCells: number;
  /** Cells that no script has filled. */
  readonly placeholderCells: number;
  /** Whether every cell was read: otherwise the absence of a listing proves nothing. */
  readonly complete: boolean;
  /** The token of the next page; null if there is no next page, or if its token can't be read. */
  readonly nextPageToken: string | null;
  /** Whether the page has no link to a next page. */
  readonly isLastPage: boolean;
  /** The layout of the cards: with labels (A), tiles (B), or both. */
  readonly layout: "A" | "B" | "mixed";
}

/** The outcome of a search page. `no_results`: the page itself states that there are no results. */
export type SearchOutcome = FoundItems | { readonly kind: "no_results" } | PageError;

const NO_RESULTS = ["出品された商品がありません"];
const MAX_TOKEN = 200;

/** The cells of the result grid. */
const CELLS = '[data-testid="search-item-grid"] [data-testid="item-cell"], #item-grid [data-testid="item-cell"]';
const NEXT = 'a[data-testid="pagination-next-button"][href], [data-testid="pagination-next-button"] a[href]';

/** The token of the next page; undefined if the page has no link to one, null if the token can't be read. */
function nextToken(tree: HTMLElement): string | null | undefined {
  const links = tree.querySelectorAll(NEXT);
  for (const link of links) {
    // Only the token is used: the rest of the link has been wrong on the site itself.
    const href = URL.parse(link.getAttribute("href") ?? "", `https://${SEARCH_HOST}/`);
    const token = href?.searchParams.get("page_token") ?? "";
    if (token !== "" && token.length <= MAX_TOKEN) return token;
  }
  return links.length === 0 ? undefined : null;
}

function layoutOf(cards: readonly SearchCard[]): FoundItems["layout"] {
  const layouts = new Set(cards.flatMap((card) => (card.kind === "listing" ? [card.layout] : [])));
  return layouts.size > 1 ? "mixed" : layouts.has("B") ? "B" : "A";
}

function foundItems(cards: readonly SearchCard[], token: string | null | undefined): FoundItems {
  const items = new Map<string, ListingSnapshot>();
  for (const card of cards) {
    if (card.kind === "listing" && !items.has(card.snapshot.externalId))
      items.set(card.snapshot.externalId, card.snapshot);
  }
  const auctionIds = new Set(cards.flatMap((card) => (card.kind === "auction" ? [card.externalId] : [])));
  const unparsedCells = cards.filter(({ kind }) => kind === "unparsed").length;
  const placeholderCells = cards.filter(({ kind }) => kind === "placeholder").length;
  return {
    kind: "items",
    items: [...items.values()],
    auctionIds: [...auctionIds],
    unparsedCells,
    placeholderCells,
    complete: unparsedCells === 0 && placeholderCells === 0,
    nextPageToken: token ?? null,
    isLastPage: token === undefined,
    layout: layoutOf(cards),
  };
}

/**
 * Reads a search page (`searchUrl`). Only the result grid is read, and `no_results` requires that the page's rendered text
 * states it: a page that can't be read is an error, never an empty result. Never throws.
 */
export function readSearchPage(page: SourcedPage): SearchOutcome {
  const statusError = errorOfStatus(page, (status) => status >= 200 && status < 300);
  if (statusError !== null) return statusError;
  if (isOtherThanHtml(page)) return pageError("unrecognized", page);
  const tree = parsedPage(page.html);
  if (tree === null) return pageError(isChallenge(page) ? "blocked" : "truncated", page);

  const cards = tree.querySelectorAll(CELLS).map(readSearchCard);
  const has = (kind: SearchCard["kind"]) => cards.some((card) => card.kind === kind);
  if (has("listing") || has("auction")) return foundItems(cards, nextToken(tree));
  if (isChallenge(page)) return pageError("blocked", page);
  // Unreadable cells don't prove that there are no results.
  if (has("unparsed")) return pageError("unrecognized", page);
  if (has("placeholder")) return pageError("not_rendered", page);
  if (pageStates(tree, NO_RESULTS)) return { kind: "no_results" };
  return pageError(isShell(tree) ? "not_rendered" : "unrecognized", page);
}
