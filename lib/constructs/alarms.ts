import { Aws, CfnCondition, Duration, Fn } from "aws-cdk-lib";
import type { IAlarmAction, MathExpression, Metric } from "aws-cdk-lib/aws-cloudwatch";
import { Alarm, CfnAlarm, ComparisonOperator, TreatMissingData } from "aws-cdk-lib/aws-cloudwatch";
import { SnsAction } from "aws-cdk-lib/aws-cloudwatch-actions";
import { PolicyStatement, ServicePrincipal } from "aws-cdk-lib/aws-iam";
import { FilterOrPolicy, SubscriptionFilter, Topic } from "aws-cdk-lib/aws-sns";
import { EmailSubscription } from "aws-cdk-lib/aws-sns-subscriptions";
import { Construct } from "constructs";

const COMPARISONS = {
  at_least: ComparisonOperator.GREATER_THAN_OR_EQUAL_TO_THRESHOLD,
  above: ComparisonOperator.GREATER_THAN_THRESHOLD,
  below: ComparisonOperator.LESS_THAN_THRESHOLD,
} as const;

/**
 * How soon an operator has to act.
 * - `urgent`: users are refused, or promised work stays undone until an operator acts.
 * - `warning`: something is late, degraded or about to become urgent; the system continues without help for now.
 */
export type Severity = "urgent" | "warning";

/**
 * Whose fault it is that the alarm fires, as a rule.
 * - `ours`: this system, its settings and its deployment, and AWS below it.
 * - `theirs`: a site or a program on the other side.
 * - `content`: what a user saved, such as the address of a site that is gone.
 */
export type Cause = "ours" | "theirs" | "content";

/**
 * What the alarm reads.
 * - `event`: what happened within a time. It clears by itself, and fires again for what happens later.
 * - `level`: a state that lasts until somebody or something ends it. A second fault does not show while it lasts.
 */
export type Kind = "event" | "level";

/**
 * How long an alarm on events stays after the last one: a cause that stays mails once, and not at each of its events. A
 * warning holds a day. An urgent alarm holds an hour, since it must fire again for another fault of the same day.
 */
const HOLD: Readonly<Record<Severity, Duration>> = { urgent: Duration.hours(1), warning: Duration.days(1) };

/** An alarm with everything that its recipient needs. */
export interface Alarmed {
  /** Kebab-case and unique; also the heading of its section in docs/runbook.md. */
  readonly name: string;
  /** Whether a stage with `alarms: "urgent"` also has the alarm. */
  readonly severity: Severity;
  /** What users notice while the alarm is in ALARM. */
  readonly impact: string;
  readonly cause: Cause;
  readonly kind: Kind;
  readonly metric: Metric | MathExpression;
  /** The value at which the alarm fires. */
  readonly threshold: number;
  /** At the threshold or above (default), only above it, or below it. */
  readonly when?: keyof typeof COMPARISONS;
  /** Of a level, periods in a row; default 1. */
  readonly periods?: number;
  /** Whether missing data fire the alarm; only for work that must happen without a request. */
  readonly silenceIsFault?: boolean;
  /** The one region whose CloudWatch has the metric; in a stack of another region there is no such alarm. */
  readonly onlyIn?: "us-east-1";
}

/** The longest warm-up that CloudWatch accepts, in minutes. */
const LONGEST_WARM_UP = 2_880;

/** Lets a subscription have only what CloudWatch publishes of alarms that have fired before. */
const HAS_FIRED = {
  OldStateValue: FilterOrPolicy.filter(SubscriptionFilter.stringFilter({ allowlist: ["ALARM"] })),
};

/**
 * The stack's alarms, all of one form. They are mailed through one topic when they fire, and through another when they
 * clear. See docs/decisions/0014-alarms-and-cost.md.
 */
export class Alarms extends Construct {
  readonly topic: Topic;
  readonly #stage: string;
  readonly #siteUrl: string;
  readonly #suffix: string;
  readonly #severities: readonly Severity[];
  /** One action object each for all alarms: each new one would be bound again. */
  readonly #fired: SnsAction;
  readonly #cleared: SnsAction;
  readonly #urgent: Alarm[] = [];
  #urgentAction: IAlarmAction | undefined;

  constructor(
    scope: Construct,
    id: string,
    props: {
      stage: string;
      email: string | undefined;
      alarms: "all" | "urgent";
      siteUrl: string;
      /** The end of all names, for alarms beside those of the same stage. */
      suffix?: string;
    },
  ) {
    super(scope, id);
    this.#stage = props.stage;
    this.#siteUrl = props.siteUrl;
    this.#suffix = props.suffix ?? "";
    this.#severities = props.alarms === "all" ? ["urgent", "warning"] : ["urgent"];
    this.topic = this.#topic("Topic", "magpie-alarms");
    const cleared = this.#topic("ClearedTopic", "magpie-alarms-cleared");
    if (props.email !== undefined) {
      this.topic.addSubscription(new EmailSubscription(props.email));
      cleared.addSubscription(new EmailSubscription(props.email, { filterPolicyWithMessageBody: HAS_FIRED }));
    }
    this.#fired = new SnsAction(this.topic);
    this.#cleared = new SnsAction(cleared);
  }

  /**
   * A topic to which the alarms of this account and region may publish (CloudWatch guide, "Notifying users on alarm changes").
   * A policy of the topic's own, such as the one for TLS, takes the place of SNS's default, which lets the account publish.
   */
  #topic(id: string, name: string): Topic {
    const topic = new Topic(this, id, { topicName: `${this.#stage}-${name}${this.#suffix}`, enforceSSL: true });
    topic.addToResourcePolicy(
      new PolicyStatement({
        sid: "AllowPublishOfAlarms",
        principals: [new ServicePrincipal("cloudwatch.amazonaws.com")],
        actions: ["sns:Publish"],
        resources: [topic.topicArn],
        conditions: {
          ArnLike: { "aws:SourceArn": `arn:${Aws.PARTITION}:cloudwatch:${Aws.REGION}:${Aws.ACCOUNT_ID}:alarm:*` },
          StringEquals: { "aws:SourceAccount": Aws.ACCOUNT_ID },
        },
      }),
    );
    return topic;
  }

  /** Gives every urgent alarm a second action for when it fires: those that exist, and those that are added later. */
  alsoWhenUrgent(action: IAlarmAction): void {
    this.#urgentAction = action;
    for (const alarm of this.#urgent) alarm.addAlarmAction(action);
  }

  /** Adds an alarm. Its description is what the recipient reads first: the impact, then the section of the runbook. */
  add(alarmed: Alarmed): void {
    if (!this.#severities.includes(alarmed.severity)) return;
    const periods = periodsOf(alarmed);
    const alarm = new Alarm(this, alarmed.name, {
      alarmName: `${this.#stage}-${alarmed.name}${this.#suffix}`,
      alarmDescription: `${alarmed.impact} Runbook: ${this.#siteUrl}/docs/runbook#${alarmed.name}`,
      metric: alarmed.metric,
      threshold: alarmed.threshold,
      comparisonOperator: COMPARISONS[alarmed.when ?? "at_least"],
      evaluationPeriods: periods,
      ...(alarmed.kind === "event" && { datapointsToAlarm: 1 }),
      // A metric without data is not a fault, unless the alarm is on silence.
      treatMissingData: alarmed.silenceIsFault ? TreatMissingData.BREACHING : TreatMissingData.NOT_BREACHING,
    });
    alarm.addAlarmAction(this.#fired);
    alarm.addOkAction(this.#cleared);
    if (alarmed.severity === "urgent") {
      this.#urgent.push(alarm);
      if (this.#urgentAction !== undefined) alarm.addAlarmAction(this.#urgentAction);
    }
    const { defaultChild } = alarm.node;
    if (!(defaultChild instanceof CfnAlarm)) throw new Error(`${alarm.node.path} is no alarm of CloudFormation's`);
    // Read by the invariants and shown in the catalogue of docs/runbook.md.
    const { severity, cause, kind } = alarmed;
    defaultChild.tags = Object.entries({ severity, cause, kind }).map(([key, value]) => ({ key, value }));
    if (alarmed.silenceIsFault) warmUp(defaultChild, periods);
    if (alarmed.onlyIn !== undefined) {
      const expression = Fn.conditionEquals(Aws.REGION, alarmed.onlyIn);
      defaultChild.cfnOptions.condition = new CfnCondition(this, `${alarmed.name}-condition`, { expression });
    }
  }
}

/** The periods that are evaluated: of an alarm on events as many as the time that it holds has. */
function periodsOf({ name, kind, severity, metric, periods = 1 }: Alarmed): number {
  if (kind === "level") return periods;
  const held = HOLD[severity].toSeconds() / metric.period.toSeconds();
  if (periods !== 1 || (held > 1 && !Number.isInteger(held))) throw new Error(`${name} holds no whole periods`);
  return Math.max(1, held);
}

/** Gives a schedule time for its first run before its silence counts; the first run ends the warm-up. */
function warmUp(alarm: CfnAlarm, periods: number): void {
  if (alarm.period === undefined) throw new Error(`${alarm.node.path} counts silence in no period of its own`);
  alarm.warmUpConfiguration = {
    // The length of the evaluation range, and some minutes for the deployment itself.
    warmUpPeriodDurationInMinutes: Math.min((alarm.period / 60) * periods + 15, LONGEST_WARM_UP),
  };
  // The property is newer than the schema that cfn-lint 1.x brings along; the CDK's own has it.
  alarm.addMetadata("cfn-lint", { config: { ignore_checks: ["E3002"] } });
}

export const FIVE_MINUTES = Duration.minutes(5);
export const HOUR = Duration.hours(1);
