import { describe, expect, it } from "vitest";
import { findDuplicate } from "../../../lambdas/bookmarks/fetch/find-duplicate.ts";
import type { ReadPage } from "../../../lambdas/bookmarks/readers/page-content.ts";
import type { OutboundRequest, OutboundResponse } from "../../../lambdas/shared/outbound/outbound-fetch.ts";
import { at, MINUTE } from "../../emulators/test-clock.ts";
import { apiOfEachTest, user, world } from "../api-of-tests.ts";
import { pageUrl, pendingBookmark } from "../bookmarks-world.ts";
import { fetchedPage } from "../processing-world.ts";
import { samplePage } from "../sample-page.ts";

apiOfEachTest();

const TEXT = Array.from({ length: 60 }, (_, index) => `Owl ${index} sits in tree ${index * 7}.`).join(" ");
const SHARED = `${pageUrl("owls")}?ref=home`;
const OWLS = pageUrl("owls");

/** A page as it was read. */
function read(url: string, canonical: string | null = null, { title = "Owls", text = TEXT } = {}): ReadPage {
  const canonicalUrl = canonical === null ? null : new URL(canonical);
  return { kind: "page", url: new URL(url), canonicalUrl, content: samplePage({ title, text }) };
}

/** A page as its site answers it. */
function page(url: string, names: string | null = url, text = TEXT): OutboundResponse {
  const link = names === null ? "" : `<link rel="canonical" href="${names}">`;
  return fetchedPage({ url: new URL(url), body: Buffer.from(`<title>Owls</title>${link}<p>${text}</p>`) });
}

/** Saves an address so many minutes after the start. */
async function saved(canonicalUrl: string, minute: number, owner = user) {
  const bookmark = pendingBookmark(owner, { canonicalUrl, now: at(minute * MINUTE) });
  await world.items.create(bookmark, "creation-1");
  return bookmark;
}

/** Looks for a duplicate of a bookmark that was just read. */
async function found(
  bookmark: Awaited<ReturnType<typeof saved>>,
  readPage: ReadPage,
  answer: OutboundResponse = fetchedPage({ status: 404 }),
) {
  const requests: OutboundRequest[] = [];
  const fetch = async (request: OutboundRequest) => {
    requests.push(request);
    return answer;
  };
  const duplicateOf = await findDuplicate(bookmark, readPage, { items: world.items, fetch });
  return { duplicateOf, asked: requests.map(({ url }) => String(url)), requests };
}

describe("by the address at the end of its redirects", () => {
  it("a bookmark is a duplicate of another one, and no page is requested", async () => {
    await saved(OWLS, 1);
    const short = await saved("https://sho.example/x7Yq", 2);
    expect(await found(short, read(OWLS, pageUrl("else")))).toMatchObject({ duplicateOf: OWLS, asked: [] });
  });

  it.each([
    ["its own address", "https://sho.example/x7Yq"],
    ["its own address with a mark of the way there", "https://sho.example/x7Yq?utm_source=mail"],
    ["an address that nobody can save", "https://user@blog.example/owls"],
  ])("it is not a duplicate at %s", async (_what, url) => {
    const short = await saved("https://sho.example/x7Yq", 2);
    expect((await found(short, read(url))).duplicateOf).toBeNull();
  });

  it("it is not a duplicate behind a login", async () => {
    await saved(pageUrl("login"), 1);
    const short = await saved("https://sho.example/x7Yq", 2);
    expect((await found(short, read(pageUrl("login")))).duplicateOf).toBeNull();
    // The page that is shown there does not name the page either.
    const walled = read(pageUrl("owls-1"), OWLS, { title: "Log in" });
    await saved(OWLS, 1);
    expect(await found(short, walled, page(OWLS))).toMatchObject({ duplicateOf: null, asked: [] });
  });

  it("it is not a duplicate of another user's bookmark", async () => {
    await saved(OWLS, 1, `${user}-else`);
    const short = await saved("https://sho.example/x7Yq", 2);
    expect((await found(short, read(OWLS))).duplicateOf).toBeNull();
  });
});

describe("the page that redirects, or names another one, is the duplicate", () => {
  const BANK = "https://bank.example/cards/gold";
  const STORY = "https://home.example/@good/story";
  const COPY = "https://home.example/@evil/copy";
  const redirects = (to: string, title = "Owls") => read(to, null, { title });
  it.each<[string, from: string, to: string, ReadPage]>([
    ["a stranger's page that redirects to a bank", "https://evil.example/owls", BANK, redirects(BANK)],
    ["a short link", "https://sho.example/x7Yq", OWLS, redirects(OWLS)],
    ["a page on the same host", "https://bank.example/news/7", BANK, redirects(BANK)],
    ["a look-alike host", "https://bank.example.evil.example/cards", BANK, redirects(BANK)],
    ["a page with the other's title", "https://evil.example/bank", BANK, redirects(BANK, "Bank")],
    ["a copy that names the original of its host", COPY, STORY, read(COPY, STORY)],
    ["a copy under the name for phones", COPY.replace("home", "m.home"), STORY, read(COPY, STORY)],
    ["a longer address of the page", SHARED, OWLS, read(SHARED, OWLS)],
  ])("%s, whichever was saved first", async (_what, from, to, readPage) => {
    for (const [first, second] of [
      [1, 2],
      [2, 1],
      [1, 1],
    ] as const) {
      const owner = `${user}-${first}-${second}`;
      const leading = await saved(from, first, owner);
      const target = await saved(to, second, owner);
      expect((await found(leading, readPage, page(to))).duplicateOf).toBe(to);
      // The other bookmark is not written, and its own reading finds no duplicate.
      expect(await world.items.get(target)).toEqual(target);
      expect((await found(target, read(to, to), page(to))).duplicateOf).toBeNull();
    }
  });
});

describe("by the canonical address", () => {
  it("a bookmark is a duplicate of another one whose page names itself and has the same text, within five seconds", async () => {
    await saved(OWLS, 1);
    const shared = await saved(SHARED, 2);
    const { duplicateOf, asked, requests } = await found(shared, read(SHARED, OWLS), page(OWLS));
    expect([duplicateOf, asked, requests[0]?.timeoutMs]).toEqual([OWLS, [OWLS], 5_000]);
  });

  it.each([
    ["on another site", "https://other.example/owls"],
    ["of the site's home", "https://blog.example/"],
    ["of a list", pageUrl("archive")],
  ])("that is %s, no page is requested", async (_what, canonical) => {
    await saved(canonical, 1);
    const shared = await saved(SHARED, 2);
    expect(await found(shared, read(SHARED, canonical), page(canonical))).toMatchObject({
      duplicateOf: null,
      asked: [],
    });
  });

  it("that the user has not saved, or that is the bookmark's own, no page is requested", async () => {
    const shared = await saved(SHARED, 2);
    for (const canonical of [OWLS, SHARED, `${SHARED}#top`])
      expect(await found(shared, read(SHARED, canonical), page(canonical))).toMatchObject({
        duplicateOf: null,
        asked: [],
      });
  });
});
