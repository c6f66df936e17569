import { Aws } from "aws-cdk-lib";
import { CfnBudget } from "aws-cdk-lib/aws-budgets";
import { PolicyStatement, ServicePrincipal } from "aws-cdk-lib/aws-iam";
import type { Topic } from "aws-cdk-lib/aws-sns";
import { Construct } from "constructs";

/** What the account may cost a month: mails when most of it is spent, and when it will be or has been passed. */
export class MonthlyBudget extends Construct {
  constructor(scope: Construct, id: string, props: { stage: string; topic: Topic; usDollars: number }) {
    super(scope, id);
    const { stage, topic, usDollars } = props;
    // As the guide to AWS Budgets has it ("Creating an Amazon SNS topic for budget notifications").
    topic.addToResourcePolicy(
      new PolicyStatement({
        sid: "AllowPublishOfBudgets",
        actions: ["sns:Publish"],
        principals: [new ServicePrincipal("budgets.amazonaws.com")],
        resources: [topic.topicArn],
        conditions: {
          StringEquals: { "aws:SourceAccount": Aws.ACCOUNT_ID },
          ArnLike: { "aws:SourceArn": `arn:${Aws.PARTITION}:budgets::${Aws.ACCOUNT_ID}:*` },
        },
      }),
    );
    const mailAt = (notificationType: "ACTUAL" | "FORECASTED", threshold: number) => ({
      notification: { notificationType, comparisonOperator: "GREATER_THAN", threshold, thresholdType: "PERCENTAGE" },
      subscribers: [{ subscriptionType: "SNS", address: topic.topicArn }],
    });
    const budget = new CfnBudget(this, "Budget", {
      budget: {
        // Budgets are the account's, of all its regions.
        budgetName: `${stage}-magpie-${Aws.REGION}`,
        budgetType: "COST",
        timeUnit: "MONTHLY",
        budgetLimit: { amount: usDollars, unit: "USD" },
      },
      notificationsWithSubscribers: [mailAt("ACTUAL", 80), mailAt("FORECASTED", 100), mailAt("ACTUAL", 100)],
    });
    // AWS Budgets tries the topic when it is made.
    const policy = topic.node.tryFindChild("Policy");
    if (policy !== undefined) budget.node.addDependency(policy);
  }
}
