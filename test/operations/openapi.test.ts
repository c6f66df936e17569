import { createConfig, lintFromString } from "@redocly/openapi-core";
import { describe, expect, it } from "vitest";
import { allFeatures, describedRoutes } from "../../lambdas/operations/all-routes.ts";
import { openapi } from "../../lambdas/operations/openapi.ts";
import { EXAMPLES } from "../../lambdas/operations/openapi-examples.ts";
import type { Route } from "../../lambdas/shared/http/route.ts";

/** Any JSON document. */
// biome-ignore lint/suspicious/noExplicitAny: the document is read as the JSON that clients get.
type Json = any;

const document: Json = JSON.parse(JSON.stringify(openapi({ features: allFeatures, url: "https://api.example" })));

/** A component of the document, by its reference; another part of it as it is. */
function referred(part: Json): Json {
  return part.$ref === undefined
    ? part
    : part.$ref
        .split("/")
        .slice(1)
        .reduce((all: Json, key: string) => all[key], document);
}

function operationOf({ method, path }: Pick<Route, "method" | "path">): Json {
  return document.paths[path]?.[method.toLowerCase()];
}

/** Every object in a document with its path. */
function* objects(value: Json, path = "#"): Generator<[string, Record<string, Json>]> {
  if (typeof value !== "object" || value === null) return;
  if (!Array.isArray(value)) yield [path, value];
  for (const [key, part] of Object.entries(value)) yield* objects(part, `${path}/${key}`);
}

describe("the document", () => {
  it("has every route and nothing else", () => {
    const described = Object.entries<Record<string, Json>>(document.paths).flatMap(([path, operations]) =>
      Object.keys(operations).map((method) => `${method.toUpperCase()} ${path}`),
    );
    expect(described.sort()).toEqual(describedRoutes.map(({ method, path }) => `${method} ${path}`).sort());
  });

  it("has no other JSON Schema dialect", () => {
    expect([...objects(document)].filter(([, object]) => "$schema" in object)).toEqual([]);
  });
});

describe("for its consumers' tools, the document", () => {
  it("has no default in requests: generators require a field with a default", () => {
    const bodies = Object.values<Json>(document.paths).flatMap((operations) =>
      Object.values<Json>(operations).flatMap(({ requestBody, parameters }) => [
        ...Object.values<Json>(requestBody?.content ?? {}).map(({ schema }) => referred(schema)),
        ...parameters.map(({ schema }: Json) => schema),
      ]),
    );
    const isDefault = ([path, object]: [string, Json]) => !path.endsWith("/properties") && "default" in object;
    expect([...objects(bodies)].filter(isDefault)).toEqual([]);
    const { max_per_run, schedule } = document.components.schemas.CreateJobBody.properties;
    expect(max_per_run).toEqual({
      type: "integer",
      minimum: 0,
      maximum: 1000,
      description: "Default: 80",
    });
    expect(schedule).not.toHaveProperty("description");
  });

  it("gives every parameter the type of its value", () => {
    const NUMBERS = ["limit", "page", "selling_status"];
    const BOOLEANS = ["retryable", "hidden"];
    const types = Object.values<Json>(document.paths).flatMap((operations) =>
      Object.values<Json>(operations).flatMap(({ parameters }) =>
        parameters.map(({ name, schema }: Json) => [name, schema.type ?? "string"]),
      ),
    );
    for (const [name, type] of types) {
      const [isNumber, isBoolean] = [NUMBERS.includes(name), BOOLEANS.includes(name)];
      expect(["integer", "number"].includes(type), name).toBe(isNumber);
      expect(type === "boolean", name).toBe(isBoolean);
    }
    const { parameters } = document.paths["/v1/stocks"].get;
    expect(parameters[0].schema).toEqual({ type: "integer", minimum: 1, maximum: 100 });
    // No text that looks like a number is left.
    expect(JSON.stringify(document.paths)).not.toMatch(/"pattern":"\^[^"]*\\d[^"]*100/);
  });

  it("names the schema of every JSON body, and each resource once", () => {
    for (const [path, { content }] of objects(document.paths)) {
      const { schema } = content?.["application/json"] ?? {};
      if (schema !== undefined) expect(Object.keys(schema), path).toEqual(["$ref"]);
    }
    const { schemas } = document.components;
    for (const name of [
      "Stock",
      "Bookmark",
      "FailedJob",
      "Job",
      "Run",
      "Cursor",
      "Book",
      "Product",
      "Queue",
      "Alarm",
    ]) {
      expect(schemas, name).toHaveProperty(name);
    }
    expect(schemas.ListStocksAnswer.properties.stocks.items).toEqual({ $ref: "#/components/schemas/Stock" });
  });

  it("has examples that the API's own schemas take, what no JSON Schema says included", () => {
    const routes = Object.assign({}, ...allFeatures.map((feature) => feature.routes)) as Record<string, Route>;
    for (const [name, { body, answer }] of Object.entries(EXAMPLES)) {
      const [described] = Object.values(routes[name]?.answers ?? {});
      if (body !== undefined) expect(routes[name]?.body?.safeParse(body), name).toMatchObject({ success: true });
      if (answer !== undefined) expect(described?.body?.safeParse(answer), name).toMatchObject({ success: true });
    }
  });

  it("names the items of each list, which the rules of Spectral also demand", () => {
    const isList = ({ type }: Json) => [type].flat().includes("array");
    const nameless = [...objects(document)].filter(([, schema]) => isList(schema) && schema.items === undefined);
    expect(nameless.map(([path]) => path)).toEqual([]);
  });

  it("passes the recommended rules of Redocly, except for the path of Ghost's site information", async () => {
    const config = await createConfig({
      extends: ["recommended"],
      rules: {
        "operation-tag-defined": "error",
        "no-invalid-schema-examples": "error",
      },
    });
    const problems = await lintFromString({ source: JSON.stringify(document), config });
    // Ghost requests this path, slash included (docs/decisions/0011-recommendations.md).
    const kept = ["no-path-trailing-slash #/paths/~1members~1api~1site~1"];
    expect(problems.map(({ ruleId, location }) => `${ruleId} ${location[0]?.pointer}`)).toEqual(kept);
  });
});

describe("an operation", () => {
  it("with a form as body describes a form, and no error code of JSON", () => {
    const { requestBody, responses } = document.paths["/webmentions"].post;
    expect(Object.keys(requestBody.content)).toEqual(["application/x-www-form-urlencoded"]);
    const { description } = referred(responses[400]);
    expect(description).toContain("same_source_and_target");
    expect(description).not.toContain("invalid_json");
    expect(Object.keys(document.paths["/"].get.responses[200].content)).toEqual(["text/html"]);
  });

  it("tells whether its Idempotency-Key is required, and the code where it is", () => {
    for (const route of describedRoutes.filter(({ idempotencyKey }) => idempotencyKey !== undefined)) {
      const { parameters, responses } = operationOf(route);
      const required = route.idempotencyKey === "required";
      expect(parameters).toContainEqual(expect.objectContaining({ name: "Idempotency-Key", required }));
      expect(referred(responses[400]).description.includes("idempotency_key_required")).toBe(required);
    }
  });
});
