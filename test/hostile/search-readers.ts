import { fetchedTexts, ownTagTexts, ownTexts, searched } from "../../lambdas/bookmarks/domain/bookmark-search.ts";
import { bookmarksRoutes } from "../../lambdas/bookmarks/routes.ts";
import { bookConditions } from "../../lambdas/books/domain/book-search.ts";
import { queryParameters } from "../../lambdas/shared/http/query-parameters.ts";
import { validate } from "../../lambdas/shared/http/validate.ts";
import type { SearchedItem } from "../../lambdas/shared/search/matches-search.ts";
import { matchesSearch } from "../../lambdas/shared/search/matches-search.ts";
import { parseSearch } from "../../lambdas/shared/search/parse-search.ts";
import { searchableTags, searchableText } from "../../lambdas/shared/search/searchable-text.ts";
import { sortKey } from "../../lambdas/shared/search/sort.ts";
import {
  fetchedTexts as fetchedDeckTexts,
  ownTexts as ownDeckTexts,
  searched as searchedDeck,
} from "../../lambdas/slides/stock-search.ts";
import { answer } from "./answer.ts";
import type { Reader } from "./reader.ts";
import { LIMITS } from "./reader.ts";

const SEARCHES = ["lambdas/bookmarks/api.ts", "lambdas/slides/api.ts", "lambdas/books/api.ts"];
/** A text in which a search may find the beginning of every word again and again. */
const SEARCHED: SearchedItem = {
  title: "",
  site: "b.example",
  text: searchableText("a.a.b 東a ".repeat(2_000)),
  tags: searchableTags(["a"]),
  createdAt: "2026-01-01T00:00:00.000Z",
};

/** The readers of searches, and of the texts in which they find. */
export const SEARCH_READERS: readonly Reader[] = [
  {
    name: "a search",
    functions: [...SEARCHES],
    covers: [
      "lambdas/shared/search/parse-search.ts",
      "lambdas/shared/search/word-texts.ts",
      "lambdas/shared/search/start-of-day.ts",
      "lambdas/shared/http/query-parameters.ts",
      "lambdas/books/domain/book-search.ts",
    ],
    limit: LIMITS.requestHeaders,
    tokens: [
      "a",
      " ",
      '"',
      "“",
      "(",
      ".",
      "a ",
      "a.",
      "東",
      "\u0301",
      "\u0301\u0316",
      "\ufdfa",
      "\u200b",
      "#",
      "\ud800",
      "-",
      "1-",
      "978-1-1-",
      "tag:",
      "site:",
      "after:2026-01-01",
      "is:",
      "\uff54ag\uff1a",
    ],
    frames: [
      ["", ""],
      ['"', '"'],
      ["a", "b"],
    ],
    read: (text) => [
      answer(() => validate(bookmarksRoutes.listBookmarks.query, { q: text, tag: [text, text] }, "query")),
      matchesSearch(SEARCHED, parseSearch(text.slice(0, 200)).conditions),
      bookConditions(text),
      queryParameters(bookmarksRoutes.listBookmarks.query, {
        queryStringParameters: { tag: "a" },
        rawQueryString: `tag=${text}&tag=${text}`,
      }),
    ],
  },
  {
    name: "the texts of what is searched",
    functions: [...SEARCHES, "lambdas/bookmarks/worker.ts", "lambdas/slides/worker.ts", "lambdas/books/worker.ts"],
    covers: [
      "lambdas/shared/nfkc.ts",
      "lambdas/shared/search/searchable-text.ts",
      "lambdas/bookmarks/domain/bookmark-search.ts",
      "lambdas/shared/search/site.ts",
      "lambdas/slides/stock-search.ts",
      "lambdas/shared/search/sort.ts",
    ],
    limit: LIMITS.body,
    tokens: [
      "a",
      " ",
      ".",
      "東",
      "\u0301",
      "\u0316",
      "\uffa0",
      "\uff9e",
      "\ufdfa",
      "ß",
      "i\u0307",
      "%41",
      "%",
      "\n",
      "\ud800",
    ],
    frames: [
      ["", ""],
      ["https://a.example/", ""],
      ["a", "b"],
    ],
    cases: [
      ["a", "\u0301\u0316"],
      ["a", `${"\u0301\u0316".repeat(14)}\uffa0`],
      ["a", `${"\u0301\u0316".repeat(14)}\u200b`],
    ],
    read: (text) => {
      const bookmark = { title: text, note: text, url: text, userTags: [text] };
      const facts = { pageTitle: text, siteName: text, author: text, summary: text, tags: [text, text] };
      const own = ownTexts(bookmark);
      const read = fetchedTexts({ ...facts, language: null, summaryBy: null });
      const sought = parseSearch('tag:magpie site:b.example after:2026-01-01 -"rare birds" 東京 a.a.b').conditions;
      const item = searched({ own, tags: ownTagTexts(bookmark), read });
      const deck = { memo: text, provider: "docswell", originalUrl: text, canonicalUrl: text } as const;
      const deckTexts = {
        own: ownDeckTexts(deck),
        tags: null,
        read: fetchedDeckTexts({ title: text, authorName: text }),
      };
      return [
        sortKey("site", searchedDeck(deckTexts)),
        sortKey("title", item),
        ...sought.map((each) => matchesSearch({ ...item, createdAt: "2026-01-01T00:00:00.000Z" }, [each])),
      ];
    },
  },
];
