import { expect, it } from "vitest";
import { mainFrame } from "../../../lambdas/bookmarks/readers/main-frame.ts";
import { nextPageAddress, saysNextPage } from "../../../lambdas/bookmarks/readers/next-page.ts";
import { pageDeclarations } from "../../../lambdas/shared/html/page-declarations.ts";

const URL_OF_PAGE = new URL("https://site.example/news/story");
const next = (html: string, link?: string): string | null =>
  nextPageAddress(pageDeclarations(html), link === undefined ? {} : { link }, { url: URL_OF_PAGE, base: URL_OF_PAGE })
    ?.href ?? null;

it.each([
  ["in its head", '<link rel="next" href="?page=2">', undefined, "https://site.example/news/story?page=2"],
  [
    "in its text",
    '<a class=x rel="nofollow next" href="/news/story/2">2</a>',
    undefined,
    "https://site.example/news/story/2",
  ],
  ["in its header", "<p>a", '</news/story/2>; rel="next"', "https://site.example/news/story/2"],
  ["on another host", '<link rel=next href="https://other.example/2">', undefined, null],
  ["for its comments", '<a rel=next href="/news/story/comment-page-2/#comments">Older</a>', undefined, null],
  ["for a list of texts", '<body class="archive paged"><a rel=next href="/news/page/2">Older</a>', undefined, null],
  ["of no address on the web", '<link rel=next href="javascript:next()">', undefined, null],
  ["by no relation", '<a rel=prev href="?page=2">', '</2>; rel="prev"', null],
])("the next page that a page names %s", (_where, html, link, address) => {
  expect(next(html, link)).toBe(address);
});

it.each([
  ["/story", "/story?page=2", true],
  ["/story?id=7&page=2", "/story?page=3&id=7", true],
  ["/story", "/story?page=1", true],
  ["/story/", "/story/2/", true],
  ["/story.html", "/story-2.html", true],
  ["/story_2.html", "/story_3.html", true],
  ["/story", "/story/page/2", true],
  ["/page1.html", "/page2.html", true],
  ["/story-2024", "/story-2024-2", true],
  ["/story", "/story?page=3", false],
  ["/story?id=7", "/story?id=8&page=2", false],
  ["/comic/123", "/comic/124", false],
  ["/chapter", "/glossary", false],
  ["/one/2", "/two/3", false],
])("the addresses %s and %s are two pages of one text: %s", (one, other, says) => {
  const [from, to] = [one, other].map((path) => new URL(path, URL_OF_PAGE)) as [URL, URL];
  expect(saysNextPage(from, to)).toBe(says);
});

// https://github.com/Y2Z/monolith/pull/125
it.each([
  ["the largest", '<frameset cols="20%,80%"><frame src=menu><frame src=text></frameset>', "text"],
  ["the one that takes what is left", '<frameset rows="80,*"><frame src=head><frame src=text></frameset>', "text"],
  ["the one with such a name", '<frameset cols="70%,30%"><frame src=a><frame src=b name=main></frameset>', "b"],
  [
    "one within another set",
    '<frameset rows="100,*"><frame src=head><frameset cols="150,*"><frame src=menu><frame src=text></frameset></frameset>',
    "text",
  ],
  ["the last of equal ones", "<frameset><frame src=a></frameset><frameset><frame src=b></frameset>", "b"],
  ["the only page that is embedded", "<iframe src=text></iframe>", "text"],
])("the main frame of a page is %s", (_which, html, path) => {
  expect(mainFrame(html, URL_OF_PAGE)?.href).toBe(`https://site.example/news/${path}`);
});

it.each([
  ['<iframe src="https://video.example/a"></iframe>'],
  ["<iframe src=a></iframe><iframe src=b></iframe>"],
  ['<frameset><frame src="about:blank"></frameset>'],
])("a page has no main frame: %s", (html) => {
  expect(mainFrame(html, URL_OF_PAGE)).toBeNull();
});
