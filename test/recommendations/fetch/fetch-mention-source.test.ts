import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { mentionSource } from "../../../lambdas/recommendations/domain/mention-source.ts";
import { fetchMentionSource } from "../../../lambdas/recommendations/fetch/fetch-mention-source.ts";
import type { SimulatedSite, SiteAnswer } from "../../../lib/local/sites/simulated-site.ts";
import { htmlAnswer, jsonAnswer, startSimulatedSite } from "../../../lib/local/sites/simulated-site.ts";
import { network, PRIVATE_HOST } from "../mentions-world.ts";

const US = "https://alice.example/";
const LINK = `<a href="${US}">us</a>`;

let site: SimulatedSite;
let answer: SiteAnswer;

beforeAll(async () => {
  site = await startSimulatedSite(() => answer);
});
afterAll(() => site.close());
beforeEach(() => {
  site.clearRequests();
  answer = htmlAnswer(200, LINK);
});
afterEach(() => site.clearFaults());

const found = (title: string | null = null) => ({ kind: "found", title });

function fetchSource(source = "https://garden.example/post", timeoutMs?: number) {
  const hosts = ["garden.example", "www.garden.example", "other.example"];
  const fetch = network(Object.fromEntries(hosts.map((host) => [host, site])), timeoutMs);
  return fetchMentionSource({ source: mentionSource(source), target: US }, fetch);
}

/** A site whose address redirects so often, at last to `location`. */
function redirects(times: number, location: string): void {
  for (let hop = 1; hop < times; hop += 1) {
    site.fault(({ path }) => path === (hop === 1 ? "/post" : `/${hop}`), { kind: "redirect", location: `/${hop + 1}` });
  }
  site.fault(({ path }) => path === (times === 1 ? "/post" : `/${times}`), { kind: "redirect", location });
}

describe("a source that can be read", () => {
  it("is asked for a page, or for a list", async () => {
    await fetchSource();
    expect(site.requests().map(({ headers }) => headers.accept)).toEqual([
      expect.stringMatching(/^text\/html, application\/json,/),
    ]);
  });

  it("is found with its link, and has its title", async () => {
    expect(await fetchSource()).toEqual(found());
    answer = htmlAnswer(200, `<title>A letter</title>${LINK}`);
    expect(await fetchSource()).toEqual(found("A letter"));
  });

  it("may have moved within its site, twenty times at most", async () => {
    redirects(20, "http://www.garden.example/new");
    expect(await fetchSource()).toEqual(found());
    site.clearFaults();
    redirects(21, "http://www.garden.example/new");
    expect(await fetchSource()).toMatchObject({ kind: "failed", code: "too_many_redirects" });
  });

  it("proves nothing by a page of another site: a site may redirect anywhere", async () => {
    redirects(1, "http://other.example/elsewhere");
    expect(await fetchSource()).toEqual({ kind: "failed", code: "another_site", transient: false });
  });

  it("without the link may be an old copy of a cache", async () => {
    answer = htmlAnswer(200, "<p>Nobody</p>");
    expect(await fetchSource()).toEqual({ kind: "not_found", code: "not_mentioned", transient: true });
  });
});

describe("a source of which a part is missing proves nothing", () => {
  const before = `<p>${"x".repeat(1_100_000)}</p>`;

  it("in a page that is longer than is read, unless the link is in the part that is", async () => {
    answer = htmlAnswer(200, `${before}${LINK}`);
    expect(await fetchSource()).toEqual({ kind: "failed", code: "too_large", transient: false });
    answer = htmlAnswer(200, `${LINK}${before}`);
    expect(await fetchSource()).toEqual(found());
  });

  it.each(["application/json", "application/feed+json"])("in a broken list: %s", async (type) => {
    const list = JSON.stringify([{ url: US }]);
    answer = { status: 200, headers: { "content-type": type }, body: list.slice(0, -10) };
    expect(await fetchSource()).toEqual({ kind: "failed", code: "malformed_json", transient: false });
    answer = jsonAnswer(200, []);
    expect(await fetchSource()).toMatchObject({ kind: "not_found" });
  });
});

describe("a source that is refused", () => {
  it.each([
    [410, { kind: "not_found", code: "gone", transient: false }],
    [404, { kind: "missing", code: "not_found", transient: false }],
    [403, { kind: "failed", code: "forbidden", transient: false }],
    [304, { kind: "failed", code: "unexpected_redirect", transient: false }],
    [500, { kind: "failed", code: "upstream_error", transient: true }],
    [408, { kind: "failed", code: "request_timeout", transient: true }],
    [429, { kind: "busy", code: "rate_limited", retryAfterSeconds: 30 }],
    [503, { kind: "busy", code: "upstream_error", retryAfterSeconds: 30 }],
  ])("with %i has the outcome %j", async (status, outcome) => {
    site.fault(() => true, { kind: "status", status, retryAfter: 30 });
    expect(await fetchSource()).toEqual(outcome);
  });

  it.each([
    [{ kind: "reset" }, "network", true],
    [{ kind: "cut" }, "network", true],
    [{ kind: "slow_headers", ms: 60_000 }, "timeout", true],
    [{ kind: "slow_body", ms: 60_000 }, "timeout", true],
    [{ kind: "redirect_loop" }, "too_many_redirects", false],
    [{ kind: "redirect", location: `http://${PRIVATE_HOST}/` }, "blocked_address", false],
    [{ kind: "big", bytes: 1_000_000_000 }, "too_large", false],
    [{ kind: "gzip_bomb", bytes: 1_000_000_000 }, "too_large", false],
  ] as const)("by %j has failed: %s, to be read soon: %s", async (fault, code, transient) => {
    site.fault(() => true, fault);
    const timeoutMs = fault.kind.startsWith("slow") ? 150 : undefined;
    expect(await fetchSource("https://garden.example/post", timeoutMs)).toEqual({ kind: "failed", code, transient });
  });

  it("by its address is never asked", async () => {
    const blocked = { kind: "failed", code: "blocked_address", transient: false };
    expect(await fetchSource("https://127.0.0.1/")).toEqual(blocked);
  });

  it("is an outcome for failures of the network only: an error of our own is thrown", async () => {
    const fetch = () => Promise.reject(new TypeError("a bug"));
    await expect(fetchMentionSource({ source: mentionSource(US), target: US }, fetch)).rejects.toThrow("a bug");
  });
});
