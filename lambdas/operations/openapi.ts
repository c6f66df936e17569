import * as z from "zod/mini";
import { MAX_ERRORS } from "../shared/http/problem.ts";
import type { DescribedAnswer, Route } from "../shared/http/route.ts";
import { isOptionalBody } from "../shared/http/route.ts";
import type { IdempotencyKeyUse } from "../shared/idempotency/idempotency-key.ts";
import type { DescribedFeature } from "./all-routes.ts";
import type { OperationExample } from "./openapi-examples.ts";
import { EXAMPLES } from "./openapi-examples.ts";
import type { NamedSchemas, SchemaNames } from "./schema-names.ts";
import { namedSchemas } from "./schema-names.ts";

type Json = { [key: string]: unknown };

const JSON_TYPE = "application/json";
const PROBLEM = { $ref: "#/components/schemas/Problem" };

/** A refusal (RFC 9457). */
const problem = z.object({
  type: z.string(),
  title: z.string(),
  status: z.int(),
  detail: z.string(),
  code: z.string(),
  errors: z.optional(z.array(z.object({ path: z.string(), message: z.string() })).check(z.maxLength(MAX_ERRORS))),
});

/** Refusals that follow from a route's inputs and access. The gateway's own 401 has the gateway's own body. */
function commonRefusals(route: Route): Record<number, readonly string[]> {
  const checked = route.body !== undefined || route.query !== undefined;
  const key = route.idempotencyKey;
  const isJson = route.body !== undefined && (route.bodyType ?? JSON_TYPE) === JSON_TYPE;
  const refused = [
    ...(checked ? ["validation_error"] : []),
    ...(isJson ? ["invalid_json"] : []),
    ...(key === "required" ? ["idempotency_key_required"] : []),
    ...(key === undefined ? [] : ["idempotency_key_invalid"]),
  ];
  return {
    ...(refused.length === 0 ? {} : { 400: refused }),
    ...(key === undefined ? {} : { 409: ["idempotency_key_reused"] }),
    ...(route.access === "admin" ? { 403: ["forbidden"] } : {}),
    ...(route.body === undefined ? {} : { 413: ["body_too_large"], 415: ["unsupported_media_type"] }),
    500: ["internal_error"],
    503: ["temporarily_unavailable"],
  };
}

/** What the document describes. */
export interface DescribedApi {
  readonly features: readonly DescribedFeature[];
  /** Address of the API, without a slash at its end. */
  readonly url: string;
}

/** The OpenAPI 3.1 description of the routes, made from the schemas that validate their requests. */
export function openapi({ features, url }: DescribedApi): Json & { openapi: string } {
  const names = namedSchemas(features.map(({ routes, files }) => ({ ...routes, ...files })));
  names.answers.add(problem, { id: "Problem" });
  const paths: Record<string, Json> = {};
  for (const { tag, routes, files } of features) {
    for (const [operationId, route] of Object.entries({ ...routes, ...files })) {
      const method = route.method.toLowerCase();
      paths[route.path] = { ...paths[route.path], [method]: operation({ operationId, tag, route, names }) };
    }
  }
  return {
    openapi: "3.1.0",
    info: {
      title: "Magpie",
      version: "1",
      description: "Collects things for one person or a team.",
      license: { name: "MIT", identifier: "MIT" },
    },
    servers: [{ url, description: "This system" }],
    tags: features.map(({ tag, description }) => ({ name: tag, description })),
    paths,
    components: {
      securitySchemes: { token: { type: "http", scheme: "bearer", bearerFormat: "JWT" } },
      schemas: { ...components(names.answers, "output"), ...components(names.bodies, "input") },
    },
  };
}

interface DescribedOperation {
  /** The operation's name among its feature's routes. */
  readonly operationId: string;
  readonly tag: string;
  readonly route: Route;
  readonly names: NamedSchemas;
}

function operation({ operationId, tag, route, names }: DescribedOperation): Json {
  const example = EXAMPLES[operationId];
  return {
    operationId,
    tags: [tag],
    summary: route.summary,
    security: route.access === "public" ? [] : [{ token: [] }],
    parameters: [
      ...parameters(route.params, "path"),
      ...parameters(route.query, "query"),
      ...(route.idempotencyKey === undefined ? [] : [keyParameter(route.idempotencyKey)]),
    ],
    ...(route.body === undefined
      ? {}
      : {
          requestBody: {
            required: !isOptionalBody(route.body),
            content: {
              [route.bodyType ?? JSON_TYPE]: {
                schema: reference(route.body, names.bodies),
                ...(example?.body === undefined ? {} : { example: example.body }),
              },
            },
          },
        }),
    responses: responses(route, names.answers, example),
  };
}

/** Without a body's shape: what the gateway refuses has its own, a token that is no access token a problem. */
const UNAUTHORIZED: Json = {
  description: "No token, or not a valid one; code: token_not_accepted for one that is not an access token",
};

/** API Gateway's throttle, with the gateway's own body. */
const THROTTLED: Json = { description: "Too many requests; the gateway refuses further ones for a moment" };

function responses(route: Route, names: SchemaNames, example: OperationExample | undefined): Json {
  const answers: Json = {};
  for (const [status, answer] of Object.entries(route.answers)) {
    answers[status] = {
      description: answer.description,
      ...content(answer, names, example),
    };
  }
  if (route.access !== "public") answers[401] = UNAUTHORIZED;
  answers[429] = THROTTLED;
  const refusals = commonRefusals(route);
  for (const [status, codes] of Object.entries(route.refusals ?? {})) {
    refusals[Number(status)] = [...(refusals[Number(status)] ?? []), ...codes];
  }
  for (const [status, codes] of Object.entries(refusals)) {
    answers[status] = {
      description: `code: ${codes.join(", ")}`,
      content: { "application/problem+json": { schema: PROBLEM } },
    };
  }
  return answers;
}

function content({ body, textType }: DescribedAnswer, names: SchemaNames, example: OperationExample | undefined): Json {
  if (body !== undefined) {
    const shown = example?.answer === undefined ? {} : { example: example.answer };
    return { content: { [JSON_TYPE]: { schema: reference(body, names), ...shown } } };
  }
  return textType === undefined ? {} : { content: { [textType]: { schema: { type: "string" } } } };
}

function parameters(shape: z.ZodMiniType | undefined, where: "path" | "query"): Json[] {
  if (shape === undefined) return [];
  const { properties = {}, required = [] } = schema(shape, "input") as {
    properties?: Record<string, Json>;
    required?: string[];
  };
  return Object.entries(properties).map(([name, property]) => ({
    name,
    in: where,
    required: where === "path" || required.includes(name),
    schema: property,
  }));
}

function keyParameter(use: IdempotencyKeyUse): Json {
  return {
    name: "Idempotency-Key",
    in: "header",
    required: use === "required",
    description:
      "A UUID, new for every intent and the same whenever it is sent again. For 72 hours the first answer is repeated, with Idempotency-Replayed: true.",
    schema: { type: "string", format: "uuid" },
  };
}

/** Where the document has the components. */
const COMPONENTS = "#/components/schemas/";

function reference(shape: z.ZodMiniType, names: SchemaNames): Json {
  return { $ref: `${COMPONENTS}${names.get(shape)?.id}` };
}

/** Every named schema, with references to the others. */
function components(names: SchemaNames, io: "input" | "output"): Json {
  const { schemas } = z.toJSONSchema(names, {
    metadata: names,
    io,
    unrepresentable: "any",
    uri: (id) => `${COMPONENTS}${id}`,
  });
  return Object.fromEntries(
    Object.entries<Json>(schemas).map(([name, { $schema: _dialect, $id: _address, ...json }]) => [name, json]),
  );
}

function schema(shape: z.ZodMiniType, io: "input" | "output"): Json {
  const { $schema: _dialect, ...json } = z.toJSONSchema(shape, { io, unrepresentable: "any" }) as Json;
  return json;
}
