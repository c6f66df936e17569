import { Aws, Duration } from "aws-cdk-lib";
import type { IMetric } from "aws-cdk-lib/aws-cloudwatch";
import { Alarm, ComparisonOperator, TreatMissingData } from "aws-cdk-lib/aws-cloudwatch";
import { SnsAction } from "aws-cdk-lib/aws-cloudwatch-actions";
import { PolicyStatement, ServicePrincipal } from "aws-cdk-lib/aws-iam";
import { Topic } from "aws-cdk-lib/aws-sns";
import { EmailSubscription } from "aws-cdk-lib/aws-sns-subscriptions";
import { Construct } from "constructs";

const COMPARISONS = {
  at_least: ComparisonOperator.GREATER_THAN_OR_EQUAL_TO_THRESHOLD,
  above: ComparisonOperator.GREATER_THAN_THRESHOLD,
  below: ComparisonOperator.LESS_THAN_THRESHOLD,
} as const;

/** What an alarm needs to be of use to the person it wakes. */
export interface Alarmed {
  /** Kebab-case and unique; also the heading of its section in docs/runbook.md. */
  readonly name: string;
  /** What users notice while it rings. */
  readonly impact: string;
  readonly metric: IMetric;
  /** The value it rings at. */
  readonly threshold: number;
  /** At the threshold or above (default), only above it, or below it. */
  readonly when?: keyof typeof COMPARISONS;
  /** Periods in a row; default 1. */
  readonly periods?: number;
  /** Whether silence itself is the fault; only for what must happen on its own. */
  readonly silenceIsFault?: boolean;
}

/** The stack's alarms, all of one form, mailed through one topic. */
export class Alarms extends Construct {
  readonly #stage: string;
  readonly #topic: Topic;

  constructor(scope: Construct, id: string, props: { stage: string; email: string | undefined }) {
    super(scope, id);
    this.#stage = props.stage;
    this.#topic = new Topic(this, "Topic", { topicName: `${props.stage}-magpie-alarms`, enforceSSL: true });
    // A policy of the topic's own, such as the one for TLS, takes the place of SNS's default, which lets the account publish.
    this.#mayPublish("Alarms", "cloudwatch", `${Aws.REGION}:${Aws.ACCOUNT_ID}:alarm:*`);
    this.#mayPublish("Budgets", "budgets", `:${Aws.ACCOUNT_ID}:*`);
    if (props.email !== undefined) this.#topic.addSubscription(new EmailSubscription(props.email));
  }

  /**
   * Lets a service publish for this account (CloudWatch guide, "Notifying users on alarm changes"; Cost Management guide,
   * "Creating an Amazon SNS topic for budget notifications").
   *
   * @param source what follows the service in the ARN of what is told: region, account, resource
   */
  #mayPublish(sid: string, service: string, source: string): void {
    this.#topic.addToResourcePolicy(
      new PolicyStatement({
        sid: `AllowPublishOf${sid}`,
        principals: [new ServicePrincipal(`${service}.amazonaws.com`)],
        actions: ["sns:Publish"],
        resources: [this.#topic.topicArn],
        conditions: {
          ArnLike: { "aws:SourceArn": `arn:${Aws.PARTITION}:${service}:${source}` },
          StringEquals: { "aws:SourceAccount": Aws.ACCOUNT_ID },
        },
      }),
    );
  }

  /** Adds an alarm. Its description is what a person reads first: the impact, then where to look. */
  add(alarmed: Alarmed): void {
    const alarm = new Alarm(this, alarmed.name, {
      alarmName: `${this.#stage}-${alarmed.name}`,
      alarmDescription: `${alarmed.impact} Runbook: docs/runbook.md#${alarmed.name}`,
      metric: alarmed.metric,
      threshold: alarmed.threshold,
      comparisonOperator: COMPARISONS[alarmed.when ?? "at_least"],
      evaluationPeriods: alarmed.periods ?? 1,
      // A metric that nothing has reported yet is good news, unless silence is what we look for.
      treatMissingData: alarmed.silenceIsFault ? TreatMissingData.BREACHING : TreatMissingData.NOT_BREACHING,
    });
    const action = new SnsAction(this.#topic);
    alarm.addAlarmAction(action);
    alarm.addOkAction(action);
  }
}

/** The period of most alarms. */
export const FIVE_MINUTES = Duration.minutes(5);
