import { Rejected, routeNotFound } from "../shared/http/rejected.ts";
import type { Route } from "../shared/http/route.ts";

/** The rejection of a request that no route matches: 405 when its path exists with other methods, else 404. */
export function unknownRoute(path: string, routes: readonly Route[]): Rejected {
  const methods = routes.filter((route) => matches(route.path, path)).map((route) => route.method);
  if (methods.length === 0) return routeNotFound();
  const allow = [...new Set(methods)].sort().join(", ");
  return new Rejected(405, "method_not_allowed", `This path takes ${allow}.`, { headers: { allow } });
}

function matches(pattern: string, path: string): boolean {
  const expected = pattern.split("/");
  const given = path.split("/");
  return (
    expected.length === given.length &&
    expected.every((segment, index) => (segment.startsWith("{") ? given[index] !== "" : segment === given[index]))
  );
}
