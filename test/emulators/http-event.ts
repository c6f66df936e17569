import type { APIGatewayProxyStructuredResultV2, Context } from "aws-lambda";
import type { HttpEvent } from "../../lambdas/shared/http/http-api.ts";
import { gatewayPath } from "../../lambdas/shared/http/route.ts";
import { isDocumented } from "../operations/documented.ts";
import { judgeResult } from "../operations/judged-answers.ts";

/** A request, with the fields that tests need. */
export interface HttpRequest {
  /** Method and path pattern in the code's form of the route, e.g. `GET /v1/stocks/{id}`. */
  readonly route: string;
  /** The requested method; by default that of the route, which `$default` does not have. */
  readonly method?: string;
  /** The requested path; by default the pattern with `params` filled in. */
  readonly path?: string;
  readonly params?: Readonly<Record<string, string>>;
  /** A list is a name that is sent several times. */
  readonly query?: Readonly<Record<string, string | readonly string[]>>;
  /** A text is sent unchanged, bytes in base64, any other value as JSON. Default: no body. */
  readonly body?: unknown;
  readonly base64?: boolean;
  readonly headers?: Readonly<Record<string, string>>;
  /** The token's subject; null: no token. Default "alice". */
  readonly user?: string | null;
  readonly groups?: readonly string[];
  readonly requestId?: string;
  /** Default 192.0.2.1. */
  readonly sourceAddress?: string;
  /** The function has invented answers, which the OpenAPI document does not describe. */
  readonly madeUp?: boolean;
}

/** An event of an HTTP API, payload format 2.0, behind a JWT authorizer. */
export function httpEvent(request: HttpRequest): HttpEvent {
  const [method = "", pattern = ""] = request.route.split(" ");
  const params = request.params ?? {};
  const path = request.path ?? pattern.replace(/\{(\w+)\}/g, (_whole, name: string) => params[name] ?? "");
  const query = Object.entries(request.query ?? {}).map(([name, value]) => [name, [value].flat()] as const);
  const { body } = request;
  const isBytes = body instanceof Uint8Array;
  const text = typeof body === "string" || isBytes ? body : JSON.stringify(body);
  const base64 = request.base64 ?? isBytes;
  const routeKey = `${method} ${gatewayPath(pattern)}`;
  return {
    version: "2.0",
    routeKey,
    rawPath: path,
    rawQueryString: new URLSearchParams(
      query.flatMap(([name, values]) => values.map((value) => [name, value] as [string, string])),
    ).toString(),
    // The gateway gives header names in lower case.
    headers: {
      ...(text === undefined ? {} : { "content-type": "application/json" }),
      ...(request.user === null
        ? {}
        : { authorization: `Bearer ${accessToken(request.user ?? "alice", request.groups)}` }),
      ...request.headers,
    },
    // The gateway joins the values of one name.
    ...(query.length === 0
      ? {}
      : { queryStringParameters: Object.fromEntries(query.map(([name, values]) => [name, values.join(",")])) }),
    ...(Object.keys(params).length === 0 ? {} : { pathParameters: { ...params } }),
    ...(text === undefined ? {} : { body: base64 ? Buffer.from(text as string).toString("base64") : String(text) }),
    isBase64Encoded: base64,
    requestContext: {
      accountId: "111111111111",
      apiId: "api",
      domainName: "api.example",
      domainPrefix: "api",
      http: {
        method: request.method ?? method,
        path,
        protocol: "HTTP/1.1",
        sourceIp: request.sourceAddress ?? "192.0.2.1",
        userAgent: "test",
      },
      requestId: request.requestId ?? "request-1",
      routeKey,
      stage: "$default",
      time: "20/Nov/2026:03:00:00 +0000",
      timeEpoch: 1_795_143_600_000,
      ...(request.user === null ? {} : { authorizer: authorizer(request.user ?? "alice", request.groups) }),
      // The type always has the authorizer; a public route has none.
    } as HttpEvent["requestContext"],
  };
}

/** A token in Cognito's form, as verified by the gateway; its signature is invalid. */
function accessToken(sub: string, groups: readonly string[] | undefined): string {
  const claims = {
    sub,
    token_use: "access",
    client_id: "app",
    ...(groups === undefined ? {} : { "cognito:groups": groups }),
  };
  return [{ alg: "RS256" }, claims]
    .map((part) => Buffer.from(JSON.stringify(part)).toString("base64url"))
    .join(".")
    .concat(".x");
}

/** A list reaches the function as one text, `[admin editors]`; a token without groups has no such claim. */
function authorizer(sub: string, groups: readonly string[] | undefined) {
  return {
    principalId: sub,
    integrationLatency: 1,
    jwt: {
      claims: { sub, ...(groups === undefined ? {} : { "cognito:groups": `[${groups.join(" ")}]` }) },
      scopes: [],
    },
  };
}

/**
 * The part of Lambda's context that the functions read. It has no remaining time: a killed invocation would otherwise answer
 * at its deadline, during another test.
 */
export function lambdaContext(awsRequestId = "invocation-1"): Context {
  return { awsRequestId, functionName: "test" } as Context;
}

/** A function's answer with its body parsed. */
export interface HttpAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, unknown>>;
  /** The JSON body, or a page as a text; undefined without one. */
  // biome-ignore lint/suspicious/noExplicitAny: an answer's body is what the test asserts on.
  readonly body: any;
}

type HttpHandler = (event: HttpEvent, context: Context) => Promise<APIGatewayProxyStructuredResultV2>;

/** Sends a request to a feature's function. The OpenAPI document has to allow the answer, unless it is made up, or its route is. */
export async function answerTo(handler: HttpHandler, request: HttpRequest): Promise<HttpAnswer> {
  const event = httpEvent(request);
  const result = await handler(event, lambdaContext());
  if (isDocumented(event.routeKey) && !request.madeUp) await judgeResult(event.routeKey, result);
  const { statusCode = 0, headers = {}, body } = result;
  const isText = String(headers["content-type"]).startsWith("text/");
  return { status: statusCode, headers, body: body === undefined || isText ? body : JSON.parse(body) };
}

/** Reads all pages of a list, twenty at most. @param plural the name of its items in the answer @returns its pages */
export async function walk<T>(
  getPage: (query: Record<string, string>) => Promise<HttpAnswer>,
  plural: string,
  limit: number,
): Promise<T[][]> {
  const pages: T[][] = [];
  for (let cursor: string | null = ""; cursor !== null && pages.length < 20; ) {
    const { status, body } = await getPage({ limit: String(limit), ...(cursor === "" ? {} : { cursor }) });
    if (status !== 200) throw new Error(`A page of ${plural} has the status ${status}.`);
    pages.push(body[plural]);
    cursor = body.next_cursor;
  }
  return pages;
}
