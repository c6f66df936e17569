import { LambdaClient } from "@aws-sdk/client-lambda";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import type { OutboundFetch } from "../../../lambdas/shared/outbound/outbound-fetch.ts";
import { createOutboundFetch, outboundFetch } from "../../../lambdas/shared/outbound/outbound-fetch.ts";
import type { LiveWorld } from "../../../lib/cli/doctor/live/live-checks.ts";
import { liveChecks } from "../../../lib/cli/doctor/live/live-checks.ts";
import type { GoogleBooksSite } from "../../upstreams/google-books-site.ts";
import { startGoogleBooksSite } from "../../upstreams/google-books-site.ts";
import type { MercariSite } from "../../upstreams/mercari-site.ts";
import { startMercariSite } from "../../upstreams/mercari-site.ts";
import type { SlideSites } from "../../upstreams/slide-sites.ts";
import { startSlideSites } from "../../upstreams/slide-sites.ts";
import type { WebmentionSite } from "../../upstreams/webmention-site.ts";
import { startWebmentionSite } from "../../upstreams/webmention-site.ts";
import { ran } from "./ran.ts";

const like = (pattern: RegExp) => expect.stringMatching(pattern);
const KEY = "a-key-of-the-test";

let slides: SlideSites;
let books: GoogleBooksSite;
let mercari: MercariSite;
let ghost: WebmentionSite;

beforeAll(async () => {
  [slides, books, mercari, ghost] = await Promise.all([
    startSlideSites(),
    startGoogleBooksSite({ apiKey: KEY }),
    startMercariSite({ items: 5 }),
    startWebmentionSite(),
  ]);
});

afterEach(() => {
  for (const site of [slides, books, mercari, ghost]) {
    site.clearFaults();
    site.clearRequests();
  }
  mercari.mood("fine");
});

afterAll(() => Promise.all([slides, books, mercari, ghost].map((site) => site.close())));

/** The guarded fetch, whose every name leads to the simulated site that has it. */
const fetchOfSites: OutboundFetch = (request) => {
  const url = new URL(request.url);
  const sites = { ...slides.egressMap, ...books.egressMap, ...mercari.egressMap, ...ghost.egressMap };
  const origin = sites[url.hostname];
  if (origin === undefined) throw new Error(`No simulated site has the host ${url.hostname}.`);
  const port = Number(new URL(origin).port);
  const fetch = createOutboundFetch({
    lookup: async () => ["192.0.1.1"],
    dial: () => ({ addresses: ["127.0.0.1"], port }),
  });
  // The simulated sites speak plain HTTP.
  url.protocol = "http:";
  return fetch({ ...request, url });
};

function look(name: string, changes: Partial<LiveWorld> = {}) {
  const world: LiveWorld = {
    fetch: fetchOfSites,
    googleBooks: async () => ({ apiKey: KEY, country: "JP" }),
    mercari: async () => ({ source: "http" }),
    ghost: ghost.url,
    sleep: async () => undefined,
    ...changes,
  };
  return ran(liveChecks(world), name);
}

describe("the slide sites", () => {
  it.each(["live-speakerdeck", "live-docswell", "live-google-slides"])("%s is asked once, and read", async (name) => {
    expect(await look(name)).toMatchObject({ status: "ok", found: like(/answers as known: ".+", https:/) });
    expect(slides.requests()).toHaveLength(1);
  });

  it("that answer in another form have drifted", async () => {
    slides.fault(() => true, { kind: "html" });
    for (const name of ["live-speakerdeck", "live-docswell"]) {
      expect(await look(name)).toMatchObject({ status: "fail", found: like(/another form \(not_json\)/) });
    }
  });

  it("that show the deck no more, or not now, have not", async () => {
    slides.fault(() => true, { kind: "status", status: 404 });
    expect(await look("live-speakerdeck")).toMatchObject({ status: "warn", found: like(/not_found/) });
    slides.clearFaults();
    slides.fault(() => true, { kind: "status", status: 503 });
    expect(await look("live-docswell")).toMatchObject({ status: "warn", found: like(/not answer now/) });
    slides.clearFaults();
    slides.fault(() => true, { kind: "reset" });
    expect(await look("live-google-slides")).toMatchObject({ status: "warn", mend: like(/network/) });
  });
});

describe("live-google-books", () => {
  it("is asked once with the stage's key and country", async () => {
    const result = await look("live-google-books");
    expect(result).toMatchObject({ status: "ok", found: like(/^Google Books answers as known: 5 of \d+ books\.$/) });
    expect(books.requests().map(({ query }) => [query.get("key"), query.get("country")])).toEqual([[KEY, "JP"]]);
  });

  it("has drifted when it answers something else, and the key is never told", async () => {
    books.fault(() => true, { kind: "html" });
    const result = await look("live-google-books");
    expect(result).toMatchObject({ status: "fail", found: like(/google_unexpected_answer/) });
    expect(JSON.stringify(result)).not.toContain(KEY);
  });

  it("is skipped without a key", async () => {
    expect(await look("live-google-books", { googleBooks: async () => undefined })).toMatchObject({
      status: "skipped",
    });
    expect(books.requests()).toEqual([]);
  });
});

describe("live-mercari", () => {
  it("is asked for its robots.txt, then after the crawls' pause for one search", async () => {
    const pauses: number[] = [];
    const sleep = async (milliseconds: number) => {
      expect(mercari.requests().map(({ path }) => path)).toEqual(["/robots.txt"]);
      pauses.push(milliseconds);
    };
    expect(await look("live-mercari", { sleep })).toMatchObject({
      status: "ok",
      found: like(/5 listings in layout A/),
    });
    expect(pauses).toEqual([3_000]);
    expect(mercari.requests().map(({ path }) => path)).toEqual(["/robots.txt", "/search"]);
  });

  it.each([
    ["not_rendered", "ok", /hold no listings, as known/],
    ["changed", "fail", /none that the reader knows/],
    ["nothing", "fail", /nothing is on sale/],
    ["blocked", "warn", /refuses \(blocked\)/],
    ["throttled", "warn", /refuses \(rate_limited\)/],
  ] as const)("when its page is %s is %s", async (mood, status, found) => {
    mercari.mood(mood);
    expect(await look("live-mercari")).toMatchObject({ status, found: like(found) });
  });

  it("is asked for no search where its robots.txt forbids that or can't be read", async () => {
    mercari.fault("/robots.txt", { kind: "status", status: 503 });
    expect(await look("live-mercari")).toMatchObject({ status: "warn" });
    const forbids: OutboundFetch = async (request) => ({
      ...(await fetchOfSites(request)),
      status: 200,
      body: Buffer.from("User-agent: *\nDisallow: /search"),
    });
    expect(await look("live-mercari", { fetch: forbids })).toMatchObject({ status: "fail", found: like(/forbids/) });
    expect(mercari.requests().filter(({ path }) => path === "/search")).toEqual([]);
  });

  it("is asked through the renderer where the stage renders; one that can't be reached is a warning", async () => {
    const client = new LambdaClient({
      endpoint: "http://127.0.0.1:1",
      region: "r",
      credentials: { accessKeyId: "a", secretAccessKey: "s" },
      maxAttempts: 1,
    });
    const rendered = async () => ({ source: "rendered" as const, client, functionName: "prod-mercari-renderer" });
    expect(await look("live-mercari", { mercari: rendered })).toMatchObject({
      status: "warn",
      found: like(/renderer could not be asked/),
    });
  });
});

describe("live-ghost", () => {
  it("is asked once for what it says of itself", async () => {
    ghost.members("ghost");
    expect(await look("live-ghost")).toMatchObject({ status: "ok", found: like(/takes one-click subscribers/) });
    expect(ghost.requests().map(({ path }) => path)).toEqual(["/members/api/site"]);
  });

  it("has drifted when it says so in another form", async () => {
    ghost.members({ status: 200, headers: { "content-type": "application/json" }, body: '{"site":{"signup":"yes"}}' });
    expect(await look("live-ghost")).toMatchObject({ status: "fail", found: like(/another form/) });
  });

  it("that is no Ghost is a warning, with the option that names another", async () => {
    ghost.members(null);
    expect(await look("live-ghost")).toMatchObject({ status: "warn", mend: like(/--ghost <address>/) });
  });
});

it("asks through the guard: a name that leads inside is refused, which is a warning", async () => {
  expect(await look("live-ghost", { fetch: outboundFetch, ghost: "https://127.0.0.1/" })).toMatchObject({
    status: "warn",
    found: like(/blocked_address/),
  });
});
