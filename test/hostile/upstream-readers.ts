import { readVolumes } from "../../lambdas/books/readers/google-books.ts";
import { readDetailPage } from "../../lambdas/mercari/readers/detail-page.ts";
import { readSearchPage } from "../../lambdas/mercari/readers/search-page.ts";
import { chatAddress, chatText } from "../../lambdas/notices/chat-text.ts";
import { noticeMail } from "../../lambdas/notices/notice-mail.ts";
import { mention } from "../../lambdas/shared/notices/kinds/mention.ts";
import { newNotice } from "../../lambdas/shared/notices/notice.ts";
import { isAllowedByRobots } from "../../lambdas/shared/outbound/robots-rules.ts";
import { readDocswell } from "../../lambdas/slides/readers/docswell.ts";
import { googleSlidesRequest, readGoogleSlides } from "../../lambdas/slides/readers/google-slides.ts";
import { readSpeakerDeck } from "../../lambdas/slides/readers/speakerdeck.ts";
import { itemDocument } from "../../lib/local/sites/mercari-pages.ts";
import { listed } from "../mercari/readers/page-answers.ts";
import { MARKUP } from "./page-markup.ts";
import type { Reader } from "./reader.ts";
import { bytes, LIMITS } from "./reader.ts";

const MERCARI = ["lambdas/mercari/worker.ts", "lambdas/mercari/api.ts"];
const SLIDES = ["lambdas/slides/worker.ts"];
const BOOKS = ["lambdas/books/worker.ts"];

const PLAYER = '<iframe src=\\"https://speakerdeck.com/player/0123456789abcdef0123456789abcdef\\">';
const DECK = "https://docs.google.com/presentation/d/abcdefghijklmnopqrstuvwxyz";

/** Tokens inside a JSON string. */
const inJson = (tokens: readonly string[]) => tokens.map((token) => JSON.stringify(token).slice(1, -1));
const answer = { status: 200, charset: "utf-8", location: null, retryAfterSeconds: null };
const json = (text: string) => ({ ...answer, mediaType: "application/json", body: bytes(text) });
const mercari = (url: string, html: string) => ({ url, status: 200, headers: {}, html, retryAfterSeconds: null });

const CELL = '<li data-testid="item-cell"><a data-testid="thumbnail-link" href="/item/m1">';
const END = "</main></body></html>";
const GRID = '<html><main id="item-grid">';
const PRICE = '<i class="merPrice">';
const PRODUCT = '<html><div data-testid="product-detail-container">';
/** The page of a sold listing, where it states when it was sold. */
const [BEFORE_TIME = "", AFTER_TIME = ""] = itemDocument(
  listed({ id: "m1", state: "sold_out", changedAgo: "TIME" }),
).split("TIME");
const SOLD_FRAME = [BEFORE_TIME, AFTER_TIME] as const;
/** The text node that takes longest to decode, shorter than the reader's limit for one text. */
const DEAR = "&".repeat(9_000);

/** Nested elements of a given depth, with a text in the innermost one. */
const nested = (open: string, depth: number, inside: string, close: string) =>
  open.repeat(depth) + inside + close.repeat(depth);

const MERCARI_TOKENS = [
  ...MARKUP,
  ...["<main>", "<br>", "data-testid", " hidden", "</x>", "の画像", "円", "1,", "111, ", "¥", "現在", "1分前"],
  ...[CELL, PRICE, '<p data-testid="thumbnail-item-name">', '<p data-testid="pagination-next-button">'],
];
const mercariFiles = (...names: string[]) => names.map((name) => `lambdas/mercari/readers/${name}.ts`);
const MERCARI_PAGE = [
  "lambdas/mercari/domain/listing-link.ts",
  ...mercariFiles("parsed-page", "page-error", "image-url", "statement-lines", "price-text"),
];

/** Reads a page chunk by chunk, as long as the reader wants more. */
function googleSlides(text: string): unknown {
  const body = bytes(text);
  const { stopReading } = googleSlidesRequest(DECK);
  const piece = Math.max(1_024, Math.floor(body.length / 64));
  for (let read = piece; read < body.length; read += piece) {
    if (stopReading?.(body.subarray(0, read)) === true) break;
  }
  return readGoogleSlides({ ...answer, mediaType: "text/html", body }, DECK);
}

/** The readers of the services' answers. */
export const UPSTREAM_READERS: readonly Reader[] = [
  {
    name: "robots.txt",
    functions: MERCARI,
    covers: ["lambdas/shared/outbound/robots-rules.ts"],
    limit: LIMITS.robots,
    tokens: [
      ..."User-agent: *\n|User-agent: magpie\n|User-agent: #\n|Disallow: /|Disallow: |Allow: |*|$|a|/|#|:|%|%2a| ".split(
        "|",
      ),
      ...["\n", "\r", "Disallow: /*a*\n", "é", "\ud800"],
    ],
    frames: [
      ["", ""],
      ["User-agent: *\n", ""],
      ["User-agent: *\nDisallow: ", "\n"],
    ],
    cases: [
      ["User-agent: *\n", "Disallow: /*aaab\n"],
      ["User-agent: *\nDisallow: /", "*a"],
    ],
    read: (text) => isAllowedByRobots(text, `/search?keyword=${"a".repeat(1_900)}`, "Magpie/1"),
  },
  {
    name: "Mercari's search page",
    functions: MERCARI,
    covers: [...MERCARI_PAGE, ...mercariFiles("search-card", "search-page")],
    limit: LIMITS.mercariPage,
    tokens: MERCARI_TOKENS,
    frames: [
      ["<html>", "</html>"],
      [GRID, END],
      ["<html><main><p ", `>x${END}`],
      [`${GRID}${CELL}<p aria-label="`, `">${END}`],
      [`${GRID}${CELL}<p aria-label="の画像 `, `">${END}`],
      [`${GRID}${CELL}<p class="merPrice">`, END],
    ],
    records: [
      [[GRID, END], `${CELL}${PRICE}`, "</i></li>"],
      [[GRID, END], `${CELL}<p aria-label="の画像 `, '"></li>'],
    ],
    cases: [
      ["<html><p ", "="],
      [`<html>${"<main>".repeat(240)}`, "&nbsp;"],
      [`${GRID}${PRICE.repeat(240)}`, "1円 "],
      [`<html>${"<b>".repeat(248)}`, "</x>"],
      // Fuzzing found the first one: of nested texts in a card, each was read with all nested ones. Then the same with many
      // short nodes, and with nested cards that have few texts each.
      [GRID, `${CELL}${nested(PRICE, 230, DEAR, "</i>")}</li>`],
      [GRID, `${CELL}${nested(`${PRICE}a`, 240, "", "</i>")}</li>`],
      [GRID, nested(CELL + PRICE.repeat(4), 38, DEAR, "</li>")],
    ],
    read: (text) => readSearchPage(mercari("https://jp.mercari.com/search", text)),
  },
  {
    name: "Mercari's page of a listing",
    functions: MERCARI,
    covers: [...MERCARI_PAGE, ...mercariFiles("detail-page", "relative-time")],
    limit: LIMITS.mercariPage,
    tokens: [...MERCARI_TOKENS, "<button>", '<p data-testid="price">', '<p data-testid="converted-currency-section">'],
    frames: [
      ["<html>", "</html>"],
      ['<html><main><div data-testid="item-detail-container">', END],
      ['<html><main><div data-testid="item-detail-container"><div data-testid="name"><h1>', END],
      ['<html><main><div data-testid="item-detail-container"><p data-testid="price">', END],
      SOLD_FRAME,
    ],
    records: [[SOLD_FRAME, "<p>", "</p>"]],
    cases: [
      [`<html>${"<main>".repeat(240)}`, "&nbsp;"],
      [`${PRODUCT}${"<button><b>".repeat(120)}`, "a<b></b>"],
      // Nested buttons, each of which was read with all nested ones: around one long text, and around short ones, at a
      // distance by which half a megabyte has the largest number of elements.
      [PRODUCT, nested("<button><b>", 120, DEAR, "</button>")],
      [PRODUCT, `<p>${"<button><b>a".repeat(120)}</p>${"a".repeat(1_600)}`],
    ],
    read: (text) => {
      const at = new Date(0);
      readDetailPage(mercari("https://jp.mercari.com/shops/product/a", text), { externalId: "a", sellerType: 2 }, at);
      return readDetailPage(mercari("https://jp.mercari.com/item/m1", text), { externalId: "m1", sellerType: 1 }, at);
    },
  },
  {
    name: "Speaker Deck's oEmbed",
    functions: SLIDES,
    covers: [
      "lambdas/slides/readers/oembed.ts",
      "lambdas/slides/readers/speakerdeck.ts",
      "lambdas/slides/providers.ts",
    ],
    limit: LIMITS.oEmbed,
    tokens: [...inJson(MARKUP), "<iframe src=", "<iframe src=#>", "\\u003c", "[", "{", '{\\"a\\":'],
    frames: [
      ["", ""],
      ['{"type":"rich","html":"', '"}'],
      ['{"type":"rich","title":"', `","html":"${PLAYER}"}`],
      ['{"type":"rich","html":"<iframe src=\'', "'>\"}"],
    ],
    cases: [['{"type":"rich","html":"', "<!--"]],
    read: (text) => readSpeakerDeck(json(text), "https://speakerdeck.com/a/b"),
  },
  {
    name: "Docswell's oEmbed",
    functions: SLIDES,
    covers: ["lambdas/slides/readers/oembed.ts", "lambdas/slides/readers/docswell.ts", "lambdas/slides/providers.ts"],
    limit: LIMITS.oEmbed,
    tokens: [...inJson(MARKUP), "<iframe src=#>", "[", "{"],
    frames: [
      ['{"type":"rich","html":"', '"}'],
      ['{"type":"rich","url":"', '"}'],
    ],
    read: (text) => readDocswell(json(text), "https://www.docswell.com/s/a/ABC123"),
  },
  {
    name: "the page of a deck on Google Slides",
    functions: SLIDES,
    covers: ["lambdas/slides/readers/google-slides.ts"],
    limit: LIMITS.googleSlides,
    tokens: [
      ...MARKUP,
      ...["</head", "</head>", "<form action=#>", "<base href=x>", "<meta property=og:title content=a>"],
      ...[" - Google", " - ", "- a b c d "],
    ],
    frames: [
      ["", ""],
      ["<html><head><title>", "</title></head>"],
      ["<html><head><meta property=og:title content='", "'></head>"],
      ["<html><head><script>", "</script></head>"],
    ],
    cases: [
      ["<script>", "</head "],
      ["<html><head><meta property=og:title content='", "<b><form></div>"],
      ["<html><head><meta property=og:title content='<table>", "<!--"],
      ["<html><head><title>", "<b><div><template></head"],
    ],
    read: googleSlides,
  },
  {
    name: "a notice of what a listing is called",
    functions: ["lambdas/notices/on-schedule.ts"],
    covers: ["lambdas/shared/notices/notice.ts", "lambdas/notices/chat-text.ts", "lambdas/notices/notice-mail.ts"],
    // The body of a notice: 101 lines of 300 characters, of four bytes each.
    limit: 128 * 1_024,
    tokens: [...MARKUP, "\n", "\r", "www.", "://", "https://a.example/", "[", "](", "@", "`", "\u202e", "\\"],
    frames: [
      ["", ""],
      ["https://a.example/", ""],
    ],
    read: (text) => {
      const data = { host: text, url: text, name: text, excerpt: text, recommended: false };
      const notice = { ...newNotice(mention, { about: [], data }, new Date(0)), title: text, body: text };
      return [noticeMail(notice, "https://magpie.example", "en"), chatText(text), chatAddress(text)];
    },
  },
  {
    name: "Google Books' answers",
    functions: BOOKS,
    covers: [
      "lambdas/books/readers/google-books.ts",
      "lambdas/books/readers/google-refusal.ts",
      "lambdas/books/readers/description-text.ts",
      "lambdas/books/readers/published-date.ts",
      "lambdas/books/domain/book.ts",
      "lambdas/shared/plain-text.ts",
    ],
    limit: LIMITS.googleBooks,
    tokens: [...inJson(MARKUP), "[", "{", ",", '{"id":"a","volumeInfo":{}},', '{"reason":"a"},', "\\u0000", "978"],
    frames: [
      ["", ""],
      ['{"items":[', '{"id":"a"}]}'],
      ['{"items":[{"id":"a","volumeInfo":{"description":"', '"}}]}'],
      ['{"items":[{"id":"a","volumeInfo":{"title":"', '"}}]}'],
      ['{"items":[{"id":"a","volumeInfo":{"publishedDate":"', '"}}]}'],
      ['{"items":[{"id":"a","volumeInfo":{"industryIdentifiers":[{"type":"ISBN_13","identifier":"', '"}]}}]}'],
      ['{"error":{"message":"', '"}}'],
      ['{"error":{"errors":[', '{"reason":"a"}]}}'],
    ],
    read: (text) => readVolumes(json(text)),
  },
];
