import { Duration } from "aws-cdk-lib";
import { Construct } from "constructs";
import { usersRoutes } from "../lambdas/users/routes.ts";
import { HttpFunction } from "./constructs/http-function.ts";
import type { Platform } from "./constructs/platform.ts";
import type { PrivateBucket } from "./constructs/private-bucket.ts";
import type { StandardTable } from "./constructs/standard-table.ts";
import type { Site } from "./site.ts";

/** Properties of the data of people: the tables that keep some. */
export interface UsersProps {
  readonly platform: Platform;
  readonly site: Site;
  readonly bookmarks: StandardTable;
  /** The texts of the bookmarks. */
  readonly contents: PrivateBucket;
  readonly stocks: StandardTable;
  readonly recommendations: StandardTable;
}

/** What belongs to one person: lists of it, its deletion, and its move to another `sub`. */
export class Users extends Construct {
  constructor(
    scope: Construct,
    id: string,
    { platform, site, bookmarks, contents, stocks, recommendations }: UsersProps,
  ) {
    super(scope, id);
    const keys = platform.idempotency.table;
    const saved = [bookmarks.tableArn, stocks.tableArn];
    new HttpFunction(this, "Api", {
      platform,
      bundle: "users-api",
      routes: usersRoutes,
      environment: {
        BOOKMARKS_TABLE: bookmarks.tableName,
        CONTENT_BUCKET: contents.bucketName,
        STOCKS_TABLE: stocks.tableName,
        RECOMMENDATIONS_TABLE: recommendations.tableName,
        IDEMPOTENCY_KEYS_TABLE: keys.tableName,
        SITE_BUCKET: site.bucket.bucketName,
        SITE_URL: site.url,
      },
      grants: [
        {
          actions: ["dynamodb:Query"],
          resources: [...saved, bookmarks.indexArn("by_created_at"), stocks.indexArn("by_created_at")],
        },
        {
          actions: [
            "dynamodb:GetItem",
            "dynamodb:PutItem",
            "dynamodb:UpdateItem",
            "dynamodb:DeleteItem",
            "dynamodb:BatchWriteItem",
          ],
          resources: saved,
        },
        {
          actions: ["dynamodb:Query", "dynamodb:BatchGetItem", "dynamodb:PutItem", "dynamodb:BatchWriteItem"],
          resources: [recommendations.tableArn],
        },
        ...contents.reads,
        ...contents.removes,
        ...site.pictures.removes,
        { actions: ["dynamodb:Scan", "dynamodb:BatchWriteItem"], resources: [keys.tableArn] },
      ],
      timeout: Duration.seconds(10),
    });
  }
}
