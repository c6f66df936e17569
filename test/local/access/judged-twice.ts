import type { Caller } from "../../../lib/local/access/callers.ts";
import { Callers } from "../../../lib/local/access/callers.ts";
import { roleStatements } from "../../../lib/local/access/policies.ts";
import { ResourcePolicies } from "../../../lib/local/access/resource-policies.ts";
import type { Resource } from "../../../lib/local/template/assembly.ts";
import { ACCOUNT } from "../../../lib/local/template/identities.ts";
import { Template } from "../../../lib/local/template/template.ts";
import type { Statement } from "../../../lib/policies/policies.ts";
import { ciPackage } from "../../ci-packages.ts";
import { listed } from "../../infra/synthesized.ts";
import { callerOf } from "./signed-headers.ts";

/** An AWS call with the condition keys that its service sets. */
export interface JudgedCall {
  /** The ARN of a role, or the name of a service such as `cloudwatch.amazonaws.com`. */
  readonly by: string;
  readonly action: string;
  readonly resource: string;
  readonly context: Readonly<Record<string, string | string[]>>;
}

export type Verdict = "Allowed" | "ExplicitlyDenied" | "ImplicitlyDenied";

/** What of iam-simulate is used here. */
interface Simulator {
  readonly runSimulation: (
    simulation: object,
    options: object,
  ) => Promise<
    | { readonly resultType: "error"; readonly errors: object }
    | { readonly resultType: "single" | "wildcard"; readonly overallResult: Verdict }
  >;
}

/** Types of resource policies: the property that names the owners, the owners' type and the attribute with their ARN. */
const POLICIES = [
  ["AWS::SNS::TopicPolicy", "Topics", "AWS::SNS::Topic", "TopicArn"],
  ["AWS::SQS::QueuePolicy", "Queues", "AWS::SQS::Queue", "Arn"],
  ["AWS::S3::BucketPolicy", "Bucket", "AWS::S3::Bucket", "Arn"],
] as const;

/** A template's policies, evaluated by the runner and by iam-simulate, which was written by others from IAM's description. */
export class JudgedTwice {
  /** The roles' statements, by ARN. */
  readonly statements: ReadonlyMap<string, readonly Statement[]>;
  readonly #simulator = ciPackage<Simulator>("@cloud-copilot/iam-simulate");
  readonly #callers: ReadonlyMap<string, Caller>;
  readonly #protection: ResourcePolicies;
  /** Documents by the ARN of their role or resource. */
  readonly #ofRoles: ReadonlyMap<string, readonly { readonly name: string; readonly policy: unknown }[]>;
  readonly #ofResources: ReadonlyMap<string, unknown>;

  constructor(resources: Readonly<Record<string, Resource>>) {
    const template = new Template(resources, { api: "https://api.example", aws: "http://127.0.0.1:1" });
    this.statements = roleStatements(template);
    this.#protection = new ResourcePolicies(template);
    const callers = new Callers();
    callers.protect(this.#protection);
    this.#callers = new Map(
      [...this.statements].map(([role, own]) => [role, callerOf(callers, callers.function("f", role, own))]),
    );
    this.#ofRoles = new Map(
      template.ofType("AWS::IAM::Role").map(({ properties, attributes }) => {
        const policies = listed(properties.Policies) as { PolicyName: string; PolicyDocument: unknown }[];
        return [String(attributes.Arn), policies.map((of) => ({ name: of.PolicyName, policy: of.PolicyDocument }))];
      }),
    );
    this.#ofResources = new Map(
      POLICIES.flatMap(([type, property, ownersType, arn]) => {
        const arns = new Map(template.ofType(ownersType).map(({ ref, attributes }) => [ref, String(attributes[arn])]));
        return template
          .ofType(type)
          .flatMap(({ properties }) =>
            listed(properties[property]).map((owner): [string, unknown] => [
              String(arns.get(String(owner))),
              properties.PolicyDocument,
            ]),
          );
      }),
    );
  }

  /** The runner's verdict. */
  local({ by, action, resource, context }: JudgedCall): Verdict {
    const caller = this.#callers.get(by);
    const refusal =
      caller === undefined
        ? this.#protection.serviceRefusal({ service: by, action, resource, context })
        : caller.refusal(action, resource, context);
    if (refusal === null) return "Allowed";
    return refusal.includes("with an explicit deny") ? "ExplicitlyDenied" : "ImplicitlyDenied";
  }

  /** The verdict of iam-simulate; its error for what is not one, such as an action that no resource of this type has. */
  async simulated({ by, action, resource, context }: JudgedCall): Promise<Verdict | `error: ${string}`> {
    const isRole = this.#callers.has(by);
    const resourcePolicy = this.#ofResources.get(resource.replace(/^(arn:aws:s3:::[^/]+)\/.*$/, "$1"));
    const result = await this.#simulator.runSimulation(
      {
        request: {
          principal: by,
          action,
          resource: { resource, accountId: ACCOUNT },
          contextVariables: {
            "aws:SecureTransport": "true",
            ...(isRole ? { "aws:PrincipalArn": by } : {}),
            ...context,
          },
        },
        identityPolicies: [...(this.#ofRoles.get(by) ?? [])],
        ...(resourcePolicy === undefined ? {} : { resourcePolicy }),
        serviceControlPolicies: [],
        resourceControlPolicies: [],
      },
      {},
    );
    return result.resultType === "error" ? `error: ${JSON.stringify(result.errors)}` : result.overallResult;
  }
}
