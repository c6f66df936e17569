import type { App } from "aws-cdk-lib";
import { Fn, Stack } from "aws-cdk-lib";
import { Alarms } from "../constructs/alarms.ts";
import type { MagpieStack } from "../magpie-stack.ts";
import type { Settings } from "../settings.ts";
import { EDGE_REGION, edgeStackName, edgeSuffix } from "./edge-names.ts";
import { alarmOnSite } from "./site-alarms.ts";

/**
 * The alarms on the site's distribution, of a stage in another region than us-east-1: CloudWatch has CloudFront's metrics
 * there only, and an alarm reads metrics of its own region, and mails through topics of its own region. So the stack has
 * topics of its own, with the same recipient.
 */
export class EdgeAlarmsStack extends Stack {
  constructor(app: App, { settings, main, region }: { settings: Settings; main: MagpieStack; region: string }) {
    const { stage, account, alarmEmail: email } = settings;
    super(app, edgeStackName(main.stackName, edgeSuffix(region)), {
      env: { ...(account !== undefined && { account }), region: EDGE_REGION },
      description: `Alarms on the site of ${main.stackName} in ${region}`,
      tags: { app: "magpie", stage },
    });
    // Read when this stack is deployed, after the other one.
    this.addStackDependency(main);
    const output = (name: string) => Fn.getStackOutput(main.stackName, name, region);
    const alarms = new Alarms(this, "Alarms", {
      stage,
      email,
      alarms: settings.alarms,
      siteUrl: output("SiteUrl"),
      suffix: edgeSuffix(region),
    });
    alarmOnSite(alarms, output("SiteDistributionId"));
  }
}
