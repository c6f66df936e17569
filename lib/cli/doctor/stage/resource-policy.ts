import * as z from "zod/mini";

/** A service's call on a resource. */
export interface ServiceRequest {
  /** E.g. `cloudwatch.amazonaws.com`. */
  readonly service: string;
  readonly action: string;
  readonly resource: string;
  /** Condition key to its value in the request. */
  readonly context: Readonly<Record<string, string>>;
}

/** A Deny overrides every Allow. */
export type Verdict = "allowed" | "denied" | "not_allowed";

const oneOrMore = z.pipe(
  z.union([z.string(), z.array(z.string())]),
  z.transform((value): string[] => (Array.isArray(value) ? value : [value])),
);
const conditionValue = z.pipe(
  z.union([z.string(), z.boolean(), z.number(), z.array(z.union([z.string(), z.boolean(), z.number()]))]),
  z.transform((value): string[] => (Array.isArray(value) ? value : [value]).map(String)),
);
const statement = z.object({
  Effect: z.enum(["Allow", "Deny"]),
  Principal: z.optional(z.union([z.literal("*"), z.record(z.string(), oneOrMore)])),
  Action: z.optional(oneOrMore),
  Resource: z.optional(oneOrMore),
  Condition: z.optional(z.record(z.string(), z.record(z.string(), conditionValue))),
});
const policyShape = z.object({ Statement: z.optional(z.union([statement, z.array(statement)])) });
type Statement = z.output<typeof statement>;

/**
 * Evaluates a resource's policy for a service, as IAM does. A condition operator that is not supported here never makes
 * an Allow apply and always makes a Deny apply: the result is never more permissive than IAM's.
 *
 * @throws ZodError for a document that is not a policy, or has NotAction, NotPrincipal or NotResource alone
 */
export function evaluateResourcePolicy(document: unknown, request: ServiceRequest): Verdict {
  const { Statement = [] } = policyShape.parse(document);
  const effects = (Array.isArray(Statement) ? Statement : [Statement])
    .filter((each) => applies(each, request))
    .map(({ Effect }) => Effect);
  if (effects.includes("Deny")) return "denied";
  return effects.includes("Allow") ? "allowed" : "not_allowed";
}

function applies({ Effect, Principal, Action, Resource, Condition = {} }: Statement, request: ServiceRequest): boolean {
  const isDeny = Effect === "Deny";
  const named = (patterns: readonly string[] | undefined, text: string) =>
    patterns === undefined ? isDeny : patterns.some((pattern) => matches(pattern, text));
  return (
    isPrincipal(Principal, request.service, isDeny) &&
    named(Action?.map(lower), lower(request.action)) &&
    named(Resource, request.resource) &&
    Object.entries(Condition).every(([operator, keys]) =>
      Object.entries(keys).every(([key, values]) => holds(operator, values, contextValue(key, request)) ?? isDeny),
    )
  );
}

function isPrincipal(principal: Statement["Principal"], service: string, isDeny: boolean): boolean {
  if (principal === undefined) return isDeny;
  if (principal === "*") return true;
  return principal.Service?.includes(service) === true || principal.AWS?.includes("*") === true;
}

/** Condition keys are case-insensitive. */
function contextValue(key: string, { context }: ServiceRequest): string | undefined {
  return Object.entries(context).find(([name]) => lower(name) === lower(key))?.[1];
}

/** Whether a condition holds; undefined where it can't be evaluated here. */
function holds(operator: string, wanted: readonly string[], value: string | undefined): boolean | undefined {
  const [, plain = operator, ifExists] = /^(.*?)(IfExists)?$/.exec(operator) ?? [];
  // Without the key only a negated condition holds, or one with `IfExists`.
  if (value === undefined) return ifExists !== undefined || plain.includes("Not");
  switch (plain) {
    case "StringEquals":
      return wanted.includes(value);
    case "StringNotEquals":
      return !wanted.includes(value);
    case "StringEqualsIgnoreCase":
    case "Bool":
      return wanted.map(lower).includes(lower(value));
    case "StringLike":
    case "ArnLike":
    case "ArnEquals":
      return wanted.some((pattern) => matches(pattern, value));
    case "StringNotLike":
    case "ArnNotLike":
    case "ArnNotEquals":
      return !wanted.some((pattern) => matches(pattern, value));
    default:
      return undefined;
  }
}

function lower(text: string): string {
  return text.toLowerCase();
}

/** IAM's wildcards: `*` for any text, `?` for one character. */
function matches(pattern: string, text: string): boolean {
  const escaped = pattern.replace(/[.+^${}()|[\]\\]/g, "\\$&");
  return new RegExp(`^${escaped.replaceAll("*", ".*").replaceAll("?", ".")}$`, "s").test(text);
}
