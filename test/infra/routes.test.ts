import { describe, expect, it } from "vitest";
import { allRoutes } from "../../lambdas/operations/all-routes.ts";
import { acceptedScopes, routeKey } from "../../lambdas/shared/http/route.ts";
import { logicalId, plausibleText, synthesized } from "./synthesized.ts";

const stack = synthesized();
const routes = stack.some("AWS::ApiGatewayV2::Route");
/** Answers requests that no route matches. */
const DEFAULT = "$default";
/** The scopes that a route accepts, by its key. */
const SCOPES_OF: Readonly<Record<string, readonly string[]>> = Object.fromEntries(
  allRoutes.map((route) => [routeKey(route), acceptedScopes(route)]),
);
/** The word of a scope's name, which settings may prefix otherwise: `magpie/read`. */
const wordOf = (name: unknown) => plausibleText(name).split(/[/:]/).at(-1);
const PUBLIC: readonly string[] = [...allRoutes.filter(({ access }) => access === "public").map(routeKey), DEFAULT];

function only(type: string) {
  const [first, ...more] = stack.some(type);
  if (first === undefined || more.length > 0) throw new Error(`The template must have one ${type}`);
  return first;
}

describe.each(routes.map(([, route]) => [route.Properties.RouteKey, route.Properties]))("route %s", (key, route) => {
  const [, integration] = stack.target(
    { Ref: plausibleText(route.Target).replace("integrations/", "") },
    "AWS::ApiGatewayV2::Integration",
  );

  it("requires a token unless it is public", () => {
    if (PUBLIC.includes(key)) {
      expect(route.AuthorizationType).toBe("NONE");
    } else {
      expect(route.AuthorizationType).toBe("JWT");
      const [, authorizer] = stack.target(route.AuthorizerId, "AWS::ApiGatewayV2::Authorizer");
      expect(authorizer.Properties.AuthorizerType).toBe("JWT");
      expect(route.AuthorizationScopes.map(wordOf)).toEqual(SCOPES_OF[key]);
    }
  });

  it("leads to a function whose time-out is shorter than the gateway's", () => {
    const [, target] = stack.target(integration.Properties.IntegrationUri, "AWS::Lambda::Function");
    expect(target.Properties.Timeout).toBeLessThan(30);
    expect(integration.Properties).toMatchObject({ IntegrationType: "AWS_PROXY", PayloadFormatVersion: "2.0" });
  });

  it("may invoke that function", () => {
    const [target] = stack.target(integration.Properties.IntegrationUri, "AWS::Lambda::Function");
    const [api] = only("AWS::ApiGatewayV2::Api");
    const permitted = stack
      .some("AWS::Lambda::Permission")
      .map(([, permission]) => permission.Properties)
      .filter((permission) => logicalId(permission.FunctionName) === target)
      .filter((permission) => permission.Principal === "apigateway.amazonaws.com")
      .map((permission) => plausibleText(permission.SourceArn));
    // One for the function, whatever its routes are; of this API alone.
    expect(permitted.map((arn) => arn.slice(arn.indexOf(`:${api}/`)))).toEqual([`:${api}/*/*`]);
  });
});

it("has the routes of the code and no others, and one for all other requests", () => {
  const keys = routes.map(([, route]) => route.Properties.RouteKey);
  expect(keys.sort(), "lambdas/operations/all-routes.ts lists the routes of each feature").toEqual(
    [...allRoutes.map(routeKey), DEFAULT].sort(),
  );
});

it("requires tokens of an issuer for an audience", () => {
  const { JwtConfiguration, IdentitySource } = only("AWS::ApiGatewayV2::Authorizer")[1].Properties;
  expect(plausibleText(JwtConfiguration.Issuer)).toMatch(/^https:\/\//);
  expect(JwtConfiguration.Audience.length).toBeGreaterThan(0);
  expect(IdentitySource).toEqual(["$request.header.Authorization"]);
});

const kept = new Set(allRoutes.filter(({ isKeptBySite }) => isKeptBySite === true).map(routeKey));

it("throttles each public route by a limit of its own, no higher than the others', unless CloudFront asks for many readers", () => {
  const [, { Properties, DependsOn }] = only("AWS::ApiGatewayV2::Stage");
  expect(Object.keys(Properties.RouteSettings).sort(), "PUBLIC here has each public route").toEqual([...PUBLIC].sort());
  const { ThrottlingRateLimit: rate, ThrottlingBurstLimit: burst } = Properties.DefaultRouteSettings;
  for (const [key, limit] of Object.entries<Record<string, number>>(Properties.RouteSettings)) {
    expect(limit.ThrottlingRateLimit).toBeGreaterThan(0);
    expect(limit.ThrottlingBurstLimit).toBeGreaterThan(0);
    if (kept.has(key)) continue;
    expect(limit.ThrottlingRateLimit).toBeLessThanOrEqual(rate);
    expect(limit.ThrottlingBurstLimit).toBeLessThan(burst);
  }
  // The gateway rejects settings for a route that does not exist yet.
  const named = routes.filter(([, route]) => PUBLIC.includes(route.Properties.RouteKey)).map(([id]) => id);
  expect(DependsOn).toEqual(expect.arrayContaining(named));
});

it("throttles its stage", () => {
  const { DefaultRouteSettings } = only("AWS::ApiGatewayV2::Stage")[1].Properties;
  expect(DefaultRouteSettings.ThrottlingRateLimit).toBeGreaterThan(0);
  expect(DefaultRouteSettings.ThrottlingBurstLimit).toBeGreaterThan(0);
});

it("writes access logs as JSON, without addresses, tokens and queries, with a retention", () => {
  const { AccessLogSettings } = only("AWS::ApiGatewayV2::Stage")[1].Properties;
  const [, logs] = stack.target(AccessLogSettings.DestinationArn, "AWS::Logs::LogGroup");
  expect(logs.Properties.RetentionInDays).toBeGreaterThan(0);
  const format: Record<string, string> = JSON.parse(AccessLogSettings.Format);
  expect(Object.values(format)).toEqual(expect.arrayContaining(["$context.requestId", "$context.status"]));
  expect(AccessLogSettings.Format).not.toMatch(
    /sourceIp|authorizer(?!\.(error|claims\.sub)\b)(?!_error)|path\b|querystring|userAgent/i,
  );
});

it("writes access logs that show the source of a 4xx or 5xx, and are JSON for any values", () => {
  const { Format: format } = only("AWS::ApiGatewayV2::Stage")[1].Properties.AccessLogSettings;
  expect(Object.values(JSON.parse(format))).toEqual(
    expect.arrayContaining(["$context.error.message", "$context.integrationErrorMessage", "$context.authorizer.error"]),
  );
  // A variable without a value is written as a hyphen, which is valid JSON only inside quotes.
  const withoutValues = format.replaceAll(/\$context(\.\w+)+/g, "-");
  expect(Object.values(JSON.parse(withoutValues))).toEqual(Object.keys(JSON.parse(format)).map(() => "-"));
  // The longest template that API Gateway accepts.
  expect(Buffer.byteLength(format)).toBeLessThan(3_072);
});

it("allows pages of any origin, without credentials", () => {
  const { AllowHeaders, ExposeHeaders, ...cors } = only("AWS::ApiGatewayV2::Api")[1].Properties.CorsConfiguration;
  expect(cors).toMatchObject({ AllowOrigins: ["*"], AllowMethods: ["*"] });
  expect(cors.AllowCredentials ?? false).toBe(false);
  expect([...AllowHeaders].sort()).toEqual(["Authorization", "Content-Encoding", "Content-Type", "Idempotency-Key"]);
  expect([...ExposeHeaders].sort()).toEqual(["Idempotency-Replayed", "Location", "Retry-After", "apigw-requestid"]);
});
