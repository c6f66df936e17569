import { Duration } from "aws-cdk-lib";
import { Architecture } from "aws-cdk-lib/aws-lambda";
import { Construct } from "constructs";
import { rendererUses } from "../lambdas/mercari/uses.ts";
import { LambdaFunction } from "./constructs/lambda-function.ts";
import type { Platform } from "./constructs/platform.ts";

/**
 * Chromium in a separate function, which renders a page of Mercari and returns its text (docs/decisions/0009-renderer.md).
 */
export class MercariRenderer extends Construct {
  constructor(scope: Construct, id: string, { platform }: { platform: Platform }) {
    super(scope, id);
    // All of its requests come from the page. The function calls no AWS API, so that its role allows none.
    new LambdaFunction(this, "Renderer", {
      platform,
      bundle: "mercari-renderer",
      uses: rendererUses,
      settings: { CHROMIUM_PATH: "" },
      architecture: Architecture.X86_64,
      // A page has 25 s. In a new environment the browser is unpacked before that.
      timeout: Duration.seconds(60),
      memory: 2_048,
    });
  }
}
