import { Aws, Duration } from "aws-cdk-lib";
import { Stats } from "aws-cdk-lib/aws-cloudwatch";
import { ServicePrincipal } from "aws-cdk-lib/aws-iam";
import { CfnEventInvokeConfig } from "aws-cdk-lib/aws-lambda";
import { CfnSchedule } from "aws-cdk-lib/aws-scheduler";
import type { Construct } from "constructs";
import type { Severity } from "./alarms.ts";
import type { LambdaFunctionProps } from "./lambda-function.ts";
import { LambdaFunction, roleOf } from "./lambda-function.ts";
import type { Platform } from "./platform.ts";

export interface ScheduledFunctionProps extends LambdaFunctionProps {
  readonly platform: Platform;
  /** The schedule's name without the stage, e.g. `reconcile`. */
  readonly schedule: string;
  /** `rate(…)` or `cron(…)`, in UTC. */
  readonly expression: string;
  /** The flexible time window in minutes; 0 for an exact start. */
  readonly flexibleMinutes: number;
  /** Time without a run after which the alarm on silence fires. */
  readonly silentAfter: Duration;
  /** Consecutive periods of `silentAfter`; 1 unless a flexible start may leave a whole period without a run. */
  readonly silentPeriods?: number;
  readonly silentSeverity: Severity;
  /** What users notice when the function does not run. */
  readonly silentImpact: string;
}

/**
 * A function on a schedule, with retries of a failed run, a dead-letter queue for lost runs, and an alarm on silence.
 */
export class ScheduledFunction extends LambdaFunction {
  constructor(scope: Construct, id: string, props: ScheduledFunctionProps) {
    const { platform } = props;
    const deadLetters = platform.scheduleDeadLetters.queueArn;
    super(scope, id, {
      ...props,
      grants: [...(props.grants ?? []), { actions: ["sqs:SendMessage"], resources: [deadLetters] }],
    });

    // The scheduler only passes the run to Lambda; the retries of a failed run are Lambda's own.
    new CfnEventInvokeConfig(this, "Async", {
      functionName: this.function.functionName,
      qualifier: "$LATEST",
      maximumRetryAttempts: 2,
      maximumEventAgeInSeconds: Duration.minutes(30).toSeconds(),
      destinationConfig: { onFailure: { destination: deadLetters } },
    });
    const role = roleOf(this, "ScheduleRole", {
      // Only for schedules of this account: the service acts for every account.
      assumedBy: new ServicePrincipal("scheduler.amazonaws.com", {
        conditions: { StringEquals: { "aws:SourceAccount": Aws.ACCOUNT_ID } },
      }),
      description: `Of schedule ${platform.stage}-${props.schedule}`,
      grants: [
        { actions: ["lambda:InvokeFunction"], resources: [this.function.functionArn] },
        { actions: ["sqs:SendMessage"], resources: [deadLetters] },
      ],
    });
    const schedule = new CfnSchedule(this, "Schedule", {
      name: `${platform.stage}-${props.schedule}`,
      groupName: platform.scheduleGroup.scheduleGroupName,
      scheduleExpression: props.expression,
      flexibleTimeWindow:
        props.flexibleMinutes === 0
          ? { mode: "OFF" }
          : { mode: "FLEXIBLE", maximumWindowInMinutes: props.flexibleMinutes },
      target: {
        arn: this.function.functionArn,
        roleArn: role.roleArn,
        retryPolicy: { maximumRetryAttempts: 2, maximumEventAgeInSeconds: Duration.minutes(30).toSeconds() },
        deadLetterConfig: { arn: deadLetters },
      },
    });
    schedule.node.addDependency(platform.scheduleGroup);

    platform.alarms.add({
      name: `${props.schedule}-silent`,
      severity: props.silentSeverity,
      impact: props.silentImpact,
      cause: "ours",
      kind: "level",
      metric: this.function.metricInvocations({ period: props.silentAfter, statistic: Stats.SUM }),
      threshold: 1,
      when: "below",
      periods: props.silentPeriods ?? 1,
      silenceIsFault: true,
    });
  }
}
