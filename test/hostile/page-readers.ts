import { packedWords } from "../../lambdas/bookmarks/domain/bookmark-search.ts";
import { leadsToPage, saysTheSame } from "../../lambdas/bookmarks/domain/same-page.ts";
import { imagesOf, withCopies } from "../../lambdas/bookmarks/readers/content-pictures.ts";
import { readPage } from "../../lambdas/bookmarks/readers/read-page.ts";
import { prompt } from "../../lambdas/bookmarks/summary/bedrock-prompt.ts";
import { extractiveSummariser } from "../../lambdas/bookmarks/summary/extractive-summariser.ts";
import { distinctiveWords } from "../../lambdas/bookmarks/summary/salient-words.ts";
import { discoveredEndpoint } from "../../lambdas/recommendations/readers/endpoint-discovery.ts";
import { verifiedMention } from "../../lambdas/recommendations/readers/mention-verification.ts";
import { readSiteEndpoint } from "../../lambdas/recommendations/readers/site-endpoint.ts";
import { declaresWholeSite, readSitePage } from "../../lambdas/recommendations/readers/site-page.ts";
import { decodePage } from "../../lambdas/shared/html/page-charset.ts";
import { primaryLanguage } from "../../lambdas/shared/html/page-language.ts";
import { FetchCookies } from "../../lambdas/shared/outbound/fetch-cookies.ts";
import { refreshTarget } from "../../lambdas/shared/outbound/refresh-target.ts";
import { CASES, FRAMES, HEAD, HIDDEN_AND_LATE, JSON_LD, MARKUP, RECORDS, SHOWN, TREES } from "./page-markup.ts";
import type { Reader } from "./reader.ts";
import { bytes, LIMITS } from "./reader.ts";

/**
 * An address as long as a redirect may give, since a response's headers have at most 32 KiB. Links are resolved against this
 * address without its query, which may be as long.
 */
const URL_OF_PAGE = new URL(`https://source.example/${"x".repeat(1_900)}?${"x".repeat(29_000)}`);
const TARGET = "https://our.example/a";

const answer = { url: URL_OF_PAGE, status: 200, charset: "utf-8", retryAfterSeconds: null };
const html = (text: string) => ({ ...answer, mediaType: "text/html", body: bytes(text) });
const mention = (mediaType: string, body: string) => verifiedMention({ url: URL_OF_PAGE, mediaType, body }, TARGET);
const summariser = extractiveSummariser();

/** An address of which a text is the path and the query; at most 32 KiB, as a header of an answer. */
function addressWith(text: string): URL {
  const url = new URL("https://blog.example/");
  url.pathname = text;
  url.search = text;
  return url;
}

const BOOKMARKS = ["lambdas/bookmarks/worker.ts"];
const SITES = ["lambdas/recommendations/api.ts", "lambdas/recommendations/metadata-worker.ts"];
const SENT = ["lambdas/recommendations/send-worker.ts"];
const RECEIVED = ["lambdas/recommendations/receive-worker.ts"];

const shared = (...names: string[]) => names.map((name) => `lambdas/shared/html/${name}.ts`);
const TOKENS = shared("markup-tokens", "page-charset", "page-address");
const DECLARED = [
  ...TOKENS,
  ...shared("page-declarations", "markup-text", "json-ld", "twice-escaped"),
  "lambdas/shared/plain-text.ts",
];

const READABLE = [
  "readable-text",
  "search-attributes",
  "shown-tokens",
  "simplify-tree",
  "inline-marks",
  "content-elements",
  "content-writer",
  "content-attributes",
  "content-image",
  "content-pictures",
  "main-frame",
  "next-page",
  ...["code-tokens", "formula-text", "formula-tokens", "hiding", "line-numbers", "open-elements"].map(
    (name) => `shown/${name}`,
  ),
  ...["page-edits", "page-survey", "page-tokens", "shadow-roots", "streamed-parts"].map((name) => `shown/${name}`),
].map((name) => `lambdas/bookmarks/readers/${name}.ts`);

/** The readers of pages. */
export const PAGE_READERS: readonly Reader[] = [
  {
    name: "a bookmark's page",
    functions: BOOKMARKS,
    covers: [
      ...DECLARED,
      ...shared("page-metadata", "page-language"),
      "lambdas/shared/default-title.ts",
      "lambdas/bookmarks/readers/read-page.ts",
      ...READABLE,
    ],
    limit: LIMITS.bookmark,
    // An article is searched for among at most 3,000 elements, which may have a hundred kilobytes.
    atMost: 500,
    tokens: [...MARKUP, ...HEAD, ...HIDDEN_AND_LATE, ...SHOWN],
    frames: FRAMES,
    records: RECORDS,
    cases: [
      ...CASES,
      ["<article>", "<p>text, text, text</p>"],
      ["", '<div class="comment"><a href=/>x</a>y, y</div>'],
      ["<pre>x</pre><pre>", " \u00a0"],
      ["<pre>x</pre><p>y</p>", "\n \u00a0"],
      ["<pre>x</pre><p>y</p>", "&nbsp; "],
      ["<pre>x</pre><p>y</p>", "&lt; "],
    ],
    read: (text) => {
      const outcome = readPage(html(text));
      if (outcome.kind !== "page") return outcome;
      const [first] = imagesOf(outcome.content.html);
      return withCopies(outcome.content.html, new Map(first === undefined ? [] : [[first, "/i/a"]]));
    },
  },
  {
    name: "a bookmark's plain text",
    functions: BOOKMARKS,
    covers: ["lambdas/bookmarks/readers/read-page.ts", "lambdas/bookmarks/readers/paragraphs-html.ts"],
    limit: LIMITS.bookmark,
    tokens: ["a", "\n", "\r", "\r\n", " ", "\u00a0", "A ", ",", "\u200b", "\ud83d", "。", "\u202e"],
    frames: [["", ""]],
    read: (text) => readPage({ ...html(text), mediaType: "text/plain" }),
  },
  {
    name: "a page's charset",
    functions: [...BOOKMARKS, ...SENT, ...RECEIVED],
    covers: shared("page-charset", "guess-charset"),
    limit: LIMITS.bookmark,
    tokens: [
      "<meta charset=",
      "<meta ",
      " ",
      ">",
      "\x1b$",
      "\x1b(",
      "\xa4",
      "\xe3\x81",
      "\x81",
      "encoding",
      "=",
      "a",
      '"',
    ],
    frames: [
      ["", ""],
      ["<meta ", ">"],
      ["<meta charset=", ">"],
      ["<?xml ", "?>"],
    ],
    read: (text) => decodePage(Buffer.from(text, "latin1"), null),
  },
  {
    name: "a page that may refresh",
    functions: [...BOOKMARKS, ...SITES, ...SENT, ...RECEIVED],
    covers: [...shared("page-refresh"), "lambdas/shared/outbound/refresh-target.ts"],
    limit: LIMITS.bookmark,
    tokens: [
      "<meta http-equiv=",
      "refresh",
      " content=",
      "0",
      ";",
      " ",
      "url=",
      "'",
      ">",
      ".",
      "a",
      "<base href=b>",
      "\n",
    ],
    frames: [
      ["", ""],
      ["<meta http-equiv=refresh content='", "'>"],
      ["<meta http-equiv=refresh content='0;url=", "'>"],
      ["<meta http-equiv", "=refresh>"],
    ],
    read: (text) => refreshTarget({ ...html(text), headers: {} }, bytes(text)),
  },
  {
    name: "the cookies of an answer",
    functions: [...BOOKMARKS, ...SITES, ...SENT, ...RECEIVED],
    covers: ["lambdas/shared/outbound/fetch-cookies.ts"],
    limit: LIMITS.answerHeaders,
    tokens: ["a#=b", ";", "=", "Domain=", ".", "Path=/", " ", "\n", "Expires=", "Max-Age=", "0", "é"],
    frames: [["", ""]],
    read: (text) => {
      const cookies = new FetchCookies();
      const url = new URL("https://www.site.example/a/b");
      cookies.take(text.split("\n"), url);
      return cookies.header(url);
    },
  },
  {
    name: "a declared language",
    functions: BOOKMARKS,
    covers: shared("page-language"),
    // The part of a tag that is read.
    limit: 20_000,
    tokens: [".", "\n", "_", "-", ",", "a", " ", "ja-"],
    frames: [
      ["", ""],
      ["", "\na"],
    ],
    read: primaryLanguage,
  },
  {
    name: "a text that is summarised",
    functions: BOOKMARKS,
    covers: [
      "lambdas/bookmarks/summary/bedrock-prompt.ts",
      "lambdas/bookmarks/summary/extractive-summariser.ts",
      "lambdas/bookmarks/summary/salient-words.ts",
      "lambdas/bookmarks/summary/whole-sentences.ts",
    ],
    limit: LIMITS.summarised,
    tokens: [..."A b. |. |。|「|」|Mr. |word |#|the |漢|あ|ア| |'|)|a|1|ß|e\u0301|\u200d|-".split("|"), "\n", "<"],
    frames: [
      ["", ""],
      ["A long sentence that is whole and has words. ", ""],
    ],
    read: (whole) => {
      const text = whole.slice(0, 100_000);
      const page = { title: text.slice(0, 500), siteName: null, author: null, description: text.slice(0, 1_000) };
      prompt({ ...page, language: null, imageUrl: null, text });
      return summariser.summarise({ ...page, language: null, imageUrl: null, text });
    },
  },
  {
    name: "a text whose words are searched",
    functions: BOOKMARKS,
    covers: [],
    limit: LIMITS.words,
    tokens: [..."A b. |. |。|word |#|the |漢|あ|ア| |'|1|ß|e\u0301|\u200d|-|A1 |\u0e01".split("|"), "\n"],
    frames: [["", ""]],
    read: (text) => packedWords(distinctiveWords({ title: text.slice(0, 500), description: null, text })),
  },
  {
    name: "a page that may be another bookmark's",
    functions: BOOKMARKS,
    covers: ["lambdas/bookmarks/domain/same-page.ts"],
    limit: LIMITS.summarised,
    tokens: [
      ..."page |not |found|log |in|404|error |oops|.|…|ありません|見つかりません|-|·".split("|"),
      " | ",
      " - ",
      "|",
      "\n",
      "A",
    ],
    frames: [
      ["", ""],
      ["page ", " not found"],
      ["", "!"],
    ],
    read: (text) => [
      leadsToPage(new URL("https://blog.example/posts/owls?a=1"), new URL("https://blog.example/posts"), text),
      leadsToPage(new URL("https://blog.example/a"), addressWith(text.slice(0, 16_000)), null),
      saysTheSame(text, `${text}.`),
    ],
  },
  {
    name: "a recommended site's page",
    functions: SITES,
    covers: [
      ...DECLARED,
      "lambdas/recommendations/domain/recommendation.ts",
      "lambdas/shared/html/page-icons.ts",
      "lambdas/recommendations/readers/site-json-ld.ts",
    ],
    limit: LIMITS.page,
    tokens: [...MARKUP, ...HEAD],
    frames: FRAMES,
    records: RECORDS,
    cases: [
      ...CASES,
      ["<title>a</title>", "<link rel=icon href=# sizes='1x1 2x2'>"],
      ["<title>a</title>", `<link rel=apple-touch-icon href='javascript:${"&amp;".repeat(1_000)}'>`],
      ["<title>a</title><link rel=icon href=x sizes='", "1x1 "],
      ["<title>a</title><link href=x rel='", "icon "],
      [`<title>a</title>${JSON_LD}[`, '{"@type":"WebSite"},'],
      [`<title>a</title>${JSON_LD}`, "["],
      ["<title>a</title>", `<base href='${"a/".repeat(900)}'><link rel=icon href='${"../".repeat(900)}'>`],
    ],
    read: (text) => readSitePage(html(text)),
  },
  {
    name: "the beginning of a recommended site's page",
    functions: SITES,
    covers: ["lambdas/recommendations/readers/site-page.ts"],
    limit: LIMITS.page,
    tokens: [...MARKUP, ...HEAD, "</head>"],
    frames: FRAMES,
    records: RECORDS,
    cases: [...CASES, ["</head>", "<meta property=og:title content=a>"]],
    read: (text) => declaresWholeSite(bytes(text)),
  },
  {
    name: "a site's word on its sign-up",
    functions: SITES,
    covers: ["lambdas/recommendations/readers/site-endpoint.ts"],
    limit: LIMITS.siteEndpoint,
    tokens: ["[", "{", '{"site":', '"a"', ",", ":", " ", "\\u0000", "]", "}"],
    frames: [
      ["", ""],
      ['{"site":{"allow_external_signup":true,"title":"', '"}}'],
    ],
    read: (text) => readSiteEndpoint({ ...html(text), mediaType: "application/json" }),
  },
  {
    name: "the page of a mention's target",
    functions: SENT,
    covers: ["lambdas/recommendations/readers/endpoint-discovery.ts", "lambdas/recommendations/readers/html-page.ts"],
    limit: LIMITS.page,
    tokens: [...MARKUP, "<a rel=webmention href=mailto:x>", "<link rel=webmention href=x:#>", "<base href="],
    frames: FRAMES,
    records: RECORDS,
    cases: [...CASES, ...TREES, ["", "<a rel=webmention href=mailto:#>"], ["<a href=/x rel='", "webmention-x "]],
    read: (text) =>
      discoveredEndpoint({ ...answer, headers: {}, mediaType: "text/html", body: decodePage(bytes(text), null) }),
  },
  {
    name: "a Link header",
    functions: SENT,
    covers: ["lambdas/recommendations/readers/endpoint-discovery.ts", "lambdas/shared/html/link-header.ts"],
    limit: LIMITS.answerHeaders,
    tokens: ["<", ">", ";", "=", '"', "\\", ",", " ", "a", "</a>", "webmention ", "</a>;rel=webmention;anchor=/#,"],
    frames: [
      ["", ""],
      ["</a>;", ""],
      ['</a>; rel="', '"'],
    ],
    read: (link) => discoveredEndpoint({ ...answer, headers: { link }, mediaType: "image/png", body: "" }),
  },
  {
    name: "the page of a mention's source",
    functions: RECEIVED,
    covers: ["lambdas/recommendations/readers/html-page.ts", "lambdas/recommendations/readers/mentioned-in-html.ts"],
    limit: LIMITS.page,
    tokens: [...MARKUP, "<a href=#>", "<img srcset='", "a, ", "<base href='", "<meta http-equiv=status content=41>"],
    records: RECORDS,
    frames: [...FRAMES, ["<base href='https://our.example/'><img srcset='", "'>"]],
    cases: [
      ...CASES,
      ...TREES,
      [`<base href='https://our.example/${"x".repeat(1_900)}/'><img srcset='`, "#, "],
      [`<base href='https://our.example/${"é".repeat(1_900)}/'><img srcset='`, "#, "],
      ["<img srcset='", ","],
      ["<img srcset='a", ","],
      ["", "<a href=//#>"],
    ],
    read: (text) => mention("text/html", decodePage(bytes(text), null)),
  },
  {
    name: "the JSON of a mention's source",
    functions: RECEIVED,
    covers: ["lambdas/recommendations/fetch/fetch-mention-source.ts"],
    limit: LIMITS.page,
    tokens: ["[", "]", "{", "}", '{"a":', '"a"', ",", "1,", "\\", " ", `"${TARGET}",`],
    frames: [
      ["", ""],
      ["[", "1]"],
      ['["', '"]'],
    ],
    read: (text) => mention("application/json", text),
  },
  {
    name: "the text of a mention's source",
    functions: RECEIVED,
    covers: ["lambdas/recommendations/readers/mention-verification.ts"],
    limit: LIMITS.page,
    tokens: [TARGET, "!", ".", " ", "x", "<", '"', "(", ")", "。", "?ref=", "&", "https://", "](", "*"],
    frames: [
      ["", ""],
      [` ${TARGET}`, "x"],
    ],
    read: (text) => mention("text/markdown", text),
  },
  {
    name: "the feed of a mention's source",
    functions: RECEIVED,
    covers: [
      "lambdas/recommendations/readers/mentioned-in-feed.ts",
      "lambdas/recommendations/readers/mentioned-in-text.ts",
      "lambdas/recommendations/readers/mention-target.ts",
      "lambdas/recommendations/readers/untracked-address.ts",
    ],
    limit: LIMITS.page,
    tokens: [
      "<a>",
      "</a>",
      "<![CDATA[",
      "]]>",
      "&lt;a",
      "&lt;a href='#'&gt;",
      "<link href='#?ref=x'/>",
      "https://a ",
      "x",
    ],
    frames: [
      ["<rss>", "</rss>"],
      ["<feed><content><![CDATA[", "]]></content></feed>"],
    ],
    read: (text) => mention("application/atom+xml", text),
  },
];
