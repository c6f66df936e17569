import { readFileSync } from "node:fs";
import { App } from "aws-cdk-lib";
import { warnIfNobodyIsMailed } from "./constructs/nobody-is-mailed.ts";
import { EdgeAlarmsStack } from "./edge/edge-alarms-stack.ts";
import { EDGE_REGION } from "./edge/edge-names.ts";
import { FirewallStack } from "./edge/firewall-stack.ts";
import { MagpieStack } from "./magpie-stack.ts";
import { readSettings } from "./settings.ts";
import { stageTarget } from "./stage-target.ts";

export interface AppOptions {
  /** Folder of the bundles, built beforehand. */
  readonly bundles: string;
  /** Folder for the cloud assembly; the CDK's own choice without it. */
  readonly outdir?: string;
  /** Context that overrides cdk.json's, e.g. `stages`. */
  readonly context?: Readonly<Record<string, unknown>>;
  readonly stage?: string;
  /** Whether the CDK validates the template, which takes longer than everything else. */
  readonly validated: boolean;
}

/** The context of cdk.json, for callers that create the app without the CDK's command line. */
export function cdkContext(): Readonly<Record<string, unknown>> {
  const cdkJson: unknown = JSON.parse(readFileSync(new URL("../cdk.json", import.meta.url), "utf8"));
  return (cdkJson as { context: Record<string, unknown> }).context;
}

/** Creates the CDK app of one stage; without a stage, of the context's `stage`, else production. */
export function magpieApp({ bundles, outdir, context, stage, validated }: AppOptions): App {
  const app = new App({
    ...(outdir === undefined ? {} : { outdir }),
    ...(context === undefined ? {} : { context }),
    analyticsReporting: false,
    builtinCloudFormationValidation: validated,
  });
  const settings = readSettings(stage ?? app.node.tryGetContext("stage") ?? "prod", app.node.tryGetContext("stages"));
  const env = stageTarget(settings, process.env);
  const stack = new MagpieStack(app, `magpie-${settings.stage}`, { settings, bundles, env });
  if (settings.firewall !== undefined) stack.addStackDependency(new FirewallStack(app, settings, settings.firewall));
  // Of a stage without a region, that of the credentials; unknown, and not needed, for a synthesis that deploys nothing.
  const region = env.region ?? process.env.CDK_DEFAULT_REGION ?? EDGE_REGION;
  if (region !== EDGE_REGION && settings.alarms === "all") new EdgeAlarmsStack(app, { settings, main: stack, region });
  // Other apps, those of tests and of the local system, are not deployed.
  if (validated) warnIfNobodyIsMailed(stack, settings);
  return app;
}
