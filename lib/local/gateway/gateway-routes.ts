import type { LocalFunction } from "../functions/local-function.ts";
import type { ResolvedResource, Template } from "../template/template.ts";

/** A JWT authorizer's checks. */
export interface Authorizer {
  readonly issuer: string;
  readonly audience: readonly string[];
  /** The scopes of the route, of which a token must have one. */
  readonly scopes: readonly string[];
}

export interface RouteTarget {
  /** `METHOD /path` or `$default`. */
  readonly key: string;
  readonly authorizer: Authorizer | undefined;
  readonly function: LocalFunction;
}

/** A route that matches a request, with the path's parameters. */
export interface MatchedRoute {
  readonly route: RouteTarget;
  readonly parameters: Readonly<Record<string, string>>;
}

/** Reads the routes, their authorizers and, through their integrations, their functions. */
export function readRoutes(template: Template, functionByArn: (arn: string) => LocalFunction): RouteTarget[] {
  const byRef = (type: string) => new Map(template.ofType(type).map((resource) => [resource.ref, resource]));
  const integrations = byRef("AWS::ApiGatewayV2::Integration");
  const authorizers = byRef("AWS::ApiGatewayV2::Authorizer");
  return template.ofType("AWS::ApiGatewayV2::Route").map(({ properties }) => {
    const integration = found(integrations, String(properties.Target).replace("integrations/", ""));
    const protectedBy =
      properties.AuthorizationType === "JWT" ? found(authorizers, String(properties.AuthorizerId)) : undefined;
    const jwt = protectedBy?.properties.JwtConfiguration as { Issuer: string; Audience: string[] } | undefined;
    return {
      key: String(properties.RouteKey),
      authorizer: jwt && {
        issuer: jwt.Issuer,
        audience: jwt.Audience,
        scopes: (properties.AuthorizationScopes ?? []) as string[],
      },
      function: functionByArn(String(integration.properties.IntegrationUri)),
    };
  });
}

/** API Gateway's precedence: a path without parameters before one with, `$default` last. */
export function matchRoute(routes: readonly RouteTarget[], method: string, path: string): MatchedRoute | undefined {
  const given = path.split("/");
  const matching = routes.flatMap((route): MatchedRoute[] => {
    const [routeMethod, pattern] = partsOf(route);
    if (pattern.length === 0 || (routeMethod !== method && routeMethod !== "ANY")) return [];
    const parameters = matchPath(pattern, given);
    return parameters === undefined ? [] : [{ route, parameters }];
  });
  matching.sort((a, b) => Object.keys(a.parameters).length - Object.keys(b.parameters).length);
  const fallback = routes.find(({ key }) => key === "$default");
  return matching[0] ?? (fallback === undefined ? undefined : { route: fallback, parameters: {} });
}

/** The parts of the routes' keys: to split all of them again for each request takes 3 % of the main thread's time. */
const parts = new WeakMap<RouteTarget, readonly [method: string, segments: readonly string[]]>();

/** The method of a route and the segments of its path; without segments for `$default`. */
function partsOf(route: RouteTarget): readonly [method: string, segments: readonly string[]] {
  const known = parts.get(route);
  if (known !== undefined) return known;
  const [method = "", pattern] = route.key.split(" ");
  const found = [method, pattern?.split("/") ?? []] as const;
  parts.set(route, found);
  return found;
}

/** Matches a path by segments. A last one such as `{below+}` matches all remaining segments, at least one. */
function matchPath(pattern: readonly string[], given: readonly string[]): Record<string, string> | undefined {
  const greedy = /^\{(\w+)\+\}$/.exec(pattern.at(-1) ?? "")?.[1];
  if (greedy !== undefined) {
    const before = pattern.length - 1;
    const rest = given.slice(before).join("/");
    const parameters = rest === "" ? undefined : matchPath(pattern.slice(0, before), given.slice(0, before));
    return parameters && { ...parameters, [greedy]: decoded(rest) };
  }
  if (pattern.length !== given.length) return undefined;
  const parameters: Record<string, string> = {};
  for (const [index, segment] of pattern.entries()) {
    const value = given[index] ?? "";
    const name = /^\{(\w+)\}$/.exec(segment)?.[1];
    if (name === undefined ? segment !== value : value === "") return undefined;
    if (name !== undefined) parameters[name] = decoded(value);
  }
  return parameters;
}

function decoded(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch {
    // Not valid percent-encoding: API Gateway hands it over as it stands.
    return segment;
  }
}

function found(resources: ReadonlyMap<string, ResolvedResource>, ref: string): ResolvedResource {
  const resource = resources.get(ref);
  if (resource === undefined) throw new Error(`The template names ${ref} but does not have it.`);
  return resource;
}
