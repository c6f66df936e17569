import { expect, it } from "vitest";
import { routeKey } from "../../../lambdas/shared/http/route.ts";

it.each([
  ["/", "GET /"],
  ["/v1/stocks/{id}", "GET /v1/stocks/{id}"],
  ["/app/", "GET /{below+}"],
  ["/v1/pages/", "GET /v1/{below+}"],
])("the path %s is %s in API Gateway, where no path ends with a slash", (path, key) => {
  expect(routeKey({ method: "GET", path })).toBe(key);
});
