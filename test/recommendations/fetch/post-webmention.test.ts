import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { postWebmention } from "../../../lambdas/recommendations/fetch/post-webmention.ts";
import { htmlAnswer } from "../../../lib/local/sites/simulated-site.ts";
import type { WebmentionSite } from "../../../lib/local/sites/webmention-site.ts";
import { startWebmentionSite } from "../../../lib/local/sites/webmention-site.ts";
import { network, OUR_LIST, PRIVATE_HOST } from "../mentions-world.ts";

let site: WebmentionSite;

beforeAll(async () => {
  site = await startWebmentionSite();
});
afterAll(() => site.close());
beforeEach(() => {
  site.clearRequests();
  site.offer("link");
});
afterEach(() => site.clearFaults());

const RECEIVE = "/webmentions/receive";

const post = (target = site.url, timeoutMs?: number) =>
  postWebmention({ source: OUR_LIST, target }, network({ "garden.example": site }, timeoutMs));

/** A page of its own that offers this endpoint. */
function pageOffering(endpoint: string): string {
  site.page("/own", htmlAnswer(200, `<!doctype html><link rel=webmention href="${endpoint}">`));
  return `${site.url}own`;
}

describe("a site that accepts mentions", () => {
  it.each(["header", "link", "anchor"] as const)(
    "is notified at the endpoint of its page, given by its %s",
    async (offer) => {
      site.offer(offer);
      expect(await post()).toEqual({ kind: "sent", endpoint: site.endpoint, statusCode: 202 });
      expect(site.posted()).toMatchObject([
        {
          endpoint: RECEIVE,
          fields: { source: OUR_LIST, target: site.url },
          contentType: "application/x-www-form-urlencoded",
        },
      ]);
    },
  );

  it("is asked for a page", async () => {
    await post();
    expect(site.requests(({ method }) => method === "GET").map(({ headers }) => headers.accept)).toEqual([
      expect.stringMatching(/^text\/html,/),
    ]);
  });

  it("receives the target exactly as it was recommended", async () => {
    const target = "https://garden.example?ref=us&x=ä#notes";
    expect(await post(target)).toMatchObject({ kind: "sent" });
    expect(site.posted().map((posted) => posted.target)).toEqual([target]);
  });

  it("is found by a relative address of the page that a redirect leads to", async () => {
    site.page("/old", { status: 302, headers: { location: "/webmentions/found" }, body: "" });
    site.page("/webmentions/found", htmlAnswer(200, "<!doctype html><link rel=webmention href=receive>"));
    expect(await post(`${site.url}old`)).toEqual({ kind: "sent", endpoint: site.endpoint, statusCode: 202 });
    expect(site.posted()).toMatchObject([{ endpoint: RECEIVE, fields: { source: OUR_LIST } }]);
  });

  it("may offer its endpoint in the head of an endless page", async () => {
    const target = pageOffering(RECEIVE);
    const page = site.url.replace(/\/$/, "");
    site.page("/own", {
      ...htmlAnswer(200, `<!doctype html><link rel=webmention href="${RECEIVE}"><p>${"x".repeat(3_000_000)}`),
    });
    expect(await post(target)).toEqual({ kind: "sent", endpoint: `${page}${RECEIVE}`, statusCode: 202 });
  });

  it("may offer its endpoint in a header of a page whose body is slow", async () => {
    site.offer("header");
    site.page(RECEIVE, htmlAnswer(200, "Thank you"));
    for (const path of ["/", RECEIVE]) site.fault(path, { kind: "slow_body", ms: 60_000 });
    expect(await post(site.url, 1_000)).toEqual({ kind: "sent", endpoint: site.endpoint, statusCode: 200 });
    site.page(RECEIVE, null);
  });

  it("may offer its endpoint in a header of a page in an unknown coding, also of its response", async () => {
    const coded = { "content-encoding": "zz", link: `<${RECEIVE}>; rel=webmention` };
    for (const path of ["/own", RECEIVE]) {
      site.page(path, { status: 200, headers: coded, body: "?" });
      // Otherwise the site would compress the response.
      site.fault(path, { kind: "slow_body", ms: 0 });
    }
    expect(await post(`${site.url}own`)).toEqual({ kind: "sent", endpoint: site.endpoint, statusCode: 200 });
    site.page(RECEIVE, null);
  });

  it.each([200, 201, 204])("may answer %i", async (status) => {
    site.fault(RECEIVE, { kind: "status", status });
    expect(await post()).toMatchObject({ kind: "sent", statusCode: status });
  });

  it.each([{ kind: "cut" }, { kind: "big", bytes: 100_000_000 }] as const)(
    "has accepted the mention even if the body of its response is unreadable: $kind",
    async (fault) => {
      site.page(RECEIVE, { status: 200, headers: { "content-type": "text/plain" }, body: "Thank you" });
      site.fault(RECEIVE, fault);
      expect(await post()).toMatchObject({ kind: "sent", statusCode: 200 });
      site.page(RECEIVE, null);
    },
  );
});

describe("an endpoint that redirects", () => {
  function moved(status: number): string {
    site.page("/moved", { status, headers: { location: RECEIVE }, body: "" });
    return pageOffering("/moved");
  }
  const requested = () =>
    site.requests(({ path }) => path === RECEIVE).map(({ method, body }) => [method, body !== ""]);

  it.each([307, 308])("by %i is followed to the new endpoint", async (status) => {
    expect(await post(moved(status))).toMatchObject({ kind: "sent", statusCode: 202 });
    expect(requested()).toEqual([["POST", true]]);
  });

  it.each([302, 303])("by %i has accepted the mention if the target of the redirect exists", async (status) => {
    const target = moved(status);
    expect(await post(target)).toMatchObject({ kind: "permanent", code: "not_found", statusCode: 404 });
    expect(requested()).toEqual([["GET", false]]);
    site.page(RECEIVE, htmlAnswer(200, "Thank you"));
    expect(await post(target)).toMatchObject({ kind: "sent", statusCode: 200 });
    site.page(RECEIVE, null);
  });

  it("by 301 has not accepted it, even if the target is a page", async () => {
    site.page(RECEIVE, htmlAnswer(200, "Send mentions here"));
    expect(await post(moved(301))).toMatchObject({ kind: "permanent", code: "unexpected_redirect", statusCode: 301 });
    expect(requested()).toEqual([]);
    site.page(RECEIVE, null);
  });

  it("to a private address is not followed", async () => {
    site.page("/moved", { status: 307, headers: { location: `http://${PRIVATE_HOST}/` }, body: "" });
    expect(await post(pageOffering("/moved"))).toMatchObject({ kind: "permanent", code: "blocked_address" });
  });
});

describe("a site that can't be notified", () => {
  it("because it offers no endpoint has the outcome no_endpoint", async () => {
    site.offer("nowhere");
    expect(await post()).toEqual({ kind: "no_endpoint", statusCode: 200 });
    expect(site.posted()).toEqual([]);
  });

  it.each([["http://169.254.169.254/latest/"], [`https://${PRIVATE_HOST}/webmention`]])(
    "because its endpoint is %s has the outcome no_endpoint",
    async (endpoint) => {
      const target = pageOffering(endpoint);
      expect(await post(target)).toEqual({
        kind: "permanent",
        code: "blocked_address",
        endpoint: new URL(endpoint).href,
        statusCode: null,
      });
    },
  );

  it("because it has a private address is not connected to", async () => {
    const failure = { kind: "permanent", code: "blocked_address", endpoint: null, statusCode: null };
    expect(await post(`https://${PRIVATE_HOST}/`)).toEqual(failure);
    site.page("/own", { status: 302, headers: { location: `http://${PRIVATE_HOST}/` }, body: "" });
    expect(await post(`${site.url}own`)).toEqual(failure);
  });

  it("because its endpoint is longer than the limit fails permanently", async () => {
    const target = pageOffering(`/${"a".repeat(3_000)}`);
    expect(await post(target)).toMatchObject({ kind: "permanent", code: "endpoint_too_long", endpoint: null });
    expect(site.posted()).toEqual([]);
  });

  it.each([
    [404, { kind: "permanent", code: "not_found" }],
    [410, { kind: "permanent", code: "gone" }],
    [500, { kind: "transient", code: "upstream_error", retryAfterSeconds: null }],
    [429, { kind: "transient", code: "rate_limited", retryAfterSeconds: 90 }],
  ])("because its page answers %i fails", async (status, failure) => {
    site.fault("/", { kind: "status", status, ...(status === 429 ? { retryAfter: 90 } : {}) });
    expect(await post()).toEqual({ ...failure, endpoint: null, statusCode: status });
    expect(site.posted()).toEqual([]);
  });

  it.each([
    [400, { kind: "permanent", code: "unexpected_status" }],
    [403, { kind: "permanent", code: "forbidden" }],
    [503, { kind: "transient", code: "upstream_error", retryAfterSeconds: 7 }],
    [429, { kind: "transient", code: "rate_limited", retryAfterSeconds: 7 }],
  ])("because its endpoint answers %i fails", async (status, failure) => {
    site.fault(RECEIVE, { kind: "status", status, ...(failure.kind === "transient" ? { retryAfter: 7 } : {}) });
    expect(await post()).toEqual({ ...failure, endpoint: site.endpoint, statusCode: status });
  });

  it.each([
    ["/", "reset", "network", null],
    ["/", "cut", "network", null],
    ["/", "redirect_loop", "too_many_redirects", null],
    [RECEIVE, "reset", "network", "endpoint"],
  ] as const)("because %s answers with a %s fails", async (path, kind, code, endpoint) => {
    site.fault((request) => request.path === path, { kind });
    const expected = { code, endpoint: endpoint === null ? null : site.endpoint, statusCode: null };
    expect(await post()).toMatchObject(expected);
  });

  it.each(["/", RECEIVE])("because %s takes too long fails", async (path) => {
    site.fault((request) => request.path === path, { kind: "slow_headers", ms: 60_000 });
    expect(await post(site.url, 100)).toMatchObject({ kind: "transient", code: "timeout", statusCode: null });
  });

  it("because its host does not exist fails", async () => {
    expect(await post("https://nowhere.example/")).toMatchObject({ kind: "transient", code: "name_not_resolved" });
  });
});
