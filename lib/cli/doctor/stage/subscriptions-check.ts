import { paginateListSubscriptionsByTopic } from "@aws-sdk/client-sns";
import type { Finding } from "../check.ts";
import { fail, ok, skipped, warn } from "../check.ts";
import type { DeployedStage } from "./deployed-stage.ts";

/** SNS's placeholder for a subscription's ARN until its owner has confirmed it. */
const PENDING = "PendingConfirmation";

/** The end of the name of the topic of cleared alarms, and the filter of its subscriptions (lib/constructs/alarms.ts). */
const CLEARED = "-magpie-alarms-cleared";
const HAS_FIRED = JSON.stringify({
  FilterPolicyScope: "MessageBody",
  FilterPolicy: JSON.stringify({ OldStateValue: ["ALARM"] }),
});

/** Whether the recipients of the alarms' mails have confirmed their subscriptions. */
export async function checkSubscriptions(stage: DeployedStage): Promise<Finding> {
  const confirmed = new Set<string>();
  const pending: { readonly endpoint: string; readonly topic: string; readonly protocol: string }[] = [];
  const topics = await stage.listAlarmTopics();
  if (topics.length === 0) return skipped("The stack has no topic.", "Deploy a version that has alarms.");
  for (const { topic, sns } of topics) {
    const pages = paginateListSubscriptionsByTopic({ client: sns }, { TopicArn: topic });
    for await (const { Subscriptions = [] } of pages) {
      for (const { Endpoint: endpoint = "", SubscriptionArn, Protocol: protocol = "email" } of Subscriptions) {
        if (SubscriptionArn === PENDING) pending.push({ endpoint, topic, protocol });
        else confirmed.add(endpoint);
      }
    }
  }
  const [first] = pending;
  if (first !== undefined) {
    const attributes = first.topic.endsWith(CLEARED) ? ` --attributes '${HAS_FIRED}'` : "";
    return fail(
      `Not confirmed: ${pending.map(({ endpoint, topic }) => `${endpoint} of ${topic.split(":").at(-1)}`).join(", ")}.`,
      `Follow the link in the mail "AWS Notification - Subscription Confirmation"; it holds for two days, after which aws sns subscribe --region ${first.topic.split(":")[3]} --topic-arn ${first.topic} --protocol ${first.protocol} --notification-endpoint ${first.endpoint}${attributes} sends another.`,
    );
  }
  if (confirmed.size > 0) return ok(`Alarms go to ${[...confirmed].join(", ")}.`);
  return warn("Alarms are mailed to nobody.", "Set alarmEmail in the stage's settings (cdk.json), and deploy.");
}
