import type { Template } from "./template.ts";

/** One statement of a policy, as far as it can be judged on this machine. */
export interface Statement {
  readonly effect: "Allow" | "Deny";
  readonly actions: readonly string[];
  readonly resources: readonly string[];
  /** Conditions are not judged; a statement that has one is listed at start. */
  readonly conditional: boolean;
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
export type Judgement = "allowed" | "not_allowed" | "denied";

/** Judges an action on a resource as IAM does: a Deny beats every Allow. */
export function judge(statements: readonly Statement[], action: string, resource: string): Judgement {
  const effects = statements
    .filter(
      (statement) =>
        statement.actions.some((pattern) => matches(pattern.toLowerCase(), action.toLowerCase())) &&
        statement.resources.some((pattern) => matches(pattern, resource)),
    )
    .map(({ effect }) => effect);
  if (effects.includes("Deny")) return "denied";
  return effects.includes("Allow") ? "allowed" : "not_allowed";
}

/** Whether the statements let an action pass on a resource. */
export function isAllowed(statements: readonly Statement[], action: string, resource: string): boolean {
  return judge(statements, action, resource) === "allowed";
}

function readStatements(document: unknown): Statement[] {
  const { Statement: statements } = document as { Statement: Record<string, unknown>[] };
  return statements.map((statement) => ({
    effect: statement.Effect as "Allow" | "Deny",
    actions: list(statement.Action),
    resources: list(statement.Resource),
    conditional: statement.Condition !== undefined,
  }));
}

function list(value: unknown): string[] {
  return (Array.isArray(value) ? value : [value]).map(String);
}

/** IAM's wildcards: `*` for any text, `?` for one character. */
function matches(pattern: string, text: string): boolean {
  const escaped = pattern.replace(/[.+^${}()|[\]\\]/g, "\\$&");
  return new RegExp(`^${escaped.replaceAll("*", ".*").replaceAll("?", ".")}$`, "s").test(text);
}
