import { ACCOUNT, REGION } from "../template/identities.ts";
import { described } from "./alarm-definition.ts";
import type { AlarmStatus, StateChange } from "./alarm-evaluator.ts";
import type { BusEvent, EventRule } from "./event-rules.ts";
import type { Topics } from "./topics.ts";

const REGION_NAME = "US East (N. Virginia)";
/** SNS's subject of a publication without one. */
const PLAIN_SUBJECT = "AWS Notification Message";

/** Publishes an alarm's change of state: by the alarm's own actions, and by the rules that match its event. */
export function notify(change: StateChange, topics: Topics, rules: readonly EventRule[]): void {
  const { alarm, now } = change;
  for (const topic of alarm.actions[now.state]) {
    topics.publish({
      topic,
      service: "cloudwatch.amazonaws.com",
      sourceArn: alarm.arn,
      subject: `${now.state}: "${alarm.name}" in ${REGION_NAME}`,
      message: mailText(change),
    });
  }
  const event = stateChangeEvent(change);
  for (const rule of rules) {
    if (!rule.matches(event)) continue;
    for (const { arn, input } of rule.targets) {
      topics.publish({
        topic: arn,
        service: "events.amazonaws.com",
        sourceArn: rule.arn,
        subject: PLAIN_SUBJECT,
        message: input(event),
      });
    }
  }
}

/** The mail of an alarm's action. */
function mailText({ alarm, previous, now }: StateChange): string {
  const at = new Date(now.since).toUTCString();
  const { impact, runbook } = described(alarm);
  return [
    `You are receiving this email because your Amazon CloudWatch Alarm "${alarm.name}" in the ${REGION_NAME} region has entered the ${now.state} state, because "${now.reason}" at "${at}".`,
    "",
    "Alarm Details:",
    `- Name: ${alarm.name}`,
    `- Description: ${impact} Runbook: ${runbook}`,
    `- State Change: ${previous.state} -> ${now.state}`,
    `- Reason for State Change: ${now.reason}`,
    `- Timestamp: ${at}`,
    `- AWS Account: ${ACCOUNT}`,
    `- Alarm Arn: ${alarm.arn}`,
    "",
    "Threshold:",
    `- The alarm is in the ALARM state when the metric is ${alarm.comparison} ${alarm.threshold.toFixed(1)} for at least ${alarm.datapointsToAlarm} of the last ${alarm.evaluationPeriods} period(s) of ${alarm.periodSeconds} seconds.`,
    "",
  ].join("\n");
}

/** The event that CloudWatch puts on the default bus (CloudWatch user guide, "Alarm events and EventBridge"). */
function stateChangeEvent({ alarm, previous, now }: StateChange): BusEvent {
  const state = ({ state, reason, since }: AlarmStatus) => ({
    value: state,
    reason,
    timestamp: new Date(since).toISOString().replace("Z", "+0000"),
  });
  return {
    version: "0",
    source: "aws.cloudwatch",
    "detail-type": "CloudWatch Alarm State Change",
    account: ACCOUNT,
    region: REGION,
    time: new Date(now.since).toISOString(),
    resources: [alarm.arn],
    detail: {
      alarmName: alarm.name,
      configuration: { description: alarm.description },
      previousState: state(previous),
      state: state(now),
    },
  };
}
