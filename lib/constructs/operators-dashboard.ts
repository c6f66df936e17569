import { Aws, Duration } from "aws-cdk-lib";
import type { IMetric } from "aws-cdk-lib/aws-cloudwatch";
import { Dashboard, GraphWidget, LogQueryWidget, PeriodOverride } from "aws-cdk-lib/aws-cloudwatch";
import type { ILogGroup } from "aws-cdk-lib/aws-logs";
import { Construct } from "constructs";

/** The stack's only dashboard: for operators: graphs of metrics without an alarm, and a table of the routes. */
export class OperatorsDashboard extends Construct {
  readonly #dashboard: Dashboard;

  constructor(scope: Construct, id: string, { stage }: { stage: string }) {
    super(scope, id);
    this.#dashboard = new Dashboard(this, "Dashboard", {
      // Dashboard names are unique in the account, across regions.
      dashboardName: `${stage}-magpie-${Aws.REGION}`,
      defaultInterval: Duration.days(1),
      // Rates are computed by the hour, at every zoom level.
      periodOverride: PeriodOverride.INHERIT,
    });
  }

  /** A table that Logs Insights computes whenever the dashboard is opened, from the commands of a query. */
  ask(title: string, logGroups: readonly ILogGroup[], commands: readonly string[]): void {
    const logGroupNames = logGroups.map(({ logGroupName }) => logGroupName);
    this.#dashboard.addWidgets(new LogQueryWidget({ title, logGroupNames, queryLines: [...commands], width: 12 }));
  }

  show(title: string, ...metrics: readonly IMetric[]): void {
    this.#dashboard.addWidgets(new GraphWidget({ title, left: [...metrics], width: 12 }));
  }
}
