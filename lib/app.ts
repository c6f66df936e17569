import { readFileSync } from "node:fs";
import { App } from "aws-cdk-lib";
import { warnIfNobodyIsMailed } from "./constructs/nobody-is-mailed.ts";
import { MagpieStack } from "./magpie-stack.ts";
import { readSettings } from "./settings.ts";
import { stageTarget } from "./stage-target.ts";

/** The inputs and the output folder of an app. */
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
  const stack = new MagpieStack(app, `magpie-${settings.stage}`, {
    settings,
    bundles,
    env: stageTarget(settings, process.env),
  });
  // Other apps, those of tests and of the local system, are not deployed.
  if (validated) warnIfNobodyIsMailed(stack, settings);
  return app;
}
