import type { App } from "aws-cdk-lib";
import { CfnOutput, Fn, Stack } from "aws-cdk-lib";
import { CfnWebACL } from "aws-cdk-lib/aws-wafv2";
import type { Settings } from "../settings.ts";
import { EDGE_REGION } from "./edge-names.ts";

const OUTPUT = "WebAclArn";

/** The time in which an address's requests are counted: WAF's own default. */
const WINDOW_SECONDS = 300;

const stackName = (stage: string) => `magpie-${stage}-firewall`;

/**
 * The firewall (AWS WAF) before the site's distribution, with one rule: an address that sends more requests in five minutes
 * than the settings allow is answered with 403 until it sends fewer. CloudFront's firewalls are in us-east-1.
 */
export class FirewallStack extends Stack {
  constructor(app: App, { stage, account }: Settings, { requestsPerAddress }: NonNullable<Settings["firewall"]>) {
    super(app, stackName(stage), {
      env: { ...(account !== undefined && { account }), region: EDGE_REGION },
      description: `Firewall of the site of stage ${stage}`,
      tags: { app: "magpie", stage },
    });
    const seen = (metricName: string) => ({
      cloudWatchMetricsEnabled: true,
      sampledRequestsEnabled: true,
      metricName: `${stage}-magpie-${metricName}`,
    });
    const { attrArn } = new CfnWebACL(this, "WebAcl", {
      name: `${stage}-magpie-site`,
      scope: "CLOUDFRONT",
      defaultAction: { allow: {} },
      visibilityConfig: seen("site"),
      rules: [
        {
          name: "RequestsPerAddress",
          priority: 0,
          action: { block: {} },
          statement: {
            rateBasedStatement: {
              limit: requestsPerAddress,
              aggregateKeyType: "IP",
              evaluationWindowSec: WINDOW_SECONDS,
            },
          },
          visibilityConfig: seen("requests-per-address"),
        },
      ],
    });
    new CfnOutput(this, OUTPUT, { value: attrArn }).overrideLogicalId(OUTPUT);
  }
}

/** The firewall's ARN, read from its stack when the distribution is deployed. */
export function webAclArn(stage: string): string {
  return Fn.getStackOutput(stackName(stage), OUTPUT, EDGE_REGION);
}
