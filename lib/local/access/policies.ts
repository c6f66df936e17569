import type { Template } from "../template/template.ts";
import type { PolicyCondition, RequestContext } from "./policy-conditions.ts";
import { holds, isSupportedCondition, wildcard } from "./policy-conditions.ts";

/** One statement of a policy, as far as it can be evaluated locally. */
export interface Statement {
  readonly effect: "Allow" | "Deny";
  /** The statement's actions; with `except`, all others. */
  readonly actions: readonly string[];
  readonly exceptActions?: boolean;
  readonly resources: readonly string[];
  readonly exceptResources?: boolean;
  /** The statement's principals, as `AWS:<arn>`, `Service:<name>` or `*`; undefined in a role's policy. */
  readonly principals?: readonly string[];
  readonly conditions?: readonly PolicyCondition[];
}

/** A request to evaluate. */
export interface PolicyRequest {
  readonly action: string;
  readonly resource: string;
  /** `AWS:<arn>` or `Service:<name>`; undefined where only the statements of the caller's own role are evaluated. */
  readonly principal?: string;
  readonly context?: RequestContext;
}

/** The statements of every role of the template, by the role's ARN. */
export function roleStatements(template: Template): ReadonlyMap<string, readonly Statement[]> {
  return new Map(
    template.ofType("AWS::IAM::Role").map(({ properties, attributes }) => {
      const policies = (properties.Policies ?? []) as { PolicyDocument: unknown }[];
      return [String(attributes.Arn), policies.flatMap((policy) => readStatements(policy.PolicyDocument))];
    }),
  );
}

/** The decision on an action on a resource: `allowed` when a statement allows it and none denies it. */
export type PolicyDecision = "allowed" | "not_allowed" | "denied";

/** Evaluates a request as IAM does: a Deny overrides every Allow. */
export function evaluate(statements: readonly Statement[], request: PolicyRequest): PolicyDecision {
  const effects = statements.filter((statement) => concerns(statement, request)).map(({ effect }) => effect);
  if (effects.includes("Deny")) return "denied";
  return effects.includes("Allow") ? "allowed" : "not_allowed";
}

/** Whether the statements allow an action on a resource. */
export function isAllowed(statements: readonly Statement[], action: string, resource: string): boolean {
  return evaluate(statements, { action, resource }) === "allowed";
}

/** Whether a statement has a condition that can't be evaluated locally. Such a condition counts as met. */
export function hasUnsupportedCondition({ conditions = [] }: Statement): boolean {
  return !conditions.every(isSupportedCondition);
}

function concerns(statement: Statement, { action, resource, principal, context = {} }: PolicyRequest): boolean {
  const { effect, principals, conditions = [] } = statement;
  const named = statement.actions.some((pattern) => wildcard(pattern.toLowerCase(), action.toLowerCase()));
  const meant = statement.resources.some((pattern) => wildcard(pattern, resource));
  return (
    named !== (statement.exceptActions ?? false) &&
    meant !== (statement.exceptResources ?? false) &&
    (principals === undefined || principals.some((of) => isMeant(effect, of, principal))) &&
    conditions.every((condition) => holds(condition, context))
  );
}

/** Parses the statements of a policy document. @throws Error on an unsupported element */
export function readStatements(document: unknown): Statement[] {
  const { Statement: statements } = document as { Statement: Record<string, unknown>[] };
  return statements.map((statement) => {
    if (statement.NotPrincipal !== undefined)
      throw new Error("The local runner does not know NotPrincipal in policies.");
    const { Action, NotAction, Resource, NotResource, Principal, Condition } = statement;
    const conditions = readConditions(Condition);
    return {
      effect: statement.Effect as "Allow" | "Deny",
      actions: list(Action ?? NotAction),
      ...(Action === undefined ? { exceptActions: true } : {}),
      resources: list(Resource ?? NotResource ?? "*"),
      ...(NotResource === undefined ? {} : { exceptResources: true }),
      ...(Principal === undefined ? {} : { principals: readPrincipals(Principal) }),
      ...(conditions.length === 0 ? {} : { conditions }),
    };
  });
}

function readPrincipals(principal: unknown): string[] {
  if (typeof principal !== "object" || principal === null) return list(principal);
  return Object.entries(principal).flatMap(([kind, names]) =>
    list(names).map((name) => (name === "*" ? "*" : `${kind}:${name}`)),
  );
}

function readConditions(condition: unknown): PolicyCondition[] {
  return Object.entries((condition ?? {}) as Record<string, Record<string, unknown>>).flatMap(([operator, keys]) =>
    Object.entries(keys).map(([key, values]) => ({ operator, key, values: list(values) })),
  );
}

/**
 * Whether a principal of a statement is the caller. An account's ARN or number stands for every identity in it in a Deny only:
 * an Allow leaves the decision to their own policies.
 */
function isMeant(effect: Statement["effect"], principal: string, who: string | undefined): boolean {
  if (principal === "*" || principal === who) return true;
  const account = /^AWS:(?:arn:aws:iam::)?(\d{12})(?::root)?$/.exec(principal)?.[1];
  return effect === "Deny" && account !== undefined && /^AWS:arn:aws:\w+::(\d{12}):/.exec(who ?? "")?.[1] === account;
}

function list(value: unknown): string[] {
  return (Array.isArray(value) ? value : [value]).map(String);
}
