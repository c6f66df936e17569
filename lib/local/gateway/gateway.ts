import { randomUUID } from "node:crypto";
import { STATUS_CODES } from "node:http";
import type { Context } from "hono";
import { Hono } from "hono";
import { bodyLimit } from "hono/body-limit";
import type { InvocationOutcome } from "../functions/execution-environment.ts";
import { TIMED_OUT } from "../functions/execution-environment.ts";
import type { Cors } from "./gateway-cors.ts";
import { gatewayEvent } from "./gateway-event.ts";
import type { RouteTarget } from "./gateway-routes.ts";
import { matchRoute } from "./gateway-routes.ts";
import { requestsInFlight } from "./requests-in-flight.ts";
import type { RouteThrottles } from "./route-throttles.ts";
import type { TokenIssuer } from "./token-issuer.ts";

export interface Gateway {
  readonly routes: readonly RouteTarget[];
  readonly cors: Cors;
  readonly tokens: TokenIssuer;
  readonly throttles: RouteThrottles;
  /** Receives the status and the milliseconds of each answer, and the gateway's own message or a hyphen. */
  readonly recordAnswer?: (status: number, latencyMs: number, error: string) => void;
}

/** API Gateway's own limit of a payload. */
const MAX_PAYLOAD_BYTES = 10 * 1024 * 1024;
/** Lambda's limit of the event of a synchronous invocation, in which a body may be in base64. */
const MAX_EVENT_BYTES = 6 * 1024 * 1024;

/** Answers requests as an API Gateway HTTP API does: CORS, route, authorizer, function, and its own error messages. */
export function gatewayApp(gateway: Gateway): Hono {
  const { cors, recordAnswer: report } = gateway;
  const app = new Hono();
  app.use(async (c, next) => {
    const began = performance.now();
    await next();
    // A preflight is answered before the access log, too. Only a function's answer has the header.
    const isOwn = c.res.status >= 400 && !c.res.headers.has("apigw-requestid");
    const error = isOwn ? (STATUS_CODES[c.res.status] ?? "") : "-";
    if (c.req.method !== "OPTIONS") report?.(c.res.status, performance.now() - began, error);
  });
  app.use(requestsInFlight(MAX_PAYLOAD_BYTES));
  app.use(bodyLimit({ maxSize: MAX_PAYLOAD_BYTES, onError: (c) => own(c, 413, "Request Entity Too Large") }));
  app.all("*", async (c) => {
    const origin = c.req.header("origin");
    if (c.req.method === "OPTIONS" && origin !== undefined && c.req.header("access-control-request-method")) {
      return new Response(null, { status: 204, headers: cors.preflight });
    }
    const answer = await answerRequest(c, gateway);
    if (origin !== undefined) for (const [name, value] of Object.entries(cors.actual)) answer.headers.set(name, value);
    return answer;
  });
  return app;
}

async function answerRequest(c: Context, { routes, tokens, throttles }: Gateway): Promise<Response> {
  const url = new URL(c.req.url);
  const matched = matchRoute(routes, c.req.method, url.pathname);
  if (matched === undefined) return own(c, 404, "Not Found");
  if (!throttles.admits(matched.route.key)) return own(c, 429, "Too Many Requests");
  const { authorizer } = matched.route;
  let claims: Record<string, unknown> | undefined;
  if (authorizer !== undefined) {
    const token = /^(?:Bearer\s+)?(\S+)$/i.exec(c.req.header("authorization") ?? "")?.[1];
    if (token === undefined) return unauthorized(c, "Bearer");
    try {
      claims = await tokens.verify(token, authorizer.issuer, authorizer.audience);
    } catch (error) {
      const reason = (error instanceof Error ? error.message : String(error)).replaceAll('"', "'");
      return unauthorized(c, `Bearer scope="" error="invalid_token" error_description="${reason}"`);
    }
    const { scopes } = authorizer;
    const granted = grantedScopes(claims);
    if (scopes.length > 0 && !scopes.some((scope) => granted.includes(scope))) {
      const challenge = `Bearer scope="${scopes.join(" ")}" error="insufficient_scope"`;
      return c.json({ message: "Forbidden" }, 403, { "www-authenticate": challenge });
    }
  }
  const requestId = randomUUID();
  const event = gatewayEvent({
    request: c.req.raw,
    body: Buffer.from(await c.req.arrayBuffer()),
    sourceIp: String(c.env?.incoming?.socket?.remoteAddress ?? "127.0.0.1"),
    requestId,
    now: new Date(),
    matched,
    claims,
  });
  if (Buffer.byteLength(event.body ?? "") > MAX_EVENT_BYTES) return own(c, 413, "Request Entity Too Large");
  return response(c, await matched.route.function.invoke(event), requestId);
}

function response(c: Context, outcome: InvocationOutcome, requestId: string): Response {
  if (!outcome.ok) {
    return outcome.errorType === TIMED_OUT ? own(c, 503, "Service Unavailable") : own(c, 500, "Internal Server Error");
  }
  const result = outcome.result as FunctionAnswer | string | null;
  // Format 2.0: an answer without a status is the body of a 200.
  if (typeof result !== "object" || result === null || result.statusCode === undefined) {
    return new Response(JSON.stringify(result), { headers: { "content-type": "application/json" } });
  }
  const headers = new Headers();
  for (const [name, value] of Object.entries(result.headers ?? {})) headers.set(name, String(value));
  for (const cookie of result.cookies ?? []) headers.append("set-cookie", cookie);
  headers.set("apigw-requestid", requestId);
  const body = Buffer.from(result.body ?? "", result.isBase64Encoded ? "base64" : "utf8");
  const empty = result.statusCode === 204 || result.statusCode === 304;
  return new Response(empty ? null : body, { status: result.statusCode, headers });
}

interface FunctionAnswer {
  readonly statusCode?: number;
  readonly headers?: Readonly<Record<string, unknown>>;
  readonly cookies?: readonly string[];
  readonly body?: string;
  readonly isBase64Encoded?: boolean;
}

function own(c: Context, status: 404 | 413 | 429 | 500 | 503, message: string): Response {
  return c.json({ message }, status);
}

/** The scopes in a token's claim `scope` or `scp`: names separated by spaces, or a list of them. */
function grantedScopes({ scope, scp }: Record<string, unknown>): readonly string[] {
  const claim = scope ?? scp;
  return Array.isArray(claim) ? claim.map(String) : typeof claim === "string" ? claim.split(" ") : [];
}

function unauthorized(c: Context, challenge: string): Response {
  return c.json({ message: "Unauthorized" }, 401, { "www-authenticate": challenge });
}
