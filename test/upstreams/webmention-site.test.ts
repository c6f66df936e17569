import { afterEach, describe, expect, it } from "vitest";
import { discoveredEndpoint } from "../../lambdas/recommendations/readers/endpoint-discovery.ts";
import { verifiedMention } from "../../lambdas/recommendations/readers/mention-verification.ts";
import type { OutboundRequest } from "../../lambdas/shared/outbound/outbound-fetch.ts";
import { createOutboundFetch } from "../../lambdas/shared/outbound/outbound-fetch.ts";
import { jsonAnswer } from "../../lib/local/sites/simulated-site.ts";
import type { WebmentionOptions, WebmentionSite } from "../../lib/local/sites/webmention-site.ts";
import { startWebmentionSite } from "../../lib/local/sites/webmention-site.ts";

const running: WebmentionSite[] = [];
afterEach(() => Promise.all(running.splice(0).map((site) => site.close())));

/** A site, and the real fetch with every allowed connection to it; https is requested as plain http. */
async function start(options?: WebmentionOptions) {
  const site = await startWebmentionSite(options);
  running.push(site);
  const fetch = createOutboundFetch({
    lookup: async () => ["93.184.215.14"],
    dial: () => ({ addresses: ["127.0.0.1"], port: site.port }),
  });
  const send = async (url: string, rest: Partial<OutboundRequest> = {}) => {
    const address = url.replace(/^https:/, "http:");
    const response = await fetch({ url: address, timeoutMs: 5000, maxBytes: 1_000_000, ...rest });
    return { ...response, body: response.body.toString() };
  };
  const mention = (endpoint: string, fields: Record<string, string>) =>
    send(endpoint, {
      method: "POST",
      headers: { "content-type": "application/x-www-form-urlencoded" },
      body: new URLSearchParams(fields).toString(),
    });
  return { site, send, mention };
}

const source = "https://source.example/.well-known/recommendations.json";

describe("a simulated Webmention site", () => {
  it("offers its endpoint with all 23 methods of the test suite, over real sockets", async () => {
    const { site, send, mention } = await start();
    for (const way of site.ways) {
      const page = await send(new URL(way.path, site.url).href);
      const endpoint = discoveredEndpoint(page);
      expect.soft(endpoint && endpoint.pathname + endpoint.search, `${way.number}: ${way.what}`).toBe(way.endpoint);
      if (endpoint === null) continue;
      const target = new URL(way.path, site.url).href;
      expect.soft((await mention(endpoint.href, { source, target })).status).toBe(202);
    }
    expect(site.posted().map(({ endpoint }) => endpoint)).toEqual(site.ways.map(({ endpoint }) => endpoint));
    expect(site.ways).toHaveLength(23);
  });

  it.each(["header", "link", "anchor", "nowhere"] as const)("offers its own by %s", async (offer) => {
    const { site, send } = await start({ under: "/blog" });
    site.offer(offer);
    const endpoint = discoveredEndpoint(await send(site.url));
    expect(endpoint?.pathname).toBe(offer === "nowhere" ? undefined : "/blog/webmentions/receive");
    expect(new URL(site.endpoint).pathname).toBe("/blog/webmentions/receive");
  });

  it("records the posted mentions, whatever it answered", async () => {
    const { site, mention } = await start();
    const target = "https://garden.example/?a=1&b=2";
    site.fault("/webmentions/receive", { kind: "status", status: 503, retryAfter: 2 }, 2);
    const statuses = [];
    for (let turn = 0; turn < 3; turn += 1) statuses.push((await mention(site.endpoint, { source, target })).status);
    statuses.push((await mention(`${site.endpoint}/?x=1`, { source, target, note: "y" })).status);
    statuses.push((await mention(site.endpoint, { source, target: source })).status);
    statuses.push((await mention(site.endpoint, { source })).status);
    statuses.push((await mention(`${site.url}elsewhere`, { source, target })).status);
    expect(statuses).toEqual([503, 503, 202, 202, 400, 400, 404]);
    const posted = site.posted();
    expect(posted).toHaveLength(7);
    expect(posted[0]).toMatchObject({ endpoint: "/webmentions/receive", source, target });
    expect(posted[3]).toMatchObject({ endpoint: "/webmentions/receive/?x=1", fields: { source, target, note: "y" } });
    expect(posted[5]?.target).toBeNull();
    site.clearRequests();
    expect(site.posted()).toEqual([]);
  });

  it("lists what it recommends", async () => {
    const { site, send } = await start({ host: "pond.example", under: "/blog" });
    expect(site.source).toBe("https://pond.example/blog/.well-known/recommendations.json");
    site.recommend("https://our.example/");
    site.recommend("https://other.example/", "2026-02-03T04:05:06.000Z");
    const list = await send(site.source);
    expect(verifiedMention(list, "https://our.example/")).toBe("found");
    expect(JSON.parse(list.body)[1]).toEqual({
      url: "https://other.example/",
      created_at: "2026-02-03T04:05:06.000Z",
      updated_at: "2026-02-03T04:05:06.000Z",
    });
    site.withdraw("https://our.example/");
    expect(verifiedMention(await send(site.source), "https://our.example/")).toBe("gone");
    site.list(jsonAnswer(410, []));
    expect((await send(site.source)).status).toBe(410);
    site.list(null);
    expect((await send(site.source)).status).toBe(200);
  });

  it("gives its metadata, on its page and in Ghost's format", async () => {
    const { site, send } = await start({ facts: { title: "Weeds & <flowers>", icon: null } });
    expect((await send(site.url)).body).toContain("<title>Weeds &amp; &lt;flowers&gt;</title>");
    site.describe({ allowsSignup: false, image: "cover.png" });
    for (const slash of ["", "/"]) {
      expect(JSON.parse((await send(`${site.url}members/api/site${slash}`)).body)).toMatchObject({
        site: {
          title: "Weeds & <flowers>",
          cover_image: "https://garden.example/cover.png",
          icon: null,
          allow_external_signup: false,
        },
      });
    }
    site.members(jsonAnswer(200, { site: { title: "An old one" } }));
    expect((await send(`${site.url}members/api/site`)).body).toContain("An old one");
    site.members(null);
    expect((await send(`${site.url}members/api/site`)).status).toBe(404);
  });

  it("has the configured pages, and fails on demand", async () => {
    const { site, send } = await start();
    const page = jsonAnswer(200, { hello: "world" });
    site.page("/posts/one", page);
    expect((await send(`${site.url}posts/one`)).mediaType).toBe("application/json");
    site.fault("/posts", { kind: "redirect", location: "/" }, 1);
    expect((await send(`${site.url}posts/one`)).url.pathname).toBe("/");
    site.fault("/posts", { kind: "slow_headers", ms: 60_000 }, 1);
    await expect(send(`${site.url}posts/one`, { timeoutMs: 50 })).rejects.toMatchObject({ kind: "timeout" });
    site.page("/posts/one", null);
    expect((await send(`${site.url}posts/one`)).status).toBe(404);
    expect(site.egressMap).toEqual({ "garden.example": site.origin });
  });
});
