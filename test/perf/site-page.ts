import { deepEqual } from "node:assert/strict";
import { createRequire } from "node:module";
import type { AddressInfo } from "node:net";
import { createServer } from "node:net";
import { join } from "node:path";
import { fetchSiteMetadata } from "../../lambdas/recommendations/fetch/fetch-site-metadata.ts";
import { declaresWholeSite, readSitePage } from "../../lambdas/recommendations/readers/site-page.ts";
import { createOutboundFetch } from "../../lambdas/shared/outbound/outbound-fetch.ts";
import type { Figure } from "./figures.ts";
import { interleaved, median, printFigures } from "./figures.ts";
import { installPeers, PEERS } from "./peers.ts";

const ROUNDS = 15;
const PAGE_BYTES = 1_000_000;
/** What arrives before the reading stops: the first chunk that Node's sockets read. */
const CHUNK_BYTES = 64 * 1_024;
/** Any public address: the fetch refuses a name with another one. */
const PUBLIC_ADDRESS = "93.184.216.34";

const HEAD = `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Letters</title>
<meta property="og:title" content="Letters &amp; diaries"><meta property="og:description" content="An archive of a family">
<meta property="og:image" content="/cover.png"><link rel="icon" href="/icon.png">
${'<link rel="preload" as="font" href="/font.woff2"><meta name="theme-color" content="#fff">'.repeat(60)}</head><body>`;
const SECTION = `<section class="entry"><h2>A chapter</h2><p>The archive keeps <a href="/letters">every letter</a>.</p></section>`;
const PAGE = HEAD + SECTION.repeat(Math.ceil((PAGE_BYTES - HEAD.length) / SECTION.length));

/** The part of cheerio that is used here; its types are installed outside the project. */
type Cheerio = { load(html: string): (selector: string) => { attr(name: string): string | undefined } };

function readWithCheerio({ load }: Cheerio, html: string) {
  const $ = load(html);
  const absolute = (reference = "") => new URL(reference, "http://archive.example/").href;
  return {
    title: $("meta[property='og:title']").attr("content"),
    excerpt: $("meta[property='og:description']").attr("content"),
    featuredImage: absolute($("meta[property='og:image']").attr("content")),
    favicon: absolute($("link[rel~='icon']").attr("href")),
    oneClickSubscribe: false,
  };
}

/** Reads what has arrived of the page, as the lookup does: whether it is enough, and then the metadata. */
function readAsWeDo(arrived: Buffer) {
  if (!declaresWholeSite(arrived)) throw new Error("The head does not hold everything.");
  const url = new URL("http://archive.example/");
  return readSitePage({ url, status: 200, mediaType: "text/html", charset: "utf-8", body: arrived });
}

/** The metadata of a site from its page of 1 MB whose head holds everything: the time against cheerio, the bytes read. */
export async function sitePage(): Promise<readonly Figure[]> {
  await installPeers();
  const cheerio = createRequire(join(PEERS, "package.json"))("cheerio") as Cheerio;
  const arrived = Buffer.from(PAGE).subarray(0, CHUNK_BYTES);
  // Both must find the same.
  deepEqual(readAsWeDo(arrived), readWithCheerio(cheerio, PAGE));
  const timed = (read: () => unknown) => async () => {
    const start = performance.now();
    read();
    return performance.now() - start;
  };
  const { ours, theirs } = await interleaved(ROUNDS, {
    ours: timed(() => readAsWeDo(arrived)),
    theirs: timed(() => readWithCheerio(cheerio, PAGE)),
  });
  const page = "metadata of a page of 1 MB";
  return [
    { name: page, unit: "ms", ours: median(ours), against: "cheerio", theirs: median(theirs), aim: 0.05 },
    {
      name: `${page}: received of it`,
      unit: "KB",
      ours: (await bytesReceived()) / 1_000,
      against: "the page",
      theirs: PAGE.length / 1_000,
      aim: 0.1,
    },
  ];
}

/** How many bytes of the page the lookup of a site receives before it closes the connection. */
async function bytesReceived(): Promise<number> {
  const server = createServer((socket) => {
    socket.on("error", () => undefined);
    socket.once("data", (request) => {
      const isPage = String(request).startsWith("GET / ");
      const body = isPage ? PAGE : "";
      const status = isPage ? "200 OK" : "404 Not Found";
      socket.end(`HTTP/1.1 ${status}\r\ncontent-type: text/html\r\ncontent-length: ${body.length}\r\n\r\n${body}`);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  let received = 0;
  const fetch = createOutboundFetch({
    lookup: async () => [PUBLIC_ADDRESS],
    dial: () => ({ addresses: ["127.0.0.1"], port }),
  });
  try {
    const found = await fetchSiteMetadata("http://archive.example/", {
      fetch: async (request) => {
        const response = await fetch(request);
        received += response.body.length;
        return response;
      },
      now: () => performance.now(),
    });
    if (found === null) throw new Error("The page was not read.");
    return received;
  } finally {
    server.close();
  }
}

if (import.meta.main) printFigures(await sitePage());
