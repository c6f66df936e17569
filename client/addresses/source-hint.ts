import { isWithinSite } from "../../lambdas/shared/within-site.ts";
import { DECK_PROVIDERS } from "../../lambdas/slides/providers.ts";
import type { NewBookmark } from "../answers.ts";

/** The kinds of source that the client recognises. */
export type SourceHint = "article" | "slides" | "video" | "code" | "paper" | "book" | "shop" | "social" | "other";

/** Hosts by kind, without `www.`; a host covers its subdomains. The first matching entry counts. */
const HOSTS: Readonly<Record<Exclude<SourceHint, "other">, readonly string[]>> = {
  slides: [
    ...Object.values(DECK_PROVIDERS).map(({ hosts: [host = ""], place = host }) => place),
    "slideshare.net",
    "slides.com",
  ],
  video: ["youtube.com", "youtu.be", "vimeo.com", "nicovideo.jp", "nico.ms", "twitch.tv", "dailymotion.com", "ted.com"],
  code: [
    "github.com",
    "gitlab.com",
    "bitbucket.org",
    "codeberg.org",
    "npmjs.com",
    "pypi.org",
    "crates.io",
    "codepen.io",
    "stackoverflow.com",
  ],
  paper: [
    "arxiv.org",
    "doi.org",
    "dl.acm.org",
    "ieeexplore.ieee.org",
    "pubmed.ncbi.nlm.nih.gov",
    "jstage.jst.go.jp",
    "ci.nii.ac.jp",
    "cir.nii.ac.jp",
    "semanticscholar.org",
    "scholar.google.com",
    "openreview.net",
    "researchgate.net",
  ],
  book: [
    "books.google.com",
    "google.com/books",
    "books.rakuten.co.jp",
    "bookmeter.com",
    "booklog.jp",
    "goodreads.com",
    "openlibrary.org",
    "oreilly.com/library",
    "oreilly.co.jp/books",
    "leanpub.com",
  ],
  shop: [
    "amazon.com",
    "amazon.co.jp",
    "amazon.co.uk",
    "amazon.de",
    "amzn.to",
    "rakuten.co.jp",
    "shopping.yahoo.co.jp",
    "auctions.yahoo.co.jp",
    "mercari.com",
    "ebay.com",
    "etsy.com",
    "zozo.jp",
  ],
  social: [
    "x.com",
    "twitter.com",
    "t.co",
    "facebook.com",
    "instagram.com",
    "threads.net",
    "threads.com",
    "bsky.app",
    "mastodon.social",
    "mstdn.jp",
    "misskey.io",
    "linkedin.com",
    "reddit.com",
    "b.hatena.ne.jp",
    "news.ycombinator.com",
  ],
  article: [
    "medium.com",
    "substack.com",
    "note.com",
    "qiita.com",
    "zenn.dev",
    "dev.to",
    "hatenablog.com",
    "hatenablog.jp",
    "hatenadiary.jp",
    "wordpress.com",
    "blogspot.com",
    "ghost.io",
    "wikipedia.org",
    "nikkei.com",
    "asahi.com",
    "nhk.or.jp",
    "bbc.com",
    "bbc.co.uk",
    "nytimes.com",
    "theguardian.com",
  ],
};

/** Every place with its kind, the longest first: `books.rakuten.co.jp` comes before `rakuten.co.jp`. */
const PLACES = Object.entries(HOSTS)
  .flatMap(([kind, places]) => places.map((place) => ({ kind: kind as SourceHint, place })))
  .sort((one, other) => other.place.length - one.place.length);

/** A bookmark to save, its `source_hint` derived from its URL unless it has one; null is one. */
export function withSourceHint(bookmark: NewBookmark): NewBookmark {
  return bookmark.source_hint === undefined ? { ...bookmark, source_hint: sourceHint(bookmark.url) } : bookmark;
}

/** The kind of source of a page, by its host; `other` for an unknown host, and for a text that is no URL. */
export function sourceHint(url: string): SourceHint {
  if (!URL.canParse(url)) return "other";
  const { hostname, pathname } = new URL(url);
  return PLACES.find(({ place }) => isAt(place, hostname, pathname))?.kind ?? "other";
}

function isAt(place: string, hostname: string, pathname: string): boolean {
  const [host = "", ...path] = place.split("/");
  if (!isWithinSite(hostname, host)) return false;
  return path.length === 0 || `${pathname}/`.startsWith(`/${path.join("/")}/`);
}
