import { CfnOutput, Duration, RemovalPolicy } from "aws-cdk-lib";
import { AccessLogFormat } from "aws-cdk-lib/aws-apigateway";
import {
  CorsHttpMethod,
  DomainName,
  HttpApi,
  HttpStage,
  LogGroupLogDestination,
  SecurityPolicy,
} from "aws-cdk-lib/aws-apigatewayv2";
import { HttpJwtAuthorizer } from "aws-cdk-lib/aws-apigatewayv2-authorizers";
import { Certificate } from "aws-cdk-lib/aws-certificatemanager";
import { Stats } from "aws-cdk-lib/aws-cloudwatch";
import { LogGroup } from "aws-cdk-lib/aws-logs";
import { ScheduleGroup } from "aws-cdk-lib/aws-scheduler";
import { Queue, QueueEncryption } from "aws-cdk-lib/aws-sqs";
import { Construct } from "constructs";
import type { Settings } from "../settings.ts";
import { acknowledge } from "./acknowledge.ts";
import { Alarms, FIVE_MINUTES } from "./alarms.ts";
import { Idempotency } from "./idempotency.ts";
import { Issuer } from "./issuer.ts";
import { OperatorsDashboard } from "./operators-dashboard.ts";
import type { WorkQueue } from "./queue-worker.ts";

/** Properties of the platform. */
export interface PlatformProps {
  readonly settings: Settings;
  /** Folder of the bundles, one folder each. */
  readonly bundles: string;
}

/** What every feature stands on: the API and its authorizer, alarms and dashboard, idempotency keys, schedules. */
export class Platform extends Construct {
  readonly settings: Settings;
  readonly stage: string;
  readonly bundles: string;
  /**
   * Of what holds data: tables, buckets and the user pool. What is kept when the stack goes is still deleted with a
   * creation that is rolled back, since its fixed name would block the next one.
   */
  readonly removalPolicy: RemovalPolicy;
  readonly alarms: Alarms;
  readonly dashboard: OperatorsDashboard;
  /** Namespace of the metrics made of log lines. */
  readonly metricNamespace: string;
  readonly idempotency: Idempotency;
  readonly api: HttpApi;
  /** Whose tokens the API takes, for whom they must be, and which claim of theirs lists the groups. */
  readonly issuer: { readonly url: string; readonly audience: readonly string[]; readonly groupsClaim: string };
  readonly authorizer: HttpJwtAuthorizer;
  readonly scheduleGroup: ScheduleGroup;
  /** Runs of schedules that nobody could start or finish. */
  readonly scheduleDeadLetters: Queue;
  /** Every queue of the stack that has a dead-letter queue; each adds itself. */
  readonly queues: WorkQueue[] = [];

  constructor(scope: Construct, id: string, { settings, bundles }: PlatformProps) {
    super(scope, id);
    this.settings = settings;
    this.stage = settings.stage;
    this.bundles = bundles;
    this.removalPolicy = settings.keepData ? RemovalPolicy.RETAIN_ON_UPDATE_OR_DELETE : RemovalPolicy.DESTROY;
    this.alarms = new Alarms(this, "Alarms", {
      stage: settings.stage,
      email: settings.alarmEmail,
      alarms: settings.alarms,
    });
    this.dashboard = new OperatorsDashboard(this, "Operators", { stage: settings.stage });
    this.metricNamespace = `Magpie/${settings.stage}`;
    this.idempotency = new Idempotency(this, "Idempotency", this);

    this.issuer =
      settings.issuer ??
      new Issuer(this, "Issuer", {
        stage: settings.stage,
        removalPolicy: this.removalPolicy,
        keepData: settings.keepData,
      });
    this.authorizer = new HttpJwtAuthorizer("Token", this.issuer.url, { jwtAudience: [...this.issuer.audience] });
    this.api = this.#httpApi();

    this.scheduleGroup = new ScheduleGroup(this, "Schedules", {
      scheduleGroupName: `${settings.stage}-magpie`,
      removalPolicy: RemovalPolicy.DESTROY,
    });
    this.scheduleDeadLetters = new Queue(this, "ScheduleDeadLetters", {
      queueName: `${settings.stage}-schedules-dlq`,
      retentionPeriod: Duration.days(14),
      encryption: QueueEncryption.SQS_MANAGED,
      enforceSSL: true,
      removalPolicy: RemovalPolicy.DESTROY,
    });
    acknowledge(this.scheduleDeadLetters, {
      "AwsSolutions-SQS3": "It is a dead-letter queue: of the schedules and of the functions they start.",
    });
    this.alarms.add({
      name: "schedules-dead-letters",
      severity: "urgent",
      impact: "A scheduled job could not be started or failed three times; what it does every time was left undone.",
      metric: this.scheduleDeadLetters.metricApproximateNumberOfMessagesVisible({
        period: Duration.minutes(1),
        statistic: Stats.MAXIMUM,
      }),
      threshold: 1,
    });
  }

  #httpApi(): HttpApi {
    const { stage, settings } = this;
    const api = new HttpApi(this, "Api", {
      apiName: `${stage}-magpie`,
      createDefaultStage: false,
      // Any origin and no credentials: a token travels in a header and is never a cookie.
      corsPreflight: {
        allowOrigins: ["*"],
        allowMethods: [CorsHttpMethod.ANY],
        allowHeaders: ["Authorization", "Content-Type", "Idempotency-Key"],
        exposeHeaders: ["Location", "Retry-After", "Idempotency-Replayed", "apigw-requestid"],
        maxAge: Duration.hours(1),
      },
    });
    const accessLogs = new LogGroup(this, "AccessLogs", {
      logGroupName: `/aws/apigateway/${stage}-magpie`,
      retention: settings.logRetentionDays,
      removalPolicy: RemovalPolicy.DESTROY,
    });
    const domainName = this.#apiDomain();
    new HttpStage(this, "Stage", {
      httpApi: api,
      ...(domainName !== undefined && { domainMapping: { domainName } }),
      stageName: "$default",
      autoDeploy: true,
      throttle: { rateLimit: settings.throttle.rate, burstLimit: settings.throttle.burst },
      accessLogSettings: {
        destination: new LogGroupLogDestination(accessLogs),
        format: AccessLogFormat.custom(
          JSON.stringify({
            request_id: "$context.requestId",
            route: "$context.routeKey",
            status: "$context.status",
            latency_ms: "$context.responseLatency",
            error: "$context.error.message",
          }),
        ),
      },
    });
    this.alarms.add({
      name: "api-5xx",
      severity: "urgent",
      impact: "Requests fail with a server error; clients keep what they could not send and try again.",
      metric: api.metricServerError({ period: FIVE_MINUTES, statistic: Stats.SUM }),
      threshold: 1,
    });
    // Without the construct's path and a hash, as people and the command line look for it.
    const url = domainName === undefined ? api.apiEndpoint : `https://${domainName.name}`;
    new CfnOutput(this, "ApiUrl", { value: url }).overrideLogicalId("ApiUrl");
    return api;
  }

  /** The name of one's own that the API answers to beside AWS's, which CloudFront goes on asking. */
  #apiDomain(): DomainName | undefined {
    const { api: own } = this.settings.domain;
    if (own === undefined) return undefined;
    const domain = new DomainName(this, "ApiDomain", {
      domainName: own.name,
      certificate: Certificate.fromCertificateArn(this, "ApiCertificate", own.certificateArn),
      securityPolicy: SecurityPolicy.TLS_1_2,
    });
    new CfnOutput(this, "ApiDomainTarget", { value: domain.regionalDomainName }).overrideLogicalId("ApiDomain");
    return domain;
  }
}
