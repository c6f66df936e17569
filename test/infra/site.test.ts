import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { DECK_PROVIDERS } from "../../lambdas/slides/providers.ts";
import { listed, logicalId, plausibleText, ROOT, synthesized } from "./synthesized.ts";

const stack = synthesized();
const [[, distribution] = []] = stack.some("AWS::CloudFront::Distribution");
const config = distribution?.Properties.DistributionConfig;
const behaviours: Record<string, unknown>[] = config.CacheBehaviors;
const pictures = behaviours.find(({ PathPattern }) => PathPattern === "/i/*");
/** The behaviours of the API's paths, and those of files in the bucket. */
const [answered, files] = [false, true].map((isFile) =>
  behaviours.filter(
    (behaviour) =>
      behaviour !== pictures && (behaviour.TargetOriginId === config.DefaultCacheBehavior.TargetOriginId) === isFile,
  ),
) as [typeof behaviours, typeof behaviours];
/** Those of one folder of files. */
const [docs, app] = ["docs", "app"].map((folder) =>
  files.filter(({ PathPattern }) => String(PathPattern).split("/")[1] === folder),
) as [typeof behaviours, typeof behaviours];
const READING = ["GET", "HEAD"];
/** The paths of the API whose answers are the same for every reader. */
const KEPT: ReadonlySet<unknown> = new Set(["/", "/embed.js", "/embed/recommendations"]);
const EVERYTHING = ["DELETE", "GET", "HEAD", "OPTIONS", "PATCH", "POST", "PUT"];
/** CloudFront's own policy without caching ("Use managed cache policies"). */
const CACHING_DISABLED = "4135ea2d-6df8-44a3-9df3-4b5a84be39ad";

function originOf(behaviour: Record<string, unknown>) {
  const origins: Record<string, unknown>[] = config.Origins;
  return origins.find(({ Id }) => Id === behaviour.TargetOriginId);
}

const apiUrl = plausibleText(stack.assembly.getStackArtifact(`magpie-${stack.stage}`).template.Outputs.ApiUrl.Value);

/** How people sign in: the user pool's login, or the issuer that the settings name. */
const [pool] = stack.all("AWS::Cognito::UserPool").map(([id]) => id);
const clientOf = (name: RegExp) =>
  stack.all("AWS::Cognito::UserPoolClient").find(([, { Properties }]) => name.test(Properties.ClientName))?.[0];
const [login] = stack
  .all("AWS::Cognito::UserPoolDomain")
  .map(([id]) => `https://${id}.auth.AWS::Region.amazoncognito.com`);
const signIn =
  pool === undefined
    ? {
        connect: ["https://login.example", "https://tokens.login.example"],
        config: {
          authority: "https://login.example",
          client_id: "magpie-console",
          scope: "openid magpie",
          groups_claim: "https://login.example/roles",
          logout_url: "https://tokens.login.example/logout",
        },
      }
    : {
        connect: [`${pool}/`, login],
        config: {
          authority: pool,
          client_id: clientOf(/-magpie-console$/),
          scope: "openid email magpie/full",
          groups_claim: "cognito:groups",
          logout_url: `${login}/logout`,
          passkeys_url: `${login}/passkeys/add`,
        },
      };

const commandLine =
  pool === undefined
    ? expect.objectContaining({ authority: "https://login.example", client_id: "magpie-command-line" })
    : {
        authority: pool,
        client_id: clientOf(/-magpie$/),
        scopes: { read: "openid magpie/read", save: "openid magpie/save", full: "openid magpie/full" },
      };

const extension =
  pool === undefined
    ? expect.objectContaining({ authority: "https://login.example", client_id: "magpie-extension" })
    : { ...signIn.config, client_id: clientOf(/-magpie-extension$/), scope: "openid email magpie/save" };

/** The headers that the policy of a behaviour adds. */
function headersOf(behaviour: Record<string, unknown> | undefined) {
  const [, policy] = stack.target(behaviour?.ResponseHeadersPolicyId, "AWS::CloudFront::ResponseHeadersPolicy");
  return policy.Properties.ResponseHeadersPolicyConfig;
}

/** The directives of a content security policy. */
function directivesOf(headers: { ContentSecurityPolicy: { ContentSecurityPolicy: unknown } }): string[] {
  return plausibleText(headers.ContentSecurityPolicy.ContentSecurityPolicy).split("; ");
}

describe("the site's domain", () => {
  it("passes the paths of the code to the API, and no others", () => {
    expect(
      answered.map(({ PathPattern, AllowedMethods }) => [PathPattern, [...listed(AllowedMethods)].sort()]),
    ).toEqual([
      // CloudFront's own default is to read.
      ["/", []],
      ["/embed.js", []],
      ["/embed/recommendations", []],
      ["/webmentions", EVERYTHING],
      ["/members/api/site/", READING],
      ["/members/api/site", READING],
    ]);
  });

  it.each(answered.map((behaviour) => [behaviour.PathPattern, behaviour] as const))(
    "caches the API's answer to %s only if it is for every reader",
    (path, behaviour) => {
      expect(behaviour).toMatchObject({ ViewerProtocolPolicy: "redirect-to-https" });
      expect(behaviour.CachePolicyId === CACHING_DISABLED).toBe(!KEPT.has(path));
      const origin = originOf(behaviour);
      const [api] = stack.some("AWS::ApiGatewayV2::Api").map(([id]) => id);
      expect(origin).toMatchObject({
        DomainName: { "Fn::Select": [2, { "Fn::Split": ["/", { "Fn::GetAtt": [api, "ApiEndpoint"] }] }] },
        CustomOriginConfig: { OriginProtocolPolicy: "https-only", OriginSSLProtocols: ["TLSv1.2"] },
      });
    },
  );

  it.each(
    answered
      .filter(({ PathPattern }) => !KEPT.has(PathPattern))
      .map((behaviour) => [behaviour.PathPattern, behaviour] as const),
  )("tells the API of %s the viewer's address, but not the host", (_path, behaviour) => {
    const [, policy] = stack.target(behaviour.OriginRequestPolicyId, "AWS::CloudFront::OriginRequestPolicy");
    const { HeadersConfig, QueryStringsConfig, CookiesConfig } = policy.Properties.OriginRequestPolicyConfig;
    expect(HeadersConfig).toEqual({
      HeaderBehavior: "whitelist",
      Headers: [
        "CloudFront-Viewer-Address",
        "Content-Type",
        "Origin",
        "Access-Control-Request-Method",
        "Access-Control-Request-Headers",
      ],
    });
    expect(QueryStringsConfig).toEqual({ QueryStringBehavior: "all" });
    expect(CookiesConfig).toEqual({ CookieBehavior: "none" });
  });

  it("proves to the API by a secret that a request came through it", () => {
    const [[secret, { Properties }] = ["", { Properties: {} }]] = stack.some("AWS::SecretsManager::Secret");
    expect(Properties.GenerateSecretString).toEqual({ ExcludePunctuation: true, PasswordLength: 48 });
    for (const behaviour of answered) {
      const [header, ...others] = listed(
        originOf(behaviour)?.OriginCustomHeaders as { HeaderName: string; HeaderValue: unknown }[],
      );
      expect(others).toEqual([]);
      expect(header?.HeaderName).toBe("x-magpie-viewer");
      expect(plausibleText(header?.HeaderValue)).toBe(`{{resolve:secretsmanager:${secret}:SecretString:::}}`);
    }
  });

  it("takes its own pages from the bucket, compressed and cached", () => {
    expect(files.map(({ PathPattern, AllowedMethods }) => [PathPattern, listed(AllowedMethods)])).toEqual([
      ["/docs", []],
      ["/docs/*", []],
      ["/app", []],
      ["/app/*", []],
    ]);
    const embed = behaviours.find(({ PathPattern }) => PathPattern === "/embed.js");
    for (const behaviour of files) {
      expect(behaviour).toMatchObject({ Compress: true, ViewerProtocolPolicy: "redirect-to-https" });
      expect(behaviour.CachePolicyId).toEqual(embed?.CachePolicyId);
    }
    for (const [first, second] of [docs, app]) {
      expect(second?.ResponseHeadersPolicyId).toEqual(first?.ResponseHeadersPolicyId);
    }
  });

  it("gives the pages below /docs the console's policy, which each narrows by its own", () => {
    for (const behaviour of docs) expect(behaviour.ResponseHeadersPolicyId).toEqual(app[0]?.ResponseHeadersPolicyId);
    const narrowed = ["img-src 'self' data:", "frame-src 'none'", "worker-src 'none'"];
    const ownOf = (page: string) =>
      /<meta http-equiv="Content-Security-Policy" content="([^"]+)"/.exec(page)?.[1] ?? "";
    const read = (path: string) => ownOf(readFileSync(join(ROOT, path), "utf8")).split("; ");
    expect(read("lambdas/site/docs/index.html")).toEqual(expect.arrayContaining(["script-src 'self'", ...narrowed]));
    expect(read("lambdas/site/docs/guide.html")).toEqual(
      expect.arrayContaining(["script-src 'none'", "connect-src 'none'", ...narrowed]),
    );
    expect(read("console/index.html")).toEqual([
      "require-trusted-types-for 'script'",
      "trusted-types magpie-console dompurify",
    ]);
  });

  it("lets the console run only the site's scripts, and frame only the players", () => {
    const { SecurityHeadersConfig: headers, CustomHeadersConfig: others } = headersOf(app[0]);
    expect(directivesOf(headers)).toEqual([
      "default-src 'none'",
      "script-src 'self'",
      "style-src 'self'",
      `connect-src 'self' ${[apiUrl, ...signIn.connect].join(" ")}`,
      "img-src 'self' data: https:",
      `frame-src ${Object.values(DECK_PROVIDERS)
        .map(({ player }) => player.origin)
        .join(" ")}`,
      "manifest-src 'self'",
      "worker-src 'self'",
      "base-uri 'none'",
      "form-action 'none'",
      "frame-ancestors 'none'",
    ]);
    expect(headers).toMatchObject({
      ContentTypeOptions: { Override: true },
      ReferrerPolicy: { ReferrerPolicy: "no-referrer" },
      StrictTransportSecurity: { AccessControlMaxAgeSec: 31_536_000 },
    });
    expect(others.Items).toEqual([
      { Header: "cross-origin-opener-policy", Value: "same-origin", Override: true },
      {
        Header: "permissions-policy",
        Value: "camera=(), geolocation=(), microphone=(), payment=(), usb=()",
        Override: true,
      },
    ]);
  });

  it("answers the console's addresses by a function, and no other path", () => {
    for (const behaviour of [...answered, ...docs, pictures, config.DefaultCacheBehavior]) {
      expect(behaviour.FunctionAssociations).toBeUndefined();
    }
    for (const { FunctionAssociations } of app) {
      const [{ EventType, FunctionARN }, ...others] = FunctionAssociations as [Record<string, unknown>];
      expect([EventType, others]).toEqual(["viewer-request", []]);
      const [, { Properties }] = stack.target(FunctionARN, "AWS::CloudFront::Function");
      expect(Properties).toMatchObject({ AutoPublish: true, FunctionConfig: { Runtime: "cloudfront-js-2.0" } });
      // CloudFront's limit of a function.
      expect(Buffer.byteLength(Properties.FunctionCode)).toBeLessThan(10_240);
    }
  });

  it("hides no route of the API where both have one origin", () => {
    const routes = stack.some("AWS::ApiGatewayV2::Route").map(([, { Properties }]) => Properties.RouteKey);
    expect(routes.filter((key) => /^\S+ \/(?:app|docs|i)(?:\/|$)/.test(key))).toEqual([]);
  });

  it("serves pictures as nothing but pictures, and without the site's origin", () => {
    const behaviour = pictures as Record<string, unknown>;
    expect(behaviour).toMatchObject({ Compress: false, ViewerProtocolPolicy: "redirect-to-https" });
    expect(behaviour.AllowedMethods ?? READING).toEqual(READING);
    expect(behaviour.CachePolicyId).toEqual(config.DefaultCacheBehavior.CachePolicyId);
    expect(behaviour.TargetOriginId).toEqual(config.DefaultCacheBehavior.TargetOriginId);
    const { SecurityHeadersConfig: headers, CustomHeadersConfig } = headersOf(behaviour);
    expect(directivesOf(headers)).toEqual(["default-src 'none'", "sandbox"]);
    // The site's page has a policy of its own, and wants to be found.
    expect(headers).toMatchObject({
      ContentTypeOptions: { Override: true },
      ContentSecurityPolicy: { Override: false },
    });
    expect(CustomHeadersConfig.Items).toEqual([{ Header: "x-robots-tag", Value: "noindex", Override: false }]);
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

describe("the files of the site", () => {
  const [[, { Properties }] = ["", { Properties: {} }], ...others] = stack.some("Custom::SiteFiles");
  const [id, deployed] = stack.target(Properties.ServiceToken, "AWS::Lambda::Function");

  it("are deployed by one function, which has ten minutes at most with its retries", () => {
    expect(others).toEqual([]);
    expect(deployed.Properties.Description).toBe("lambdas/site/on-deploy.ts");
    expect(Number(Properties.ServiceTimeout)).toBeLessThanOrEqual(600);
    const [[, retries] = [], ...more] = stack
      .some("AWS::Lambda::EventInvokeConfig")
      .filter(([, config]) => logicalId(config.Properties.FunctionName) === id);
    expect(more).toEqual([]);
    const { MaximumRetryAttempts: attempts, MaximumEventAgeInSeconds: age } = retries?.Properties ?? {};
    expect(age).toBeLessThanOrEqual(Number(Properties.ServiceTimeout));
    // Lambda waits a minute before the first retry, and two before the second (Lambda guide, "Asynchronous invocation").
    expect((attempts + 1) * deployed.Properties.Timeout + 180).toBeLessThan(Number(Properties.ServiceTimeout));
  });

  it("are in the template with a hash of their content, so that a changed file changes the template", () => {
    const paths = Object.keys(Properties.Files).map((path) => path.replace(/-[A-Z2-7]{8}\./, "-HASH."));
    expect(paths.filter((path) => path.startsWith("docs/")).sort()).toEqual([
      "docs/docs-HASH.css",
      "docs/docs-HASH.js",
      "docs/extension/index.html",
      "docs/guide-HASH.css",
      "docs/index.html",
      "docs/licenses.txt",
      "docs/runbook/index.html",
    ]);
    expect(paths).toEqual(expect.arrayContaining(["app/assets/main-HASH.js", "app/index.html", "app/sw.js"]));
    for (const hash of Object.values(Properties.Files)) expect(hash).toMatch(/^[0-9a-f]{16}$/);
  });

  it("contain the addresses of the stage", () => {
    const textOf = (path: string) => JSON.parse(plausibleText(Properties.Texts[path]));
    expect(textOf("docs/config.json")).toEqual({ openapi_url: `${apiUrl}/openapi.json` });
    expect(textOf("app/config.json")).toEqual({
      api_url: apiUrl,
      sign_in: signIn.config,
      command_line: commandLine,
      extension,
    });
  });

  it("have behaviours of their own, and only these have", () => {
    const folders = [...Object.keys(Properties.Files), ...Object.keys(Properties.Texts)].map(
      (path) => path.split("/")[0],
    );
    expect([...new Set(folders)].flatMap((folder) => [`/${folder}`, `/${folder}/*`]).sort()).toEqual(
      files.map(({ PathPattern }) => PathPattern).sort(),
    );
  });
});

it("names its function at the edge by stage and region", () => {
  for (const [, { Properties }] of stack.some("AWS::CloudFront::Function")) {
    expect(plausibleText(Properties.Name)).toBe(`${stack.stage}-magpie-deep-links-AWS::Region`);
  }
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
