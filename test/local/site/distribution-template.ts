import type { Resource } from "../../../lib/local/template/assembly.ts";
import { Template } from "../../../lib/local/template/template.ts";

/** A reference to a resource of the template. */
export const ref = (Ref: string) => ({ Ref });
const VIEWER = {
  HeaderName: "x-magpie-viewer",
  HeaderValue: {
    "Fn::Join": ["", ["{{resolve:secretsmanager:", ref("Viewer"), ":SecretString:::}}"]],
  },
};

/** A distribution with the API at an address, and changes by the test. */
export function templateAt(apiUrl: string, changes: Readonly<Record<string, unknown>> = {}): Template {
  const resources: Readonly<Record<string, Resource>> = {
    Api: { Type: "AWS::ApiGatewayV2::Api" },
    Viewer: { Type: "AWS::SecretsManager::Secret" },
    Bucket: { Type: "AWS::S3::Bucket", Properties: { BucketName: "site" } },
    ToApi: {
      Type: "AWS::CloudFront::OriginRequestPolicy",
      Properties: {
        OriginRequestPolicyConfig: {
          HeadersConfig: {
            HeaderBehavior: "whitelist",
            Headers: ["CloudFront-Viewer-Address", "Content-Type", "Origin"],
          },
        },
      },
    },
    Anonymous: {
      Type: "AWS::CloudFront::OriginRequestPolicy",
      Properties: {
        OriginRequestPolicyConfig: { HeadersConfig: { HeaderBehavior: "whitelist", Headers: ["Content-Type"] } },
      },
    },
    AnyOrigin: {
      Type: "AWS::CloudFront::ResponseHeadersPolicy",
      Properties: {
        ResponseHeadersPolicyConfig: {
          CorsConfig: {
            AccessControlAllowOrigins: { Items: ["*"] },
            AccessControlExposeHeaders: { Items: ["ETag"] },
          },
        },
      },
    },
    Readable: {
      Type: "AWS::CloudFront::ResponseHeadersPolicy",
      Properties: {
        ResponseHeadersPolicyConfig: { CorsConfig: { AccessControlExposeHeaders: { Items: ["ETag", "Link"] } } },
      },
    },
    Guarded: {
      Type: "AWS::CloudFront::ResponseHeadersPolicy",
      Properties: {
        ResponseHeadersPolicyConfig: {
          SecurityHeadersConfig: {
            ContentSecurityPolicy: { ContentSecurityPolicy: "default-src 'none'", Override: true },
            ContentTypeOptions: { Override: true },
            ReferrerPolicy: { ReferrerPolicy: "no-referrer", Override: true },
            StrictTransportSecurity: { AccessControlMaxAgeSec: 60, Override: true },
          },
          CustomHeadersConfig: { Items: [{ Header: "permissions-policy", Value: "camera=()", Override: true }] },
        },
      },
    },
    Framed: {
      Type: "AWS::CloudFront::ResponseHeadersPolicy",
      Properties: {
        ResponseHeadersPolicyConfig: {
          SecurityHeadersConfig: { FrameOptions: { FrameOption: "DENY", Override: true } },
        },
      },
    },
    Zipped: {
      Type: "AWS::CloudFront::CachePolicy",
      Properties: {
        CachePolicyConfig: {
          MinTTL: 0,
          DefaultTTL: 0,
          MaxTTL: 60,
          ParametersInCacheKeyAndForwardedToOrigin: { EnableAcceptEncodingGzip: true },
        },
      },
    },
    Plain: { Type: "AWS::CloudFront::CachePolicy", Properties: { CachePolicyConfig: { MinTTL: 0 } } },
    Edge: {
      Type: "AWS::CloudFront::Function",
      Properties: {
        Name: "edge",
        FunctionCode: `function handler({ request }) {
          if (request.uri === "/app/old") return { statusCode: 301, headers: { location: { value: "/app/" } } };
          return { ...request, uri: "/app/" };
        }`,
        FunctionConfig: { Runtime: "cloudfront-js-2.0" },
      },
    },
    Distribution: {
      Type: "AWS::CloudFront::Distribution",
      Properties: {
        DistributionConfig: {
          CacheBehaviors: [
            { PathPattern: "/", TargetOriginId: "api", OriginRequestPolicyId: ref("ToApi") },
            {
              PathPattern: "webmentions",
              TargetOriginId: "api",
              OriginRequestPolicyId: ref("ToApi"),
              AllowedMethods: ["GET", "HEAD", "OPTIONS", "PUT", "PATCH", "POST", "DELETE"],
            },
            { PathPattern: "/docs", TargetOriginId: "bucket", ResponseHeadersPolicyId: ref("Guarded") },
            { PathPattern: "/docs/*", TargetOriginId: "bucket", ResponseHeadersPolicyId: ref("Guarded") },
            {
              PathPattern: "/app/*",
              TargetOriginId: "bucket",
              Compress: true,
              CachePolicyId: ref("Zipped"),
              FunctionAssociations: [
                { EventType: "viewer-request", FunctionARN: { "Fn::GetAtt": ["Edge", "FunctionARN"] } },
              ],
            },
          ],
          DefaultCacheBehavior: { TargetOriginId: "bucket", ResponseHeadersPolicyId: ref("AnyOrigin") },
          Origins: [
            {
              Id: "api",
              DomainName: { "Fn::Select": [2, { "Fn::Split": ["/", { "Fn::GetAtt": ["Api", "ApiEndpoint"] }] }] },
              OriginCustomHeaders: [VIEWER],
            },
            {
              Id: "bucket",
              DomainName: { "Fn::GetAtt": ["Bucket", "RegionalDomainName"] },
              S3OriginConfig: { OriginAccessIdentity: "" },
            },
          ],
          ...changes,
        },
      },
    },
  };
  return new Template(resources, { api: apiUrl, aws: "http://127.0.0.1:1" });
}
