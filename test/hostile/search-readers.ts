import { fetchedTexts, isFound, ownTagTexts, ownTexts } from "../../lambdas/bookmarks/domain/bookmark-search.ts";
import { bookmarksRoutes } from "../../lambdas/bookmarks/routes.ts";
import { bookTerms } from "../../lambdas/books/domain/book-search.ts";
import { queryParameters } from "../../lambdas/shared/http/query-parameters.ts";
import { validate } from "../../lambdas/shared/http/validate.ts";
import { holdsAll, searchTerms } from "../../lambdas/shared/search/search-terms.ts";
import { searchableText } from "../../lambdas/shared/search/searchable-text.ts";
import { answer } from "./answer.ts";
import type { Reader } from "./reader.ts";
import { LIMITS } from "./reader.ts";

const SEARCHED = ["lambdas/bookmarks/api.ts", "lambdas/slides/api.ts", "lambdas/books/api.ts"];
/** A text in which a search may find the beginning of every word again and again. */
const SEARCHED_TEXT = searchableText("a.a.b 東a ".repeat(2_000));

/** The readers of searches, and of the texts in which they find. */
export const SEARCH_READERS: readonly Reader[] = [
  {
    name: "a search",
    functions: [...SEARCHED],
    covers: [
      "lambdas/shared/search/search-terms.ts",
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
    ],
    frames: [
      ["", ""],
      ['"', '"'],
      ["a", "b"],
    ],
    read: (text) => [
      answer(() => validate(bookmarksRoutes.listBookmarks.query, { q: text, tag: [text, text] }, "query")),
      holdsAll(SEARCHED_TEXT, searchTerms(text.slice(0, 200))),
      bookTerms(text),
      queryParameters(bookmarksRoutes.listBookmarks.query, {
        queryStringParameters: { tag: "a" },
        rawQueryString: `tag=${text}&tag=${text}`,
      }),
    ],
  },
  {
    name: "the texts of what is searched",
    functions: [...SEARCHED, "lambdas/bookmarks/worker.ts", "lambdas/slides/worker.ts", "lambdas/books/worker.ts"],
    covers: [
      "lambdas/shared/nfkc.ts",
      "lambdas/shared/search/searchable-text.ts",
      "lambdas/bookmarks/domain/bookmark-search.ts",
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
      const sought = { terms: searchTerms('magpie "rare birds" 東京 a.a.b'), tags: ["magpie", "a"] };
      return isFound({ own, tags: ownTagTexts(bookmark), read }, sought);
    },
  },
];
