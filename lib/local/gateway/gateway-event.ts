import { ACCOUNT } from "../template/identities.ts";
import type { MatchedRoute } from "./gateway-routes.ts";

export interface GatewayRequest {
  readonly request: Request;
  readonly body: Buffer;
  readonly sourceIp: string;
  readonly requestId: string;
  readonly now: Date;
  readonly matched: MatchedRoute;
  /** The verified token's claims; undefined on a public route. */
  readonly claims: Readonly<Record<string, unknown>> | undefined;
}

/** Creates the event of payload format 2.0 (API Gateway guide, "Lambda proxy integrations for HTTP APIs"). */
export function gatewayEvent({ request, body, sourceIp, requestId, now, matched, claims }: GatewayRequest) {
  const url = new URL(request.url);
  const headers = Object.fromEntries(request.headers);
  const { cookie, ...rest } = headers;
  const query = commaJoined(url.searchParams);
  const text = isText(headers["content-type"]) && headers["content-encoding"] === undefined;
  return {
    version: "2.0",
    routeKey: matched.route.key,
    rawPath: url.pathname,
    rawQueryString: url.search.slice(1),
    ...(cookie === undefined ? {} : { cookies: cookie.split(/;\s*/) }),
    headers: rest,
    ...(query === undefined ? {} : { queryStringParameters: query }),
    ...(Object.keys(matched.parameters).length === 0 ? {} : { pathParameters: matched.parameters }),
    requestContext: {
      accountId: ACCOUNT,
      apiId: "local",
      ...(claims === undefined ? {} : { authorizer: { jwt: { claims: asText(claims), scopes: null } } }),
      domainName: url.host,
      domainPrefix: url.hostname.split(".")[0],
      http: {
        method: request.method,
        path: url.pathname,
        protocol: "HTTP/1.1",
        sourceIp,
        userAgent: headers["user-agent"] ?? "",
      },
      requestId,
      routeKey: matched.route.key,
      stage: "$default",
      time: now.toUTCString(),
      timeEpoch: now.getTime(),
    },
    ...(body.length === 0 ? {} : { body: body.toString(text ? "utf8" : "base64") }),
    isBase64Encoded: body.length > 0 && !text,
  };
}

/** The values of a repeated name are joined by commas. */
function commaJoined(parameters: URLSearchParams): Record<string, string> | undefined {
  const names = [...new Set(parameters.keys())];
  if (names.length === 0) return undefined;
  return Object.fromEntries(names.map((name) => [name, parameters.getAll(name).join(",")]));
}

/** The gateway passes text as it is and other bodies in base64: text that is compressed, too, which its guide does not say. */
function isText(contentType: string | undefined): boolean {
  return (
    contentType === undefined ||
    /^\s*(text\/|application\/(json|javascript|xml|[\w.-]+\+(json|xml)))/i.test(contentType)
  );
}

/** Claims reach a function as text in Go's format of values: a list as `[admin editors]`. */
function asText(claims: Readonly<Record<string, unknown>>): Record<string, string> {
  return Object.fromEntries(Object.entries(claims).map(([name, value]) => [name, goText(value)]));
}

function goText(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(goText).join(" ")}]`;
  if (value === null) return "<nil>";
  if (typeof value !== "object") return String(value);
  const members = Object.entries(value).sort(([one], [other]) => (one < other ? -1 : 1));
  return `map[${members.map(([name, member]) => `${name}:${goText(member)}`).join(" ")}]`;
}
