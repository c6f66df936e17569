import { createConfig, lintFromString } from "@redocly/openapi-core";
import { describe, expect, it } from "vitest";
import type { DescribedFeature } from "../../lambdas/operations/all-routes.ts";
import { allFeatures, describedRoutes } from "../../lambdas/operations/all-routes.ts";
import { openapi } from "../../lambdas/operations/openapi.ts";
import { EXAMPLES } from "../../lambdas/operations/openapi-examples.ts";
import type { DescribedAnswer, Route } from "../../lambdas/shared/http/route.ts";

/** Any JSON document. */
// biome-ignore lint/suspicious/noExplicitAny: the document is read as the JSON that clients get.
type Json = any;

function documentOf(features: readonly DescribedFeature[]): Json {
  return JSON.parse(JSON.stringify(openapi({ features, url: "https://api.example" })));
}

const document = documentOf(allFeatures);

/** A schema of the document, by its reference. */
function referred({ $ref }: Json): Json {
  return resolved($ref, document);
}

/** The media types of an answer: none without a body. */
function typesOf({ body, textType }: Partial<DescribedAnswer> = {}): string[] {
  if (textType !== undefined) return [textType];
  return body === undefined ? [] : ["application/json"];
}

function operationOf({ method, path }: Pick<Route, "method" | "path">, of = document): Json {
  return of.paths[path]?.[method.toLowerCase()];
}

/** The answers of an operation, by status, each with its content: some are components of the document. */
function answersOf(operation: Json, of = document): Record<string, Json> {
  return Object.fromEntries(
    Object.entries<Json>(operation.responses).map(([status, answer]) => [
      status,
      answer.$ref === undefined ? answer : resolved(answer.$ref, of),
    ]),
  );
}

/** Every object in a document with its path. */
function* objects(value: Json, path = "#"): Generator<[string, Record<string, Json>]> {
  if (typeof value !== "object" || value === null) return;
  if (!Array.isArray(value)) yield [path, value];
  for (const [key, part] of Object.entries(value)) yield* objects(part, `${path}/${key}`);
}

function resolved(reference: string, of: Json): unknown {
  if (!reference.startsWith("#/")) return undefined;
  const keys = reference.slice(2).split("/");
  return keys.reduce((part, key) => part?.[key.replaceAll("~1", "/").replaceAll("~0", "~")], of);
}

/** References without a target. */
function dangling(of: Json): string[] {
  return [...objects(of)].flatMap(([path, { $ref }]) =>
    $ref === undefined || resolved(String($ref), of) !== undefined ? [] : [`${path} → ${$ref}`],
  );
}

describe("the document", () => {
  it("is OpenAPI 3.1 with a title and a version", () => {
    expect(document.openapi).toBe("3.1.0");
    expect(document.info).toMatchObject({ title: expect.any(String), version: expect.any(String) });
    expect(document.components.securitySchemes.token).toEqual({ type: "http", scheme: "bearer", bearerFormat: "JWT" });
  });

  it("has every route and nothing else", () => {
    const described = Object.entries<Record<string, Json>>(document.paths).flatMap(([path, operations]) =>
      Object.keys(operations).map((method) => `${method.toUpperCase()} ${path}`),
    );
    expect(described.sort()).toEqual(describedRoutes.map(({ method, path }) => `${method} ${path}`).sort());
  });

  it("has the documents of the site's domain: its page, its lists, and its Webmention endpoint", () => {
    const site = ["/", "/members/api/site", "/members/api/site/", "/webmentions", "/.well-known/recommendations.json"];
    const feeds = ["/recommendations.atom", "/.well-known/recommendations.opml"];
    expect(Object.keys(document.paths)).toEqual(expect.arrayContaining([...site, ...feeds]));
    const { responses, security } = document.paths["/.well-known/recommendations.json"].get;
    expect(security).toEqual([]);
    const list = referred(responses[200].content["application/json"].schema);
    expect(Object.keys(list.items.properties)).toEqual(["url", "updated_at", "created_at"]);
  });

  it("has no other JSON Schema dialect and no reference without a target", () => {
    expect([...objects(document)].filter(([, object]) => "$schema" in object)).toEqual([]);
    expect(dangling(document)).toEqual([]);
  });

  it("describes bodies by their type and rejections as problems", () => {
    for (const route of describedRoutes) {
      for (const [status, answer] of Object.entries(answersOf(operationOf(route)))) {
        const types = Object.keys(answer.content ?? {});
        const isOurs =
          !["403", "429"].includes(status) ||
          route.refusals?.[Number(status)] !== undefined ||
          (status === "403" && route.access === "admin");
        // What the gateway rejects itself has its own body.
        const isGateways = ["401", "403", "413", "429", "500", "503"].includes(status);
        const expected = [...(isOurs ? ["application/problem+json"] : []), ...(isGateways ? ["application/json"] : [])];
        expect(types).toEqual(Number(status) < 400 ? typesOf(route.answers[Number(status)]) : expected);
      }
    }
  });
});

describe("for its consumers' tools, the document", () => {
  it("names the system's address and the licence", () => {
    expect(document.servers).toEqual([{ url: "https://api.example", description: expect.any(String) }]);
    expect(document.info.license).toEqual({ name: "MIT", identifier: "MIT" });
  });

  it("has a unique operationId and a tag for each operation", () => {
    const operations = Object.values<Json>(document.paths).flatMap((item) => Object.values<Json>(item));
    expect(new Set(operations.map(({ operationId }) => operationId)).size).toBe(describedRoutes.length);
    expect(operationOf({ method: "POST", path: "/v1/stocks" })).toMatchObject({
      operationId: "createStock",
      tags: ["Slides"],
    });
    const tags = document.tags.map(({ name }: Json) => name);
    for (const operation of operations) expect(tags).toContain(operation.tags[0]);
  });

  it("has no default in what is sent: generators require a field with one", () => {
    const bodies = Object.values<Json>(document.paths).flatMap((operations) =>
      Object.values<Json>(operations).flatMap(({ requestBody, parameters }) => [
        ...Object.values<Json>(requestBody?.content ?? {}).map(({ schema }) =>
          schema.$ref === undefined ? schema : referred(schema),
        ),
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

  it("has the rejections of several operations once, as components, and no others there", () => {
    const used = [...objects(document.paths)].flatMap(([, { $ref }]) =>
      String($ref).startsWith("#/components/responses/") ? [String($ref).replace(/^.*\//, "")] : [],
    );
    const names = Object.keys(document.components.responses);
    expect(names).toEqual(
      expect.arrayContaining(["NotFound", "Forbidden", "UnauthorizedOrTokenNotAccepted", "Throttled"]),
    );
    for (const name of names) expect(used.filter((one) => one === name).length, name).toBeGreaterThan(1);
    const descriptions = [...objects(document.paths)].flatMap(([path, { description }]) =>
      /\/responses\/[45]\d\d$/.test(path) && description !== undefined ? [description] : [],
    );
    expect(descriptions).toEqual([...new Set(descriptions)]);
  });

  it("has examples that match its own schemas", () => {
    const routes = Object.assign({}, ...allFeatures.map((feature) => feature.routes)) as Record<string, Route>;
    for (const [name, { body, answer }] of Object.entries(EXAMPLES)) {
      const [described] = Object.values(routes[name]?.answers ?? {});
      if (body !== undefined) expect(routes[name]?.body?.safeParse(body), name).toMatchObject({ success: true });
      if (answer !== undefined) expect(described?.body?.safeParse(answer), name).toMatchObject({ success: true });
    }
    expect(operationOf({ method: "POST", path: "/v1/jobs" }).requestBody.content["application/json"].example).toEqual(
      EXAMPLES.createJob?.body,
    );
  });

  it("names what is in each list, which the rules of Spectral demand besides", () => {
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
    const { requestBody } = document.paths["/webmentions"].post;
    const responses = answersOf(document.paths["/webmentions"].post);
    expect(Object.keys(requestBody.content)).toEqual(["application/x-www-form-urlencoded"]);
    expect(responses[400].description).toContain("same_source_and_target");
    expect(responses[400].description).not.toContain("invalid_json");
    expect(Object.keys(document.paths["/"].get.responses[200].content)).toEqual(["text/html"]);
  });

  it("declares the header Idempotency-Key exactly where a route accepts one, and its error codes", () => {
    for (const route of describedRoutes) {
      const { parameters } = operationOf(route);
      const responses = answersOf(operationOf(route));
      const headers = parameters.filter((parameter: Json) => parameter.in === "header");
      const codes = (status: number) => responses[status]?.description ?? "";
      if (route.idempotencyKey === undefined) {
        expect(headers).toEqual([]);
        // The codes of a rejected key; a failed job contains the key itself, as a field.
        expect(JSON.stringify(responses)).not.toContain("idempotency_key_");
      } else {
        const required = route.idempotencyKey === "required";
        expect(headers).toEqual([
          {
            name: "Idempotency-Key",
            in: "header",
            required,
            description: expect.stringContaining("72 hours"),
            schema: { type: "string", format: "uuid" },
          },
        ]);
        expect(codes(400)).toContain("idempotency_key_invalid");
        expect(codes(400).includes("idempotency_key_required")).toBe(required);
        expect(codes(409)).toContain("idempotency_key_reused");
      }
    }
  });

  it("keeps a route's own 409 beside those of the key", () => {
    const [route] = describedRoutes.filter(({ idempotencyKey }) => idempotencyKey !== undefined);
    if (route === undefined) throw new Error("Some route takes a key");
    const own = documentOf([
      { tag: "One", description: "", routes: { one: { ...route, refusals: { ...route.refusals, 409: ["its_own"] } } } },
    ]);
    expect(answersOf(operationOf(route, own), own)[409]?.description).toBe("code: idempotency_key_reused, its_own");
  });
});
