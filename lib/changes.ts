import { Duration } from "aws-cdk-lib";
import { Construct } from "constructs";
import { changesRoutes } from "../lambdas/changes/routes.ts";
import { HttpFunction } from "./constructs/http-function.ts";
import type { Platform } from "./constructs/platform.ts";
import type { StandardTable } from "./constructs/standard-table.ts";

/** A feature whose things are followed. */
export interface Followed {
  /** The table of the things, with index `changes`. */
  readonly table: StandardTable;
  /** The longest time-out of the feature's functions that write the table. */
  readonly writeTimeout: Duration;
}

/** Properties of the changes feed. */
export interface ChangesProps {
  readonly platform: Platform;
  readonly bookmarks: Followed;
  readonly stocks: Followed;
  /** The time-out of reconcile, which writes the tables too. */
  readonly reconcileTimeout: Duration;
}

/** For the difference of two clocks, and for the lag of an index: each up to a minute. */
const CLOCKS_AND_LAG = Duration.minutes(2);

/** The changes feed: what of a user's things was made, changed or deleted, for programs that keep a copy. */
export class Changes extends Construct {
  constructor(scope: Construct, id: string, { platform, bookmarks, stocks, reconcileTimeout }: ChangesProps) {
    super(scope, id);
    const timeouts = [bookmarks.writeTimeout, stocks.writeTimeout, reconcileTimeout].map((each) => each.toSeconds());
    new HttpFunction(this, "Api", {
      platform,
      bundle: "changes-api",
      routes: changesRoutes,
      environment: {
        BOOKMARKS_TABLE: bookmarks.table.tableName,
        STOCKS_TABLE: stocks.table.tableName,
        SITE_URL: platform.siteUrl,
        OVERLAP_SECONDS: String(Math.max(...timeouts) + CLOCKS_AND_LAG.toSeconds()),
      },
      grants: [...bookmarks.table.changesGrants, ...stocks.table.changesGrants],
      timeout: Duration.seconds(10),
    });
  }
}
