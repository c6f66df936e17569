import { describe, expect, it } from "vitest";
import { listed, logicalId, plausibleText, synthesized } from "./synthesized.ts";

const stack = synthesized();
const [[, distribution] = []] = stack.some("AWS::CloudFront::Distribution");
const config = distribution?.Properties.DistributionConfig;
const behaviours: Record<string, unknown>[] = config.CacheBehaviors;
const READING = ["GET", "HEAD"];
const EVERYTHING = ["DELETE", "GET", "HEAD", "OPTIONS", "PATCH", "POST", "PUT"];
/** CloudFront's own policy without caching ("Use managed cache policies"). */
const CACHING_DISABLED = "4135ea2d-6df8-44a3-9df3-4b5a84be39ad";

function originOf(behaviour: Record<string, unknown>) {
  const origins: Record<string, unknown>[] = config.Origins;
  return origins.find(({ Id }) => Id === behaviour.TargetOriginId);
}

describe("the site's domain", () => {
  it("passes the paths of the code to the API, and no others", () => {
    expect(
      behaviours.map(({ PathPattern, AllowedMethods }) => [PathPattern, [...listed(AllowedMethods)].sort()]),
    ).toEqual([
      ["/", READING],
      ["/embed.js", READING],
      ["/webmentions", EVERYTHING],
      ["/members/api/site/", READING],
      ["/members/api/site", READING],
    ]);
  });

  it.each(behaviours.map((behaviour) => [behaviour.PathPattern, behaviour] as const))(
    "caches no answer of the API to %s, unless it is the script",
    (path, behaviour) => {
      expect(behaviour).toMatchObject({ ViewerProtocolPolicy: "redirect-to-https" });
      if (path !== "/embed.js") expect(behaviour.CachePolicyId).toBe(CACHING_DISABLED);
      const origin = originOf(behaviour);
      const [api] = stack.some("AWS::ApiGatewayV2::Api").map(([id]) => id);
      expect(origin).toMatchObject({
        DomainName: { "Fn::Select": [2, { "Fn::Split": ["/", { "Fn::GetAtt": [api, "ApiEndpoint"] }] }] },
        CustomOriginConfig: { OriginProtocolPolicy: "https-only", OriginSSLProtocols: ["TLSv1.2"] },
      });
    },
  );

  it.each(behaviours.map((behaviour) => [behaviour.PathPattern, behaviour] as const))(
    "tells the API of %s the viewer's address, but not the host",
    (_path, behaviour) => {
      const [, policy] = stack.target(behaviour.OriginRequestPolicyId, "AWS::CloudFront::OriginRequestPolicy");
      const { HeadersConfig, QueryStringsConfig, CookiesConfig } = policy.Properties.OriginRequestPolicyConfig;
      expect(HeadersConfig).toEqual({
        HeaderBehavior: "whitelist",
        Headers: [
          "CloudFront-Viewer-Address",
          "Origin",
          "Access-Control-Request-Method",
          "Access-Control-Request-Headers",
        ],
      });
      expect(QueryStringsConfig).toEqual({ QueryStringBehavior: "all" });
      expect(CookiesConfig).toEqual({ CookieBehavior: "none" });
    },
  );

  it("proves to the API by a secret that a request came through it", () => {
    const [[secret, { Properties }] = ["", { Properties: {} }]] = stack.some("AWS::SecretsManager::Secret");
    expect(Properties.GenerateSecretString).toEqual({ ExcludePunctuation: true, PasswordLength: 48 });
    for (const behaviour of behaviours) {
      const [header, ...others] = listed(
        originOf(behaviour)?.OriginCustomHeaders as { HeaderName: string; HeaderValue: unknown }[],
      );
      expect(others).toEqual([]);
      expect(header?.HeaderName).toBe("x-magpie-viewer");
      expect(plausibleText(header?.HeaderValue)).toBe(`{{resolve:secretsmanager:${secret}:SecretString:::}}`);
    }
  });

  it("takes everything else from the bucket, with its ETag, and only over TLS", () => {
    const behaviour = config.DefaultCacheBehavior;
    // CloudFront makes a strong ETag weak when it compresses ("Serve compressed files").
    expect(behaviour).toMatchObject({ Compress: false, ViewerProtocolPolicy: "redirect-to-https" });
    expect(behaviour.AllowedMethods ?? READING).toEqual(READING);
    const bucket = originOf(behaviour)?.DomainName;
    expect(stack.target(bucket, "AWS::S3::Bucket")[0]).toMatch(/^SiteBucket/);
  });

  it("caches an object as long as the object says, and nothing by default, including a 404", () => {
    const [, policy] = stack.target(config.DefaultCacheBehavior.CachePolicyId, "AWS::CloudFront::CachePolicy");
    expect(policy.Properties.CachePolicyConfig).toMatchObject({
      MinTTL: 0,
      DefaultTTL: 0,
      MaxTTL: 86_400,
      ParametersInCacheKeyAndForwardedToOrigin: {
        EnableAcceptEncodingBrotli: false,
        EnableAcceptEncodingGzip: false,
        CookiesConfig: { CookieBehavior: "none" },
        HeadersConfig: { HeaderBehavior: "none" },
        QueryStringsConfig: { QueryStringBehavior: "none" },
      },
    });
    expect(config.CustomErrorResponses).toEqual([{ ErrorCode: 404, ErrorCachingMinTTL: 0 }]);
  });

  it("caches the script as long as the API says, and compresses it", () => {
    const script = behaviours.find(({ PathPattern }) => PathPattern === "/embed.js");
    expect(script?.Compress).toBe(true);
    const [, policy] = stack.target(script?.CachePolicyId, "AWS::CloudFront::CachePolicy");
    expect(policy.Properties.CachePolicyConfig).toMatchObject({
      MinTTL: 0,
      DefaultTTL: 0,
      MaxTTL: 86_400,
      ParametersInCacheKeyAndForwardedToOrigin: {
        EnableAcceptEncodingBrotli: true,
        EnableAcceptEncodingGzip: true,
        CookiesConfig: { CookieBehavior: "none" },
        HeadersConfig: { HeaderBehavior: "none" },
        QueryStringsConfig: { QueryStringBehavior: "none" },
      },
    });
  });

  it("allows pages of any origin to read the objects", () => {
    const id = config.DefaultCacheBehavior.ResponseHeadersPolicyId;
    const [, policy] = stack.target(id, "AWS::CloudFront::ResponseHeadersPolicy");
    expect(policy.Properties.ResponseHeadersPolicyConfig.CorsConfig).toMatchObject({
      AccessControlAllowCredentials: false,
      AccessControlAllowOrigins: { Items: ["*"] },
      AccessControlExposeHeaders: { Items: ["ETag"] },
      OriginOverride: true,
    });
  });

  it("answers 404 for a missing object, and has no listing", () => {
    const statements: Record<string, unknown>[] = stack
      .some("AWS::S3::BucketPolicy")
      .filter(([, { Properties }]) => /^SiteBucket/.test(logicalId(Properties.Bucket) ?? ""))
      .flatMap(([, { Properties }]) => Properties.PolicyDocument.Statement);
    expect(statements).toContainEqual(
      expect.objectContaining({ Effect: "Allow", Action: ["s3:GetObject", "s3:ListBucket"] }),
    );
    // S3 lists a bucket at its root only.
    expect(behaviours[0]?.PathPattern).toBe("/");
  });
});

// These names are global in an account, whatever the region.
it.each([
  "AWS::CloudFront::CachePolicy",
  "AWS::CloudFront::OriginAccessControl",
  "AWS::CloudFront::OriginRequestPolicy",
  "AWS::CloudFront::ResponseHeadersPolicy",
])("names each %s by stage and region", (type) => {
  for (const [, { Properties }] of stack.some(type)) {
    const [named] = Object.values<{ Name: unknown }>(Properties);
    expect(plausibleText(named?.Name)).toMatch(new RegExp(`^${stack.stage}-magpie-.*-AWS::Region$`));
  }
});
