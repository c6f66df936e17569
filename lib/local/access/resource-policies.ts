import type { PolicyDecision, PolicyRequest, Statement } from "../../policies/policies.ts";
import { readStatements } from "../../policies/policies.ts";
import type { RequestContext } from "../../policies/policy-conditions.ts";
import { ACCOUNT } from "../template/identities.ts";
import type { Template } from "../template/template.ts";
import { evaluate } from "./policies.ts";

const POLICY_TYPES = [
  { type: "AWS::SNS::TopicPolicy", of: "Topics" },
  { type: "AWS::SQS::QueuePolicy", of: "Queues" },
  { type: "AWS::S3::BucketPolicy", of: "Bucket" },
] as const;

/** A service's own call, such as CloudWatch's to a topic. */
export interface ServiceRequest {
  /** E.g. `cloudwatch.amazonaws.com`. */
  readonly service: string;
  readonly action: string;
  readonly resource: string;
  readonly context: RequestContext;
}

export class ResourcePolicies {
  /** By the resource that has them: topics by ARN, queues by URL, buckets by name, as `Ref` gives them. */
  readonly #statements: ReadonlyMap<string, readonly Statement[]>;
  readonly #owners: ReadonlyMap<string, string>;

  constructor(template: Template) {
    const statements = new Map<string, Statement[]>();
    for (const { type, of } of POLICY_TYPES) {
      for (const { properties } of template.ofType(type)) {
        const named = properties[of];
        for (const owner of (Array.isArray(named) ? named : [named]).map(String)) {
          statements.set(owner, [...(statements.get(owner) ?? []), ...readStatements(properties.PolicyDocument)]);
        }
      }
    }
    this.#statements = statements;
    this.#owners = new Map(
      ["AWS::SNS::Topic", "AWS::SQS::Queue", "AWS::S3::Bucket"].flatMap((type) =>
        template
          .ofType(type)
          .map(({ ref, attributes }) => [String(attributes.Arn ?? attributes.TopicArn), ref] as const),
      ),
    );
  }

  all(): ReadonlyMap<string, readonly Statement[]> {
    return this.#statements;
  }

  /** Evaluates the policy of the requested resource. A topic without a policy lets the account publish. */
  evaluate(request: PolicyRequest): PolicyDecision {
    const owner = this.#owners.get(request.resource) ?? this.#owners.get(bucketArn(request.resource)) ?? "";
    const statements =
      this.#statements.get(owner) ?? (request.resource.startsWith("arn:aws:sns:") ? [ACCOUNT_MAY_PUBLISH] : []);
    return evaluate(statements, request);
  }

  /**
   * The refusal of a service's call, in AWS's words; null when the policy of the resource allows it. No role is
   * evaluated: a service has none.
   */
  serviceRefusal({ service, action, resource, context }: ServiceRequest): string | null {
    const decision = this.evaluate({ action, resource, principal: `Service:${service}`, context });
    if (decision === "allowed") return null;
    const reason =
      decision === "denied"
        ? "with an explicit deny in a resource-based policy"
        : `because no resource-based policy allows the ${action} action`;
    return `${service} is not authorized to perform: ${action} on resource: ${resource} ${reason}`;
  }
}

/** SNS's default policy, which an explicit policy replaces: every principal of the account may publish. */
const ACCOUNT_MAY_PUBLISH: Statement = {
  effect: "Allow",
  actions: ["sns:Publish"],
  resources: ["*"],
  principals: ["*"],
  conditions: [{ operator: "StringEquals", key: "aws:SourceAccount", values: [ACCOUNT] }],
};

const bucketArn = (resource: string) => (resource.startsWith("arn:aws:s3:::") ? (resource.split("/")[0] ?? "") : "");
