import { Aws, Duration, Stack } from "aws-cdk-lib";
import { Construct } from "constructs";
import { reconcileParts } from "../lambdas/operations/on-schedule-uses.ts";
import { operationsRoutes } from "../lambdas/operations/routes.ts";
import { apiUses } from "../lambdas/operations/uses.ts";
import { VERSION } from "./bundling/version.ts";
import { acknowledge } from "./constructs/acknowledge.ts";
import { logLine } from "./constructs/function-logs.ts";
import { alarmOnSlowRequests } from "./constructs/gateway-alarms.ts";
import { HttpFunction } from "./constructs/http-function.ts";
import type { Platform } from "./constructs/platform.ts";
import { ScheduledFunction } from "./constructs/scheduled-function.ts";
import { EDGE_REGION, edgeSuffix } from "./edge/edge-names.ts";

export const RECONCILE_TIMEOUT = Duration.minutes(2);
const HALF_AN_HOUR = Duration.minutes(30);

/** Operations: health, the API's description, unknown routes, queues and redrive, and the reconcile schedule. Constructed last, when all queues and routes exist. */
export class Operations extends Construct {
  constructor(scope: Construct, id: string, { platform }: { platform: Platform }) {
    super(scope, id);
    const sources = platform.queues.map(({ queue }) => queue.queueArn);
    const deadLetters = platform.queues.map((queue) => queue.deadLetters.queueArn);

    const { PARTITION: partition, REGION: region, ACCOUNT_ID: account } = Aws;
    const alarmRegions = [
      { region, suffix: "" },
      // The warnings on the site, where the stage is in another region; in this one nothing has such a name.
      ...(platform.settings.alarms === "all" ? [{ region: EDGE_REGION, suffix: edgeSuffix(region) }] : []),
    ];
    new HttpFunction(this, "Api", {
      platform,
      bundle: "operations-api",
      routes: operationsRoutes,
      answersUnknownRoutes: true,
      uses: apiUses,
      settings: {
        QUEUES: Stack.of(this).toJsonString(
          platform.queues.map(({ queue }) => ({ url: queue.queueUrl, arn: queue.queueArn })),
        ),
        ALARM_REGIONS: Stack.of(this).toJsonString(alarmRegions),
        NAME_PREFIX: `${platform.stage}-`,
        VERSION,
      },
      grants: [
        { actions: ["sqs:GetQueueAttributes"], resources: [...sources, ...deadLetters] },
        // The permissions of a caller of StartMessageMoveTask (SQS guide, "dead-letter queue redrive permissions").
        {
          actions: ["sqs:StartMessageMoveTask", "sqs:ListMessageMoveTasks", "sqs:ReceiveMessage", "sqs:DeleteMessage"],
          resources: deadLetters,
        },
        { actions: ["sqs:SendMessage"], resources: sources },
        { actions: ["cloudwatch:GetMetricData"], resources: ["*"] },
        // Listing requires all alarms, even with a prefix: for less than `alarm:*`, AWS answers AccessDenied.
        {
          actions: ["cloudwatch:DescribeAlarms"],
          resources: alarmRegions.map((of) => `arn:${partition}:cloudwatch:${of.region}:${account}:alarm:*`),
        },
      ],
      timeout: Duration.seconds(10),
    });

    const whyAll =
      "CloudWatch asks for the permission on all alarms where it is asked for a list by prefix; it only reads.";
    acknowledge(this, {
      "AwsSolutions-IAM5[Resource::arn:<AWS::Partition>:cloudwatch:<AWS::Region>:<AWS::AccountId>:alarm:*]": whyAll,
      [`AwsSolutions-IAM5[Resource::arn:<AWS::Partition>:cloudwatch:${EDGE_REGION}:<AWS::AccountId>:alarm:*]`]: whyAll,
    });
    const reconcile = new ScheduledFunction(this, "Reconcile", {
      platform,
      bundle: "operations-on-schedule",
      schedule: "reconcile",
      expression: "rate(5 minutes)",
      flexibleMinutes: 0,
      silentAfter: Duration.minutes(15),
      // Reconcile corrects or reports every other failure of background work, so its own failure must fire an alarm.
      silentSeverity: "urgent",
      silentImpact: "Work items whose message was lost stay pending.",
      uses: reconcileParts,
      timeout: RECONCILE_TIMEOUT,
      memory: 256,
    });
    reconcile.alarmOnLog({
      code: "reconcile_gave_up",
      name: "reconcile-gave-up",
      severity: "urgent",
      cause: "ours",
      impact: "Work items were given up after their messages were lost three times over.",
    });
    platform.alarms.add({
      name: "queues-stuck",
      severity: "warning",
      cause: "ours",
      kind: "level",
      impact: "Requested work stays pending: messages wait in one or more queues that no worker reads.",
      metric: reconcile
        .logMetric({ name: "queues-stuck", pattern: logLine("backlog_unread") })
        .with({ period: HALF_AN_HOUR }),
      // A log line for each queue in each of six runs; a run that finds no message in flight may fall between two batches.
      threshold: 4,
    });
    alarmOnSlowRequests(platform, platform.longRoutes);
    for (const queue of platform.queues) queue.alarmOnLate(platform, reconcile);
  }
}
