import { ACCOUNT, REGION } from "../template/identities.ts";
import { described } from "./alarm-definition.ts";
import type { StateChange } from "./alarm-evaluator.ts";
import type { Topics } from "./topics.ts";

/** Invokes a function of the template, asynchronously. @param event what CloudWatch gives it */
export type InvokeFunction = (functionArn: string, event: unknown) => void;

const REGION_NAME = "US East (N. Virginia)";

/** Announces an alarm's change of state by the alarm's actions: topics and functions. */
export function notify(change: StateChange, topics: Topics, invoke: InvokeFunction): void {
  const { alarm, previous, now } = change;
  for (const action of alarm.actions[now.state]) {
    if (action.includes(":lambda:")) {
      invoke(action, functionEvent(change));
      continue;
    }
    topics.publish({
      topic: action,
      service: "cloudwatch.amazonaws.com",
      sourceArn: alarm.arn,
      subject: `${now.state}: "${alarm.name}" in ${REGION_NAME}`,
      fields: { AlarmName: alarm.name, OldStateValue: previous.state, NewStateValue: now.state },
      mail: mailText(change),
    });
  }
}

/** What CloudWatch invokes a function with (CloudWatch guide, "Alarm actions"); only what describes the alarm's state. */
function functionEvent({ alarm, previous, now }: StateChange) {
  const stateOf = ({ state, reason, since }: StateChange["now"]) => {
    return { value: state, reason, timestamp: new Date(since).toISOString().replace("Z", "+0000") };
  };
  return {
    source: "aws.cloudwatch",
    alarmArn: alarm.arn,
    accountId: ACCOUNT,
    time: stateOf(now).timestamp,
    region: REGION,
    alarmData: {
      alarmName: alarm.name,
      state: stateOf(now),
      previousState: stateOf(previous),
      configuration: { description: alarm.description },
    },
  };
}

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
