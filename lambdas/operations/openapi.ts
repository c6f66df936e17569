import * as z from "zod/mini";
import { MAX_ERRORS } from "../shared/http/problem.ts";
import type { DescribedAnswer, Route } from "../shared/http/route.ts";
import { isOptionalBody } from "../shared/http/route.ts";
import type { IdempotencyKeyUse } from "../shared/idempotency/idempotency-key.ts";
import type { DescribedFeature } from "./all-routes.ts";
import type { OperationExample } from "./openapi-examples.ts";
import { EXAMPLES } from "./openapi-examples.ts";
import type { NamedSchemas, SchemaNames } from "./schema-names.ts";
import { namedSchemas, pascal } from "./schema-names.ts";

type Json = { [key: string]: unknown };

const JSON_TYPE = "application/json";

/** A problem (RFC 9457). */
const problem = z.object({
  type: z.string(),
  title: z.string(),
  status: z.int(),
  detail: z.string(),
  code: z.string(),
  errors: z.optional(z.array(z.object({ path: z.string(), message: z.string() })).check(z.maxLength(MAX_ERRORS))),
});

/** The rejections that follow from a route's inputs and access. The gateway's own 401 has the gateway's body. */
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

/** The API to describe. */
export interface DescribedApi {
  readonly features: readonly DescribedFeature[];
  /** Address of the API, without a slash at its end. */
  readonly url: string;
}

/** The OpenAPI 3.1 description of the routes, made from the schemas that validate their requests. */
export function openapi({ features, url }: DescribedApi): Json & { openapi: string } {
  const all = features.map(({ routes, files }) => ({ ...routes, ...files }));
  const names = namedSchemas(all);
  names.answers.add(problem, { id: "Problem" });
  const shared = sharedRejections(all.flatMap((routes) => Object.values(routes)));
  const paths: Record<string, Json> = {};
  for (const { tag, routes, files } of features) {
    for (const [operationId, route] of Object.entries({ ...routes, ...files })) {
      const method = route.method.toLowerCase();
      paths[route.path] = { ...paths[route.path], [method]: operation({ operationId, tag, route, names, shared }) };
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
      responses: shared,
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
  /** The rejections that are components, by their names. */
  readonly shared: Json;
}

function operation({ operationId, tag, route, names, shared }: DescribedOperation): Json {
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
    responses: { ...answers(route, names.answers, example), ...rejectionReferences(route, shared) },
  };
}

function answers(route: Route, names: SchemaNames, example: OperationExample | undefined): Json {
  return Object.fromEntries(
    Object.entries(route.answers).map(([status, answer]) => [
      status,
      { description: answer.description, ...content(answer, names, example) },
    ]),
  );
}

/** A rejection: its name among the components, and the answer. */
interface Rejection {
  readonly name: string;
  readonly answer: Json;
}

/** Without a schema: the gateway's own rejection has another body than the problem for a token that is no access token. */
const UNAUTHORIZED: Rejection = {
  name: "Unauthorized",
  answer: {
    description: "No token, or not a valid one; code: token_not_accepted for one that is not an access token",
  },
};

/** API Gateway's throttle, with the gateway's own body. */
const THROTTLED: Rejection = {
  name: "Throttled",
  answer: { description: "Too many requests; the gateway refuses further ones for a moment" },
};

/** A rejection by any of these codes. */
function rejection(codes: readonly string[]): Rejection {
  return {
    name: codes
      .map((code) => pascal(code.replaceAll(/_(.)/g, (_all, letter: string) => letter.toUpperCase())))
      .join("Or"),
    answer: {
      description: `code: ${codes.join(", ")}`,
      content: { "application/problem+json": { schema: { $ref: `${COMPONENTS}schemas/Problem` } } },
    },
  };
}

/** The rejections of a route, by status. */
function rejections(route: Route): readonly (readonly [status: string, Rejection])[] {
  const codes = commonRefusals(route);
  for (const [status, own] of Object.entries(route.refusals ?? {})) {
    codes[Number(status)] = [...(codes[Number(status)] ?? []), ...own];
  }
  const found = new Map<string, Rejection>([["429", THROTTLED]]);
  if (route.access !== "public") found.set("401", UNAUTHORIZED);
  for (const [status, those] of Object.entries(codes)) found.set(status, rejection(those));
  return [...found];
}

/** The rejections that several operations have, by their names. */
function sharedRejections(routes: readonly Route[]): Json {
  const seen = new Set<string>();
  const shared: Json = {};
  for (const [, { name, answer }] of routes.flatMap(rejections)) {
    if (seen.has(name)) shared[name] = answer;
    seen.add(name);
  }
  return shared;
}

function rejectionReferences(route: Route, shared: Json): Json {
  return Object.fromEntries(
    rejections(route).map(([status, { name, answer }]) => [
      status,
      name in shared ? { $ref: `${COMPONENTS}responses/${name}` } : answer,
    ]),
  );
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

/** The path of the components in the document. */
const COMPONENTS = "#/components/";

function reference(shape: z.ZodMiniType, names: SchemaNames): Json {
  return { $ref: `${COMPONENTS}schemas/${names.get(shape)?.id}` };
}

/** Every named schema, with references to the others. */
function components(names: SchemaNames, io: "input" | "output"): Json {
  const { schemas } = z.toJSONSchema(names, {
    metadata: names,
    io,
    unrepresentable: "any",
    uri: (id) => `${COMPONENTS}schemas/${id}`,
  });
  return Object.fromEntries(
    Object.entries<Json>(schemas).map(([name, { $schema: _dialect, $id: _address, ...json }]) => [name, json]),
  );
}

function schema(shape: z.ZodMiniType, io: "input" | "output"): Json {
  const { $schema: _dialect, ...json } = z.toJSONSchema(shape, { io, unrepresentable: "any" }) as Json;
  return json;
}
