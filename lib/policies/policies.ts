import type { PolicyCondition, RequestContext } from "./policy-conditions.ts";
import { wildcard } from "./policy-conditions.ts";

type Effect = "Allow" | "Deny";

export interface Statement {
  readonly effect: Effect;
  /** The statement's actions; with `except`, all others. */
  readonly actions: readonly string[];
  readonly exceptActions?: boolean;
  readonly resources: readonly string[];
  readonly exceptResources?: boolean;
  /** The statement's principals, as `AWS:<arn>`, `Service:<name>` or `*`; undefined in a role's policy. */
  readonly principals?: readonly string[];
  readonly conditions?: readonly PolicyCondition[];
}

export interface PolicyRequest {
  readonly action: string;
  readonly resource: string;
  /** `AWS:<arn>` or `Service:<name>`; undefined where only the statements of the caller's own role are evaluated. */
  readonly principal?: string;
  readonly context?: RequestContext;
}

/** The decision on an action on a resource: `allowed` when a statement allows it and none denies it. */
export type PolicyDecision = "allowed" | "not_allowed" | "denied";

/**
 * Whether a condition of a statement with this effect holds: `holds` for what can be evaluated; the caller decides on the
 * others.
 */
export type JudgeCondition = (condition: PolicyCondition, context: RequestContext, effect: Effect) => boolean;

/** Evaluates a request as IAM does: a Deny overrides every Allow. */
export function decide(
  statements: readonly Statement[],
  request: PolicyRequest,
  judge: JudgeCondition,
): PolicyDecision {
  const effects = statements.filter((statement) => concerns(statement, request, judge)).map(({ effect }) => effect);
  if (effects.includes("Deny")) return "denied";
  return effects.includes("Allow") ? "allowed" : "not_allowed";
}

function concerns(statement: Statement, request: PolicyRequest, judge: JudgeCondition): boolean {
  const { effect, principals, conditions = [] } = statement;
  const { action, resource, principal, context = {} } = request;
  const named = statement.actions.some((pattern) => wildcard(pattern.toLowerCase(), action.toLowerCase()));
  const meant = statement.resources.some((pattern) => wildcard(pattern, resource));
  return (
    named !== (statement.exceptActions ?? false) &&
    meant !== (statement.exceptResources ?? false) &&
    (principals === undefined || principals.some((of) => isMeant(effect, of, principal))) &&
    conditions.every((condition) => judge(condition, context, effect))
  );
}

type Json = Readonly<Record<string, unknown>>;

/** Parses the statements of a policy document, which may have one without a list. @throws Error on an unsupported element */
export function readStatements(document: unknown): Statement[] {
  const { Statement: one = [] } = document as { Statement?: Json | Json[] };
  return (Array.isArray(one) ? one : [one]).map((statement) => {
    if (statement.NotPrincipal !== undefined)
      throw new Error("A policy has NotPrincipal, which is not evaluated here.");
    const { Action, NotAction, Resource, NotResource, Principal, Condition } = statement;
    const conditions = readConditions(Condition);
    return {
      effect: statement.Effect as Effect,
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
function isMeant(effect: Effect, principal: string, who: string | undefined): boolean {
  if (principal === "*" || principal === who) return true;
  const account = /^AWS:(?:arn:aws:iam::)?(\d{12})(?::root)?$/.exec(principal)?.[1];
  return effect === "Deny" && account !== undefined && /^AWS:arn:aws:\w+::(\d{12}):/.exec(who ?? "")?.[1] === account;
}

function list(value: unknown): string[] {
  return (Array.isArray(value) ? value : [value]).map(String);
}
