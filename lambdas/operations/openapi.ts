import * as z from "zod/mini";
import type { IdempotencyKeyUse } from "../shared/http/idempotency-key.ts";
import { MAX_ERRORS } from "../shared/http/problem.ts";
import type { DescribedAnswer, Route } from "../shared/http/route.ts";
import { acceptedScopes, isOptionalBody } from "../shared/http/route.ts";
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
  /** A sentence for people. */
  detail: z.string().check(z.regex(/^\S+(?: \S+)+\.$/)),
  code: z.string(),
  errors: z.optional(
    z
      .array(
        z.object({
          path: z.string(),
          message: z.string(),
          /** In characters, where only a part of a text is wrong. */
          offset: z.optional(z.int()),
          length: z.optional(z.int()),
        }),
      )
      .check(z.maxLength(MAX_ERRORS)),
  ),
  /** Only of `duplicate_url`. */
  recommendation_id: z.optional(z.string()),
});

/** The body of what API Gateway rejects itself. */
const gatewayMessage = z.object({ message: z.string() });

/** The rejections that follow from a route's inputs and access. */
function commonRejections(route: Route): Record<number, readonly string[]> {
  const checked = route.body !== undefined || route.query !== undefined;
  const key = route.idempotencyKey;
  const isJson = route.body !== undefined && (route.bodyType ?? JSON_TYPE) === JSON_TYPE;
  const isSent = route.body !== undefined || route.upload !== undefined;
  const refused = [
    ...(checked ? ["validation_error"] : []),
    ...(hasCursor(route) ? ["invalid_cursor"] : []),
    ...(isJson ? ["invalid_json"] : []),
    ...(route.upload === undefined ? [] : ["empty_body", "invalid_gzip"]),
    ...(key === "required" ? ["idempotency_key_required"] : []),
    ...(key === undefined ? [] : ["idempotency_key_invalid"]),
  ];
  return {
    ...(refused.length === 0 ? {} : { 400: refused }),
    ...(key === undefined ? {} : { 409: ["idempotency_key_reused"] }),
    ...(route.access === "public" ? {} : { 401: ["unauthorized", "token_not_accepted"] }),
    ...(route.access === "public" ? {} : { 403: route.access === "admin" ? ["forbidden"] : [] }),
    ...(isSent ? { 413: ["body_too_large"], 415: ["unsupported_media_type"] } : {}),
    429: [],
    500: ["internal_error"],
    503: ["temporarily_unavailable"],
  };
}

function hasCursor({ query }: Route): boolean {
  return query instanceof z.ZodMiniObject && "cursor" in query.shape;
}

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
  names.answers.add(gatewayMessage, { id: "GatewayMessage" });
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
      description: "Collects what one person or a team wants to keep.",
      license: { name: "MIT", identifier: "MIT" },
    },
    servers: [{ url, description: "This system" }],
    tags: features.map(({ tag, description }) => ({ name: tag, description })),
    paths,
    components: {
      securitySchemes: { token: { type: "http", scheme: "bearer", bearerFormat: "JWT" } },
      responses: shared,
      schemas: { ...components(names.answers, OUTPUT), ...components(names.bodies, INPUT) },
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
    ...(route.access === "public" ? {} : { description: `Needs the scope ${acceptedScopes(route).join(", or ")}.` }),
    // OpenAPI lists scopes for schemes that name an authorization server, which is each stage's own.
    security: route.access === "public" ? [] : [{ token: [] }],
    parameters: [
      ...parameters(route.params, "path"),
      ...parameters(route.query, "query"),
      ...(route.idempotencyKey === undefined ? [] : [keyParameter(route.idempotencyKey)]),
    ],
    ...(route.upload === undefined
      ? {}
      : { requestBody: { required: true, content: { [route.upload.type]: { schema: { type: "string" } } } } }),
    ...(route.body === undefined
      ? {}
      : {
          requestBody: {
            required: !isOptionalBody(route.body),
            content: {
              [route.bodyType ?? JSON_TYPE]: {
                schema: reference(names.bodies.get(route.body)?.id),
                ...(example?.body === undefined ? {} : { example: example.body }),
              },
            },
          },
        }),
    responses: {
      ...answers(route, names.answers, example),
      ...(route.isKeptBySite === true
        ? { 304: { description: "The client already has the answer that its If-None-Match names", headers: TAGGED } }
        : {}),
      ...rejectionReferences(route, shared),
    },
  };
}

function answers(route: Route, names: SchemaNames, example: OperationExample | undefined): Json {
  return Object.fromEntries(
    Object.entries(route.answers).map(([status, answer]) => [
      status,
      { description: answer.description, ...answerHeaders(route, status, answer), ...content(answer, names, example) },
    ]),
  );
}

/** The headers of a successful answer that say something of what was done. */
function answerHeaders(
  { idempotencyKey, isKeptBySite }: Route,
  status: string,
  { headers: own = {} }: DescribedAnswer,
): Json {
  const headers = {
    ...Object.fromEntries(Object.entries(own).map(([name, description]) => [name, header(description)])),
    ...(isKeptBySite === true ? TAGGED : {}),
    ...(status === "201" ? { Location: header("The path of what was created", true) } : {}),
    ...(idempotencyKey === undefined
      ? {}
      : { "Idempotency-Replayed": header("true for the first answer of an Idempotency-Key that was sent again") }),
  };
  return Object.keys(headers).length === 0 ? {} : { headers };
}

/** Of answers that the site's distribution keeps. */
const TAGGED: Json = { ETag: header("The version of the answer, for If-None-Match", true) };

function header(description: string, required = false): Json {
  return { description, required, schema: { type: "string" } };
}

/** A rejection: its name among the components, and the answer. */
interface Rejection {
  readonly name: string;
  readonly answer: Json;
}

/**
 * Statuses that the gateway answers itself, too, with its own body: without a valid token, without a scope, above its limits,
 * in trouble.
 */
const GATEWAY_STATUSES = new Set(["401", "403", "413", "429", "500", "503"]);

/** Names of the rejections that are the gateway's alone, by their statuses. */
const OF_THE_GATEWAY: Readonly<Record<string, string>> = { 403: "InsufficientScope", 429: "Throttled" };

/** Headers of rejections by status. */
const REJECTION_HEADERS: Readonly<Record<string, Json>> = {
  401: { "WWW-Authenticate": header("Why the token is not accepted (RFC 6750, section 3)", true) },
  403: { "WWW-Authenticate": header("The scopes of which the token lacks one (RFC 6750, section 3)") },
  429: { "Retry-After": header("Seconds to wait before the next request") },
  503: { "Retry-After": header("Seconds to wait before the same request") },
};

/** The rejections with a status: ours by these codes, and the gateway's own. */
function rejection(status: string, codes: readonly string[]): Rejection {
  const byGateway = GATEWAY_STATUSES.has(status);
  const ours = {
    allOf: [reference("Problem")],
    type: "object",
    properties: { code: { type: "string", enum: codes } },
  };
  const headers = REJECTION_HEADERS[status];
  return {
    name: codes.length === 0 ? (OF_THE_GATEWAY[status] ?? "") : codes.map((code) => pascal(camelCase(code))).join("Or"),
    answer: {
      description: [
        ...(codes.length === 0 ? [] : [`code: ${codes.join(", ")}`]),
        ...(byGateway ? ["without a code where the gateway itself rejects the request"] : []),
      ].join("; "),
      ...(headers === undefined ? {} : { headers }),
      content: {
        ...(codes.length === 0 ? {} : { "application/problem+json": { schema: ours } }),
        ...(byGateway ? { [JSON_TYPE]: { schema: reference("GatewayMessage") } } : {}),
      },
    },
  };
}

function camelCase(code: string): string {
  return code.replaceAll(/_(.)/g, (_all, letter: string) => letter.toUpperCase());
}

function rejections(route: Route): readonly (readonly [status: string, Rejection])[] {
  const codes = commonRejections(route);
  for (const [status, own] of Object.entries(route.refusals ?? {})) {
    codes[Number(status)] = [...(codes[Number(status)] ?? []), ...own];
  }
  return Object.entries(codes).map(([status, those]) => [status, rejection(status, those)]);
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
    return { content: { [JSON_TYPE]: { schema: reference(names.get(body)?.id), ...shown } } };
  }
  return textType === undefined ? {} : { content: { [textType]: { schema: { type: "string" } } } };
}

/** A list of exactly one element is described as such: not every tool knows `prefixItems`. */
const OUTPUT = {
  io: "output",
  unrepresentable: "any",
  override({ jsonSchema }: { jsonSchema: Json }): void {
    const { prefixItems, items } = jsonSchema as { prefixItems?: readonly Json[]; items?: unknown };
    if (prefixItems?.length !== 1 || items !== false) return;
    delete jsonSchema.prefixItems;
    jsonSchema.items = prefixItems[0];
  },
} as const;

/**
 * A default is part of the description: generators of clients take a field with `default` for one that is always there, and
 * require it in requests, too.
 */
const INPUT = {
  io: "input",
  unrepresentable: "any",
  override({ jsonSchema }: { jsonSchema: Json }): void {
    const { default: preset } = jsonSchema;
    delete jsonSchema.default;
    if (preset !== undefined && preset !== null && preset !== "" && typeof preset !== "object") {
      jsonSchema.description = `Default: ${preset}`;
    }
  },
} as const;

function parameters(shape: z.ZodMiniType | undefined, where: "path" | "query"): Json[] {
  if (shape === undefined) return [];
  const {
    $schema: _dialect,
    properties = {},
    required = [],
  } = z.toJSONSchema(shape, INPUT) as Json & {
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
      "A UUID: a new one for every intent, the same one for every repetition. For 72 hours a repetition gets the first answer, with Idempotency-Replayed: true.",
    schema: { type: "string", format: "uuid" },
  };
}

/** The path of the components in the document. */
const COMPONENTS = "#/components/";

function reference(name: string | undefined): Json {
  return { $ref: `${COMPONENTS}schemas/${name}` };
}

/** Every named schema, with references to the others. */
function components(names: SchemaNames, form: typeof INPUT | typeof OUTPUT): Json {
  const uri = (id: string) => `${COMPONENTS}schemas/${id}`;
  const { schemas } = z.toJSONSchema(names, { ...form, metadata: names, uri });
  return Object.fromEntries(
    Object.entries<Json>(schemas).map(([name, { $schema: _dialect, $id: _address, ...json }]) => [name, json]),
  );
}
