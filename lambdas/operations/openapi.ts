import * as z from "zod/mini";
import { MAX_ERRORS } from "../shared/http/problem.ts";
import type { DescribedAnswer, Route } from "../shared/http/route.ts";
import { isOptionalBody } from "../shared/http/route.ts";
import type { IdempotencyKeyUse } from "../shared/idempotency/idempotency-key.ts";

type Json = { [key: string]: unknown };

const JSON_TYPE = "application/json";
const PROBLEM = { $ref: "#/components/schemas/Problem" };

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

/** The OpenAPI 3.1 description of the routes, made from the schemas that validate their requests. */
export function openapi(routes: readonly Route[]): Json {
  const paths: Record<string, Json> = {};
  for (const route of routes) {
    paths[route.path] = { ...paths[route.path], [route.method.toLowerCase()]: operation(route) };
  }
  return {
    openapi: "3.1.0",
    info: { title: "Magpie", version: "1", description: "Collects things for one person or a team." },
    paths,
    components: {
      securitySchemes: { token: { type: "http", scheme: "bearer", bearerFormat: "JWT" } },
      schemas: {
        Problem: schema(
          z.object({
            type: z.string(),
            title: z.string(),
            status: z.int(),
            detail: z.string(),
            code: z.string(),
            errors: z.optional(
              z.array(z.object({ path: z.string(), message: z.string() })).check(z.maxLength(MAX_ERRORS)),
            ),
          }),
          "output",
        ),
      },
    },
  };
}

function operation(route: Route): Json {
  return {
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
            content: { [route.bodyType ?? JSON_TYPE]: { schema: schema(route.body, "input") } },
          },
        }),
    responses: responses(route),
  };
}

/** Without a body's shape: what the gateway refuses has its own, a token that is no access token a problem. */
const UNAUTHORIZED: Json = {
  description: "No token, or not a valid one; code: token_not_accepted for one that is not an access token",
};

function responses(route: Route): Json {
  const answers: Json = {};
  for (const [status, answer] of Object.entries(route.answers)) {
    answers[status] = {
      description: answer.description,
      ...content(answer),
    };
  }
  if (route.access !== "public") answers[401] = UNAUTHORIZED;
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

function content({ body, textType }: DescribedAnswer): Json {
  if (body !== undefined) return { content: { [JSON_TYPE]: { schema: schema(body, "output") } } };
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

function schema(shape: z.ZodMiniType, io: "input" | "output"): Json {
  const { $schema: _dialect, ...json } = z.toJSONSchema(shape, { io, unrepresentable: "any" }) as Json;
  return json;
}
