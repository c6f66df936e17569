import { bookmarks } from "./bookmarks.ts";
import { books } from "./books.ts";
import type { HistoryFeature } from "./feature.ts";
import { prices } from "./mercari/prices.ts";
import { notices } from "./notices/notices.ts";
import { recommendations } from "./recommendations/recommendations.ts";
import { stocks } from "./stocks.ts";

/** The features whose histories are searched. */
export const HISTORY_FEATURES: readonly HistoryFeature[] = [stocks, bookmarks, books, prices, recommendations, notices];
