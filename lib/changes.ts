import { Duration } from "aws-cdk-lib";
import { Construct } from "constructs";
import { changesRoutes } from "../lambdas/changes/routes.ts";
import { apiUses } from "../lambdas/changes/uses.ts";
import { HttpFunction } from "./constructs/http-function.ts";
import type { Platform } from "./constructs/platform.ts";

export interface ChangesProps {
  readonly platform: Platform;
  /** The longest time-outs of the functions that write the tables. */
  readonly writeTimeouts: readonly Duration[];
}

/** For the difference between two clocks, and for the lag of an index: each up to a minute. */
const CLOCKS_AND_LAG = Duration.minutes(2);

/** The changes feed: a user's saved items that were created, changed or deleted, for programs that keep a copy. */
export class Changes extends Construct {
  constructor(scope: Construct, id: string, { platform, writeTimeouts }: ChangesProps) {
    super(scope, id);
    const longest = Math.max(...writeTimeouts.map((each) => each.toSeconds()));
    new HttpFunction(this, "Api", {
      platform,
      bundle: "changes-api",
      routes: changesRoutes,
      uses: apiUses,
      settings: { OVERLAP_SECONDS: String(longest + CLOCKS_AND_LAG.toSeconds()) },
      timeout: Duration.seconds(10),
    });
  }
}
