import middy from "@middy/core";
import type { APIGatewayProxyEventV2WithJWTAuthorizer, APIGatewayProxyStructuredResultV2, Context } from "aws-lambda";
import type * as z from "zod/mini";
import { runBeforeDeadline } from "../deadline.ts";
import type { Environment, EnvironmentContract } from "../env.ts";
import { readEnvironment } from "../env.ts";
import { lazy } from "../lazy.ts";
import { errorFields, log } from "../log.ts";
import { runningWarmUp } from "../running-warm-up.ts";
import { callerUses } from "../uses.ts";
import type { Answer } from "./answer.ts";
import type { Caller } from "./caller.ts";
import { callerOf } from "./caller.ts";
import { compress } from "./compress.ts";
import { withTag } from "./entity-tag.ts";
import { idempotencyKey } from "./idempotency-key.ts";
import { problem, toRejected } from "./problem.ts";
import { queryParameters } from "./query-parameters.ts";
import { Rejected, routeNotFound } from "./rejected.ts";
import { bodyBytes, parseBody } from "./request-body.ts";
import type { Route, Routes, Upload } from "./route.ts";
import { endsWithSlash, isOptionalBody, routeKey } from "./route.ts";
import type { Uploaded } from "./uploaded.ts";
import { uploaded } from "./uploaded.ts";
import { validate } from "./validate.ts";

export type HttpEvent = APIGatewayProxyEventV2WithJWTAuthorizer;

type Output<S> = S extends z.ZodMiniType ? z.output<S> : undefined;

/** A request that has passed the checks of `httpApi`, typed by its route's schemas. */
export interface OperationRequest<R extends Route> {
  readonly caller: R["access"] extends "public" ? Caller | null : Caller;
  readonly params: Output<R["params"]>;
  readonly query: Output<R["query"]>;
  readonly body: Output<R["body"]>;
  readonly upload: R["upload"] extends Upload ? Uploaded : undefined;
  /** The route in API Gateway's form: `POST /v1/stocks`. */
  readonly routeKey: string;
  /** The request's idempotency key, if the route accepts one and it was sent. */
  readonly idempotencyKey: string | null;
  /** By their names in lower case. */
  readonly headers: Readonly<Record<string, string | undefined>>;
  /** The address that called the gateway; behind CloudFront this is CloudFront's. */
  readonly sourceAddress: string;
  /** The correlation id of the request, part of every message that the request causes. */
  readonly correlationId: string;
}

/** The operation of one route: takes the checked request, returns an answer or throws `Rejected`. */
export type Operation<R extends Route, S> = (request: OperationRequest<R>, services: S) => Promise<Answer> | Answer;

type Operations<R extends Routes, S> = { readonly [K in keyof R]: Operation<R[K], S> };

/** The feature's one HTTP function: its routes, its environment, its services and an operation for each route. */
export interface HttpApi<R extends Routes, C extends EnvironmentContract, S> {
  readonly routes: R;
  readonly environment: C;
  /** Creates the services of the operations: once a container, on the first request, and again if that failed. */
  readonly services: (environment: Environment<C>) => S;
  readonly operations: Operations<R, NoInfer<S>>;
  /** Answers or rejects a request that no route matches; only the function behind `$default` has it. */
  readonly otherwise?: (event: HttpEvent) => Answer;
}

/** Makes the Lambda handler of a feature's routes. Rejections are answered as problem+json; each request is logged once. */
export function httpApi<R extends Routes, C extends EnvironmentContract, S>(api: HttpApi<R, C, S>) {
  const names = new Map(Object.entries(api.routes).map(([name, route]) => [routeKey(route), name]));
  const services = lazy(() => api.services(readEnvironment(api.environment)));

  // Read separately from the operations' environment: every entry also has it in its contract.
  const groupsClaim = lazy(() => readEnvironment(callerUses).GROUPS_CLAIM);

  async function answer(event: HttpEvent): Promise<APIGatewayProxyStructuredResultV2> {
    const name = names.get(event.routeKey);
    const route = name === undefined ? undefined : api.routes[name];
    if (name === undefined || route === undefined) {
      if (api.otherwise === undefined) throw new Error(`No operation for route ${event.routeKey}`);
      return response(api.otherwise(event));
    }
    if (endsWithSlash(route.path) && event.rawPath !== route.path) throw routeNotFound();
    const caller = authorize(route, callerOf(event, groupsClaim()));
    const { idempotencyKey: use, upload } = route;
    const bytes = bodyBytes(event, upload?.mostSent);
    const key = use === undefined ? null : idempotencyKey(event.headers["idempotency-key"], use);
    const request = {
      caller,
      params: validate(route.params, event.pathParameters ?? {}, "path"),
      query: validate(route.query, queryParameters(route.query, event), "query"),
      body: route.body === undefined ? undefined : validate(route.body, sentBody(route, event, bytes), ""),
      upload: upload === undefined ? undefined : await uploaded(event, bytes, upload),
      routeKey: event.routeKey,
      idempotencyKey: key,
      headers: event.headers,
      sourceAddress: event.requestContext.http.sourceIp,
      correlationId: event.requestContext.requestId,
    };
    const operation = api.operations[name] as Operation<Route, S>;
    const answered = response(await operation(request as OperationRequest<Route>, services()));
    const made = route.isKeptBySite === true ? withTag(answered, event.headers["if-none-match"]) : answered;
    return route.method === "HEAD" ? withoutBody(made) : compress(made, event.headers["accept-encoding"]);
  }

  return middy<HttpEvent, APIGatewayProxyStructuredResultV2, Error, Context>()
    .use(accessLog())
    .use(problems())
    .handler((event, context) => runBeforeDeadline(context, () => answer(event)));
}

/** The body as it was sent; undefined if it is missing and the route allows that. */
function sentBody({ body, bodyType }: Route, event: HttpEvent, bytes: Buffer): unknown {
  const isLeftOut = bytes.length === 0 && body !== undefined && isOptionalBody(body);
  return isLeftOut ? undefined : parseBody(event, bytes, bodyType);
}

function authorize(route: Route, caller: Caller | null): Caller | null {
  if (route.access === "public") return caller;
  // The gateway's authorizer rejects requests without a token. This check covers a route without an authorizer.
  if (caller === null) {
    throw new Rejected(401, "unauthorized", "A bearer token is needed.", { headers: { "www-authenticate": "Bearer" } });
  }
  if (route.access === "admin" && !caller.isAdmin) {
    throw new Rejected(403, "forbidden", "Only members of the group admin may do this.");
  }
  return caller;
}

function response(answer: Answer): APIGatewayProxyStructuredResultV2 {
  if (answer.text !== undefined) {
    return { statusCode: answer.status, headers: { ...answer.headers }, body: answer.text };
  }
  if (answer.body === undefined) return { statusCode: answer.status, headers: { ...answer.headers } };
  return {
    statusCode: answer.status,
    headers: { "content-type": "application/json", ...answer.headers },
    body: JSON.stringify(answer.body),
  };
}

function withoutBody({ body: _body, ...head }: APIGatewayProxyStructuredResultV2): APIGatewayProxyStructuredResultV2 {
  return head;
}

function problems(): middy.MiddlewareObj<HttpEvent, APIGatewayProxyStructuredResultV2> {
  return {
    onError: (request) => {
      const rejected = toRejected(request.error);
      if (rejected.status >= 500) {
        log.error("request_failed", { ...about(request.event), code: rejected.code, ...errorFields(request.error) });
      }
      request.response = problem(rejected);
    },
  };
}

/**
 * Logs one line for each request: route, caller, status, duration in milliseconds. It is registered first, so that it runs after all
 * others.
 */
function accessLog(): middy.MiddlewareObj<HttpEvent, APIGatewayProxyStructuredResultV2> {
  const started = new WeakMap<HttpEvent, number>();
  let coldStart = true;
  const write = (event: HttpEvent, status: number | undefined) => {
    if (runningWarmUp() !== undefined) return;
    const duration = Math.round(performance.now() - (started.get(event) ?? performance.now()));
    log.info("request_answered", { ...about(event), status, duration_ms: duration, cold_start: coldStart });
    coldStart = false;
  };
  return {
    before: (request) => {
      started.set(request.event, performance.now());
    },
    after: (request) => write(request.event, request.response?.statusCode),
    onError: (request) => write(request.event, request.response?.statusCode),
  };
}

/** The fields of every log line about a request; `user_id` is the `sub` of the caller's token, if there is one. */
function about({ routeKey, requestContext: { requestId, authorizer } }: HttpEvent) {
  return { route: routeKey, user_id: authorizer?.jwt?.claims.sub, correlation_id: requestId };
}
