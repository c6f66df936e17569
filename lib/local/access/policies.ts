import type { Template } from "../template/template.ts";
import type { PolicyCondition, RequestContext } from "./policy-conditions.ts";
import { holds, isSupportedCondition, wildcard } from "./policy-conditions.ts";

/** One statement of a policy, as far as it can be judged on this machine. */
export interface Statement {
  readonly effect: "Allow" | "Deny";
  /** Actions that it speaks of; with `except`, all others. */
  readonly actions: readonly string[];
  readonly exceptActions?: boolean;
  readonly resources: readonly string[];
  readonly exceptResources?: boolean;
  /** Whom it speaks of, as `AWS:<arn>`, `Service:<name>` or `*`; undefined in a role's policy, which speaks of the role. */
  readonly principals?: readonly string[];
  readonly conditions?: readonly PolicyCondition[];
}

/** What is asked of policies. */
export interface PolicyRequest {
  readonly action: string;
  readonly resource: string;
  /** `AWS:<arn>` or `Service:<name>`; undefined where only the statements of the caller's own role are judged. */
  readonly principal?: string;
  readonly context?: RequestContext;
}

/** The statements of every role of the template, by the role's ARN. */
export function roleStatements(template: Template): ReadonlyMap<string, readonly Statement[]> {
  const byRef = new Map<string, Statement[]>();
  const byArn = new Map<string, Statement[]>();
  for (const role of template.ofType("AWS::IAM::Role")) {
    const inline = (role.properties.Policies ?? []) as { PolicyDocument: unknown }[];
    const statements = inline.flatMap((policy) => readStatements(policy.PolicyDocument));
    byRef.set(role.ref, statements);
    byArn.set(String(role.attributes.Arn), statements);
  }
  for (const policy of template.ofType("AWS::IAM::Policy")) {
    for (const role of policy.properties.Roles as string[]) {
      byRef.get(role)?.push(...readStatements(policy.properties.PolicyDocument));
    }
  }
  return byArn;
}

/** What the statements say of an action on a resource: allowed by one and denied by none, or why not. */
export type PolicyDecision = "allowed" | "not_allowed" | "denied";

/** Judges a request as IAM does: a Deny beats every Allow. */
export function evaluate(statements: readonly Statement[], request: PolicyRequest): PolicyDecision {
  const effects = statements.filter((statement) => concerns(statement, request)).map(({ effect }) => effect);
  if (effects.includes("Deny")) return "denied";
  return effects.includes("Allow") ? "allowed" : "not_allowed";
}

/** Whether the statements let an action pass on a resource. */
export function isAllowed(statements: readonly Statement[], action: string, resource: string): boolean {
  return evaluate(statements, { action, resource }) === "allowed";
}

/** Whether a statement has a condition that is not judged here. Such a condition counts as met. */
export function hasUnsupportedCondition({ conditions = [] }: Statement): boolean {
  return !conditions.every(isSupportedCondition);
}

function concerns(statement: Statement, { action, resource, principal, context = {} }: PolicyRequest): boolean {
  const { principals, conditions = [] } = statement;
  const named = statement.actions.some((pattern) => wildcard(pattern.toLowerCase(), action.toLowerCase()));
  const meant = statement.resources.some((pattern) => wildcard(pattern, resource));
  return (
    named !== (statement.exceptActions ?? false) &&
    meant !== (statement.exceptResources ?? false) &&
    (principals === undefined || principals.some((of) => isMeant(of, principal))) &&
    conditions.every((condition) => holds(condition, context))
  );
}

/** Reads the statements of a policy document. @throws Error on an element that is not known: it would be left out */
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

/** `*` is everybody; an account's ARN or number is every identity in it. */
function isMeant(principal: string, who: string | undefined): boolean {
  if (principal === "*" || principal === who) return true;
  const account = /^AWS:(?:arn:aws:iam::)?(\d{12})(?::root)?$/.exec(principal)?.[1];
  return account !== undefined && who !== undefined && /^AWS:arn:aws:\w+::(\d{12}):/.exec(who)?.[1] === account;
}

function list(value: unknown): string[] {
  return (Array.isArray(value) ? value : [value]).map(String);
}
