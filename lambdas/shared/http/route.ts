import * as z from "zod/mini";
import type { IdempotencyKeyUse } from "./idempotency-key.ts";

/** Who may call a route: anyone, a user with a valid token, or a user in the group `admin`. */
export type Access = "public" | "user" | "admin";

/**
 * What a token grants: `read` every GET of a user; `save` that, and to make and change bookmarks and stocks; `full` everything
 * that the person may do. Each grants what those before it do.
 */
export const SCOPES = ["read", "save", "full"] as const;
export type Scope = (typeof SCOPES)[number];

/** One answer of a route, for the OpenAPI document. */
export interface DescribedAnswer {
  readonly description: string;
  /** The schema of the JSON body; absent for an answer without one. */
  readonly body?: z.ZodMiniType;
  /** The media type of a body that is not JSON, e.g. `text/html`. */
  readonly textType?: string;
  /** Headers that say something of the resource: descriptions by name. */
  readonly headers?: Readonly<Record<string, string>>;
}

/** What a route takes as bytes: a file of one media type, as it is or in gzip. */
export interface Upload {
  readonly type: "text/html";
  /** The most bytes that are sent. In base64 they fit into the 6 MB of Lambda's payload. */
  readonly mostSent: number;
  /** The most bytes that they become without gzip. */
  readonly mostUnpacked: number;
}

export type BodyType = "application/json" | "application/x-www-form-urlencoded";

/**
 * A route as data. The template's routes, the function's dispatch, the 405 answer and the OpenAPI document are all derived
 * from it.
 */
export type Route = RouteDescription & RouteAccess;

/** A user's route names the least scope of a token; an administrator's route needs `full`, and a public one no token. */
type RouteAccess =
  | { readonly access: "public" | "admin"; readonly scope?: never }
  | { readonly access: "user"; readonly scope: Scope };

interface RouteDescription {
  readonly method: "GET" | "HEAD" | "POST" | "PUT" | "PATCH" | "DELETE";
  /** API Gateway form, e.g. `/v1/stocks/{id}`. */
  readonly path: string;
  readonly summary: string;
  readonly params?: z.ZodMiniType;
  readonly query?: z.ZodMiniType;
  /** The body's schema. If the schema has a default, the body may be left out. A route without a schema ignores the body. */
  readonly body?: z.ZodMiniType;
  /**
   * JSON by default. A form's fields are passed to the schema as an object of texts, with a list for a name that occurs
   * several times.
   */
  readonly bodyType?: BodyType;
  /** In place of a body that a schema describes. */
  readonly upload?: Upload;
  /** Whether the route accepts the header Idempotency-Key; only routes that create do. */
  readonly idempotencyKey?: IdempotencyKeyUse;
  /**
   * Whether the site's distribution keeps the answers: they have an ETag, and a throttle of their own, since CloudFront's
   * caches ask for all readers.
   */
  readonly isKeptBySite?: true;
  /** Whether an answer waits for another site, or for hundreds of writes: then it is not among those that must be quick. */
  readonly mayTakeLong?: true;
  /** Successful answers by status. The rejections that all routes have in common are added to the document elsewhere. */
  readonly answers: Readonly<Record<number, DescribedAnswer>>;
  /** The route's rejections beyond the common ones: codes by status. */
  readonly refusals?: Readonly<Record<number, readonly string[]>>;
}

/** A feature's routes by the names of their operations. */
export type Routes = Readonly<Record<string, Route>>;

/** A token must have one of these scopes; none for a public route. */
export function acceptedScopes(route: Pick<Route, "access" | "scope">): readonly Scope[] {
  if (route.access === "public") return [];
  return SCOPES.slice(SCOPES.indexOf(route.scope ?? "full"));
}

/** Whether a route accepts a request without a body. */
export function isOptionalBody(body: z.ZodMiniType): boolean {
  return z.safeParse(body, undefined).success;
}

/**
 * A route's path in API Gateway, where no path may end with a slash. Such a path becomes a route for all paths below its
 * parent; the function answers 404 to the other ones.
 */
export function gatewayPath(path: string): string {
  return endsWithSlash(path) ? path.replace(/[^/]+\/$/, "{below+}") : path;
}

export function endsWithSlash(path: string): boolean {
  return path.length > 1 && path.endsWith("/");
}

/** The name of a route in API Gateway's events. */
export function routeKey(route: Pick<Route, "method" | "path">): string {
  return `${route.method} ${gatewayPath(route.path)}`;
}
