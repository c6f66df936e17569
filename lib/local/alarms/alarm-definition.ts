import { withoutStage } from "../template/assembly.ts";
import { arn } from "../template/identities.ts";
import type { ResolvedResource, Template } from "../template/template.ts";
import type { Expression } from "./metric-math.ts";
import { metricMath } from "./metric-math.ts";
import type { MetricName, Statistic } from "./metrics.ts";
import { knownStatistic } from "./metrics.ts";

/** The states of an alarm, as CloudWatch writes them. */
export type AlarmState = "OK" | "ALARM" | "INSUFFICIENT_DATA";

/** The treatment of periods without data. */
export type MissingData = "breaching" | "notBreaching" | "ignore" | "missing";

/** The comparison with the threshold, and CloudWatch's words for it. */
export const COMPARISONS = {
  GreaterThanOrEqualToThreshold: {
    holds: (value: number, other: number) => value >= other,
    words: "greater than or equal to",
  },
  GreaterThanThreshold: { holds: (value: number, other: number) => value > other, words: "greater than" },
  LessThanThreshold: { holds: (value: number, other: number) => value < other, words: "less than" },
  LessThanOrEqualToThreshold: {
    holds: (value: number, other: number) => value <= other,
    words: "less than or equal to",
  },
} as const;

export interface AlarmMetric {
  readonly id: string;
  readonly metric: MetricName;
  readonly statistic: Statistic;
}

export interface AlarmDefinition {
  /** Physical name, with the stage. */
  readonly name: string;
  readonly arn: string;
  readonly description: string;
  readonly comparison: keyof typeof COMPARISONS;
  readonly threshold: number;
  readonly periodSeconds: number;
  readonly evaluationPeriods: number;
  readonly datapointsToAlarm: number;
  readonly missing: MissingData;
  /** Minutes after the start in which the state does not change, unless data arrive earlier; 0 for none. */
  readonly warmUpMinutes: number;
  readonly warmUpEndsWithData: boolean;
  /** ARNs to notify on entering a state. */
  readonly actions: Readonly<Record<AlarmState, readonly string[]>>;
  readonly metrics: readonly AlarmMetric[];
  /** Computes the alarm's series from its metrics' series. */
  readonly value: Expression;
  /** Its properties as the template has them, references resolved. */
  readonly properties: Readonly<Record<string, unknown>>;
}

/** Supported properties; any other is refused, since its alarm would behave differently on AWS. */
const KNOWN = new Set([
  "ActionsEnabled",
  "AlarmActions",
  "AlarmDescription",
  "AlarmName",
  "ComparisonOperator",
  "DatapointsToAlarm",
  "Dimensions",
  "EvaluationPeriods",
  "InsufficientDataActions",
  "MetricName",
  "Metrics",
  "Namespace",
  "OKActions",
  "Period",
  "Statistic",
  "Tags",
  "Threshold",
  "TreatMissingData",
  "Unit",
  "WarmUpConfiguration",
]);

interface StatProperties {
  readonly Metric: MetricProperties;
  readonly Period: number;
  readonly Stat: string;
}

interface MetricProperties {
  readonly Namespace: string;
  readonly MetricName: string;
  readonly Dimensions?: readonly { readonly Name: string; readonly Value: string }[];
}

interface QueryProperties {
  readonly Id: string;
  readonly Expression?: string;
  readonly MetricStat?: StatProperties;
  readonly ReturnData?: boolean;
}

/**
 * Reads the template's alarms.
 *
 * @param siteUrl the site's address on this machine, to which the links into the runbook lead
 * @throws Error on a property, a statistic or a function that the local system does not support
 */
export function readAlarms(template: Template, siteUrl: string): AlarmDefinition[] {
  return template.ofType("AWS::CloudWatch::Alarm").map(({ logicalId, properties }) => {
    const description = String(properties.AlarmDescription ?? "");
    const AlarmDescription = description.replace(/https:\/\/[^/\s]+(?=\/docs\/runbook#)/, siteUrl);
    return readAlarm(logicalId, { ...properties, AlarmDescription });
  });
}

function readAlarm(logicalId: string, properties: ResolvedResource["properties"]): AlarmDefinition {
  const name = String(properties.AlarmName ?? logicalId);
  const unknown = Object.keys(properties).filter((property) => !KNOWN.has(property));
  if (unknown.length > 0)
    throw new Error(`Alarm ${name} has ${unknown.join(", ")}, which the local runner does not know.`);
  const evaluationPeriods = Number(properties.EvaluationPeriods);
  const warmUp = (properties.WarmUpConfiguration ?? {}) as {
    readonly WarmUpPeriodDurationInMinutes?: number;
    readonly OnlyStartEvaluatingAfterWarmUpPeriodEnds?: boolean;
  };
  const { metrics, value, periodSeconds } = readSource(name, properties);
  const enabled = properties.ActionsEnabled !== false;
  const actions = (property: string) => (enabled ? ((properties[property] ?? []) as string[]) : []);
  return {
    name,
    arn: arn("cloudwatch", `alarm:${name}`),
    description: String(properties.AlarmDescription),
    comparison: knownComparison(name, String(properties.ComparisonOperator)),
    threshold: Number(properties.Threshold),
    periodSeconds,
    evaluationPeriods,
    datapointsToAlarm: Number(properties.DatapointsToAlarm ?? evaluationPeriods),
    missing: knownMissing(name, properties.TreatMissingData, metrics),
    warmUpMinutes: warmUp.WarmUpPeriodDurationInMinutes ?? 0,
    warmUpEndsWithData: warmUp.OnlyStartEvaluatingAfterWarmUpPeriodEnds !== true,
    actions: {
      OK: actions("OKActions"),
      ALARM: actions("AlarmActions"),
      INSUFFICIENT_DATA: actions("InsufficientDataActions"),
    },
    metrics,
    value,
    properties,
  };
}

/** One metric, or an expression over several of one period. */
function readSource(
  name: string,
  properties: Readonly<Record<string, unknown>>,
): Pick<AlarmDefinition, "metrics" | "value" | "periodSeconds"> {
  const queries = (properties.Metrics as QueryProperties[] | undefined) ?? [
    {
      Id: "m",
      MetricStat: {
        Metric: properties as unknown as MetricProperties,
        Period: Number(properties.Period),
        Stat: String(properties.Statistic),
      },
    },
  ];
  const stats = queries.flatMap(({ Id, MetricStat }) => (MetricStat === undefined ? [] : [{ Id, ...MetricStat }]));
  const metrics = stats.map(({ Id, Metric, Stat }) => ({
    id: Id,
    metric: metricName(Metric),
    statistic: knownStatistic(Stat),
  }));
  const periods = new Set(stats.map(({ Period }) => Number(Period)));
  const [periodSeconds] = periods;
  if (periods.size !== 1 || periodSeconds === undefined || !(periodSeconds % 60 === 0)) {
    throw new Error(`Alarm ${name}: all of its metrics need one period of whole minutes.`);
  }
  const returned = queries.filter(({ ReturnData }) => ReturnData !== false);
  const [result] = returned;
  if (returned.length !== 1 || result === undefined)
    throw new Error(`Alarm ${name} has not one result but ${returned.length}.`);
  const expressions = queries.filter(({ Expression }) => Expression !== undefined);
  if (expressions.some((query) => query !== result))
    throw new Error(`Alarm ${name} has an expression of an expression.`);
  return {
    metrics,
    periodSeconds,
    value: metricMath(result.Expression ?? result.Id, new Set(stats.map(({ Id }) => Id))),
  };
}

function metricName({ Namespace, MetricName, Dimensions = [] }: MetricProperties): MetricName {
  return {
    namespace: Namespace,
    name: MetricName,
    dimensions: Object.fromEntries(Dimensions.map(({ Name, Value }) => [Name, String(Value)])),
  };
}

function knownComparison(name: string, operator: string): keyof typeof COMPARISONS {
  if (!Object.hasOwn(COMPARISONS, operator))
    throw new Error(`Alarm ${name} compares by ${operator}, which is not known.`);
  return operator as keyof typeof COMPARISONS;
}

/** Metrics of DynamoDB are reported irregularly: their alarms ignore gaps by default. */
function knownMissing(name: string, given: unknown, metrics: readonly AlarmMetric[]): MissingData {
  const missing = given ?? (metrics.some(({ metric }) => metric.namespace === "AWS/DynamoDB") ? "ignore" : "missing");
  if (!/^(breaching|notBreaching|ignore|missing)$/.test(String(missing))) {
    throw new Error(`Alarm ${name} treats missing data as ${missing}, which is not known.`);
  }
  return missing as MissingData;
}

/** The parts of an alarm's description: `<impact> Runbook: <where>`. */
export function described({ name, description }: Pick<AlarmDefinition, "name" | "description">) {
  const [, impact = description, runbook = ""] = /^(.*?)\s*Runbook: (\S+)$/s.exec(description) ?? [];
  return { name: withoutStage(name), impact, runbook };
}
