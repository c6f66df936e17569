import { Aws } from "aws-cdk-lib";
import { CfnBudget } from "aws-cdk-lib/aws-budgets";
import { PolicyStatement, ServicePrincipal } from "aws-cdk-lib/aws-iam";
import type { Topic } from "aws-cdk-lib/aws-sns";
import { Construct } from "constructs";

/** The account's monthly budget: sends mail when most of it is spent, and when it is or will be exceeded. */
export class MonthlyBudget extends Construct {
  constructor(scope: Construct, id: string, props: { stage: string; topic: Topic; usDollars: number }) {
    super(scope, id);
    const { stage, topic, usDollars } = props;
    // Statement of the AWS Budgets guide ("Creating an Amazon SNS topic for budget notifications").
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
        // A budget belongs to the account and covers all its regions.
        budgetName: `${stage}-magpie-${Aws.REGION}`,
        budgetType: "COST",
        timeUnit: "MONTHLY",
        budgetLimit: { amount: usDollars, unit: "USD" },
      },
      notificationsWithSubscribers: [mailAt("ACTUAL", 80), mailAt("FORECASTED", 100), mailAt("ACTUAL", 100)],
    });
    // AWS Budgets publishes to the topic when the budget is created.
    const policy = topic.node.tryFindChild("Policy");
    if (policy !== undefined) budget.node.addDependency(policy);
  }
}
