import { ACCOUNT } from "../template/identities.ts";
import { described } from "./alarm-definition.ts";
import type { StateChange } from "./alarm-evaluator.ts";
import type { Topics } from "./topics.ts";

const REGION_NAME = "US East (N. Virginia)";

/** Publishes an alarm's change of state by the alarm's actions. */
export function notify(change: StateChange, topics: Topics): void {
  const { alarm, previous, now } = change;
  for (const topic of alarm.actions[now.state]) {
    topics.publish({
      topic,
      service: "cloudwatch.amazonaws.com",
      sourceArn: alarm.arn,
      subject: `${now.state}: "${alarm.name}" in ${REGION_NAME}`,
      fields: { AlarmName: alarm.name, OldStateValue: previous.state, NewStateValue: now.state },
      mail: mailText(change),
    });
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
