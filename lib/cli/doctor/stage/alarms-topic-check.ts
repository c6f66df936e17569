import { GetTopicAttributesCommand } from "@aws-sdk/client-sns";
import type { Check } from "../check.ts";
import { fail, ok, skipped } from "../check.ts";
import type { DeployedStage } from "./deployed-stage.ts";
import { evaluateResourcePolicy } from "./resource-policy.ts";

/** Whether the alarms' topic lets CloudWatch publish. A topic's policy replaces SNS's default policy. */
export function alarmsTopicCheck(stage: DeployedStage): Check {
  return {
    name: "alarms-topic",
    async run() {
      const topics = await stage.resources("AWS::SNS::Topic");
      const topic = topics.find((arn) => arn.endsWith(`:${stage.name}-magpie-alarms`)) ?? topics[0];
      if (topic === undefined) return skipped("The stack has no topic.", "Deploy a version that has alarms.");
      const { Attributes = {} } = await stage.clients.sns.send(new GetTopicAttributesCommand({ TopicArn: topic }));
      const [, partition = "aws", , region = "", account = ""] = topic.split(":");
      const verdict = evaluateResourcePolicy(JSON.parse(Attributes.Policy ?? "{}"), {
        service: "cloudwatch.amazonaws.com",
        action: "SNS:Publish",
        resource: topic,
        context: {
          "aws:SourceArn": `arn:${partition}:cloudwatch:${region}:${account}:alarm:${stage.name}-api-5xx`,
          "aws:SourceAccount": account,
          "aws:SourceOwner": account,
          "aws:SecureTransport": "true",
        },
      });
      const remedy =
        "Deploy the present version, whose topic policy allows the service cloudwatch.amazonaws.com SNS:Publish; SetAlarmState tries it (docs/runbook.md).";
      switch (verdict) {
        case "allowed":
          return ok("The alarms' topic lets CloudWatch publish.");
        case "denied":
          return fail(
            "The policy of the alarms' topic denies CloudWatch to publish: no alarm reaches anybody.",
            remedy,
          );
        case "not_allowed":
          return fail(
            "No statement of the alarms' topic allows CloudWatch to publish: no alarm reaches anybody.",
            remedy,
          );
      }
    },
  };
}
