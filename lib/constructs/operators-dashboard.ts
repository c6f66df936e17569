import { Aws, Duration } from "aws-cdk-lib";
import type { IMetric } from "aws-cdk-lib/aws-cloudwatch";
import { Dashboard, GraphWidget, PeriodOverride } from "aws-cdk-lib/aws-cloudwatch";
import { Construct } from "constructs";

/** The stack's only dashboard: graphs for operators of metrics without an alarm. */
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

  show(title: string, ...metrics: readonly IMetric[]): void {
    this.#dashboard.addWidgets(new GraphWidget({ title, left: [...metrics], width: 12 }));
  }
}
