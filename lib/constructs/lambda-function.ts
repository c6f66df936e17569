import { join } from "node:path";
import type { Duration } from "aws-cdk-lib";
import type { Metric } from "aws-cdk-lib/aws-cloudwatch";
import type { RoleProps } from "aws-cdk-lib/aws-iam";
import { PolicyDocument, PolicyStatement, Role, ServicePrincipal } from "aws-cdk-lib/aws-iam";
import {
  Architecture,
  Function as CdkFunction,
  Code,
  LoggingFormat,
  RecursiveLoop,
  Runtime,
  SystemLogLevel,
  Tracing,
} from "aws-cdk-lib/aws-lambda";
import { FilterPattern } from "aws-cdk-lib/aws-logs";
import { Construct } from "constructs";
import type { EnvironmentContract } from "../../lambdas/shared/env.ts";
import { acknowledge } from "./acknowledge.ts";
import type { Alarmed } from "./alarms.ts";
import { FIVE_MINUTES } from "./alarms.ts";
import type { LogKind, LogMetric } from "./function-logs.ts";
import { logLine } from "./function-logs.ts";
import type { Grant } from "./grant.ts";
import type { StageContext } from "./stage-context.ts";

/** Actions without resource-level permissions in AWS; the only ones that may be granted on `*`. */
export const UNSCOPED_ACTIONS: readonly string[] = ["cloudwatch:GetMetricData"];

/**
 * The metric that counts requests throttled by DynamoDB, of all functions. DynamoDB's own metrics are one for each
 * table and index, for reads and for writes, and an alarm costs by the metric.
 */
export const TABLE_THROTTLES = "table-throttles";
/** The metric that counts answered or started work that was left to reconcile, since a queue or a bucket rejected it. */
export const LEFT_TO_RECONCILE = "left-to-reconcile";

export interface LambdaFunctionProps {
  readonly platform: StageContext;
  /** The bundle: feature and entry, e.g. `slides-api` for `lambdas/slides/api.ts`. */
  readonly bundle: string;
  /** What the entry uses, as its feature's `uses.ts` declares it, in parts or as a whole: variables and grants follow. */
  readonly uses: EnvironmentContract | readonly EnvironmentContract[];
  /** The values of those settings that the stage does not know. */
  readonly settings?: Readonly<Record<string, string>>;
  readonly grants?: readonly Grant[];
  readonly timeout: Duration;
  /** Megabytes; 256 is the minimum that leaves an AWS client head-room. */
  readonly memory: number;
  /** Lambda's recursive loop detection for messages that lead back to the function; by default it ends the loop. */
  readonly recursiveLoop?: RecursiveLoop;
  /** ARM_64 unless a package of the function runs on x86_64 only. */
  readonly architecture?: Architecture;
  /** Who notices its failures, and so its log group; by default nobody does. */
  readonly kind?: LogKind;
}

/** A Lambda function with the project's defaults: its bundle, its own role, the log group of its kind. */
export class LambdaFunction extends Construct {
  readonly function: CdkFunction;
  readonly #kind: LogKind;
  readonly #platform: StageContext;

  constructor(scope: Construct, id: string, props: LambdaFunctionProps) {
    super(scope, id);
    const { platform, bundle } = props;
    const name = `${platform.stage}-${bundle}`;
    const parts = [props.uses].flat();
    const grants = [...parts.flatMap((uses) => platform.resources.grants(uses)), ...(props.grants ?? [])];

    this.#kind = props.kind ?? "runs";
    this.#platform = platform;
    const logs = platform.logs.group(this.#kind);
    const role = roleOf(this, "Role", {
      assumedBy: new ServicePrincipal("lambda.amazonaws.com"),
      description: `Of function ${name}`,
      grants: [
        // Exact: the managed policy for logs would allow writing to every log group.
        { actions: ["logs:CreateLogStream", "logs:PutLogEvents"], resources: [logs.logGroupArn] },
        ...grants,
      ],
    });
    acknowledge(role, {
      "AwsSolutions-IAM5[Resource::*]":
        "Only for actions that AWS can't scope to a resource; a test holds the list of them (UNSCOPED_ACTIONS).",
    });

    this.function = new CdkFunction(this, "Function", {
      functionName: name,
      // The local runner, and an operator in the console, find the source by the description.
      description: `lambdas/${bundle.replace("-", "/")}.ts`,
      runtime: Runtime.NODEJS_24_X,
      architecture: props.architecture ?? Architecture.ARM_64,
      code: Code.fromAsset(join(platform.bundles, bundle)),
      handler: "index.handler",
      memorySize: props.memory,
      timeout: props.timeout,
      environment: platform.resources.environment(Object.assign({}, ...parts), props.settings ?? {}),
      role: role.withoutPolicyUpdates(),
      logGroup: logs,
      loggingFormat: LoggingFormat.JSON,
      systemLogLevelV2: SystemLogLevel.WARN,
      // A trace costs more than the rest of a request, and nobody reads it: correlation ids connect the log lines.
      tracing: Tracing.PASS_THROUGH,
      recursiveLoop: props.recursiveLoop ?? RecursiveLoop.TERMINATE,
    });

    if (grants.some(({ actions }) => actions.some((action) => action.startsWith("dynamodb:")))) {
      this.logMetric({ name: TABLE_THROTTLES, pattern: logLine("table_throttled") });
    }
    platform.resources.add("function", bundle, { value: this.function.functionName, arn: this.function.functionArn });
  }

  /** Counts what the function leaves to reconcile. */
  countLeftToReconcile(): this {
    const pattern = FilterPattern.any(logLine("send_left_to_reconcile"), logLine("publish_deferred_to_reconcile"));
    this.logMetric({ name: LEFT_TO_RECONCILE, pattern });
    return this;
  }

  /** Adds an alarm that fires when a log line with a log code is written. */
  alarmOnLog({ code, ...alarm }: Omit<Alarmed, "kind" | "metric" | "threshold"> & { readonly code: string }): this {
    const metric = this.logMetric({ name: alarm.name, pattern: logLine(code) }).with({ period: FIVE_MINUTES });
    this.#platform.alarms.add({ ...alarm, kind: "event", metric, threshold: 1 });
    return this;
  }

  /** A metric of the lines that the function, and those of its kind, write. */
  logMetric(of: LogMetric): Metric {
    return this.#platform.logs.metric(this.#kind, of);
  }
}

/** A role with its grants as a policy in itself: a policy of its own would be another resource for each role. */
export function roleOf(
  scope: Construct,
  id: string,
  { grants, ...of }: Pick<RoleProps, "assumedBy" | "description"> & { readonly grants: readonly Grant[] },
): Role {
  const statements = grants.map(
    ({ actions, resources, conditions }) =>
      new PolicyStatement({
        actions: [...actions],
        resources: [...resources],
        ...(conditions !== undefined && { conditions }),
      }),
  );
  return new Role(scope, id, {
    ...of,
    inlinePolicies: { Grants: new PolicyDocument({ statements }) },
  });
}
