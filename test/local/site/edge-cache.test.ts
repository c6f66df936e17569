import { describe, expect, it, vi } from "vitest";
import { cachePolicyOf, EdgeCache } from "../../../lib/local/site/edge-cache.ts";
import { Template } from "../../../lib/local/template/template.ts";

const POLICY = { minTtl: 0, defaultTtl: 5, maxTtl: 60, query: () => false };

/** An origin that counts its answers. */
function originOf(cacheControl: string | undefined, status = 200) {
  const headers = { ...(cacheControl !== undefined && { "cache-control": cacheControl }), etag: '"1"' };
  return vi.fn(async () => new Response("list", { status, headers }));
}

/** How long a cache keeps an answer, in milliseconds of its clock. */
async function kept(cacheControl: string | undefined, { scale = 1, status = 200, policy = POLICY } = {}) {
  let now = 0;
  const cache = new EdgeCache(scale, () => now);
  const ask = originOf(cacheControl, status);
  for (const at of [0, 1, 99, 101, 4_999, 5_001, 9_999, 10_001, 59_999, 60_001]) {
    now = at;
    await cache.answer("GET /", policy, ask);
    if (ask.mock.calls.length > 1) return at;
  }
  return Number.POSITIVE_INFINITY;
}

describe("the kept part of an answer", () => {
  it.each([
    ["public, max-age=10", 10_001],
    ["public, max-age=60, s-maxage=10", 10_001],
    ["public, max-age=60, s-maxage=0", 1],
    ["no-cache", 1],
    ["no-store", 1],
    ["private, max-age=60", 1],
    ["public, max-age=31536000", 60_001],
    [undefined, 5_001],
  ])("with %s is requested again after so many milliseconds: %d", async (cacheControl, after) => {
    expect(await kept(cacheControl)).toBe(after);
  });

  it("is kept shorter in a scaled time", async () => {
    expect(await kept("public, max-age=10", { scale: 0.01 })).toBe(101);
  });

  it("is nothing of an error", async () => {
    expect(await kept("public, max-age=10", { status: 429 })).toBe(1);
  });

  it("is one answer for all who ask at the same time, and for each its own", async () => {
    const cache = new EdgeCache(1);
    const ask = originOf("max-age=10");
    const answers = await Promise.all(Array.from({ length: 50 }, () => cache.answer("GET /", POLICY, ask)));
    expect(await Promise.all(answers.map((answer) => answer.text()))).toEqual(Array(50).fill("list"));
    expect(ask).toHaveBeenCalledTimes(1);
    await cache.answer("GET /embed/recommendations?limit=5", POLICY, ask);
    expect(ask).toHaveBeenCalledTimes(2);
  });

  it("is forgotten when the origin can't be asked", async () => {
    const cache = new EdgeCache(1);
    const failing = vi.fn(async () => Promise.reject(new Error("no origin")));
    await expect(cache.answer("GET /", POLICY, failing)).rejects.toThrow("no origin");
    expect((await cache.answer("GET /", POLICY, originOf("max-age=10"))).status).toBe(200);
  });
});

describe("a cache policy", () => {
  const templateOf = (parameters: object) =>
    new Template(
      {
        List: {
          Type: "AWS::CloudFront::CachePolicy",
          Properties: {
            CachePolicyConfig: {
              MinTTL: 0,
              DefaultTTL: 1,
              MaxTTL: 2,
              ParametersInCacheKeyAndForwardedToOrigin: parameters,
            },
          },
        },
      },
      { api: "http://api", aws: "http://aws" },
    );
  const idOf = (template: Template) => template.ofType("AWS::CloudFront::CachePolicy")[0]?.ref;

  it("has the parameters of its key", () => {
    const template = templateOf({ QueryStringsConfig: { QueryStringBehavior: "whitelist", QueryStrings: ["limit"] } });
    const policy = cachePolicyOf(template, idOf(template));
    expect(policy).toMatchObject({ minTtl: 0, defaultTtl: 1, maxTtl: 2 });
    expect(["limit", "other"].map((name) => policy?.query(name))).toEqual([true, false]);
  });

  it("is none where caching is disabled, and an error where it is unknown or has other keys", () => {
    const template = templateOf({ HeadersConfig: { HeaderBehavior: "whitelist", Headers: ["Origin"] } });
    expect(cachePolicyOf(template, "4135ea2d-6df8-44a3-9df3-4b5a84be39ad")).toBeNull();
    expect(() => cachePolicyOf(template, "other")).toThrow("no cache policy other");
    expect(() => cachePolicyOf(template, idOf(template))).toThrow("without headers");
  });
});
