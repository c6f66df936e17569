import { Stats } from "aws-cdk-lib/aws-cloudwatch";
import type { IQueue } from "aws-cdk-lib/aws-sqs";
import type { Alarmed, Alarms } from "./alarms.ts";
import { FIVE_MINUTES } from "./alarms.ts";

/**
 * Adds the alarm on the depth of a dead-letter queue. It is a level, since letters wait until somebody redrives or deletes
 * them; what counts their arrivals fires again for later ones.
 */
export function alarmOnDepth(
  { alarms }: { readonly alarms: Alarms },
  deadLetters: IQueue,
  of: Pick<Alarmed, "name" | "impact" | "cause">,
): void {
  alarms.add({
    ...of,
    severity: "warning",
    kind: "level",
    metric: deadLetters.metricApproximateNumberOfMessagesVisible({ period: FIVE_MINUTES, statistic: Stats.MAXIMUM }),
    threshold: 0,
    when: "above",
  });
}
