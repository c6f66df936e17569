import { Duration, Stack } from "aws-cdk-lib";
import { AttributeType, ProjectionType } from "aws-cdk-lib/aws-dynamodb";
import type { CfnBucket } from "aws-cdk-lib/aws-s3";
import { Construct } from "constructs";
import { mercariRoutes } from "../lambdas/mercari/routes.ts";
import { apiUses, onScheduleUses, workerUses } from "../lambdas/mercari/uses.ts";
import { acknowledge } from "./constructs/acknowledge.ts";
import { HttpFunction } from "./constructs/http-function.ts";
import type { Platform } from "./constructs/platform.ts";
import { PrivateBucket } from "./constructs/private-bucket.ts";
import { QueueWorker, WorkQueue } from "./constructs/queue-worker.ts";
import { ScheduledFunction } from "./constructs/scheduled-function.ts";
import { StandardTable } from "./constructs/standard-table.ts";
import { watchMercari } from "./mercari-metrics.ts";
import { MercariRenderer } from "./mercari-renderer.ts";

const { STRING } = AttributeType;

/** Mercari: second-hand prices of products, crawled every hour. */
export class Mercari extends Construct {
  constructor(scope: Construct, id: string, { platform }: { platform: Platform }) {
    super(scope, id);
    this.#table(platform);
    this.#pagesBucket(platform);
    new MercariRenderer(this, "Renderer", { platform });

    // A crawl runs for up to eight and a half minutes; the rest is for a slow last page.
    const timeout = Duration.minutes(10);
    new WorkQueue(this, "MercariCrawl", {
      platform,
      name: "mercari-crawl",
      consumerTimeout: timeout,
      // Waiting for the host's turn uses up receives as well; attempts are counted in the table.
      maxReceiveCount: 20,
      undone: "Prices of some products are an hour older, and the next hour does the same work",
    });
    const settings = { PAGE_SOURCE: platform.settings.mercariPageSource };
    const api = new HttpFunction(this, "Api", {
      platform,
      bundle: "mercari-api",
      routes: mercariRoutes,
      uses: apiUses,
      settings,
      // Twenty seconds of crawling, and the writes of the last page; the gateway's limit is thirty seconds.
      timeout: Duration.seconds(29),
      // It also crawls, as the worker does.
      memory: 1_024,
    }).countLeftToReconcile();
    const worker = new QueueWorker(this, "Worker", {
      platform,
      bundle: "mercari-worker",
      batchSize: 1,
      // Lambda's minimum. The host's lease ensures that only one page is requested at a time.
      maxConcurrency: 2,
      uses: workerUses,
      settings,
      timeout,
      memory: 1_024,
    });
    new ScheduledFunction(this, "Hourly", {
      platform,
      bundle: "mercari-on-schedule",
      schedule: "mercari-hourly",
      expression: "cron(0 * * * ? *)",
      flexibleMinutes: 0,
      silentAfter: Duration.hours(2),
      silentSeverity: "warning",
      silentImpact: "Prices are not brought up to date by themselves.",
      uses: onScheduleUses,
      timeout: Duration.minutes(2),
      memory: 256,
    }).countLeftToReconcile();
    watchMercari(platform, { api, worker });
  }

  /** Products with their settings, results and runs, and the hosts' leases and circuit breakers. */
  #table(platform: Platform): void {
    const mercari = new StandardTable(this, "Mercari", {
      platform,
      name: "mercari",
      partitionKey: { name: "pk", type: STRING },
      sortKey: { name: "sk", type: STRING },
    });
    mercari.addLocalSecondaryIndex({ indexName: "by_created_at", sortKey: { name: "created_at", type: STRING } });
    mercari.addLocalSecondaryIndex({ indexName: "by_price", sortKey: { name: "price_order", type: STRING } });
    mercari.addLocalSecondaryIndex({ indexName: "by_updated_at", sortKey: { name: "updated_order", type: STRING } });
    mercari.addLocalSecondaryIndex({
      indexName: "by_sold_out_at",
      sortKey: { name: "sold_out_at", type: STRING },
      projectionType: ProjectionType.INCLUDE,
      nonKeyAttributes: ["price"],
    });
    mercari.addPendingIndex();
  }

  /** Unreadable pages, stored for some days so that the readers can be adapted. */
  #pagesBucket(platform: Platform): void {
    const pages = new PrivateBucket(this, "Pages", {
      platform,
      name: "mercari-pages",
      undeletable: Duration.days(1),
      expiration: Duration.days(7),
    });
    acknowledge(pages, {
      "AwsSolutions-S1":
        "It holds public pages for a week, for developers who adapt the readers; it has no other readers.",
    });
    const bucket = Stack.of(this).getLogicalId(pages.node.defaultChild as CfnBucket);
    acknowledge(this, {
      [`AwsSolutions-IAM5[Resource::<${bucket}.Arn>/*]`]:
        "Pages are kept under names that nobody knows beforehand, in a bucket that holds nothing else.",
    });
  }
}
