import { Annotations, Aws, CfnOutput, Duration, Fn, RemovalPolicy, Stack } from "aws-cdk-lib";
import { Certificate } from "aws-cdk-lib/aws-certificatemanager";
import type { BehaviorOptions } from "aws-cdk-lib/aws-cloudfront";
import {
  AccessLevel,
  AllowedMethods,
  CachePolicy,
  CacheQueryStringBehavior,
  Distribution,
  HeadersReferrerPolicy,
  OriginRequestHeaderBehavior,
  OriginRequestPolicy,
  OriginRequestQueryStringBehavior,
  ResponseHeadersPolicy,
  S3OriginAccessControl,
  SecurityPolicyProtocol,
  ViewerProtocolPolicy,
} from "aws-cdk-lib/aws-cloudfront";
import { HttpOrigin, S3BucketOrigin } from "aws-cdk-lib/aws-cloudfront-origins";
import type { IBucket } from "aws-cdk-lib/aws-s3";
import { BlockPublicAccess, Bucket, BucketEncryption } from "aws-cdk-lib/aws-s3";
import { Secret } from "aws-cdk-lib/aws-secretsmanager";
import { Construct } from "constructs";
import type { DocsConfig } from "../lambdas/site/docs/docs-config.ts";
import { consoleBehaviour } from "./console/console-behaviour.ts";
import { consoleConfig } from "./console/console-config.ts";
import { acknowledge } from "./constructs/acknowledge.ts";
import { printRecord } from "./constructs/dns-record.ts";
import { acknowledgePictures } from "./constructs/pictures.ts";
import type { Platform } from "./constructs/platform.ts";
import { RECOVERY } from "./constructs/standard-table.ts";
import { EDGE_REGION } from "./edge/edge-names.ts";
import { webAclArn } from "./edge/firewall-stack.ts";
import { alarmOnSite } from "./edge/site-alarms.ts";
import { SiteFiles } from "./site-files.ts";

/** The zone of all distributions (Route 53 API, "AliasTarget"). */
const CLOUDFRONT_ZONE = "Z2FDTNDATAQYW2";

/** Carries the viewer secret to the API: a request without it did not pass through the site's domain. */
const VIEWER_HEADER = "x-magpie-viewer";

/** The site's domain: CloudFront before a private bucket with the site's files, and before the API for dynamic paths. */
export class Site extends Construct {
  /** Its objects are public under the same path. */
  readonly bucket: Bucket;
  /** The value of `x-magpie-viewer`; only with it is `CloudFront-Viewer-Address` trusted. */
  readonly viewerSecret: Secret;
  /** The public address with its scheme, without a slash at the end: for the variable SITE_URL. */
  readonly url: string;

  constructor(scope: Construct, id: string, { platform }: { platform: Platform }) {
    super(scope, id);
    this.bucket = new Bucket(this, "Bucket", {
      bucketName: `${platform.stage}-magpie-site-${Aws.ACCOUNT_ID}-${Aws.REGION}`,
      encryption: BucketEncryption.S3_MANAGED,
      blockPublicAccess: BlockPublicAccess.BLOCK_ALL,
      enforceSSL: true,
      versioned: true,
      // It has the copies of pictures.
      lifecycleRules: [{ noncurrentVersionExpiration: RECOVERY }],
      removalPolicy: platform.removalPolicy,
    });
    platform.resources.add("bucket", "site", { value: this.bucket.bucketName, arn: this.bucket.bucketArn });
    acknowledgePictures(this.bucket);
    // Without a name: a new secret, e.g. after the stack was deleted, must not collide with one scheduled for deletion.
    this.viewerSecret = new Secret(this, "ViewerSecret", {
      description: `${platform.stage}-magpie: tells the API which requests come through the site's domain`,
      generateSecretString: { passwordLength: 48, excludePunctuation: true },
      removalPolicy: RemovalPolicy.DESTROY,
    });
    platform.resources.add("secret", "viewer", {
      value: this.viewerSecret.secretArn,
      arn: this.viewerSecret.secretArn,
    });
    const { title = "", description = "", icon = "", logo = "", accentColor = "" } = platform.settings.site;
    platform.resources.set({
      SITE_TITLE: title,
      SITE_DESCRIPTION: description,
      SITE_ICON: icon,
      SITE_LOGO: logo,
      SITE_ACCENT_COLOR: accentColor,
    });
    const docs: DocsConfig = { openapi_url: `${platform.apiUrl}/openapi.json` };
    new SiteFiles(this, "Files", {
      platform,
      bucket: this.bucket,
      texts: {
        "docs/config.json": Stack.of(this).toJsonString(docs),
        "app/config.json": Stack.of(this).toJsonString(consoleConfig(platform)),
      },
    });
    const { site: own } = platform.settings.domain;
    const distribution = this.#distribution(platform);
    acknowledge(this.bucket, {
      "AwsSolutions-S1":
        "Only CloudFront reads the bucket, and what lies in it is public; access logs would tell nothing.",
    });
    acknowledge(this.viewerSecret, {
      "AwsSolutions-SMG4":
        "CloudFront takes the value when it is deployed, so a rotation alone would cut the site off; it guards no data, only whose address a rate is counted for.",
    });
    acknowledge(distribution, {
      "AwsSolutions-CFR1": "The published list is for everybody everywhere; there is no country to refuse.",
      ...(platform.settings.firewall === undefined && {
        "AwsSolutions-CFR2":
          "Static public documents and three public routes, which count requests by address themselves: a firewall protects the bill only, and is a setting.",
      }),
      "AwsSolutions-CFR3": "Reads of a public document are not worth a log bucket that keeps visitors' addresses.",
      ...(own === undefined && {
        "AwsSolutions-CFR4":
          "CloudFront's own domain can't be given a newer TLS floor; a domain of one's own brings its certificate.",
      }),
    });
    // Of another region, in a stack of their own (lib/edge/edge-alarms-stack.ts).
    alarmOnSite(platform.alarms, distribution.distributionId, { onlyIn: EDGE_REGION });
    this.url = platform.settings.site.url ?? `https://${own?.name ?? distribution.distributionDomainName}`;
    platform.servedAt(this.url);
    new CfnOutput(this, "SiteDistributionId", { value: distribution.distributionId }).overrideLogicalId(
      "SiteDistributionId",
    );
    new CfnOutput(this, "SiteUrl", { value: this.url }).overrideLogicalId("SiteUrl");
    new CfnOutput(this, "SiteDomain", { value: distribution.distributionDomainName }).overrideLogicalId("SiteDomain");
    if (own !== undefined) {
      const { distributionDomainName: target } = distribution;
      printRecord(this, { id: "SiteRecord", name: own.name, target, zoneId: CLOUDFRONT_ZONE });
    }
  }

  #distribution(platform: Platform): Distribution {
    const asked = this.#askedOfApi(platform, AllowedMethods.ALLOW_GET_HEAD);
    const read = this.#readFromBucket(platform);
    const kept = this.#kept(platform);
    const page = { ...read, ...kept, origin: asked.origin };
    const app = { ...read, ...kept, ...consoleBehaviour(this, platform) };
    const { responseHeadersPolicy } = app;
    const docs = { ...read, ...kept, ...(responseHeadersPolicy !== undefined && { responseHeadersPolicy }) };
    const { site: own } = platform.settings.domain;
    const distribution = new Distribution(this, "Distribution", {
      comment: `${platform.stage}-magpie site`,
      ...(platform.settings.firewall !== undefined && { webAclId: webAclArn(platform.stage) }),
      defaultBehavior: read,
      additionalBehaviors: {
        // Asked once in ten seconds for all readers, in whose requests nothing makes another answer.
        "/": page,
        "/embed.js": page,
        "/embed/recommendations": { ...page, cachePolicy: this.#listCachePolicy(platform) },
        "/webmentions": { ...asked, allowedMethods: AllowedMethods.ALLOW_ALL },
        // Ghost requests the path with the last slash; people and other programs omit it.
        "/members/api/site/": asked,
        "/members/api/site": asked,
        // Copies of other sites' pictures.
        "/i/*": read,
        // The page of the API's description and the files that it refers to.
        // Two patterns: `/docs*` would apply to `/docs.html`, too.
        "/docs": docs,
        "/docs/*": docs,
        // The console.
        "/app": app,
        "/app/*": app,
      },
      // Otherwise CloudFront caches for ten seconds that a list is missing which has just been published.
      errorResponses: [{ httpStatus: 404, ttl: Duration.seconds(0) }],
      ...(own !== undefined && {
        domainNames: [own.name],
        certificate: Certificate.fromCertificateArn(this, "Certificate", own.certificateArn),
        minimumProtocolVersion: SecurityPolicyProtocol.TLS_V1_2_2021,
      }),
    });
    Annotations.of(distribution).acknowledgeWarning(
      "@aws-cdk/aws-cloudfront-origins:listBucketSecurityRisk",
      "The one path that would list the bucket is the root, and the API answers that.",
    );
    return distribution;
  }

  #readFromBucket({ stage }: Platform): BehaviorOptions {
    return {
      origin: S3BucketOrigin.withOriginAccessControl(this.bucket as IBucket, {
        // A caller that may list gets 404 for a missing object; every other caller gets 403.
        originAccessLevels: [AccessLevel.READ, AccessLevel.LIST],
        originAccessControl: new S3OriginAccessControl(this, "Access", {
          // The CDK's own name lacks the region, and these names must be unique in the account.
          originAccessControlName: `${stage}-magpie-site-${Aws.REGION}`,
        }),
      }),
      viewerProtocolPolicy: ViewerProtocolPolicy.REDIRECT_TO_HTTPS,
      // CloudFront's compression turns a strong ETag into a weak one; a thousand sites take 150 KB uncompressed.
      compress: false,
      cachePolicy: new CachePolicy(this, "CachePolicy", {
        cachePolicyName: `${stage}-magpie-site-${Aws.REGION}`,
        comment: "As long as an object says, which may be not at all",
        // A longer minimum would override `s-maxage=0` (CloudFront guide, "Manage how long content stays in the
        // cache").
        minTtl: Duration.seconds(0),
        defaultTtl: Duration.seconds(0),
        maxTtl: Duration.days(1),
      }),
      // Pictures are of strangers, and on the console's origin: they are nothing but pictures, whatever else their bytes may be
      // read as, and a window that shows one has no origin. What the API answers has its own headers, which stay.
      responseHeadersPolicy: new ResponseHeadersPolicy(this, "AnyOrigin", {
        responseHeadersPolicyName: `${stage}-magpie-site-${Aws.REGION}`,
        comment: "Pages of any origin may read what is public; an object is no page",
        securityHeadersBehavior: {
          contentSecurityPolicy: { contentSecurityPolicy: "default-src 'none'; sandbox", override: false },
          contentTypeOptions: { override: true },
          referrerPolicy: { referrerPolicy: HeadersReferrerPolicy.NO_REFERRER, override: false },
          strictTransportSecurity: { accessControlMaxAge: Duration.days(365), override: true },
        },
        customHeadersBehavior: { customHeaders: [{ header: "x-robots-tag", value: "noindex", override: false }] },
        corsBehavior: {
          accessControlAllowCredentials: false,
          accessControlAllowHeaders: ["*"],
          accessControlAllowMethods: ["GET", "HEAD"],
          accessControlAllowOrigins: ["*"],
          accessControlExposeHeaders: ["ETag"],
          originOverride: true,
        },
      }),
    };
  }

  /** Scripts and pages: kept and compressed by CloudFront. */
  #kept({ stage }: Platform): Pick<BehaviorOptions, "cachePolicy" | "compress"> {
    const cachePolicy = new CachePolicy(this, "ScriptCachePolicy", {
      cachePolicyName: `${stage}-magpie-script-${Aws.REGION}`,
      comment: "As long as the answer says, which may be not at all",
      minTtl: Duration.seconds(0),
      defaultTtl: Duration.seconds(0),
      maxTtl: Duration.days(1),
      enableAcceptEncodingBrotli: true,
      enableAcceptEncodingGzip: true,
    });
    return { cachePolicy, compress: true };
  }

  /** As `kept`, for each of the parameters that the list has. */
  #listCachePolicy({ stage }: Platform): CachePolicy {
    return new CachePolicy(this, "ListCachePolicy", {
      cachePolicyName: `${stage}-magpie-list-${Aws.REGION}`,
      comment: "As long as the answer says; one for each order and length",
      minTtl: Duration.seconds(0),
      defaultTtl: Duration.seconds(0),
      maxTtl: Duration.days(1),
      queryStringBehavior: CacheQueryStringBehavior.allowList("limit", "order"),
      enableAcceptEncodingBrotli: true,
      enableAcceptEncodingGzip: true,
    });
  }

  #askedOfApi({ stage, api }: Platform, allowedMethods: AllowedMethods): BehaviorOptions {
    return {
      // The domain of `https://<domain>`.
      origin: new HttpOrigin(Fn.select(2, Fn.split("/", api.apiEndpoint)), {
        customHeaders: { [VIEWER_HEADER]: this.viewerSecret.secretValue.unsafeUnwrap() },
      }),
      viewerProtocolPolicy: ViewerProtocolPolicy.REDIRECT_TO_HTTPS,
      allowedMethods,
      cachePolicy: CachePolicy.CACHING_DISABLED,
      originRequestPolicy: new OriginRequestPolicy(this, "ToApi", {
        originRequestPolicyName: `${stage}-magpie-api-${Aws.REGION}`,
        comment: "What the API needs of a viewer's request; not the Host, which must be the API's own",
        headerBehavior: OriginRequestHeaderBehavior.allowList(
          "CloudFront-Viewer-Address",
          // A Webmention is a form.
          "Content-Type",
          // The API's own CORS reads these.
          "Origin",
          "Access-Control-Request-Method",
          "Access-Control-Request-Headers",
        ),
        queryStringBehavior: OriginRequestQueryStringBehavior.all(),
      }),
    };
  }
}
