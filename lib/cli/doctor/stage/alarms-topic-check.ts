import type { SNSClient } from "@aws-sdk/client-sns";
import { GetTopicAttributesCommand } from "@aws-sdk/client-sns";
import { decide, readStatements } from "../../../policies/policies.ts";
import { holds, isKnownOperator } from "../../../policies/policy-conditions.ts";
import type { Finding } from "../check.ts";
import { fail, ok, skipped } from "../check.ts";
import type { DeployedStage } from "./deployed-stage.ts";

/** Whether the alarms' topics let CloudWatch publish. A topic's policy replaces SNS's default policy. */
export async function checkAlarmsTopic(stage: DeployedStage): Promise<Finding> {
  const topics = await stage.listAlarmTopics();
  if (topics.length === 0) return skipped("The stack has no topic.", "Deploy a version that has alarms.");
  const remedy =
    "Deploy the present version, whose topic policies allow the service cloudwatch.amazonaws.com SNS:Publish; SetAlarmState tries it (docs/runbook.md).";
  for (const { topic, sns } of topics) {
    const name = topic.split(":").at(-1);
    switch (await judge(stage.name, topic, sns)) {
      case "allowed":
        break;
      case "denied":
        return fail(
          `The policy of topic ${name} denies CloudWatch the right to publish: its mails reach nobody.`,
          remedy,
        );
      case "not_allowed":
        return fail(
          `No statement of topic ${name}'s policy allows CloudWatch to publish: its mails reach nobody.`,
          remedy,
        );
    }
  }
  return ok("The alarms' topics let CloudWatch publish.");
}

/** The decision of a topic's policy, never more permissive than IAM's: a condition with an unknown operator only denies. */
async function judge(stage: string, topic: string, sns: SNSClient) {
  const { Attributes = {} } = await sns.send(new GetTopicAttributesCommand({ TopicArn: topic }));
  const [, partition = "aws", , region = "", account = ""] = topic.split(":");
  const request = {
    principal: "Service:cloudwatch.amazonaws.com",
    action: "SNS:Publish",
    resource: topic,
    context: {
      "aws:SourceArn": `arn:${partition}:cloudwatch:${region}:${account}:alarm:${stage}-api-5xx`,
      "aws:SourceAccount": account,
      "aws:SourceOwner": account,
      "aws:SecureTransport": "true",
    },
  };
  return decide(readStatements(JSON.parse(Attributes.Policy ?? "{}")), request, (condition, context, effect) =>
    isKnownOperator(condition.operator) ? holds(condition, context) : effect === "Deny",
  );
}
