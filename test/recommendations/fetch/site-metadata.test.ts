import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { siteMetadata } from "../../../lambdas/recommendations/fetch/site-metadata.ts";
import type { DialTarget, OutboundRequest, OutboundResponse } from "../../../lambdas/shared/outbound/outbound-fetch.ts";
import { createOutboundFetch } from "../../../lambdas/shared/outbound/outbound-fetch.ts";
import type { SimulatedSite, SiteAnswer } from "../../upstreams/simulated-site.ts";
import { htmlAnswer, jsonAnswer, startSimulatedSite } from "../../upstreams/simulated-site.ts";

const PUBLIC_ADDRESS = "93.184.215.14";
/** Longer than any test may take. */
const FOR_EVER = 60_000;

const page = '<title>A page</title><link rel="icon" href="/i.png">';
const ghost = (title: string) => jsonAnswer(200, { site: { title, allow_external_signup: true } });
const notFound = htmlAnswer(404, "<title>Not found</title>");

let answers: Record<string, SiteAnswer>;
let site: SimulatedSite;

beforeEach(async () => {
  answers = { "/": htmlAnswer(200, page), "/blog": htmlAnswer(200, page) };
  site = await startSimulatedSite(({ path }) => answers[path] ?? notFound);
});
afterEach(() => site.close());

/** The real fetch, whose permitted connections all end at the site. */
function ask(url: string, requestMs = 5_000, dialled: DialTarget[] = []) {
  const fetch = createOutboundFetch({
    lookup: async (hostname) => (hostname === "inside.example" ? ["10.0.0.1"] : [PUBLIC_ADDRESS]),
    dial(target) {
      dialled.push(target);
      return { addresses: ["127.0.0.1"], port: site.port };
    },
  });
  return siteMetadata(url, { fetch, now: () => performance.now(), requestMs });
}

const asked = () => site.requests().map(({ path, query }) => (query.size > 0 ? `${path}?${query}` : path));

describe("a site that takes one-click subscribers", () => {
  it("is asked for no more than that", async () => {
    answers["/members/api/site"] = ghost("Ghost");
    expect(await ask("http://blog.example/")).toMatchObject({ title: "Ghost", oneClickSubscribe: true });
    expect(asked()).toEqual(["/members/api/site"]);
  });

  it.each(["http://blog.example/blog", "http://blog.example/blog/", "http://blog.example/blog?ref=us#top"])(
    "under a path is found there: %s",
    async (url) => {
      answers["/blog/members/api/site"] = ghost("Under the path");
      answers["/members/api/site"] = ghost("At the origin");
      expect((await ask(url))?.title).toBe("Under the path");
      expect(asked()).toEqual(["/blog/members/api/site"]);
    },
  );

  it("at the origin is found from a path", async () => {
    answers["/members/api/site"] = ghost("At the origin");
    expect((await ask("http://blog.example/blog"))?.title).toBe("At the origin");
    expect(asked()).toEqual(["/blog/members/api/site", "/members/api/site"]);
  });

  it("is found behind redirects, from where its pictures are relative", async () => {
    answers["/v1/site.json"] = jsonAnswer(200, { site: { allow_external_signup: false, icon: "i.png" } });
    site.fault("/members", { kind: "redirect", location: "http://www.blog.example/site.json" });
    site.fault("/site.json", { kind: "redirect", location: "http://final.example/v1/site.json" });
    expect((await ask("http://blog.example/"))?.favicon).toBe("http://final.example/v1/i.png");
  });
});

describe("a site without that", () => {
  it("says what its page says", async () => {
    expect(await ask("http://blog.example/blog?ref=us")).toEqual({
      title: "A page",
      excerpt: null,
      featuredImage: null,
      favicon: "http://blog.example/i.png",
      oneClickSubscribe: false,
      source: "page",
      isComplete: true,
    });
    expect(asked()).toEqual(["/blog/members/api/site", "/members/api/site", "/blog?ref=us"]);
  });

  it("is resolved from where its page was in the end", async () => {
    site.fault(({ path }) => path === "/", { kind: "redirect", location: "http://www.blog.example/home/" }, 1);
    answers["/home/"] = htmlAnswer(200, '<title>A</title><link rel="icon" href="i.png">');
    expect((await ask("http://blog.example/"))?.favicon).toBe("http://www.blog.example/home/i.png");
  });

  it.each([
    ["answers it with a page", htmlAnswer(200, page)],
    ["answers it without the flag", jsonAnswer(200, { site: { title: "Old Ghost" } })],
    ["answers it with a failure", jsonAnswer(500, { site: { allow_external_signup: true } })],
    [
      "answers it with far too much",
      jsonAnswer(200, { site: { allow_external_signup: true, title: "x".repeat(200_000) } }),
    ],
  ])("%s", async (_name, answer) => {
    answers["/members/api/site"] = answer;
    expect((await ask("http://blog.example/"))?.title).toBe("A page");
  });

  it.each(["reset", "cut", "malformed_json", "redirect_loop"] as const)("fails at it: %s", async (kind) => {
    answers["/members/api/site"] = ghost("Ghost");
    site.fault("/members", { kind });
    expect(await ask("http://blog.example/")).toMatchObject({
      title: "A page",
      source: "page",
      isComplete: kind === "malformed_json",
    });
  });

  it.each([500, 502, 503, 429])("fails at it with %d: whether it takes subscribers is not known", async (status) => {
    answers["/members/api/site"] = jsonAnswer(status, {});
    expect(await ask("http://blog.example/")).toMatchObject({ title: "A page", isComplete: false });
  });

  it("may have a huge page, of which the beginning is read", async () => {
    answers["/"] = htmlAnswer(200, page + "x".repeat(3_000_000));
    expect((await ask("http://blog.example/"))?.title).toBe("A page");
  });
});

describe("nothing is known of a site", () => {
  it.each([
    ["that is not there", { kind: "status", status: 404 }],
    ["that fails", { kind: "status", status: 503 }],
    ["that resets", { kind: "reset" }],
    ["that ends too soon", { kind: "cut" }],
    ["that leads round in circles", { kind: "redirect_loop" }],
    ["that leads inside", { kind: "redirect", location: "http://inside.example/" }],
    ["that never ends", { kind: "big", bytes: 2 ** 40 }],
    ["that explodes", { kind: "gzip_bomb", bytes: 2 ** 30 }],
  ] as const)("%s", async (_name, fault) => {
    site.fault(() => true, fault);
    expect(await ask("http://blog.example/blog")).toBeNull();
  });

  it("whose page has no title", async () => {
    answers["/"] = htmlAnswer(200, "<h1>Welcome</h1>");
    expect(await ask("http://blog.example/")).toBeNull();
  });

  it.each([
    "http://inside.example/",
    "http://127.0.0.1/",
    "http://blog.example:9001/",
    "http://u:p@blog.example/",
    "ftp://blog.example/",
    "mailto:a@blog.example",
    "data:text/html,<title>x</title>",
    "blog.example",
    "",
  ])("whose address is %j, and nobody is asked", async (url) => {
    const dialled: DialTarget[] = [];
    expect(await ask(url, 5_000, dialled)).toBeNull();
    expect(dialled).toEqual([]);
  });

  it("is what only a failure of the network comes to: an error of our own is one", async () => {
    const fetch = () => Promise.reject(new TypeError("a bug"));
    await expect(siteMetadata("http://blog.example/", { fetch, now: () => 0 })).rejects.toThrow("a bug");
  });
});

describe("the time for a site", () => {
  const LIMIT = 400;
  const NOT_FOUND: OutboundResponse = {
    url: new URL("http://blog.example/"),
    status: 404,
    headers: {},
    mediaType: "",
    charset: null,
    location: null,
    retryAfterSeconds: null,
    body: Buffer.alloc(0),
    truncated: false,
  };

  it.each(["slow_headers", "slow_body"] as const)("is over for one with %s everywhere", async (kind) => {
    answers["/"] = answers["/blog"] = htmlAnswer(200, page);
    site.fault(() => true, { kind, ms: FOR_EVER });
    const started = performance.now();
    expect(await ask("http://blog.example/blog", LIMIT)).toBeNull();
    expect(performance.now() - started).toBeGreaterThan(0.9 * 2 * LIMIT);
    expect(asked()).toHaveLength(3);
  });

  it("is enough for the page where its endpoint never answers", async () => {
    site.fault("/members", { kind: "slow_headers", ms: FOR_EVER });
    expect(await ask("http://blog.example/", LIMIT)).toMatchObject({ title: "A page", isComplete: false });
  });

  it("is five seconds a request and ten in all", async () => {
    let now = 1_000;
    const timeouts: number[] = [];
    const slow = async ({ timeoutMs }: OutboundRequest) => {
      timeouts.push(timeoutMs);
      now += timeoutMs / 2;
      return NOT_FOUND;
    };
    expect(await siteMetadata("http://blog.example/blog", { fetch: slow, now: () => now })).toBeNull();
    expect(timeouts).toEqual([5_000, 3_750, 5_000]);
  });

  it("ends before a question for which none is left", async () => {
    let now = 0;
    let questions = 0;
    const late = async () => {
      questions += 1;
      now += 11_000;
      return NOT_FOUND;
    };
    expect(await siteMetadata("http://blog.example/", { fetch: late, now: () => now })).toBeNull();
    expect(questions).toBe(1);
  });
});
