import { searchableTags } from "../shared/search/searchable-text.ts";
import { pendingKeys, workItemPartition } from "../shared/work/pending-index.ts";
import type { Provider } from "./deck-url.ts";
import type { Stock, StockStatus } from "./stock.ts";
import type { SearchedTexts } from "./stock-search.ts";
import { ownTexts, readTexts } from "./stock-search.ts";

/** Identifies a stock: its owner and its id. */
export type StockKey = Pick<Stock, "userId" | "id">;

/** A stock's item of table `stocks`. */
export interface StockItem {
  readonly user_id: string;
  readonly id: string;
  readonly provider: Provider;
  readonly original_url: string;
  readonly canonical_url: string;
  readonly status: StockStatus;
  readonly title: string | null;
  readonly author_name: string | null;
  readonly thumbnail_url: string | null;
  readonly embed_url: string | null;
  readonly memo: string | null;
  readonly tags: readonly string[];
  readonly created_at: string;
  readonly updated_at: string;
  readonly creation_id: string;
  readonly fetch_id: string;
  readonly reconcile_rounds: number;
  readonly failure_code?: string;
  readonly pending_partition?: string;
  readonly reconcile_at?: string;
  readonly creations?: ReadonlySet<string>;
  readonly search_own: string;
  readonly search_tags: string;
  readonly search_read: string;
  /** Of a tombstone only, which has the key and the times beside it. */
  readonly deleted_at?: string;
}

/** The attributes that are removed when a stock is deleted; its tombstone has a time of change as well. */
export const DELETED_ATTRIBUTES: readonly (keyof StockItem)[] = [
  "provider",
  "original_url",
  "canonical_url",
  "status",
  "title",
  "author_name",
  "thumbnail_url",
  "embed_url",
  "memo",
  "tags",
  "created_at",
  "creation_id",
  "fetch_id",
  "reconcile_rounds",
  "failure_code",
  "pending_partition",
  "reconcile_at",
  "search_own",
  "search_tags",
  "search_read",
];

export function toKey(key: StockKey) {
  return { user_id: key.userId, id: key.id };
}

/** The attributes of a new stock, without its key. */
export function toAttributes(stock: Stock) {
  return {
    provider: stock.provider,
    original_url: stock.originalUrl,
    canonical_url: stock.canonicalUrl,
    status: stock.status,
    title: stock.title,
    author_name: stock.authorName,
    thumbnail_url: stock.thumbnailUrl,
    embed_url: stock.embedUrl,
    memo: stock.memo,
    tags: stock.tags,
    created_at: stock.createdAt,
    updated_at: stock.updatedAt,
    creation_id: stock.creationId,
    fetch_id: stock.fetchId,
    reconcile_rounds: stock.reconcileRounds,
    search_own: ownTexts(stock),
    search_tags: searchableTags(stock.tags),
    search_read: readTexts(stock),
    ...(stock.reconcileAt === null ? {} : pendingKeys(workItemPartition(stock.id), stock.reconcileAt)),
  };
}

/** The texts of an item as they are searched. */
export function toSearchedTexts({ search_own, search_tags, search_read }: StockItem): SearchedTexts {
  return { own: search_own, tags: search_tags, read: search_read };
}

export function toStock(item: StockItem): Stock {
  return {
    userId: item.user_id,
    id: item.id,
    provider: item.provider,
    originalUrl: item.original_url,
    canonicalUrl: item.canonical_url,
    status: item.status,
    title: item.title,
    authorName: item.author_name,
    thumbnailUrl: item.thumbnail_url,
    embedUrl: item.embed_url,
    memo: item.memo,
    tags: item.tags,
    createdAt: item.created_at,
    updatedAt: item.updated_at,
    creationId: item.creation_id,
    fetchId: item.fetch_id,
    failureCode: item.failure_code ?? null,
    reconcileAt: item.reconcile_at ?? null,
    reconcileRounds: item.reconcile_rounds,
  };
}
