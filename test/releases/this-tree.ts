import * as z from "zod/mini";
import { allFeatures } from "../../lambdas/operations/all-routes.ts";
import { openapi } from "../../lambdas/operations/openapi.ts";
import { createOnly, identity } from "./comparison/create-only.ts";
import type { Schema } from "./comparison/schema.ts";
import { itemSchemas } from "./item-schemas.ts";
import { MESSAGES } from "./messages.ts";
import type { GatewayRoute, Release, TemplateResource, TemplateResources } from "./release.ts";
import { LASTING } from "./release.ts";

/** The release that this tree would be. @param resources all resources of the template of stage `prod` */
export function thisTree(resources: TemplateResources): Release {
  const release: Release = {
    resources: comparedResources(resources),
    routes: gatewayRoutes(resources),
    messages: Object.fromEntries(
      Object.entries(MESSAGES).map(([queue, message]) => [
        queue,
        { written: jsonSchema(message, "output"), read: jsonSchema(message, "input") },
      ]),
    ),
    items: itemSchemas(),
    openapi: openapi({ features: allFeatures, url: "https://api.example" }),
  };
  // As it is read from a file: without what JSON leaves out.
  return JSON.parse(JSON.stringify(release));
}

function comparedResources(resources: TemplateResources): TemplateResources {
  return Object.fromEntries(
    Object.entries(resources).flatMap(([id, resource]): [string, TemplateResource][] => {
      const { Type, Properties = {} } = resource;
      if (LASTING.has(Type)) return [[id, resource]];
      const name = identity(resource);
      if (name === undefined) return [];
      const { replaced, refused } = createOnly(Type);
      const fixed = [...replaced, ...refused].filter((property) => property in Properties);
      return [[id, { Type, Properties: { ...name, ...Object.fromEntries(fixed.map((of) => [of, Properties[of]])) } }]];
    }),
  );
}

function jsonSchema(schema: z.ZodMiniType, io: "input" | "output"): Schema {
  const { $schema: _dialect, ...json } = z.toJSONSchema(schema, { io });
  return json as Schema;
}

function gatewayRoutes(resources: TemplateResources): Record<string, GatewayRoute> {
  const all = Object.values(resources);
  const stage = all.find(({ Type }) => Type === "AWS::ApiGatewayV2::Stage");
  const routes = all.filter(({ Type }) => Type === "AWS::ApiGatewayV2::Route");
  const entries = routes.map(({ Properties: { RouteKey, AuthorizationType } }): [string, GatewayRoute] => [
    RouteKey,
    { authorization: AuthorizationType ?? "NONE", settings: stage?.Properties.RouteSettings?.[RouteKey] ?? null },
  ]);
  return Object.fromEntries(entries.toSorted(([one], [other]) => (one < other ? -1 : 1)));
}
