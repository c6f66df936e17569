import { gunzipSync } from "node:zlib";
import { createAdaptorServer } from "@hono/node-server";
import { Hono } from "hono";
import { afterEach, describe, expect, it, vi } from "vitest";
import type { EmulatorAnswer } from "../../../lib/local/emulators/emulator-http.ts";
import { closeServer, listenOn } from "../../../lib/local/listen.ts";
import { EdgeCache } from "../../../lib/local/site/edge-cache.ts";
import { matchesBehaviour, readSiteBehaviours } from "../../../lib/local/site/site-behaviours.ts";
import { siteDistribution } from "../../../lib/local/site/site-distribution.ts";
import { Template } from "../../../lib/local/template/template.ts";
import { send } from "../send.ts";
import { ref, templateAt } from "./distribution-template.ts";

const SITE = "https://alice.example";
const closers: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  await Promise.all(closers.splice(0).map((close) => close()));
});

interface Reached {
  readonly method: string;
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** A bucket with one object, an API that records its requests, and the site before both. */
async function startSite(siteUrl?: string, changes: Parameters<typeof templateAt>[1] = {}) {
  const reached: Reached[] = [];
  const keys: string[] = [];
  const deployed = vi.fn(async () => undefined);
  const clock = { now: 0 };
  const app = new Hono();
  const server = createAdaptorServer({ fetch: (request, env) => app.fetch(request, env) });
  const apiUrl = await listenOn(server, 0);
  closers.push(() => closeServer(server));
  const api = new Hono();
  api.all("*", async (c) => {
    const { method, url, headers } = c.req.raw;
    reached.push({ method, url, headers: Object.fromEntries(headers), body: await c.req.text() });
    return c.text("the API", 202, { "x-api": "yes" });
  });
  const objects: Readonly<Record<string, EmulatorAnswer>> = {
    "site/.well-known/list.json": {
      status: 200,
      headers: {
        etag: '"abc"',
        "content-type": "application/json",
        "cache-control": "public, max-age=60",
        "x-amz-request-id": "1",
      },
      body: Buffer.from("[]\n"),
    },
    "site/app/": {
      status: 200,
      headers: { etag: '"app"', "content-type": "text/html; charset=utf-8" },
      body: Buffer.from("the app ".repeat(1_000)),
    },
    "site/forbidden": { status: 403, headers: { "content-type": "application/xml" }, body: Buffer.from("<Error/>") },
    "site/failing": { status: 503, headers: {}, body: Buffer.from("slow down") },
  };
  const behaviours = readSiteBehaviours({
    template: templateAt(apiUrl, changes),
    apiUrl,
    secrets: new Map([["Viewer", "s3cret"]]),
  });
  const missing = { status: 404, headers: { "content-type": "application/xml" }, body: Buffer.from("<Error/>") };
  app.use(
    siteDistribution({
      behaviours,
      siteUrl: siteUrl ?? apiUrl,
      apiUrl,
      api,
      object: async (bucket, path) => {
        keys.push(path);
        return objects[`${bucket}${path}`] ?? missing;
      },
      cache: new EdgeCache(1, () => clock.now),
      deployed,
    }),
  );
  app.route("/", api);
  const { host, port } = new URL(apiUrl);
  return {
    reached,
    keys,
    deployed,
    clock,
    apiHost: host,
    async ask(method: string, path: string, headers: Readonly<Record<string, string>> = {}, body = "") {
      const answer = await send(Number(port), method, path, body, {
        host: new URL(siteUrl ?? apiUrl).host,
        ...headers,
      });
      return { ...answer, text: answer.body.toString() };
    },
  };
}

describe("the site's own host", () => {
  it("passes its paths to the API, with the API's host and CloudFront's headers", async () => {
    const site = await startSite(SITE);
    const answer = await site.ask(
      "POST",
      "/webmentions?a=b%20c",
      {
        "content-type": "application/x-www-form-urlencoded",
        origin: "https://page.example",
        "user-agent": "sender",
        cookie: "a=b",
        authorization: "Bearer x",
        "x-magpie-viewer": "forged",
        "cloudfront-viewer-address": "192.0.2.1:1",
      },
      "source=a&target=b",
    );
    expect(answer).toMatchObject({ status: 202, text: "the API", headers: { "x-api": "yes" } });
    expect(site.reached).toEqual([
      {
        method: "POST",
        url: `http://${site.apiHost}/webmentions?a=b%20c`,
        headers: {
          "content-type": "application/x-www-form-urlencoded",
          "content-length": "17",
          origin: "https://page.example",
          "user-agent": "Amazon CloudFront",
          "x-magpie-viewer": "s3cret",
          "cloudfront-viewer-address": expect.stringMatching(/^127\.0\.0\.1:\d+$/),
        },
        body: "source=a&target=b",
      },
    ]);
  });

  it.each(["alice.example", "ALICE.example", "alice.example:443"])("has the name %s", async (host) => {
    const site = await startSite(SITE);
    expect((await site.ask("HEAD", "/", { host })).status).toBe(202);
    expect(site.reached).toMatchObject([{ method: "HEAD", headers: { "x-magpie-viewer": "s3cret" } }]);
  });

  it("rejects methods that a behaviour does not allow, like CloudFront", async () => {
    const site = await startSite(SITE);
    expect(await site.ask("POST", "/", {}, "x")).toMatchObject({
      status: 403,
      text: "The distribution is not configured for the method of this request.",
    });
    expect((await site.ask("PUT", "/.well-known/list.json", {}, "x")).status).toBe(403);
    expect([site.reached, site.keys]).toEqual([[], []]);
  });

  it("answers 404 for missing objects, and for the API's paths", async () => {
    const site = await startSite(SITE);
    for (const path of ["/v1/health", "/webmentions/", "/Webmentions", "/_local/mail/store", "/forbidden"]) {
      expect(await site.ask("GET", path)).toMatchObject({
        status: 404,
        headers: { "access-control-allow-origin": "*", "content-type": expect.stringMatching(/^text\/plain/) },
        text: "Not Found",
      });
    }
    expect(site.reached).toEqual([]);
  });

  it("answers 404 for the bucket itself, which S3 would list", async () => {
    const site = await startSite(SITE, { CacheBehaviors: [] });
    expect(await site.ask("GET", "/")).toMatchObject({ status: 404, text: "Not Found" });
    expect(site.keys).toEqual([]);
  });

  it("passes a failure of the bucket on, whatever version the viewer has", async () => {
    const site = await startSite(SITE);
    const answer = await site.ask("GET", "/failing", { "if-none-match": "*" });
    expect(answer).toMatchObject({ status: 503, text: "slow down" });
  });

  it("tells the viewer's address to an API that asks for it only", async () => {
    const site = await startSite(SITE, {
      CacheBehaviors: [{ PathPattern: "/", TargetOriginId: "api", OriginRequestPolicyId: ref("Anonymous") }],
    });
    await site.ask("GET", "/", { "content-type": "text/plain", origin: "https://page.example" });
    expect(site.reached.map(({ headers }) => headers)).toEqual([
      { "content-type": "text/plain", "user-agent": "Amazon CloudFront", "x-magpie-viewer": "s3cret" },
    ]);
  });

  it("does not affect other hosts", async () => {
    const site = await startSite(SITE);
    const forged = { host: site.apiHost, "x-magpie-viewer": "forged", "cloudfront-viewer-address": "192.0.2.1:1" };
    await site.ask("POST", "/webmentions", forged, "x");
    await site.ask("GET", "/.well-known/list.json", { host: "bob.example" });
    expect(site.reached).toMatchObject([{ headers: forged }, { headers: { host: "bob.example" } }]);
    expect(site.keys).toEqual([]);
  });
});

describe("an object of the bucket", () => {
  const OBJECT = {
    "content-type": "application/json",
    "cache-control": "public, max-age=60",
    etag: '"abc"',
    "access-control-allow-origin": "*",
    "access-control-expose-headers": "ETag",
  };
  const PATH = "/.well-known/list.json";

  it("has its headers, for pages of any origin", async () => {
    const site = await startSite(SITE);
    const answer = await site.ask("GET", `${PATH}?cache-buster`);
    expect(answer).toMatchObject({ status: 200, text: "[]\n", headers: { ...OBJECT, "content-length": "3" } });
    expect(answer.headers).not.toHaveProperty("x-amz-request-id");
    expect(site.keys).toEqual([PATH]);
  });

  it("shows only its headers to HEAD", async () => {
    const site = await startSite(SITE);
    const answer = await site.ask("HEAD", PATH);
    expect(answer).toMatchObject({ status: 200, text: "", headers: { ...OBJECT, "content-length": "3" } });
  });

  it.each(['"abc"', 'W/"abc"', '"x", "abc"', "*"])(
    "is not sent again to clients with its version by %s",
    async (known) => {
      const site = await startSite(SITE);
      for (const method of ["GET", "HEAD"]) {
        const answer = await site.ask(method, PATH, { "if-none-match": known });
        expect(answer).toMatchObject({
          status: 304,
          text: "",
          headers: { etag: '"abc"', "cache-control": "public, max-age=60" },
        });
      }
    },
  );

  it.each(['"abcd"', '"W/abc"', "abc", ""])("is sent to clients with another version: %j", async (known) => {
    const site = await startSite(SITE);
    expect((await site.ask("GET", PATH, { "if-none-match": known })).status).toBe(200);
  });
});

describe("a path with files of the deployment", () => {
  it("is answered when they are there, with the headers of its behaviour", async () => {
    const site = await startSite(SITE);
    const isThere = Promise.withResolvers<undefined>();
    site.deployed.mockReturnValueOnce(isThere.promise);
    const answer = site.ask("GET", "/docs");
    await vi.waitFor(() => expect(site.deployed).toHaveBeenCalled());
    expect(site.keys).toEqual([]);
    isThere.resolve(undefined);
    const { headers } = await answer;
    expect(site.keys).toEqual(["/docs"]);
    expect(headers).toMatchObject({
      "content-security-policy": "default-src 'none'",
      "x-content-type-options": "nosniff",
      "referrer-policy": "no-referrer",
      "strict-transport-security": "max-age=60",
      "permissions-policy": "camera=()",
    });
    expect(headers).not.toHaveProperty("access-control-allow-origin");
  });

  it("is the only one that waits for them", async () => {
    const site = await startSite(SITE);
    for (const path of ["/", "/.well-known/list.json", "/other"]) await site.ask("GET", path);
    expect(site.deployed).not.toHaveBeenCalled();
  });
});

describe("a behaviour with a function", () => {
  it("answers with the object of the path that the function gives, compressed where the behaviour says so", async () => {
    const site = await startSite(SITE);
    const plain = await site.ask("GET", "/app/a/b?c=d");
    expect(plain).toMatchObject({ status: 200, text: "the app ".repeat(1_000), headers: { etag: '"app"' } });
    const zipped = await site.ask("GET", "/app/other", { "accept-encoding": "gzip" });
    expect(gunzipSync(zipped.body).toString()).toBe(plain.text);
    expect(site.keys).toEqual(["/app/", "/app/"]);
    const known = await site.ask("GET", "/app/other", { "if-none-match": String(zipped.headers.etag) });
    expect([zipped.headers.etag, known.status]).toEqual(['W/"app"', 304]);
  });

  it("answers what the function answers itself, and asks for no object", async () => {
    const site = await startSite(SITE);
    expect(await site.ask("GET", "/app/old")).toMatchObject({ status: 301, headers: { location: "/app/" } });
    expect(site.keys).toEqual([]);
  });
});

describe("one origin for site and API", () => {
  it("has the site's own paths first", async () => {
    const site = await startSite();
    await site.ask("GET", "/", { "x-magpie-viewer": "forged" });
    expect(site.reached).toMatchObject([{ headers: { "x-magpie-viewer": "s3cret" } }]);
    expect(await site.ask("GET", "/.well-known/list.json")).toMatchObject({ status: 200, text: "[]\n" });
    expect((await site.ask("GET", "/.well-known/other")).status).toBe(404);
    await site.ask("GET", "/recommendations.atom");
    expect(site.keys.at(-1)).toBe("/recommendations.atom");
  });

  it("passes everything else to the API, forged headers included", async () => {
    const site = await startSite();
    const requested: [string, string][] = [
      ["GET", "/v1/health"],
      ["DELETE", "/"],
      ["POST", "/.well-known/list.json"],
      ["GET", "/recommendations.atom/more"],
    ];
    for (const [method, path] of requested) await site.ask(method, path, { "x-magpie-viewer": "forged" });
    expect(
      site.reached.map(({ method, url, headers }) => [method, new URL(url).pathname, headers["x-magpie-viewer"]]),
    ).toEqual(requested.map(([method, path]) => [method, path, "forged"]));
    expect(site.keys).toEqual([]);
  });
});

describe("a distribution", () => {
  const apiUrl = "http://127.0.0.1:1";
  const read = (template: Template, secrets = new Map([["Viewer", "s3cret"]])) =>
    readSiteBehaviours({ template, apiUrl, secrets });

  it("is read with its declared fields only", () => {
    const [only, ...others] = read(
      templateAt(apiUrl, {
        CacheBehaviors: undefined,
        Origins: [{ Id: "bucket", DomainName: "site.s3.us-east-1.amazonaws.com", S3OriginConfig: {} }],
        DefaultCacheBehavior: { TargetOriginId: "bucket", ResponseHeadersPolicyId: ref("Readable") },
      }),
    );
    expect(only?.origin).toStrictEqual({
      kind: "bucket",
      bucket: "site",
    });
    expect(only?.added).toEqual([{ name: "access-control-expose-headers", value: "ETag, Link", overrides: true }]);
    expect(others).toEqual([]);
    const toApi = { TargetOriginId: "api", OriginRequestPolicyId: ref("Anonymous") };
    const [api] = read(
      templateAt(apiUrl, {
        DefaultCacheBehavior: toApi,
        CacheBehaviors: [],
        Origins: [{ Id: "api", DomainName: new URL(apiUrl).host }],
      }),
    );
    expect(api?.origin).toEqual({ kind: "api", headers: {}, forwarded: new Set(["content-type"]) });
  });

  it.each([
    { Compress: true, CachePolicyId: ref("Zipped"), compresses: true },
    { Compress: true, CachePolicyId: ref("Plain"), compresses: false },
    { Compress: true, compresses: false },
    { Compress: false, CachePolicyId: ref("Zipped"), compresses: false },
  ])("compresses where behaviour and cache policy say so: %j", ({ compresses, ...behaviour }) => {
    const changes = { CacheBehaviors: [], DefaultCacheBehavior: { TargetOriginId: "bucket", ...behaviour } };
    expect(read(templateAt(apiUrl, changes)).map((each) => each.compresses)).toEqual([compresses]);
  });

  it("is an error, never a guess", () => {
    const nowhere = { CacheBehaviors: [], DefaultCacheBehavior: { TargetOriginId: "nowhere" } };
    expect(() => read(templateAt(apiUrl, nowhere))).toThrow("does not know the origin undefined");
    const elsewhere = { Id: "bucket", DomainName: "elsewhere.example" };
    const behaviour = { TargetOriginId: "bucket" };
    expect(() =>
      read(templateAt(apiUrl, { CacheBehaviors: [], DefaultCacheBehavior: behaviour, Origins: [elsewhere] })),
    ).toThrow("elsewhere.example");
    expect(() => read(templateAt(apiUrl), new Map())).toThrow(/resolve:secretsmanager/);
    const forwarding = { PathPattern: "/", TargetOriginId: "api", OriginRequestPolicyId: "managed" };
    expect(() => read(templateAt(apiUrl, { CacheBehaviors: [forwarding] }))).toThrow("origin request policy");
    const framed = { DefaultCacheBehavior: { TargetOriginId: "bucket", ResponseHeadersPolicyId: ref("Framed") } };
    expect(() => read(templateAt(apiUrl, framed))).toThrow("FrameOptions");
    const event = { EventType: "origin-request", FunctionARN: "arn:edge" };
    expect(() =>
      read(templateAt(apiUrl, { CacheBehaviors: [{ TargetOriginId: "bucket", FunctionAssociations: [event] }] })),
    ).toThrow("origin-request");
    expect(() => read(new Template({}, { api: apiUrl, aws: apiUrl }))).toThrow("no distribution");
  });
});

it("tries behaviours in order, by patterns with wildcards", () => {
  const apiUrl = "http://127.0.0.1:1";
  const paths = ["/a/*", "/b?.json", "c.d"].map((PathPattern) => ({ PathPattern, TargetOriginId: "bucket" }));
  const behaviours = readSiteBehaviours({
    template: templateAt(apiUrl, { CacheBehaviors: paths }),
    apiUrl,
    secrets: new Map(),
  });
  const patternOf = (path: string) => behaviours.find((behaviour) => matchesBehaviour(behaviour, path))?.pattern;
  expect(["/a/b/c", "/b1.json", "/c.d", "/a", "/b12.json", "/cxd", "/A/b"].map(patternOf)).toEqual([
    "/a/*",
    "/b?.json",
    "c.d",
    undefined,
    undefined,
    undefined,
    undefined,
  ]);
});
