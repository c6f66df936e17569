import type { App } from "aws-cdk-lib";
import { Validations } from "aws-cdk-lib";
import { AwsSolutionsChecks } from "cdk-nag";
import type { AppOptions } from "./app.ts";
import { magpieApp } from "./app.ts";

/**
 * The app as it is deployed: its synthesis fails on an invalid template and on any finding without an acknowledgement.
 */
export function checkedApp(options: Omit<AppOptions, "validated">): App {
  return refusingFindings(magpieApp({ ...options, validated: true }));
}

/** Lets the synthesis of an app fail on any finding of cdk-nag without an acknowledgement. @returns the app */
export function refusingFindings(app: App): App {
  Validations.of(app).addPlugins(new AwsSolutionsChecks(app));
  return app;
}
