import { withSecrets } from "../template/dynamic-references.ts";
import type { Template } from "../template/template.ts";
import type { CachePolicy } from "./edge-cache.ts";
import { cachePolicyOf } from "./edge-cache.ts";
import type { FunctionAssociation, ViewerRequest } from "./viewer-request.ts";
import { viewerRequestOf } from "./viewer-request.ts";

/** An origin of CloudFront: a bucket's objects, or the API, with headers that the viewer can't change. */
export type SiteOrigin =
  | { readonly kind: "bucket"; readonly bucket: string }
  | {
      readonly kind: "api";
      /** Headers that CloudFront sends. */
      readonly headers: Readonly<Record<string, string>>;
      /** Headers of the viewer's request that reach the API, in lower case. */
      readonly forwarded: ReadonlySet<string>;
    };

export interface SiteBehaviour {
  /** CloudFront's path pattern, with `*` and `?`; undefined for the default behaviour. */
  readonly pattern: string | undefined;
  readonly methods: ReadonlySet<string>;
  readonly origin: SiteOrigin;
  /** Headers that answers get. */
  readonly added: readonly AddedHeader[];
  /** How answers are kept; null where none are. */
  readonly kept: CachePolicy | null;
  /** Whether answers are compressed for viewers that accept it. */
  readonly compresses: boolean;
  /** The function that decides before the origin is asked; undefined without one. */
  readonly viewerRequest: ViewerRequest | undefined;
}

interface CacheBehaviour {
  readonly PathPattern?: string;
  readonly AllowedMethods?: readonly string[];
  readonly TargetOriginId: string;
  readonly OriginRequestPolicyId?: string;
  readonly ResponseHeadersPolicyId?: string;
  readonly CachePolicyId?: string;
  readonly Compress?: boolean;
  readonly FunctionAssociations?: readonly FunctionAssociation[];
}

interface Origin {
  readonly Id: string;
  readonly DomainName: string;
  readonly S3OriginConfig?: unknown;
  readonly OriginCustomHeaders?: readonly { readonly HeaderName: string; readonly HeaderValue: string }[];
}

export interface SiteParts {
  readonly template: Template;
  readonly apiUrl: string;
  /** Values of secrets, by name. */
  readonly secrets: ReadonlyMap<string, string>;
}

/**
 * Reads the behaviours of the template's distribution, in the order in which CloudFront tries them; the default one is
 * the last.
 *
 * @throws Error on an origin that is neither a bucket nor the API, and on functions and headers that are not known here
 */
export function readSiteBehaviours({ template, apiUrl, secrets }: SiteParts): SiteBehaviour[] {
  const [distribution] = template.ofType("AWS::CloudFront::Distribution");
  const config = distribution?.properties.DistributionConfig as
    | { DefaultCacheBehavior: CacheBehaviour; CacheBehaviors?: readonly CacheBehaviour[]; Origins: readonly Origin[] }
    | undefined;
  if (config === undefined) throw new Error("The template has no distribution.");
  const origins = new Map(config.Origins.map((origin) => [origin.Id, origin]));

  const originOf = (behaviour: CacheBehaviour): SiteOrigin => {
    const origin = origins.get(behaviour.TargetOriginId);
    if (origin?.S3OriginConfig !== undefined) {
      const bucket = String(origin.DomainName.split(".")[0]);
      return { kind: "bucket", bucket };
    }
    if (origin?.DomainName !== new URL(apiUrl).host) {
      throw new Error(`The local runner does not know the origin ${origin?.DomainName}.`);
    }
    const headers = (origin.OriginCustomHeaders ?? []).map(({ HeaderName, HeaderValue }) => [
      HeaderName,
      withSecrets(HeaderValue, secrets),
    ]);
    return {
      kind: "api",
      headers: Object.fromEntries(headers),
      forwarded: forwardedBy(template, behaviour.OriginRequestPolicyId),
    };
  };
  return [...(config.CacheBehaviors ?? []), config.DefaultCacheBehavior].map((behaviour) => ({
    pattern: behaviour.PathPattern,
    methods: new Set(behaviour.AllowedMethods ?? ["GET", "HEAD"]),
    origin: originOf(behaviour),
    added: addedBy(template, behaviour.ResponseHeadersPolicyId),
    kept: cachePolicyOf(template, behaviour.CachePolicyId),
    compresses: behaviour.Compress === true && acceptsGzip(template, behaviour.CachePolicyId),
    viewerRequest: viewerRequestOf(template, behaviour.FunctionAssociations),
  }));
}

/** Whether a behaviour applies to a path: patterns match whole paths and are case-sensitive. */
export function matchesBehaviour({ pattern }: SiteBehaviour, path: string): boolean {
  if (pattern === undefined) return true;
  const escaped = pattern.replace(/^(?!\/)/, "/").replace(/[.+^${}()|[\]\\]/g, "\\$&");
  return new RegExp(`^${escaped.replaceAll("*", ".*").replaceAll("?", ".")}$`).test(path);
}

/** The viewer's headers that an origin request policy forwards; none without one. */
function forwardedBy(template: Template, id: string | undefined): ReadonlySet<string> {
  if (id === undefined) return new Set();
  const policy = template.ofType("AWS::CloudFront::OriginRequestPolicy").find(({ ref }) => ref === id);
  const { HeadersConfig } = (policy?.properties.OriginRequestPolicyConfig ?? {}) as {
    HeadersConfig?: { HeaderBehavior: string; Headers: readonly string[] };
  };
  if (HeadersConfig?.HeaderBehavior !== "whitelist") {
    throw new Error(`The local runner wants an origin request policy that lists its headers; ${id} does not.`);
  }
  return new Set(HeadersConfig.Headers.map((name) => name.toLowerCase()));
}

/** Whether a cache policy keeps compressed answers; CloudFront compresses none without it. */
function acceptsGzip(template: Template, id: string | undefined): boolean {
  const policy = template.ofType("AWS::CloudFront::CachePolicy").find(({ ref }) => ref === id);
  const { ParametersInCacheKeyAndForwardedToOrigin: parameters } = (policy?.properties.CachePolicyConfig ?? {}) as {
    ParametersInCacheKeyAndForwardedToOrigin?: { readonly EnableAcceptEncodingGzip?: boolean };
  };
  return parameters?.EnableAcceptEncodingGzip === true;
}

/** A header that is added to an answer: in place of the origin's own, or where the origin has none. */
interface AddedHeader {
  readonly name: string;
  readonly value: string;
  readonly overrides: boolean;
}

/** The headers that a response headers policy adds. @throws Error on a kind of header that is not known here */
function addedBy(template: Template, id: string | undefined): AddedHeader[] {
  const policy = template.ofType("AWS::CloudFront::ResponseHeadersPolicy").find(({ ref }) => ref === id);
  const { CorsConfig, SecurityHeadersConfig, CustomHeadersConfig } = (policy?.properties.ResponseHeadersPolicyConfig ??
    {}) as {
    CorsConfig?: Readonly<Record<string, { readonly Items?: readonly string[] }>>;
    SecurityHeadersConfig?: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
    CustomHeadersConfig?: { readonly Items: readonly { Header: string; Value: string; Override: boolean }[] };
  };
  const listed = (name: string) => (CorsConfig?.[name]?.Items ?? []).join(", ");
  return [
    { name: "access-control-allow-origin", value: listed("AccessControlAllowOrigins"), overrides: true },
    { name: "access-control-expose-headers", value: listed("AccessControlExposeHeaders"), overrides: true },
    ...Object.entries(SecurityHeadersConfig ?? {}).map(([kind, config]) => {
      const [name, value] = securityHeader(kind, config);
      return { name, value, overrides: config.Override !== false };
    }),
    ...(CustomHeadersConfig?.Items ?? []).map(({ Header: name, Value: value, Override: overrides }) => {
      return { name, value, overrides };
    }),
  ].filter(({ value }) => value !== "");
}

function securityHeader(kind: string, config: Readonly<Record<string, unknown>>): readonly [string, string] {
  switch (kind) {
    case "ContentSecurityPolicy":
      return ["content-security-policy", String(config.ContentSecurityPolicy)];
    case "ContentTypeOptions":
      return ["x-content-type-options", "nosniff"];
    case "ReferrerPolicy":
      return ["referrer-policy", String(config.ReferrerPolicy)];
    case "StrictTransportSecurity":
      return ["strict-transport-security", `max-age=${config.AccessControlMaxAgeSec}`];
    default:
      throw new Error(`The local runner does not know the security header ${kind}.`);
  }
}
