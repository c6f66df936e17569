import { parseHTML } from "linkedom";
import { expect, it } from "vitest";
import { contentPage } from "../../../client/moving/index.ts";
import { savedBookmark } from "../saved-bookmark.ts";

const TIME = "2026-01-01T00:00:00.000Z";
/** What a site could write where a name or a title belongs. */
const MARKUP = `"'><img src=x onerror=alert(1)></title>&amp;<script>alert(1)</script>`;
const BOOKMARK = savedBookmark({ id: "a", url: "https://a.example/", created_at: TIME });
const CONTENT = {
  title: null,
  byline: null,
  language: null,
  dir: "ltr" as const,
  words: 1,
  read_at: TIME,
  html: "<p>Owls</p>",
  read_from: "fetch" as const,
  truncated: false,
};

it.each([
  ["the title of the text", {}, { title: MARKUP }],
  ["one's own title", { title: MARKUP }, {}],
  ["the author's name", {}, { byline: MARKUP }],
  ["the language", {}, { language: MARKUP }],
  ["the address", { url: `https://a.example/?q=${MARKUP}` }, {}],
])("a kept text as a page holds %s as a text, and no markup of it", (_, own, read) => {
  const page = contentPage({ ...BOOKMARK, ...own, content: { ...CONTENT, ...read } });
  expect(page).not.toMatch(/<img|<script/);
  const { document } = parseHTML(page);
  expect([document.querySelector("a")?.getAttribute("href")]).toEqual(["url" in own ? own.url : BOOKMARK.url]);
  const texts = [...document.querySelectorAll("h1, p, a")].map(({ textContent }) => textContent);
  const isShown = !("language" in read);
  expect(texts.some((text) => text.includes(MARKUP))).toBe(isShown);
});

it("a kept text as a page runs nothing and loads nothing, and has the text itself", () => {
  const { document } = parseHTML(contentPage({ ...BOOKMARK, content: CONTENT }));
  expect(document.querySelector("meta[http-equiv=Content-Security-Policy]")?.getAttribute("content")).toBe(
    "default-src 'none'",
  );
  expect([...document.querySelectorAll("p")].map(({ textContent }) => textContent)).toContain("Owls");
  expect(contentPage({ ...BOOKMARK, content: { ...CONTENT, read_from: "browser" } })).toContain(
    `${TIME} as the browser showed it`,
  );
});
