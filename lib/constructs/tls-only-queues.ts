import { AnyPrincipal, Effect, PolicyDocument, PolicyStatement } from "aws-cdk-lib/aws-iam";
import type { Queue } from "aws-cdk-lib/aws-sqs";
import { CfnQueuePolicy } from "aws-cdk-lib/aws-sqs";
import type { Construct } from "constructs";

/**
 * The policy of all queues, which refuses requests without TLS. A policy each, as the CDK makes, would count toward
 * CloudFormation's 500 resources.
 */
export class TlsOnlyQueues extends CfnQueuePolicy {
  constructor(scope: Construct, id: string) {
    const statement = new PolicyStatement({
      effect: Effect.DENY,
      actions: ["sqs:*"],
      principals: [new AnyPrincipal()],
      // Of the queue that has the policy.
      resources: ["*"],
      conditions: { Bool: { "aws:SecureTransport": "false" } },
    });
    super(scope, id, { queues: [], policyDocument: new PolicyDocument({ statements: [statement] }) });
  }

  add(...queues: readonly Queue[]): void {
    this.queues = [...this.queues, ...queues.map(({ queueUrl }) => queueUrl)];
  }
}
