import { ArnFormat, Aws, Duration, Stack } from "aws-cdk-lib";
import { AttributeType } from "aws-cdk-lib/aws-dynamodb";
import { ServicePrincipal } from "aws-cdk-lib/aws-iam";
import { Construct } from "constructs";
import { noticesRoutes } from "../lambdas/notices/routes.ts";
import { HttpFunction } from "./constructs/http-function.ts";
import type { FunctionPart, Grant } from "./constructs/lambda-function.ts";
import { LambdaFunction } from "./constructs/lambda-function.ts";
import { acknowledgeMailGrants, mailGrants } from "./constructs/mail-grant.ts";
import type { Platform } from "./constructs/platform.ts";
import { ScheduledFunction } from "./constructs/scheduled-function.ts";
import { StandardTable } from "./constructs/standard-table.ts";

const { STRING } = AttributeType;
const BY_CREATED_AT = "by_created_at";

/**
 * Notices: what administrators want to be told, by mail and webhook. Other features write them; a schedule sends them, which
 * costs nothing while there are none, where a queue of their own would be polled.
 */
export class Notices extends Construct {
  readonly #notices: StandardTable;

  constructor(scope: Construct, id: string, { platform }: { platform: Platform }) {
    super(scope, id);
    this.#notices = new StandardTable(this, "Notices", {
      platform,
      name: "notices",
      partitionKey: { name: "pk", type: STRING },
      sortKey: { name: "sk", type: STRING },
      timeToLiveAttribute: "expires_at",
    });
    this.#notices.addLocalSecondaryIndex({ indexName: BY_CREATED_AT, sortKey: { name: "created_at", type: STRING } });
    this.#notices.addPendingIndex();
    const byCreatedAt: Grant = {
      actions: ["dynamodb:Query"],
      resources: [this.#notices.indexArn(BY_CREATED_AT)],
    };
    new HttpFunction(this, "Api", {
      platform,
      bundle: "notices-api",
      routes: noticesRoutes,
      environment: { NOTICES_TABLE: this.#notices.tableName, SITE_URL: platform.siteUrl },
      grants: [byCreatedAt],
      timeout: Duration.seconds(10),
    });
    const { mail, notify } = platform.settings;
    const { PARTITION: partition, REGION: region, ACCOUNT_ID: account } = Aws;
    const schedule = new ScheduledFunction(this, "Sending", {
      platform,
      bundle: "notices-on-schedule",
      schedule: "notices-sending",
      expression: "rate(1 minute)",
      flexibleMinutes: 0,
      silentAfter: Duration.minutes(15),
      silentSeverity: "warning",
      silentImpact:
        "Notices of prices, books, failing searches and sites that recommend us are listed, but neither mailed nor posted.",
      environment: {
        NOTICES_TABLE: this.#notices.tableName,
        MAIL_FROM: mail.from ?? "",
        MAIL_ADMINISTRATORS: JSON.stringify(mail.administrators),
        NOTIFY_WEBHOOK_SECRET: notify.webhook ?? "",
        SITE_URL: platform.siteUrl,
        WAIT_SCALE: "1",
      },
      grants: [
        { actions: ["dynamodb:GetItem", "dynamodb:UpdateItem"], resources: [this.#notices.tableArn] },
        { actions: ["dynamodb:Query"], resources: [this.#notices.pendingIndexArn] },
        byCreatedAt,
        ...mailGrants(mail),
        ...(notify.webhook === undefined
          ? []
          : [
              {
                actions: ["secretsmanager:GetSecretValue"],
                // Secrets Manager appends six characters to the name.
                resources: [`arn:${partition}:secretsmanager:${region}:${account}:secret:${notify.webhook}-??????`],
              },
            ]),
      ],
      // A minute of sending, and what was begun then: ten seconds a channel, and the table's writes.
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

  /** Lets urgent alarms make notices, which go to the webhook like all others. */
  #noteUrgentAlarms(platform: Platform): void {
    const { function: noting } = new LambdaFunction(this, "OnAlarm", {
      platform,
      bundle: "notices-on-alarm",
      environment: { NOTICES_TABLE: this.#notices.tableName },
      grants: [{ actions: ["dynamodb:PutItem", "dynamodb:GetItem"], resources: [this.#notices.tableArn] }],
      timeout: Duration.seconds(10),
      memory: 256,
    });
    // One permission for all alarms of the stage; the CDK's own action makes one for each.
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

  /** What a function needs that makes notices. */
  get written(): FunctionPart {
    return {
      environment: { NOTICES_TABLE: this.#notices.tableName },
      grants: [
        {
          actions: ["dynamodb:PutItem", "dynamodb:GetItem", "dynamodb:UpdateItem"],
          resources: [this.#notices.tableArn],
        },
      ],
    };
  }
}
