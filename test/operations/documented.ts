import { Ajv2020 } from "ajv/dist/2020.js";
import formats from "ajv-formats";
import { allFeatures, describedRoutes } from "../../lambdas/operations/all-routes.ts";
import { openapi } from "../../lambdas/operations/openapi.ts";
import { routeKey } from "../../lambdas/shared/http/route.ts";

/** An answer as its receiver gets it, before any content coding. */
export interface SentAnswer {
  readonly status: number;
  /** By names in lower case. */
  readonly headers: Readonly<Record<string, unknown>>;
  /** Empty without a body. */
  readonly text: string;
}

/** Any part of the document. */
// biome-ignore lint/suspicious/noExplicitAny: the document is read as the JSON that clients get.
type Json = any;

const ID = "https://api.example/openapi.json";
const DOCUMENT: Json = JSON.parse(JSON.stringify(openapi({ features: allFeatures, url: "https://api.example" })));

/** The operations by their routes in the gateway's form, each with its pointer in the document. */
const OPERATIONS = new Map(
  describedRoutes.map((route) => [routeKey(route), pointer("paths", route.path, route.method.toLowerCase())]),
);

/** The rejections of a path or a method that the document does not have. */
const UNKNOWN: Readonly<Record<number, string>> = { 404: "not_found", 405: "method_not_allowed" };

/** Headers that tell browsers and caches how to treat an answer: any answer may have them. */
const GENERAL_HEADERS = new Set([
  ...["content-type", "content-encoding", "vary", "cache-control", "x-content-type-options"],
  ...["content-security-policy", "referrer-policy", "cross-origin-resource-policy", "access-control-allow-origin"],
  "x-robots-tag",
]);

/** Compiles a schema of the document when the first body comes that it is for. */
const ajv = new Ajv2020({ strict: true, allErrors: true, allowUnionTypes: true });
formats.default(ajv);
// The document's own members, of which none is a rule for a value.
ajv.addVocabulary(Object.keys(DOCUMENT));
ajv.addSchema(DOCUMENT, ID);

function pointer(...keys: readonly string[]): string {
  return keys.map((key) => `/${encodeURIComponent(key.replaceAll("~", "~0").replaceAll("/", "~1"))}`).join("");
}

/** The part of the document at a pointer, or where the reference leads that is there. */
function partAt(place: string): { readonly place: string; readonly part: Json } {
  const keys = place.split("/").slice(1);
  const names = keys.map((key) => decodeURIComponent(key).replaceAll("~1", "/").replaceAll("~0", "~"));
  const part = names.reduce((whole, name) => whole?.[name], DOCUMENT);
  return part?.$ref === undefined ? { place, part } : partAt(part.$ref.slice(1));
}

/** Whether the document has a route, in the gateway's form: `POST /v1/stocks`. */
export function isDocumented(key: string): boolean {
  return OPERATIONS.has(key);
}

/**
 * What of an answer the OpenAPI document does not allow: its status, its media type, a header, or the body by its schema.
 *
 * @param key the route in the gateway's form
 * @returns a line for each deviation
 */
export function undocumented(key: string, answer: SentAnswer): string[] {
  const at = OPERATIONS.get(key);
  const what = `${key} ${answer.status} ${answer.text}`;
  if (at === undefined) return key === "$default" ? undocumentedUnknown(what, answer) : [`${what}: no such route`];
  const { place, part } = partAt(`${at}${pointer("responses", String(answer.status))}`);
  if (part === undefined) {
    // The gateway passes on every path below such a route's, of which the document has one.
    return key.endsWith("/{below+}") ? undocumentedUnknown(what, answer) : [`${what}: no such status`];
  }
  return [...headerDeviations(answer, part), ...bodyDeviations(answer, place, part)].map((why) => `${what}: ${why}`);
}

/** A path or method that the document does not have gets a problem. */
function undocumentedUnknown(what: string, { status, text }: SentAnswer): string[] {
  const problem = partAt(pointer("components", "schemas", "Problem")).place;
  return [...schemaDeviations(problem, text), ...(JSON.parse(text).code === UNKNOWN[status] ? [] : ["code"])].map(
    (why) => `${what}: ${why}`,
  );
}

function headerDeviations({ headers }: SentAnswer, response: Json): string[] {
  const documented = Object.entries<Json>(response.headers ?? {}).map(
    ([name, { required }]) => [name.toLowerCase(), required] as const,
  );
  const known = new Set([...GENERAL_HEADERS, ...documented.map(([name]) => name)]);
  return [
    ...Object.keys(headers).flatMap((name) => (known.has(name) ? [] : [`undocumented header ${name}`])),
    ...documented.flatMap(([name, required]) => (required && headers[name] === undefined ? [`no header ${name}`] : [])),
  ];
}

function bodyDeviations({ headers, text }: SentAnswer, place: string, { content }: Json): string[] {
  if (content === undefined) return text === "" ? [] : ["a body"];
  const [type = ""] = String(headers["content-type"]).split(";");
  if (content[type] === undefined) return [`media type ${type}`];
  return type.endsWith("json") ? schemaDeviations(`${place}${pointer("content", type, "schema")}`, text) : [];
}

function schemaDeviations(place: string, text: string): string[] {
  const validate = ajv.getSchema(`${ID}#${place}`);
  if (validate === undefined) throw new Error(`The document has no schema at ${place}.`);
  if (validate(JSON.parse(text)) === true) return [];
  return (validate.errors ?? []).map(
    ({ instancePath, message, params }) => `${instancePath} ${message} ${JSON.stringify(params)}`,
  );
}
