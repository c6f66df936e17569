import * as z from "zod/mini";
import type { IdempotencyKeyUse } from "../idempotency/idempotency-key.ts";

/** Who may call a route: anybody, a user with a valid token, or a user in the group `admin`. */
export type Access = "public" | "user" | "admin";

/** One answer a route can give, for the OpenAPI document. */
export interface DescribedAnswer {
  readonly description: string;
  /** Shape of the JSON body; none for an answer without a body. */
  readonly body?: z.ZodMiniType;
  /** Media type of a body that is a text and not JSON, e.g. `text/html`. */
  readonly textType?: string;
}

/** What a route's body is sent as. */
export type BodyType = "application/json" | "application/x-www-form-urlencoded";

/**
 * A route as data. The template's routes, the dispatch in the function, the 405 answer and the OpenAPI document all
 * come from it, so nothing about a route is written twice.
 */
export interface Route {
  readonly method: "GET" | "HEAD" | "POST" | "PUT" | "PATCH" | "DELETE";
  /** API Gateway form, e.g. `/v1/stocks/{id}`. */
  readonly path: string;
  readonly access: Access;
  readonly summary: string;
  readonly params?: z.ZodMiniType;
  readonly query?: z.ZodMiniType;
  /** The body's shape; one with a default may be left out. A route without it ignores what is sent. */
  readonly body?: z.ZodMiniType;
  /** JSON without it. A form reaches its schema as an object of texts; a name that came several times has a list. */
  readonly bodyType?: BodyType;
  /** Whether the route takes the header Idempotency-Key; only those that create do. */
  readonly idempotencyKey?: IdempotencyKeyUse;
  /** Successful answers by status; refusals common to all routes are added by the document's writer. */
  readonly answers: Readonly<Record<number, DescribedAnswer>>;
  /** Refusals of this route beyond the common ones: status to the codes. */
  readonly refusals?: Readonly<Record<number, readonly string[]>>;
}

/** A feature's routes by the name of the operation that answers each. */
export type Routes = Readonly<Record<string, Route>>;

/** Whether a route answers a request without a body. */
export function isOptionalBody(body: z.ZodMiniType): boolean {
  return z.safeParse(body, undefined).success;
}

/**
 * A route's path as API Gateway has it. There none may end with a slash: one that does takes all that lies below its
 * parent, and what is not its own is answered 404.
 */
export function gatewayPath(path: string): string {
  return endsWithSlash(path) ? path.replace(/[^/]+\/$/, "{below+}") : path;
}

export function endsWithSlash(path: string): boolean {
  return path.length > 1 && path.endsWith("/");
}

/** How API Gateway names a route in an event. */
export function routeKey(route: Pick<Route, "method" | "path">): string {
  return `${route.method} ${gatewayPath(route.path)}`;
}
