import { CfnOutput, CfnResource, Duration, Lazy, RemovalPolicy } from "aws-cdk-lib";
import { AccessLogFormat } from "aws-cdk-lib/aws-apigateway";
import type { HttpRoute } from "aws-cdk-lib/aws-apigatewayv2";
import {
  CfnStage,
  CorsHttpMethod,
  DomainName,
  HttpApi,
  HttpStage,
  LogGroupLogDestination,
  SecurityPolicy,
} from "aws-cdk-lib/aws-apigatewayv2";
import { HttpJwtAuthorizer } from "aws-cdk-lib/aws-apigatewayv2-authorizers";
import { Certificate } from "aws-cdk-lib/aws-certificatemanager";
import { MathExpression, Metric, Stats } from "aws-cdk-lib/aws-cloudwatch";
import { Function as LambdaMetrics } from "aws-cdk-lib/aws-lambda";
import { LogGroup } from "aws-cdk-lib/aws-logs";
import { ScheduleGroup } from "aws-cdk-lib/aws-scheduler";
import { Queue, QueueEncryption, RedrivePermission } from "aws-cdk-lib/aws-sqs";
import { Construct } from "constructs";
import type { CommandLineConfig, SignInConfig } from "../../console/config.ts";
import type { Scope } from "../../lambdas/shared/http/route.ts";
import type { Settings } from "../settings.ts";
import type { Throttles } from "../throttles.ts";
import { throttlesOf } from "../throttles.ts";
import { acknowledge } from "./acknowledge.ts";
import { Alarms, FIVE_MINUTES, HOUR } from "./alarms.ts";
import { alarmOnDepth } from "./dead-letter-depth.ts";
import { printRecord } from "./dns-record.ts";
import { FAILED_RUNS, FunctionLogs, WORKER_CRASHES } from "./function-logs.ts";
import { GatewayAlarms } from "./gateway-alarms.ts";
import { Idempotency } from "./idempotency.ts";
import { LEFT_TO_RECONCILE, TABLE_THROTTLES } from "./lambda-function.ts";
import { MonthlyBudget } from "./monthly-budget.ts";
import { OperatorsDashboard } from "./operators-dashboard.ts";
import type { WorkQueue } from "./queue-worker.ts";
import { DEAD_LETTERS, GIVEN_UP_BY_US } from "./queue-worker.ts";
import { DEAD_LETTER_DAYS } from "./recovery.ts";
import { Resources } from "./resources.ts";
import type { ConsoleSignIn } from "./sign-in/console-sign-in.ts";
import { commandLineAt, extensionAt, signInAt } from "./sign-in/console-sign-in.ts";
import { Issuer } from "./sign-in/issuer.ts";
import type { StageContext } from "./stage-context.ts";
import { TlsOnlyQueues } from "./tls-only-queues.ts";

export interface PlatformProps {
  readonly settings: Settings;
  readonly bundles: string;
}

/** The resources that all features share: the API and its authorizer, alarms and dashboard, idempotency keys, schedules. */
export class Platform extends Construct implements StageContext {
  readonly settings: Settings;
  readonly stage: string;
  readonly bundles: string;
  readonly removalPolicy: RemovalPolicy;
  readonly resources = new Resources();
  readonly logs: FunctionLogs;
  readonly alarms: Alarms;
  readonly dashboard: OperatorsDashboard;
  readonly metricNamespace: string;
  readonly idempotency: Idempotency;
  readonly api: HttpApi;
  /** The API's public address, without a slash at the end. */
  readonly apiUrl: string;
  /** The accepted issuer and audience of tokens, the claim that lists the groups, and the names of the scopes. */
  readonly issuer: {
    readonly url: string;
    readonly audience: readonly string[];
    readonly groupsClaim: string;
    readonly scopes: Readonly<Record<Scope, string>>;
  };
  /** How people sign in to the console; null when the stage's issuer has no client for it. */
  readonly consoleSignIn: ConsoleSignIn | null;
  /** How people sign in for the command line; null when the stage's issuer has no client for it. */
  readonly commandLine: CommandLineConfig | null;
  /** How people sign in for the browser extension; null when the stage's issuer has no client for it. */
  readonly extension: SignInConfig | null;
  readonly authorizer: HttpJwtAuthorizer;
  /** The API's own log, with a line for each request. */
  readonly accessLogs: LogGroup;
  readonly scheduleGroup: ScheduleGroup;
  /** Runs of schedules that could not be started or finished. */
  readonly scheduleDeadLetters: Queue;
  /** Every queue of the stack that has a dead-letter queue; the construct of a queue adds it. */
  readonly queues: WorkQueue[] = [];
  readonly tlsOnlyQueues = new TlsOnlyQueues(this, "QueuePolicy");
  /** The site's public address, which is known when the site is there: its distribution comes after the API. */
  readonly siteUrl = Lazy.string({ produce: () => this.#servedAt });
  #servedAt: string | undefined;
  readonly #gatewayStage: CfnStage;
  readonly #throttles: Throttles;
  /** The routes for which nobody expects a quick answer, as the gateway names them. */
  readonly longRoutes: string[] = [];
  /** Throttles of single routes, by the route's key. */
  readonly #routeSettings: Record<string, object> = {};

  constructor(scope: Construct, id: string, { settings, bundles }: PlatformProps) {
    super(scope, id);
    this.settings = settings;
    this.stage = settings.stage;
    this.#throttles = throttlesOf(settings);
    this.bundles = bundles;
    this.removalPolicy = settings.keepData ? RemovalPolicy.RETAIN_ON_UPDATE_OR_DELETE : RemovalPolicy.DESTROY;
    this.alarms = new Alarms(this, "Alarms", {
      stage: settings.stage,
      email: settings.alarmEmail,
      alarms: settings.alarms,
      siteUrl: this.siteUrl,
    });
    const { stage, monthlyBudget: usDollars } = settings;
    if (usDollars !== false) new MonthlyBudget(this, "MonthlyBudget", { stage, usDollars, topic: this.alarms.topic });
    this.dashboard = new OperatorsDashboard(this, "Operators", { stage: settings.stage });
    this.metricNamespace = `Magpie/${settings.stage}`;
    this.logs = new FunctionLogs(this, "Logs", this);
    this.idempotency = new Idempotency(this, "Idempotency", this);

    if (settings.issuer === undefined) {
      const issuer = this.#ownIssuer();
      this.issuer = issuer;
      this.consoleSignIn = issuer.consoleSignIn;
      this.commandLine = issuer.commandLine;
      this.extension = issuer.extension;
    } else {
      this.issuer = settings.issuer;
      this.consoleSignIn = signInAt(settings.issuer);
      this.commandLine = commandLineAt(settings.issuer);
      this.extension = extensionAt(settings.issuer);
    }
    this.authorizer = new HttpJwtAuthorizer("Token", this.issuer.url, { jwtAudience: [...this.issuer.audience] });
    this.api = this.#httpApi();
    const apiDomain = this.#apiDomain();
    this.apiUrl = apiDomain === undefined ? this.api.apiEndpoint : `https://${apiDomain.name}`;
    this.resources.set({
      API_URL: this.apiUrl,
      GROUPS_CLAIM: this.issuer.groupsClaim,
      ISSUER_URL: this.issuer.url,
      SITE_URL: this.siteUrl,
      STAGE_LANGUAGE: settings.language,
      // The local runner replaces it.
      WAIT_SCALE: "1",
    });
    this.accessLogs = new LogGroup(this, "AccessLogs", {
      logGroupName: `/aws/apigateway/${this.stage}-magpie`,
      retention: settings.logRetentionDays,
      removalPolicy: RemovalPolicy.DESTROY,
    });
    this.#gatewayStage = this.#stageOf(this.api, apiDomain);
    this.#alarmOnThrottles();

    this.scheduleGroup = new ScheduleGroup(this, "Schedules", {
      scheduleGroupName: `${settings.stage}-magpie`,
      removalPolicy: RemovalPolicy.DESTROY,
    });
    this.scheduleDeadLetters = new Queue(this, "ScheduleDeadLetters", {
      queueName: `${settings.stage}-schedules-dlq`,
      retentionPeriod: Duration.days(DEAD_LETTER_DAYS),
      encryption: QueueEncryption.SQS_MANAGED,
      // Scheduler and Lambda send to it, no queue.
      redriveAllowPolicy: { redrivePermission: RedrivePermission.DENY_ALL },
      removalPolicy: RemovalPolicy.DESTROY,
    });
    this.tlsOnlyQueues.add(this.scheduleDeadLetters);
    acknowledge(this.scheduleDeadLetters, {
      "AwsSolutions-SQS3": "It is a dead-letter queue: of the schedules and of the functions they start.",
    });
    this.#alarmOnWork();
    this.alarms.add({
      name: "schedules-dead-letters",
      severity: "urgent",
      cause: "ours",
      kind: "event",
      impact: "A scheduled job could not be started or failed three times; what it does every time was left undone.",
      // Scheduler and Lambda send these messages, so SQS counts them; it counts none that it dead-letters itself.
      metric: this.scheduleDeadLetters.metricNumberOfMessagesSent({ period: FIVE_MINUTES }),
      threshold: 1,
    });
    alarmOnDepth(this, this.scheduleDeadLetters, {
      name: "schedules-dlq-depth",
      impact: "A run of a schedule was given up: its message waits until somebody reads and deletes it.",
      cause: "ours",
    });
  }

  #ownIssuer(): Issuer {
    return new Issuer(this, "Issuer", { platform: this, siteUrl: this.siteUrl });
  }

  /** Tells the site's public address, without a slash at the end: people return there when they have signed in. */
  servedAt(siteUrl: string): void {
    this.#servedAt = siteUrl;
  }

  #httpApi(): HttpApi {
    const { stage } = this;
    const api = new HttpApi(this, "Api", {
      apiName: `${stage}-magpie`,
      createDefaultStage: false,
      // Any origin and no credentials: a token travels in a header and is never a cookie.
      corsPreflight: {
        allowOrigins: ["*"],
        allowMethods: [CorsHttpMethod.ANY],
        allowHeaders: ["Authorization", "Content-Encoding", "Content-Type", "Idempotency-Key"],
        exposeHeaders: ["Location", "Retry-After", "Idempotency-Replayed", "apigw-requestid"],
        maxAge: Duration.hours(1),
      },
    });
    return api;
  }

  /** The one stage of the API, with its address, its throttle, its access log and its alarms. */
  #stageOf(api: HttpApi, domainName: DomainName | undefined): CfnStage {
    const { accessLogs } = this;
    const { defaultChild } = new HttpStage(this, "Stage", {
      httpApi: api,
      ...(domainName !== undefined && { domainMapping: { domainName } }),
      stageName: "$default",
      autoDeploy: true,
      throttle: { rateLimit: this.#throttles.users.rate, burstLimit: this.#throttles.users.burst },
      accessLogSettings: {
        destination: new LogGroupLogDestination(accessLogs),
        format: AccessLogFormat.custom(
          JSON.stringify({
            request_id: "$context.requestId",
            route: "$context.routeKey",
            status: "$context.status",
            latency_ms: "$context.responseLatency",
            user_id: "$context.authorizer.claims.sub",
            // In quotes, since a missing value is written as a bare hyphen. The gateway escapes quotes in values.
            error: "$context.error.message",
            integration_error: "$context.integrationErrorMessage",
            authorizer_error: "$context.authorizer.error",
          }),
        ),
      },
    }).node;
    // Without the construct's path and a hash: operators and the command line look the output up by this name.
    new CfnOutput(this, "ApiUrl", { value: this.apiUrl }).overrideLogicalId("ApiUrl");
    if (!(defaultChild instanceof CfnStage)) throw new Error("The API's stage is no stage of CloudFormation's");
    defaultChild.routeSettings = Lazy.any({ produce: () => this.#routeSettings });
    new GatewayAlarms(this, "GatewayAlarms", this);
    return defaultChild;
  }

  /**
   * Gives a public route its own throttle, so that unauthenticated requests use up no other route's.
   *
   * @param key how the gateway names the route, e.g. `GET /v1/health`
   * @param isKept whether the site's distribution keeps its answers
   */
  limitPublic(route: HttpRoute, key: string, isKept: boolean): void {
    const { rate, burst } = isKept ? this.#throttles.keptBySite : this.#throttles.public;
    this.#routeSettings[key] = { ThrottlingRateLimit: rate, ThrottlingBurstLimit: burst };
    // The gateway refuses settings of a route that does not exist yet.
    const { defaultChild } = route.node;
    if (CfnResource.isCfnResource(defaultChild)) this.#gatewayStage.addResourceDependency(defaultChild);
  }

  #alarmOnWork(): void {
    const counted = (metricName: string, period: Duration) =>
      new Metric({ namespace: this.metricNamespace, metricName, period, statistic: Stats.SUM });
    this.alarms.add({
      name: "work-given-up",
      severity: "urgent",
      cause: "ours",
      kind: "event",
      impact:
        "Background work was given up because of an error in this system or in AWS, and is not done until it is redriven.",
      metric: counted(GIVEN_UP_BY_US, FIVE_MINUTES),
      threshold: 1,
    });
    this.alarms.add({
      name: "workers-crashing",
      severity: "urgent",
      cause: "ours",
      kind: "event",
      impact: "Background work is not done: a worker crashes, and its messages are dead-lettered without a line of it.",
      // A message has four attempts, the slowest of them an hour apart: the visibility time-out of crawls.
      metric: counted(WORKER_CRASHES, Duration.hours(6)),
      threshold: 4,
    });
    this.alarms.add({
      name: DEAD_LETTERS,
      severity: "warning",
      cause: "theirs",
      kind: "event",
      impact:
        "Background work was given up after its attempts, and its message waits in the dead-letter queue of its queue.",
      metric: counted(DEAD_LETTERS, FIVE_MINUTES),
      threshold: 1,
    });
    this.alarms.add({
      name: FAILED_RUNS,
      severity: "warning",
      cause: "ours",
      kind: "event",
      impact:
        "A run of a worker, a schedule or the renderer has failed: its work is late, or not done while the failures continue.",
      // A worker's failures are counted once, for this alarm and for the one above.
      metric: new MathExpression({
        period: HOUR,
        expression: "FILL(workers, 0) + FILL(others, 0)",
        usingMetrics: { workers: counted(WORKER_CRASHES, HOUR), others: counted(FAILED_RUNS, HOUR) },
      }),
      threshold: 1,
    });
    this.alarms.add({
      name: LEFT_TO_RECONCILE,
      severity: "warning",
      cause: "ours",
      kind: "event",
      impact: "What was saved or asked for is done ten minutes late: a queue, or the site's bucket, did not take it.",
      metric: counted(LEFT_TO_RECONCILE, FIVE_MINUTES),
      threshold: 1,
    });
  }

  #alarmOnThrottles(): void {
    this.alarms.add({
      name: "lambda-throttles",
      severity: "warning",
      cause: "ours",
      kind: "event",
      impact: "Requests are refused or background work is late: the account's Lambda concurrency is used up.",
      // One metric for all functions of the account in this region: they share the concurrency.
      metric: LambdaMetrics.metricAllThrottles({ period: FIVE_MINUTES, statistic: Stats.SUM }),
      threshold: 1,
    });
    this.alarms.add({
      name: "table-throttles",
      severity: "warning",
      cause: "ours",
      kind: "event",
      impact: "Requests and background work are slow, or fail and are tried again: DynamoDB throttles a table.",
      metric: new Metric({
        namespace: this.metricNamespace,
        metricName: TABLE_THROTTLES,
        period: FIVE_MINUTES,
        statistic: Stats.SUM,
      }),
      // Fewer are cured by the SDK's retries, without an effect for users.
      threshold: 10,
    });
  }

  /** The API's custom domain, beside AWS's own, which CloudFront continues to use. */
  #apiDomain(): DomainName | undefined {
    const { api: own } = this.settings.domain;
    if (own === undefined) return undefined;
    const domain = new DomainName(this, "ApiDomain", {
      domainName: own.name,
      certificate: Certificate.fromCertificateArn(this, "ApiCertificate", own.certificateArn),
      securityPolicy: SecurityPolicy.TLS_1_2,
    });
    new CfnOutput(this, "ApiDomainTarget", { value: domain.regionalDomainName }).overrideLogicalId("ApiDomain");
    printRecord(this, {
      id: "ApiRecord",
      name: own.name,
      target: domain.regionalDomainName,
      zoneId: domain.regionalHostedZoneId,
    });
    return domain;
  }
}
