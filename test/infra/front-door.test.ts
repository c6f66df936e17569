import { expect, it } from "vitest";
import { synthesized } from "./synthesized.ts";

const stack = synthesized();
const [[, distribution] = []] = stack.some("AWS::CloudFront::Distribution");
const behaviours: Record<string, unknown>[] = distribution?.Properties.DistributionConfig.CacheBehaviors;

it("takes two of the account's twenty policies of headers at most, so that ten stages have room", () => {
  const policies = stack.some("AWS::CloudFront::ResponseHeadersPolicy");
  expect(
    policies.length,
    "Narrow a page's policy by its <meta> (lib/console/console-behaviour.ts)",
  ).toBeLessThanOrEqual(2);
});

// One answer is for all readers, so that they take nothing from the API's throttle.
it.each([
  ["/", []],
  ["/embed.js", []],
  ["/embed/recommendations", ["limit", "order"]],
])("keeps %s for pages of any origin, whatever a reader's request has but %j of its query", (path, query) => {
  const behaviour = behaviours.find(({ PathPattern }) => PathPattern === path);
  const [, cache] = stack.target(behaviour?.CachePolicyId, "AWS::CloudFront::CachePolicy");
  const { ParametersInCacheKeyAndForwardedToOrigin: key, ...times } = cache.Properties.CachePolicyConfig;
  expect(times).toMatchObject({ MinTTL: 0, DefaultTTL: 0 });
  expect(key).toMatchObject({ HeadersConfig: { HeaderBehavior: "none" }, CookiesConfig: { CookieBehavior: "none" } });
  expect(key.QueryStringsConfig.QueryStrings ?? []).toEqual(query);
  expect(key.QueryStringsConfig.QueryStringBehavior).toBe(query.length === 0 ? "none" : "whitelist");
  expect(behaviour?.OriginRequestPolicyId).toBeUndefined();
  const [, added] = stack.target(behaviour?.ResponseHeadersPolicyId, "AWS::CloudFront::ResponseHeadersPolicy");
  expect(added.Properties.ResponseHeadersPolicyConfig.CorsConfig).toMatchObject({
    AccessControlAllowOrigins: { Items: ["*"] },
    OriginOverride: true,
  });
});
