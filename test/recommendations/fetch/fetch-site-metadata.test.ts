import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { fetchSiteMetadata } from "../../../lambdas/recommendations/fetch/fetch-site-metadata.ts";
import type { DialTarget } from "../../../lambdas/shared/outbound/exchange.ts";
import { OutboundError } from "../../../lambdas/shared/outbound/outbound-error.ts";
import type { OutboundRequest, OutboundResponse } from "../../../lambdas/shared/outbound/outbound-fetch.ts";
import { createOutboundFetch } from "../../../lambdas/shared/outbound/outbound-fetch.ts";
import type { SimulatedSite, SiteAnswer } from "../../../lib/local/sites/simulated-site.ts";
import { htmlAnswer, jsonAnswer, startSimulatedSite } from "../../../lib/local/sites/simulated-site.ts";
import { response } from "../../shared/outbound/outbound-response.ts";

const PUBLIC_ADDRESS = "93.184.215.14";
/** Longer than any test may take. */
const FOR_EVER = 60_000;

const page = '<title>A page</title><link rel="icon" href="/i.png">';
const ghost = (title: string) => jsonAnswer(200, { site: { title, icon: "/i.png", allow_external_signup: true } });
const notFound = htmlAnswer(404, "<title>Not found</title>");

let answers: Record<string, SiteAnswer>;
let site: SimulatedSite;

beforeEach(async () => {
  answers = { "/": htmlAnswer(200, page), "/blog": htmlAnswer(200, page) };
  site = await startSimulatedSite(({ path }) => answers[path] ?? notFound);
});
afterEach(() => site.close());

/** The real fetch, all of whose allowed connections end at the simulated site. */
function lookUp(url: string, requestMs = 5_000, dialled: DialTarget[] = []) {
  const fetch = createOutboundFetch({
    lookup: async (hostname) => (hostname === "inside.example" ? ["10.0.0.1"] : [PUBLIC_ADDRESS]),
    dial(target) {
      dialled.push(target);
      return { addresses: ["127.0.0.1"], port: site.port };
    },
  });
  return fetchSiteMetadata(url, { fetch, now: () => performance.now(), requestMs });
}

const requested = () => site.requests().map(({ path, query }) => (query.size > 0 ? `${path}?${query}` : path));

describe("a site with one-click sign-up", () => {
  it("gets a single request", async () => {
    answers["/members/api/site"] = ghost("Ghost");
    expect(await lookUp("http://blog.example/")).toMatchObject({ title: "Ghost", oneClickSubscribe: true });
    expect(requested()).toEqual(["/members/api/site"]);
  });

  it.each(["http://blog.example/blog", "http://blog.example/blog/", "http://blog.example/blog?ref=us#top"])(
    "under a path is found there: %s",
    async (url) => {
      answers["/blog/members/api/site"] = ghost("Under the path");
      answers["/members/api/site"] = ghost("At the origin");
      expect((await lookUp(url))?.title).toBe("Under the path");
      expect(requested()).toEqual(["/blog/members/api/site"]);
    },
  );

  it("with its endpoint at the origin is found from a path", async () => {
    answers["/members/api/site"] = ghost("At the origin");
    expect((await lookUp("http://blog.example/blog"))?.title).toBe("At the origin");
    expect(requested()).toEqual(["/blog/members/api/site", "/members/api/site"]);
  });

  it("may describe itself at length", async () => {
    answers["/members/api/site"] = jsonAnswer(200, {
      site: { title: "Ghost", description: "x".repeat(90_000), allow_external_signup: true },
    });
    expect(await lookUp("http://blog.example/")).toMatchObject({ source: "endpoint" });
  });

  it("is found behind redirects, and its pictures are relative to the final address", async () => {
    answers["/v1/site.json"] = jsonAnswer(200, { site: { allow_external_signup: false, icon: "i.png" } });
    site.fault("/members", { kind: "redirect", location: "http://www.blog.example/site.json" });
    site.fault("/site.json", { kind: "redirect", location: "http://final.example/v1/site.json" });
    expect((await lookUp("http://blog.example/"))?.favicon).toBe("http://final.example/v1/i.png");
  });
});

describe("a site without one-click sign-up", () => {
  it("has its page's metadata", async () => {
    expect(await lookUp("http://blog.example/blog?ref=us")).toEqual({
      title: "A page",
      excerpt: null,
      featuredImage: null,
      favicon: "http://blog.example/i.png",
      oneClickSubscribe: false,
      source: "page",
      isComplete: true,
    });
    expect(requested()).toEqual(["/blog/members/api/site", "/members/api/site", "/blog?ref=us"]);
  });

  it("is asked for JSON at its endpoint, and for a page at its address", async () => {
    await lookUp("http://blog.example/");
    expect(site.requests().map(({ path, headers }) => [path, headers.accept])).toEqual([
      ["/members/api/site", "application/json"],
      ["/", "text/html, application/xhtml+xml"],
    ]);
  });

  it("is resolved against its page's final address", async () => {
    site.fault(({ path }) => path === "/", { kind: "redirect", location: "http://www.blog.example/home/" }, 1);
    answers["/home/"] = htmlAnswer(200, '<title>A</title><link rel="icon" href="i.png">');
    expect((await lookUp("http://blog.example/"))?.favicon).toBe("http://www.blog.example/home/i.png");
  });

  it.each([
    ["answers its endpoint with a page", htmlAnswer(200, page)],
    ["answers its endpoint without the flag", jsonAnswer(200, { site: { title: "Old Ghost" } })],
    ["answers its endpoint with a failure", jsonAnswer(500, { site: { allow_external_signup: true } })],
    [
      "answers its endpoint with too many bytes",
      jsonAnswer(200, { site: { allow_external_signup: true, title: "x".repeat(200_000) } }),
    ],
  ])("%s", async (_name, answer) => {
    answers["/members/api/site"] = answer;
    expect((await lookUp("http://blog.example/"))?.title).toBe("A page");
  });

  it.each(["reset", "malformed_json"] as const)("fails at its endpoint: %s", async (kind) => {
    answers["/members/api/site"] = ghost("Ghost");
    site.fault("/members", { kind });
    expect(await lookUp("http://blog.example/")).toMatchObject({
      title: "A page",
      source: "page",
      isComplete: kind === "malformed_json",
    });
  });

  it.each([500, 429])("fails at its endpoint with %d: whether it has one-click sign-up is unknown", async (status) => {
    answers["/members/api/site"] = jsonAnswer(status, {});
    expect(await lookUp("http://blog.example/")).toMatchObject({ title: "A page", isComplete: false });
  });

  it("may have a huge page, of which the beginning is read", async () => {
    answers["/"] = htmlAnswer(200, page + "x".repeat(3_000_000));
    expect((await lookUp("http://blog.example/"))?.title).toBe("A page");
  });
});

describe("a page whose head declares everything", () => {
  const head = [
    '<meta property="og:title" content="A page">',
    '<meta property="og:description" content="About it">',
    '<meta property="og:image" content="/cover.png">',
    '<link rel="icon" href="/i.png">',
    "</head>",
  ];
  // The second half of the page never arrives.
  const cut = (declared: readonly string[]) => {
    answers["/"] = htmlAnswer(200, `<html><head>${declared.join("")}<body>${"<p>text</p>".repeat(1_000)}`);
    site.fault(({ path }) => path === "/", { kind: "cut" });
    return lookUp("http://blog.example/");
  };

  it("is not read further", async () => {
    expect(await cut(head)).toMatchObject({
      title: "A page",
      excerpt: "About it",
      featuredImage: "http://blog.example/cover.png",
      favicon: "http://blog.example/i.png",
    });
  });

  // What a head must declare: test/recommendations/readers/whole-site.test.ts.
  it("is read further without an icon", async () => {
    expect(await cut(head.filter((line) => !line.includes("icon")))).toBeNull();
  });
});

describe("no metadata is found for a site", () => {
  it.each([
    ["whose page does not exist", { kind: "status", status: 404 }],
    ["whose page fails", { kind: "status", status: 503 }],
    ["whose page resets the connection", { kind: "reset" }],
    ["whose page redirects to a private address", { kind: "redirect", location: "http://inside.example/" }],
  ] as const)("%s", async (_name, fault) => {
    site.fault(() => true, fault);
    expect(await lookUp("http://blog.example/blog")).toBeNull();
  });

  it("whose page has no title", async () => {
    answers["/"] = htmlAnswer(200, "<h1>Welcome</h1>");
    expect(await lookUp("http://blog.example/")).toBeNull();
  });

  it.each(["http://inside.example/", "http://u:p@blog.example/", "ftp://blog.example/", "blog.example", ""])(
    "whose address is %j, and no request is sent",
    async (url) => {
      const dialled: DialTarget[] = [];
      expect(await lookUp(url, 5_000, dialled)).toBeNull();
      expect(dialled).toEqual([]);
    },
  );

  it("is the result of network failures only: an error of our own is thrown", async () => {
    const fetch = () => Promise.reject(new TypeError("a bug"));
    await expect(fetchSiteMetadata("http://blog.example/", { fetch, now: () => 0 })).rejects.toThrow("a bug");
  });
});

describe("the time limit of a site", () => {
  const LIMIT = 400;
  const NOT_FOUND = response({ url: new URL("http://blog.example/"), status: 404 });

  it("is exceeded for a site whose bodies are slow everywhere", async () => {
    site.fault(() => true, { kind: "slow_body", ms: FOR_EVER });
    const started = performance.now();
    expect(await lookUp("http://blog.example/blog", LIMIT)).toBeNull();
    // How many requests fit into the limit depends on the machine; the test with a clock of its own counts them.
    expect(performance.now() - started).toBeGreaterThan(0.9 * 2 * LIMIT);
  });

  it("leaves enough for the page when the endpoint never responds", async () => {
    let now = 0;
    const timeouts: number[] = [];
    const silent = async ({ url, timeoutMs }: OutboundRequest): Promise<OutboundResponse> => {
      timeouts.push(timeoutMs);
      if (new URL(url).pathname === "/")
        return { ...NOT_FOUND, status: 200, mediaType: "text/html", body: Buffer.from(page) };
      now += timeoutMs;
      throw new OutboundError("timeout", "no answer");
    };
    const found = await fetchSiteMetadata("http://blog.example/", { fetch: silent, now: () => now });
    expect(found).toMatchObject({ title: "A page", isComplete: false });
    expect(timeouts).toEqual([5_000, 5_000]);
  });

  it("is five seconds for a request and ten in all", async () => {
    let now = 1_000;
    const timeouts: number[] = [];
    const slow = async ({ timeoutMs }: OutboundRequest) => {
      timeouts.push(timeoutMs);
      now += timeoutMs / 2;
      return NOT_FOUND;
    };
    expect(await fetchSiteMetadata("http://blog.example/blog", { fetch: slow, now: () => now })).toBeNull();
    expect(timeouts).toEqual([5_000, 3_750, 5_000]);
  });

  it("ends before a request for which no time is left", async () => {
    let now = 0;
    let questions = 0;
    const late = async () => {
      questions += 1;
      now += 11_000;
      return NOT_FOUND;
    };
    expect(await fetchSiteMetadata("http://blog.example/", { fetch: late, now: () => now })).toBeNull();
    expect(questions).toBe(1);
  });
});
