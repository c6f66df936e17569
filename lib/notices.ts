import { ArnFormat, Aws, Duration, Stack } from "aws-cdk-lib";
import { AttributeType } from "aws-cdk-lib/aws-dynamodb";
import { ServicePrincipal } from "aws-cdk-lib/aws-iam";
import { Construct } from "constructs";
import { noticesRoutes } from "../lambdas/notices/routes.ts";
import { apiUses, onAlarmUses, onScheduleUses } from "../lambdas/notices/uses.ts";
import { HttpFunction } from "./constructs/http-function.ts";
import { LambdaFunction } from "./constructs/lambda-function.ts";
import { acknowledgeMailGrants, mailGrants } from "./constructs/mail-grant.ts";
import type { Platform } from "./constructs/platform.ts";
import { ScheduledFunction } from "./constructs/scheduled-function.ts";
import { StandardTable } from "./constructs/standard-table.ts";

const { STRING } = AttributeType;

/**
 * Notices for administrators, by mail and webhook. Other features write them; a schedule sends them, which has no cost
 * while there are none, whereas a queue would be polled.
 */
export class Notices extends Construct {
  constructor(scope: Construct, id: string, { platform }: { platform: Platform }) {
    super(scope, id);
    const notices = new StandardTable(this, "Notices", {
      platform,
      name: "notices",
      partitionKey: { name: "pk", type: STRING },
      sortKey: { name: "sk", type: STRING },
    });
    notices.addLocalSecondaryIndex({ indexName: "by_created_at", sortKey: { name: "created_at", type: STRING } });
    notices.addPendingIndex();
    new HttpFunction(this, "Api", {
      platform,
      bundle: "notices-api",
      routes: noticesRoutes,
      uses: apiUses,
      timeout: Duration.seconds(10),
    });
    const { mail, notify } = platform.settings;
    platform.resources.addSecret("notify-webhook", notify.webhook);
    const schedule = new ScheduledFunction(this, "Sending", {
      platform,
      bundle: "notices-on-schedule",
      schedule: "notices-sending",
      expression: "rate(1 minute)",
      flexibleMinutes: 0,
      silentAfter: Duration.minutes(15),
      silentSeverity: "warning",
      silentImpact:
        "Notices of prices, books, failing searches, sites that recommend us and pages that are gone are listed, but neither mailed nor posted.",
      uses: onScheduleUses,
      settings: { MAIL_FROM: mail.from ?? "", MAIL_ADMINISTRATORS: JSON.stringify(mail.administrators) },
      grants: mailGrants(mail),
      // A minute for sending, and the rest for what was begun by then: ten seconds a channel, and the table's writes.
      timeout: Duration.minutes(2),
      memory: 256,
    });
    schedule.alarmOnLog({
      code: "notice_not_delivered",
      name: "notices-not-delivered",
      severity: "warning",
      cause: "theirs",
      impact: "Administrators may not have been mailed a notice, or the webhook not been called; the list has it.",
    });
    acknowledgeMailGrants(schedule, mail);
    if (notify.urgentAlarms) this.#noteUrgentAlarms(platform);
  }

  /** Lets urgent alarms create notices, which are sent to the webhook like all others. */
  #noteUrgentAlarms(platform: Platform): void {
    const { function: noting } = new LambdaFunction(this, "OnAlarm", {
      platform,
      bundle: "notices-on-alarm",
      uses: onAlarmUses,
      timeout: Duration.seconds(10),
      memory: 256,
    });
    // One permission for all alarms of the stage; the CDK's own action would create one for each.
    noting.addPermission("UrgentAlarms", {
      principal: new ServicePrincipal("lambda.alarms.cloudwatch.amazonaws.com"),
      sourceAccount: Aws.ACCOUNT_ID,
      sourceArn: Stack.of(this).formatArn({
        service: "cloudwatch",
        resource: "alarm",
        resourceName: `${platform.stage}-*`,
        arnFormat: ArnFormat.COLON_RESOURCE_NAME,
      }),
    });
    platform.alarms.alsoWhenUrgent({ bind: () => ({ alarmActionArn: noting.functionArn }) });
  }
}
