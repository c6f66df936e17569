import { describe, expect, it } from "vitest";
import type { LocalFunction } from "../../../lib/local/functions/local-function.ts";
import { readCors } from "../../../lib/local/gateway/gateway-cors.ts";
import { readRoutes } from "../../../lib/local/gateway/gateway-routes.ts";
import type { Resource } from "../../../lib/local/template/assembly.ts";
import { Template } from "../../../lib/local/template/template.ts";

const templateOf = (resources: Readonly<Record<string, Resource>>) => new Template(resources, { api: "", aws: "" });

describe("the routes of a template", () => {
  const resources = {
    Jwt: {
      Type: "AWS::ApiGatewayV2::Authorizer",
      Properties: { JwtConfiguration: { Issuer: "https://issuer.example", Audience: ["client"] } },
    },
    Slides: { Type: "AWS::ApiGatewayV2::Integration", Properties: { IntegrationUri: "arn:slides" } },
    Books: { Type: "AWS::ApiGatewayV2::Integration", Properties: { IntegrationUri: "arn:books" } },
    Public: {
      Type: "AWS::ApiGatewayV2::Route",
      Properties: {
        RouteKey: "GET /v1/health",
        AuthorizationType: "NONE",
        Target: { "Fn::Join": ["", ["integrations/", { Ref: "Slides" }]] },
      },
    },
    Own: {
      Type: "AWS::ApiGatewayV2::Route",
      Properties: {
        RouteKey: "GET /v1/books",
        AuthorizationType: "JWT",
        AuthorizerId: { Ref: "Jwt" },
        AuthorizationScopes: ["magpie/read", "magpie/full"],
        Target: { "Fn::Join": ["", ["integrations/", { Ref: "Books" }]] },
      },
    },
  };
  const functionByArn = (arn: string) => ({ arn }) as unknown as LocalFunction;

  it("have their functions, and their authorizers only where the route has one", () => {
    expect(readRoutes(templateOf(resources), functionByArn)).toEqual([
      { key: "GET /v1/health", authorizer: undefined, function: { arn: "arn:slides" } },
      {
        key: "GET /v1/books",
        authorizer: { issuer: "https://issuer.example", audience: ["client"], scopes: ["magpie/read", "magpie/full"] },
        function: { arn: "arn:books" },
      },
    ]);
  });

  it("that name missing items are no routes", () => {
    const { Public } = resources;
    const lost = { ...Public, Properties: { ...Public.Properties, Target: "integrations/nowhere" } };
    expect(() => readRoutes(templateOf({ Public: lost }), functionByArn)).toThrow(/names nowhere/);
  });
});

describe("the CORS headers of an API", () => {
  const corsOf = (properties: object) => {
    const [api] = templateOf({ Api: { Type: "AWS::ApiGatewayV2::Api", Properties: { ...properties } } }).ofType(
      "AWS::ApiGatewayV2::Api",
    );
    if (api === undefined) throw new Error("no API");
    return readCors(api);
  };

  it("are those of the template, for a preflight and for other answers", () => {
    const CorsConfiguration = {
      AllowOrigins: ["https://a.example", "https://b.example"],
      AllowMethods: ["GET", "POST"],
      AllowHeaders: ["authorization", "content-type"],
      ExposeHeaders: ["retry-after", "etag"],
      MaxAge: 3_600,
    };
    expect(corsOf({ CorsConfiguration })).toEqual({
      preflight: {
        "access-control-allow-origin": "https://a.example,https://b.example",
        "access-control-allow-methods": "GET,POST",
        "access-control-allow-headers": "authorization,content-type",
        "access-control-max-age": "3600",
      },
      actual: {
        "access-control-allow-origin": "https://a.example,https://b.example",
        "access-control-expose-headers": "retry-after,etag",
      },
    });
  });

  it("allow nothing without a configuration", () => {
    expect(corsOf({}).preflight).toMatchObject({
      "access-control-allow-origin": "",
      "access-control-max-age": "0",
    });
  });
});
