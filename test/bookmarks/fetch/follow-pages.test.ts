import { describe, expect, it } from "vitest";
import { fetchPage } from "../../../lambdas/bookmarks/fetch/fetch-page.ts";
import { followPages } from "../../../lambdas/bookmarks/fetch/follow-pages.ts";
import { OutboundError } from "../../../lambdas/shared/outbound/outbound-error.ts";
import type { OutboundFetch, OutboundResponse } from "../../../lambdas/shared/outbound/outbound-fetch.ts";
import { fetchedPage } from "../processing-world.ts";

type Answer = string | Partial<OutboundResponse>;

const SENTENCE = "is a sentence of the article, which goes on for a while so that it is long enough.";

/** A page of an article. @param next the address in its `rel=next` */
const part = (name: string, next?: string, title = "A story"): string =>
  `<title>${title}</title><main><p>${name} ${SENTENCE}</p></main>${next === undefined ? "" : `<a rel="next" href="${next}">Next</a>`}`;

/** Reads an article of a site that has these pages. */
async function read(pages: Readonly<Record<string, Answer>>, start = "/story") {
  const fetched: string[] = [];
  let now = 0;
  const fetch: OutboundFetch = async ({ url, timeoutMs }) => {
    const address = new URL(url);
    fetched.push(address.pathname + address.search);
    expect(timeoutMs).toBeGreaterThan(0);
    const answer = pages[address.pathname + address.search];
    if (answer === undefined) throw new OutboundError("timeout", "site of the test");
    return fetchedPage({ url: address, ...(typeof answer === "string" ? { body: Buffer.from(answer) } : answer) });
  };
  const first = await fetchPage(`https://site.example${start}`, fetch);
  if (first.kind !== "page") throw new Error(first.code);
  const clock = { now: () => new Date(now), wait: (milliseconds: number) => milliseconds };
  const pause = async (milliseconds: number) => {
    now += milliseconds;
  };
  const outcome = await followPages(first, { fetch, clock, pause });
  if (outcome.kind !== "page") return { fetched, code: outcome.code, seconds: now / 1_000 };
  const { text, truncated, title } = outcome.content;
  const names = text.split("\n").map((line) => line.split(" ", 1)[0]);
  return { fetched, names, truncated, title, seconds: now / 1_000, html: outcome.content.html };
}

// https://github.com/wallabag/wallabag/issues/750
describe("an article in several pages", () => {
  it("is read whole, one page after another", async () => {
    const pages = {
      "/story": part("one", "/story?page=2"),
      "/story?page=2": part("two", "?page=3"),
      "/story?page=3": part("three"),
    };
    expect(await read(pages)).toMatchObject({
      names: ["one", "two", "three"],
      html: ["one", "two", "three"].map((name) => `<p>${name} ${SENTENCE}</p>`).join(""),
      truncated: false,
      seconds: 1,
    });
  });

  it("is read to ten pages, and cut where there are more", async () => {
    const pages = (count: number) =>
      Object.fromEntries(
        Array.from({ length: count }, (_, at) => [
          at === 0 ? "/story" : `/story/${at + 1}`,
          part(String(at + 1), at + 1 < count ? `/story/${at + 2}` : undefined),
        ]),
      );
    expect(await read(pages(10))).toMatchObject({ truncated: false, names: { length: 10 } });
    expect(await read(pages(11))).toMatchObject({ truncated: true, names: { length: 10 }, fetched: { length: 10 } });
  });

  it.each<[string, Record<string, Answer>, string[], boolean]>([
    ["ends where it began", { "/story?page=2": part("two", "/story") }, ["one", "two"], false],
    ["names itself", { "/story?page=2": part("two", "?page=2#more") }, ["one", "two"], false],
    ["is the first one again", { "/story?page=2": part("one", "?page=3") }, ["one"], false],
    ["can't be read", {}, ["one"], true],
    ["is not there", { "/story?page=2": { status: 404 } }, ["one"], true],
    ["is on another host", { "/story?page=2": { url: new URL("https://login.example/") } }, ["one"], true],
  ])("keeps what was read where the next page %s", async (_what, pages, names, truncated) => {
    expect(await read({ "/story": part("one", "/story?page=2"), ...pages })).toMatchObject({ names, truncated });
  });

  it("may have other addresses if its pages have one title", async () => {
    const pages = { "/story": part("one", "/more"), "/more": part("two") };
    expect(await read(pages)).toMatchObject({ names: ["one", "two"], truncated: false });
  });

  it("does not go on in another text", async () => {
    const other = { "/story": part("one", "/glossary"), "/glossary": part("two", undefined, "Glossary") };
    expect(await read(other)).toMatchObject({ names: ["one"], truncated: false, fetched: ["/story", "/glossary"] });
    const elsewhere = { "/story": part("one", "/other/glossary") };
    expect(await read(elsewhere)).toMatchObject({ names: ["one"], truncated: false, fetched: ["/story"] });
  });
});

describe("a page of frames", () => {
  const FRAMES = '<title>Frames</title><frameset cols="20%,80%"><frame src="/menu"><frame src="/main"></frameset>';

  it("has its own title, and the text of its main frame", async () => {
    expect(await read({ "/story": FRAMES, "/main": part("one", undefined, "Inner") })).toMatchObject({
      names: ["one"],
      title: "Frames",
      fetched: ["/story", "/main"],
    });
  });

  it.each<[string, string, Record<string, Answer>]>([
    ["frames_only", FRAMES, { "/main": { status: 404 } }],
    ["upstream_error", FRAMES, { "/main": { status: 503 } }],
    ["frames_only", "<frameset><frame></frameset>", {}],
    ["frames_only", FRAMES, { "/main": FRAMES }],
  ])("fails with %s if no text can be read: %s", async (code, html, pages) => {
    expect(await read({ "/story": html, ...pages })).toMatchObject({ code });
  });
});
