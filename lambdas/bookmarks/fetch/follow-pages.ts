import type { OutboundFetch } from "../../shared/outbound/outbound-fetch.ts";
import type { RequestFailure } from "../../shared/outbound/request-failure.ts";
import { MAX_HTML_BYTES } from "../readers/content-writer.ts";
import { saysNextPage } from "../readers/next-page.ts";
import type { PageContent, PageOutcome, ReadPage } from "../readers/page-content.ts";
import { fetchPage } from "./fetch-page.ts";

/** The number of pages of an article that are read. A longer article is cut, and its answer says so. */
const MOST_PAGES = 10;
/** The deepest nesting of frames that is followed. */
const MOST_FRAMES = 3;
/** Milliseconds for all further pages of an article, pauses included: then the article is cut, and its answer says so. */
const FOLLOWING_MS = 15_000;
/** Milliseconds between two requests of one host for one article. */
const PAUSE_MS = 500;
/** The longest text that is summarised, in code units. */
const MAX_TEXT = 100_000;

interface Services {
  readonly fetch: OutboundFetch;
  readonly clock: { now(): Date; wait(milliseconds: number): number };
  readonly pause: (milliseconds: number) => Promise<unknown>;
}

/**
 * Reads the pages to which a page leads: for a page of frames its main frame, and for an article its further pages. A page
 * whose main frame can't be read fails with the code `frames_only`, or with the failure of the frame if another attempt may
 * read it. If a further page can't be read, the article is cut before it.
 */
export async function followPages(page: ReadPage, services: Services): Promise<PageOutcome> {
  const end = services.clock.now().getTime() + FOLLOWING_MS;
  const timeLeft = () => end - services.clock.now().getTime();
  const whole = await readFrame(page, services, timeLeft);
  return whole.kind === "page" ? await readFurtherPages(whole, services, timeLeft) : whole;
}

async function readFrame(page: ReadPage, { fetch }: Services, timeLeft: () => number): Promise<PageOutcome> {
  let outer = page;
  for (let depth = 0; outer.content.text === "" && outer.frameUrl !== undefined; depth += 1) {
    const { frameUrl } = outer;
    if (frameUrl === null || depth === MOST_FRAMES || timeLeft() <= 0) return FRAMES_ONLY;
    const inner = await fetchPage(frameUrl.href, fetch, timeLeft());
    if (inner.kind === "permanent") return FRAMES_ONLY;
    if (inner.kind !== "page") return inner;
    outer = { ...inner, url: page.url, canonicalUrl: page.canonicalUrl, content: framed(outer.content, inner.content) };
  }
  return outer;
}

const FRAMES_ONLY: RequestFailure = { kind: "permanent", code: "frames_only" };

/** The content of a frame, with the metadata of the page around it. */
function framed(outer: PageContent, inner: PageContent): PageContent {
  return {
    ...inner,
    title: outer.title ?? inner.title,
    siteName: outer.siteName ?? inner.siteName,
    author: outer.author ?? inner.author,
    description: outer.description ?? inner.description,
    imageUrl: outer.imageUrl ?? inner.imageUrl,
    iconUrls: outer.iconUrls,
  };
}

const withoutFragment = ({ origin, pathname, search }: URL): string => `${origin}${pathname}${search}`;

async function readFurtherPages(first: ReadPage, services: Services, timeLeft: () => number): Promise<ReadPage> {
  const { fetch, clock, pause } = services;
  const read = new Set([withoutFragment(first.url)]);
  const contents = [first.content];
  const cut = () => joined(first, contents, true);
  for (let last = first; last.nextUrl !== undefined; ) {
    const { nextUrl } = last;
    if (read.has(withoutFragment(nextUrl))) break;
    const isSaid = saysNextPage(last.url, nextUrl);
    // Chapters of a book name the next one, too: pages with the same title count as one article only within one folder.
    if (!isSaid && folderOf(last.url) !== folderOf(nextUrl)) break;
    if (contents.length === MOST_PAGES || timeLeft() <= clock.wait(PAUSE_MS)) return cut();
    await pause(clock.wait(PAUSE_MS));
    const next = await fetchPage(nextUrl.href, fetch, Math.max(1, timeLeft()));
    if (next.kind !== "page" || next.url.host !== first.url.host)
      return isSaid ? cut() : joined(first, contents, false);
    const isSeen = read.has(withoutFragment(next.url)) || contents.some(({ text }) => text === next.content.text);
    if (isSeen || (!isSaid && next.content.title !== first.content.title)) break;
    if (Buffer.byteLength(joined(first, [...contents, next.content], false).content.html) > MAX_HTML_BYTES)
      return cut();
    read.add(withoutFragment(nextUrl)).add(withoutFragment(next.url));
    contents.push(next.content);
    last = next;
  }
  return joined(first, contents, false);
}

const folderOf = ({ pathname }: URL): string => pathname.slice(0, pathname.lastIndexOf("/"));

/** The pages of an article as one. */
function joined(first: ReadPage, contents: readonly PageContent[], isCut: boolean): ReadPage {
  const text = contents
    .map((content) => content.text)
    .join("\n")
    .slice(0, MAX_TEXT)
    .toWellFormed();
  const html = contents.map((content) => content.html).join("");
  const truncated = isCut || contents.some((content) => content.truncated);
  return { ...first, content: { ...first.content, text, html, truncated } };
}
