import { Aws, Duration } from "aws-cdk-lib";
import type { IMetric } from "aws-cdk-lib/aws-cloudwatch";
import { Dashboard, GraphWidget, PeriodOverride } from "aws-cdk-lib/aws-cloudwatch";
import { Construct } from "constructs";

/** The stack's one dashboard: a graph for everything that is worth a look without an alarm. */
export class OperatorsDashboard extends Construct {
  readonly #dashboard: Dashboard;

  constructor(scope: Construct, id: string, { stage }: { stage: string }) {
    super(scope, id);
    this.#dashboard = new Dashboard(this, "Dashboard", {
      // Dashboards are the account's, whatever the region.
      dashboardName: `${stage}-magpie-${Aws.REGION}`,
      defaultInterval: Duration.days(1),
      // Rates are of the hours they are counted in, whatever the zoom.
      periodOverride: PeriodOverride.INHERIT,
    });
  }

  /** Adds a graph. */
  show(title: string, ...metrics: readonly IMetric[]): void {
    this.#dashboard.addWidgets(new GraphWidget({ title, left: [...metrics], width: 12 }));
  }
}
