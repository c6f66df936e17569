import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { fetchSiteMetadata } from "../../../lambdas/recommendations/fetch/fetch-site-metadata.ts";
import { OutboundError } from "../../../lambdas/shared/outbound/outbound-error.ts";
import type { OutboundRequest, OutboundResponse } from "../../../lambdas/shared/outbound/outbound-fetch.ts";
import { createOutboundFetch } from "../../../lambdas/shared/outbound/outbound-fetch.ts";
import type { SimulatedSite, SiteAnswer } from "../../../lib/local/sites/simulated-site.ts";
import { htmlAnswer, jsonAnswer, startSimulatedSite } from "../../../lib/local/sites/simulated-site.ts";
import { response } from "../../shared/outbound/outbound-response.ts";
import { AVIF, GIF, JPEG, PNG, WEBP } from "../../shared/pictures/sample-pictures.ts";

const ICO = Buffer.from("\0\0\x01\0\x01\0\x10\x10\0\0\x01\0\x20\0", "latin1");
const ICON = "http://blog.example/favicon.ico";

const page = htmlAnswer(200, "<title>A page</title>");
const ghost = (icon: string | null) => jsonAnswer(200, { site: { title: "G", allow_external_signup: true, icon } });
const iconAnswer = (body: Buffer | string, status = 200, type = "image/x-icon"): SiteAnswer => ({
  status,
  headers: { "content-type": type },
  body,
});

let answers: Record<string, SiteAnswer>;
let site: SimulatedSite;

beforeEach(async () => {
  answers = { "/": page, "/blog/": page, "/favicon.ico": iconAnswer(ICO) };
  site = await startSimulatedSite(({ path }) => answers[path] ?? htmlAnswer(404, "<title>Not found</title>"));
});
afterEach(() => site.close());

/** The icon that a lookup finds; all connections end at the simulated site. */
async function iconOf(url = "http://blog.example/"): Promise<string | null | undefined> {
  const fetch = createOutboundFetch({
    lookup: async () => ["93.184.215.14"],
    dial: () => ({ addresses: ["127.0.0.1"], port: site.port }),
  });
  return (await fetchSiteMetadata(url, { fetch, now: () => performance.now() }))?.favicon;
}

const requestsOfIcon = () => site.requests(({ path }) => path === "/favicon.ico").length;

describe("a site that declares no icon has /favicon.ico", () => {
  it.each([
    ["an icon of Windows", iconAnswer(ICO)],
    ["PNG under the name of an icon", iconAnswer(PNG)],
    ["GIF of another type", iconAnswer(GIF, 200, "application/octet-stream")],
    ["JPEG sent as text", iconAnswer(JPEG, 200, "text/plain")],
    ["WebP", iconAnswer(WEBP)],
    ["AVIF", iconAnswer(AVIF)],
    ["an icon of 3 MB, of which the beginning is read", iconAnswer(Buffer.concat([ICO, Buffer.alloc(3_000_000)]))],
  ])("that is %s", async (_what, answer) => {
    answers["/favicon.ico"] = answer;
    expect(await iconOf()).toBe(ICON);
  });

  it.each([
    ["a page for what does not exist, with status 200", htmlAnswer(200, "<!doctype html><title>Home</title>")],
    ["a page that is said to be an icon", iconAnswer("<!doctype html><title>Home</title>")],
    ["SVG, which may hold a program", iconAnswer("<svg xmlns='http://www.w3.org/2000/svg'/>")],
    ["an empty file", iconAnswer("")],
    ["half the signature of an icon", iconAnswer("\0\0\x01")],
    ["a pointer of Windows", iconAnswer("\0\0\x02\0\x01\0")],
    ["a picture with status 404", iconAnswer(PNG, 404)],
    ["a picture with status 503", iconAnswer(PNG, 503)],
  ])("unless that is %s", async (_what, answer) => {
    answers["/favicon.ico"] = answer;
    expect(await iconOf()).toBeNull();
    expect(requestsOfIcon()).toBe(1);
  });

  it.each(["reset", "redirect_loop"] as const)("unless its request fails: %s", async (kind) => {
    site.fault("/favicon.ico", { kind });
    expect(await iconOf()).toBeNull();
  });

  it("of its origin, where the site is under a path", async () => {
    expect(await iconOf("http://blog.example/blog/")).toBe(ICON);
  });

  it("of the host to which it redirects", async () => {
    site.fault(({ path }) => path === "/", { kind: "redirect", location: "http://www.blog.example/blog/" }, 1);
    expect(await iconOf()).toBe("http://www.blog.example/favicon.ico");
  });

  it("where its endpoint names none, either", async () => {
    answers["/members/api/site"] = ghost(null);
    expect(await iconOf()).toBe(ICON);
  });
});

it.each<[string, Record<string, SiteAnswer>]>([
  ["in its page", { "/": htmlAnswer(200, '<title>A</title><link rel="icon" href="/own.png">') }],
  ["in its endpoint", { "/members/api/site": ghost("/own.png") }],
])("a site that declares an icon %s is not asked for another", async (_where, declared) => {
  Object.assign(answers, declared);
  expect(await iconOf()).toBe("http://blog.example/own.png");
  expect(requestsOfIcon()).toBe(0);
});

describe("the time for /favicon.ico", () => {
  const url = new URL("http://blog.example/");
  const FOUND = response({ url, mediaType: "text/html", body: "<title>A page</title>" });

  /** Milliseconds that each request gets when the endpoint and the page take the given ones. */
  async function timeouts(endpointMs: number, pageMs: number): Promise<readonly number[]> {
    let now = 0;
    const given: number[] = [];
    const took = [endpointMs, pageMs];
    const fetch = async ({ timeoutMs }: OutboundRequest): Promise<OutboundResponse> => {
      given.push(timeoutMs);
      now += took.shift() ?? timeoutMs;
      if (took.length === 1) return { ...FOUND, status: 404 };
      if (given.length === 2) return FOUND;
      throw new OutboundError("timeout", "no answer");
    };
    const found = await fetchSiteMetadata("http://blog.example/", { fetch, now: () => now });
    expect(found).toMatchObject({ title: "A page", favicon: null, isComplete: true });
    return given;
  }

  it.each([
    ["five seconds", 100, 100, [5_000, 5_000, 5_000]],
    ["what is left of ten seconds", 4_000, 4_000, [5_000, 5_000, 2_000]],
    ["none after ten seconds, and no request", 5_000, 5_000, [5_000, 5_000]],
  ])("is %s", async (_what, endpointMs, pageMs, given) => {
    expect(await timeouts(endpointMs, pageMs)).toEqual(given);
  });
});
