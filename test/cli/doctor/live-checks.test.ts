import { LambdaClient } from "@aws-sdk/client-lambda";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import type { OutboundFetch } from "../../../lambdas/shared/outbound/outbound-fetch.ts";
import { createOutboundFetch, outboundFetch } from "../../../lambdas/shared/outbound/outbound-fetch.ts";
import { PROVIDERS } from "../../../lambdas/slides/providers.ts";
import type { LiveWorld } from "../../../lib/cli/doctor/live/live-checks.ts";
import { liveChecks } from "../../../lib/cli/doctor/live/live-checks.ts";
import type { GoogleBooksSite } from "../../../lib/local/sites/google-books-site.ts";
import { startGoogleBooksSite } from "../../../lib/local/sites/google-books-site.ts";
import type { MercariSite } from "../../../lib/local/sites/mercari-site.ts";
import { startMercariSite } from "../../../lib/local/sites/mercari-site.ts";
import type { SlideSites } from "../../../lib/local/sites/slide-sites.ts";
import { startSlideSites } from "../../../lib/local/sites/slide-sites.ts";
import type { WebmentionSite } from "../../../lib/local/sites/webmention-site.ts";
import { startWebmentionSite } from "../../../lib/local/sites/webmention-site.ts";
import { expectFinding, finding, ran } from "./ran.ts";

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

/** The guarded fetch, whose host names all lead to their simulated sites. */
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
  // The simulated sites use plain HTTP.
  url.protocol = "http:";
  return fetch({ ...request, url });
};

function runCheck(name: string, changes: Partial<LiveWorld> = {}) {
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
  it.each(PROVIDERS)("live-%s gets one request, and its response is read", async (provider) => {
    const name = `live-${provider.replaceAll("_", "-")}`;
    await expectFinding(runCheck(name), "ok", { found: /answers as known: ".+", https:/ });
    expect(slides.requests()).toHaveLength(1);
  });

  it("with responses in another format have drifted", async () => {
    slides.fault(() => true, { kind: "html" });
    for (const name of ["live-speakerdeck", "live-docswell"]) {
      await expectFinding(runCheck(name), "fail", { found: /another form \(not_json\)/ });
    }
  });

  it("with responses without a title have drifted", async () => {
    const fetch: OutboundFetch = async (request) => {
      const response = await fetchOfSites(request);
      const body = Buffer.from(response.body)
        .toString()
        .replace(/"title":\s*"[^"]*"/, '"title":""');
      return { ...response, body: Buffer.from(body) };
    };
    await expectFinding(runCheck("live-speakerdeck", { fetch }), "fail", { found: /without a title \(empty\)/ });
  });

  it("that no longer show the deck, or not now, have not drifted", async () => {
    slides.fault(() => true, { kind: "status", status: 404 });
    await expectFinding(runCheck("live-speakerdeck"), "warn", { found: /not_found/ });
    slides.clearFaults();
    slides.fault(() => true, { kind: "status", status: 503 });
    await expectFinding(runCheck("live-docswell"), "warn", { found: /not answer now/ });
    slides.clearFaults();
    slides.fault(() => true, { kind: "reset" });
    await expectFinding(runCheck("live-google-slides"), "warn", { remedy: /network/ });
  });
});

/** An answer with a status in place of a site's. */
const answering =
  (status: number, body: object | string): OutboundFetch =>
  async (request) => ({
    ...(await fetchOfSites(request)),
    status,
    body: Buffer.from(typeof body === "string" ? body : JSON.stringify(body)),
  });

describe("live-google-books", () => {
  const refusal = (status: number, reason: string) =>
    answering(status, { error: { code: status, message: "No.", errors: [{ reason, message: "No." }] } });

  it.each([
    ["has no more quota", refusal(429, "rateLimitExceeded"), "warn", /has limited/],
    ["fails", answering(503, {}), "warn", /does not answer now/],
    ["refuses the key", refusal(400, "badRequest"), "fail", /refuses/],
    [
      "has no items",
      answering(200, { kind: "books#volumes", totalItems: 900, items: [] }),
      "fail",
      /another form: 0 items/,
    ],
    ["has no total", answering(200, { kind: "books#volumes", items: [] }), "fail", /of no total/],
  ])("that %s is no drift, or one", async (_, fetch, status, found) => {
    await expectFinding(runCheck("live-google-books", { fetch }), status, { found });
  });

  it("gets one request with the stage's key and country", async () => {
    const result = await runCheck("live-google-books");
    expect(result).toMatchObject(finding("ok", { found: /^Google Books answers as known: 5 of \d+ books\.$/ }));
    expect(books.requests().map(({ query }) => [query.get("key"), query.get("country")])).toEqual([[KEY, "JP"]]);
  });

  it("has drifted when its response is different, and the key is never shown", async () => {
    books.fault(() => true, { kind: "html" });
    const result = await runCheck("live-google-books");
    expect(result).toMatchObject(finding("fail", { found: /google_unexpected_answer/ }));
    expect(JSON.stringify(result)).not.toContain(KEY);
  });

  it("is skipped without a key", async () => {
    await expectFinding(runCheck("live-google-books", { googleBooks: async () => undefined }), "skipped");
    expect(books.requests()).toEqual([]);
  });
});

describe("live-mercari", () => {
  it("gets a request for its robots.txt, then, after the crawls' pause, for one search", async () => {
    const pauses: number[] = [];
    const sleep = async (milliseconds: number) => {
      expect(mercari.requests().map(({ path }) => path)).toEqual(["/robots.txt"]);
      pauses.push(milliseconds);
    };
    await expectFinding(runCheck("live-mercari", { sleep }), "ok", { found: /5 listings in layout A/ });
    expect(pauses).toEqual([3_000]);
    expect(mercari.requests().map(({ path }) => path)).toEqual(["/robots.txt", "/search"]);
  });

  it.each([
    ["not_rendered", "ok", /hold no listings, as known/],
    ["changed", "fail", /does not recognize/],
    ["nothing", "fail", /nothing is on sale/],
    ["blocked", "warn", /refuses \(blocked\)/],
    ["throttled", "warn", /refuses \(rate_limited\)/],
  ] as const)("when its page is %s is %s", async (mood, status, found) => {
    mercari.mood(mood);
    await expectFinding(runCheck("live-mercari"), status, { found });
  });

  it("gets no search if its robots.txt forbids that or can't be read", async () => {
    mercari.fault("/robots.txt", { kind: "status", status: 503 });
    await expectFinding(runCheck("live-mercari"), "warn");
    const forbids: OutboundFetch = async (request) => ({
      ...(await fetchOfSites(request)),
      status: 200,
      body: Buffer.from("User-agent: *\nDisallow: /search"),
    });
    await expectFinding(runCheck("live-mercari", { fetch: forbids }), "fail", { found: /forbids/ });
    expect(mercari.requests().filter(({ path }) => path === "/search")).toEqual([]);
  });

  it("is requested by the renderer if the stage renders; an unreachable renderer is a warning", async () => {
    const client = new LambdaClient({
      endpoint: "http://127.0.0.1:1",
      region: "r",
      credentials: { accessKeyId: "a", secretAccessKey: "s" },
      maxAttempts: 1,
    });
    const rendered = async () => ({ source: "rendered" as const, client, functionName: "prod-mercari-renderer" });
    await expectFinding(runCheck("live-mercari", { mercari: rendered }), "warn", {
      found: /renderer could not be invoked/,
    });
  });
});

describe("live-ghost", () => {
  it("is requested below the path of a site, with or without a slash", async () => {
    ghost.members("ghost");
    for (const path of ["blog", "blog/"]) {
      await runCheck("live-ghost", { ghost: new URL(path, ghost.url).href });
    }
    expect(ghost.requests().map(({ path }) => path)).toEqual(Array(2).fill("/blog/members/api/site"));
  });

  it("says when it accepts no one-click subscribers, and which status it has", async () => {
    const site = { site: { title: "A blog", allow_external_signup: false } };
    await expectFinding(runCheck("live-ghost", { fetch: answering(200, site) }), "ok", {
      found: /"A blog", and takes no one-click subscribers\.$/,
    });
    for (const status of [199, 300, 404]) {
      await expectFinding(runCheck("live-ghost", { fetch: answering(status, "") }), "warn", {
        found: new RegExp(`answers ${status} at`),
      });
    }
    await expectFinding(runCheck("live-ghost", { fetch: answering(200, "") }), "fail");
  });

  it("gets one request for its metadata", async () => {
    ghost.members("ghost");
    await expectFinding(runCheck("live-ghost"), "ok", { found: /takes one-click subscribers/ });
    expect(ghost.requests().map(({ path }) => path)).toEqual(["/members/api/site"]);
  });

  it("has drifted when the metadata has another format", async () => {
    ghost.members({ status: 200, headers: { "content-type": "application/json" }, body: '{"site":{"signup":"yes"}}' });
    await expectFinding(runCheck("live-ghost"), "fail", { found: /another form/ });
  });

  it("that is no Ghost site is a warning, with the option that names another site", async () => {
    ghost.members(null);
    await expectFinding(runCheck("live-ghost"), "warn", { remedy: /--ghost <address>/ });
  });
});

it("sends requests through the guard: a name with a private address is refused, which is a warning", async () => {
  await expectFinding(runCheck("live-ghost", { fetch: outboundFetch, ghost: "https://127.0.0.1/" }), "warn", {
    found: /blocked_address/,
  });
});
