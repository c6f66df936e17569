import type { PageFacts } from "../../../lambdas/bookmarks/domain/bookmark.ts";
import { BOOKMARKS } from "../../../lambdas/bookmarks/tables/bookmark-table.ts";
import type { SavedItem } from "../../../lambdas/shared/saved-items/saved-item.ts";
import type { ItemTypes, SavedItemKind } from "../../../lambdas/shared/saved-items/saved-item-kind.ts";
import { STOCKS } from "../../../lambdas/slides/stock-table.ts";
import { pageUrl, pendingBookmark } from "../../bookmarks/bookmarks-world.ts";
import { START } from "../../emulators/test-clock.ts";
import { deckUrl, metadata, pendingStock } from "../../slides/slides-world.ts";

/** The types of any kind. */
export interface AnyTypes extends ItemTypes {
  readonly item: SavedItem & Readonly<Record<string, unknown>>;
  readonly facts: Readonly<Record<string, unknown>>;
  readonly subject: SavedItem;
  readonly move: string;
}

/** A kind of saved items, as the tests of their table use it. */
export interface TestedKind {
  readonly name: string;
  readonly table: string;
  readonly kind: SavedItemKind<AnyTypes>;
  /** A new item, pending the work `work-1`. */
  readonly pending: (user: string, more?: { address?: string; workId?: string; now?: Date }) => AnyTypes["item"];
  readonly failure: { readonly code: string };
  readonly facts: AnyTypes["facts"];
  /** The state in which the work is done. */
  readonly done: string;
  /** What every move into a state sets beside it. */
  readonly also: Readonly<Record<string, object>>;
  /** A change of a user's text, and of their tags. */
  readonly text: Readonly<Record<string, string>>;
  readonly tags: Readonly<Record<string, readonly string[]>>;
  /** The fields of its message, in the pending index. */
  readonly subject: readonly string[];
}

const facts: PageFacts = {
  pageTitle: "A page",
  siteName: "A blog",
  author: null,
  language: "en",
  summary: "Words.",
  tags: ["words"],
  summaryBy: "extractive",
};

/** Both kinds. */
export const KINDS: readonly TestedKind[] = [
  {
    name: "stock",
    table: "stocks",
    kind: STOCKS as unknown as SavedItemKind<AnyTypes>,
    pending: (user, { address = "a-deck", workId = "work-1", now = START } = {}) =>
      pendingStock(user, { canonicalUrl: deckUrl(address), workId, now }) as unknown as AnyTypes["item"],
    failure: { code: "not_found" },
    facts: metadata,
    done: "ready",
    also: {},
    text: { memo: "読んだ" },
    tags: { tags: ["mine"] },
    subject: ["provider", "originalUrl", "canonicalUrl"],
  },
  {
    name: "bookmark",
    table: "bookmarks",
    kind: BOOKMARKS as unknown as SavedItemKind<AnyTypes>,
    pending: (user, { address = "a-page", workId = "work-1", now = START } = {}) =>
      pendingBookmark(user, { canonicalUrl: pageUrl(address), workId, now }) as unknown as AnyTypes["item"],
    failure: { jobType: "extraction", code: "not_found", retryable: false, at: START.toISOString() } as {
      code: string;
    },
    facts: { ...facts },
    done: "done",
    // Any further processing of a bookmark that has failed, a redrive included, is a retry.
    also: { pending: { retrying: true }, done: { retrying: false }, failed: { retrying: true } },
    text: { title: "Mine" },
    tags: { userTags: ["mine"] },
    subject: ["url"],
  },
];
