import { expect, it } from "vitest";
import { describedRoutes } from "../../lambdas/operations/all-routes.ts";
import { routeKey } from "../../lambdas/shared/http/route.ts";

/** The routes of all features that need no token. */
const OF_ANYBODY: readonly string[] = [
  "GET /",
  "GET /.well-known/recommendations.json",
  "GET /.well-known/recommendations.opml",
  "GET /embed.js",
  "GET /embed/recommendations",
  "GET /members/api/site",
  "GET /members/api/{below+}",
  "GET /openapi.json",
  "GET /recommendations.atom",
  "GET /v1/health",
  "GET /v1/recommendations",
  "GET /v1/recommendations/{id}",
  "GET /v1/settings",
  "HEAD /",
  "POST /v1/recommendations/{id}/clicked",
  "POST /v1/recommendations/{id}/subscribed",
  "POST /webmentions",
];

/** The routes of all features that nobody but an administrator may call. */
const OF_ADMINISTRATORS: readonly string[] = [
  "DELETE /v1/blocked-hosts/{host}",
  "DELETE /v1/jobs/{name}",
  "DELETE /v1/jobs/{name}/cursors",
  "DELETE /v1/products/{id}",
  "DELETE /v1/recommendations/{id}",
  "GET /v1/blocked-hosts",
  "GET /v1/deliveries",
  "GET /v1/failed-jobs",
  "GET /v1/incoming-recommendations",
  "GET /v1/jobs",
  "GET /v1/jobs/{name}",
  "GET /v1/jobs/{name}/cursors",
  "GET /v1/jobs/{name}/runs",
  "GET /v1/mentions",
  "GET /v1/ops/alarms",
  "GET /v1/ops/queues",
  "GET /v1/products/{id}/crawl-runs",
  "GET /v1/recommendations/{id}/deliveries",
  "GET /v1/users/{sub}/bookmarks",
  "GET /v1/users/{sub}/bookmarks/{id}/content",
  "GET /v1/users/{sub}/stocks",
  "PATCH /v1/mentions/{id}",
  "PATCH /v1/products/{id}",
  "POST /v1/blocked-hosts",
  "POST /v1/crawl/execute",
  "POST /v1/failed-jobs/{id}/retry",
  "POST /v1/jobs",
  "POST /v1/jobs/{name}/run",
  "POST /v1/ops/queues/{name}/redrive",
  "POST /v1/products",
  "POST /v1/recommendations",
  "POST /v1/recommendations/check",
  "POST /v1/recommendations/{id}/announce",
  "POST /v1/users/{sub}/delete",
  "POST /v1/users/{sub}/move",
  "PUT /v1/jobs/{name}",
  "PUT /v1/recommendations/{id}",
];

// What the access of a route does: test/shared/http/http-api.test.ts, and by the template's authorizers test/infra.
it.each([
  ["public", "need no token", OF_ANYBODY],
  ["admin", "are for administrators", OF_ADMINISTRATORS],
] as const)("of access %s, these routes and no others %s", (wanted, _what, expected) => {
  const found = describedRoutes.filter(({ access }) => access === wanted).map(routeKey);
  expect(found.toSorted(), "A new route of this access is added to its list here.").toEqual(expected);
});
