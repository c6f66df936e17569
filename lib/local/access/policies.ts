import type { PolicyDecision, PolicyRequest, Statement } from "../../policies/policies.ts";
import { decide, readStatements } from "../../policies/policies.ts";
import type { PolicyCondition } from "../../policies/policy-conditions.ts";
import { holds, isKnownOperator } from "../../policies/policy-conditions.ts";
import type { Template } from "../template/template.ts";

/** Keys that every request has here: only loopback reaches the local endpoint, which counts as TLS. */
const ALWAYS = { "aws:SecureTransport": "true" };

/** Keys that the local system sets where AWS would; a condition on any other is not evaluated. */
const JUDGED_KEYS = new Set(
  [
    "aws:SecureTransport",
    "aws:SourceArn",
    "aws:SourceAccount",
    "aws:PrincipalArn",
    "aws:PrincipalAccount",
    "ses:FromAddress",
    "ses:Recipients",
  ].map((key) => key.toLowerCase()),
);

/** The statements of every role of the template, by the role's ARN. */
export function roleStatements(template: Template): ReadonlyMap<string, readonly Statement[]> {
  return new Map(
    template.ofType("AWS::IAM::Role").map(({ properties, attributes }) => {
      const policies = (properties.Policies ?? []) as { PolicyDocument: unknown }[];
      return [String(attributes.Arn), policies.flatMap((policy) => readStatements(policy.PolicyDocument))];
    }),
  );
}

/** Evaluates a request. A condition that can't be evaluated locally counts as met, and is listed at start. */
export function evaluate(statements: readonly Statement[], request: PolicyRequest): PolicyDecision {
  return decide(
    statements,
    { ...request, context: { ...ALWAYS, ...request.context } },
    (condition, context) => !isSupportedCondition(condition) || holds(condition, context),
  );
}

export function isAllowed(statements: readonly Statement[], action: string, resource: string): boolean {
  return evaluate(statements, { action, resource }) === "allowed";
}

export function hasUnsupportedCondition({ conditions = [] }: Statement): boolean {
  return !conditions.every(isSupportedCondition);
}

/** Whether a condition can be evaluated locally. */
export function isSupportedCondition({ operator, key }: PolicyCondition): boolean {
  return isKnownOperator(operator) && JUDGED_KEYS.has(key.toLowerCase());
}
