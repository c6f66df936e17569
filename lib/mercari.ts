import { Duration, Stack } from "aws-cdk-lib";
import { AttributeType, ProjectionType } from "aws-cdk-lib/aws-dynamodb";
import type { Bucket, CfnBucket } from "aws-cdk-lib/aws-s3";
import { Construct } from "constructs";
import { mercariRoutes } from "../lambdas/mercari/routes.ts";
import { acknowledge } from "./constructs/acknowledge.ts";
import { HttpFunction } from "./constructs/http-function.ts";
import type { FunctionPart, Grant } from "./constructs/lambda-function.ts";
import type { Platform } from "./constructs/platform.ts";
import { PrivateBucket } from "./constructs/private-bucket.ts";
import { QueueWorker, WorkQueue } from "./constructs/queue-worker.ts";
import { ScheduledFunction } from "./constructs/scheduled-function.ts";
import { StandardTable } from "./constructs/standard-table.ts";
import { watchMercari } from "./mercari-metrics.ts";
import { MercariRenderer } from "./mercari-renderer.ts";
import type { Notices } from "./notices.ts";

const { STRING } = AttributeType;

/** Mercari: second-hand prices of products, crawled every hour. */
export class Mercari extends Construct {
  /** Products with their settings, results and runs, and the hosts' leases and circuit breakers. */
  readonly #mercari: StandardTable;
  readonly #crawlQueue: WorkQueue;
  /** Unreadable pages, stored for some days so that the readers can be adapted. */
  readonly #pages: Bucket;
  readonly #renderer: MercariRenderer;
  /** What a crawl needs to make notices. */
  readonly #notices: Notices["written"];

  constructor(scope: Construct, id: string, { platform, notices }: { platform: Platform; notices: Notices }) {
    super(scope, id);
    this.#notices = notices.written;
    this.#mercari = this.#mercariTable(platform);
    this.#pages = this.#pagesBucket(platform);
    this.#renderer = new MercariRenderer(this, "Renderer", { platform });

    // A crawl runs for up to eight and a half minutes; the rest is for a slow last page.
    const timeout = Duration.minutes(10);
    this.#crawlQueue = new WorkQueue(this, "MercariCrawl", {
      platform,
      name: "mercari-crawl",
      consumerTimeout: timeout,
      // Waiting for the host's turn uses up receives as well; attempts are counted in the table.
      maxReceiveCount: 20,
    });
    const api = this.#api(platform).countLeftToReconcile();
    const worker = this.#worker(platform, timeout);
    new ScheduledFunction(this, "Hourly", {
      platform,
      bundle: "mercari-on-schedule",
      schedule: "mercari-hourly",
      expression: "cron(0 * * * ? *)",
      flexibleMinutes: 0,
      silentAfter: Duration.hours(2),
      silentSeverity: "warning",
      silentImpact: "Prices are not brought up to date by themselves.",
      environment: {
        MERCARI_TABLE: this.#mercari.tableName,
        MERCARI_CRAWL_QUEUE_URL: this.#crawlQueue.queue.queueUrl,
        WAIT_SCALE: "1",
      },
      grants: [
        {
          actions: ["dynamodb:Query"],
          resources: [this.#mercari.tableArn],
        },
        {
          actions: ["dynamodb:UpdateItem", "dynamodb:BatchWriteItem", "dynamodb:DeleteItem"],
          resources: [this.#mercari.tableArn],
        },
        this.#sends,
      ],
      timeout: Duration.minutes(2),
      memory: 256,
    }).countLeftToReconcile();
    watchMercari(platform, { api, worker });
    const bucket = Stack.of(this).getLogicalId(this.#pages.node.defaultChild as CfnBucket);
    acknowledge(this, {
      [`AwsSolutions-IAM5[Resource::<${bucket}.Arn>/*]`]:
        "Pages are kept under names that nobody knows beforehand, in a bucket that holds nothing else.",
    });
  }

  /** The environment and permissions of reconcile for pending crawls. */
  get reconciled(): FunctionPart {
    return {
      environment: {
        MERCARI_TABLE: this.#mercari.tableName,
        MERCARI_CRAWL_QUEUE_URL: this.#crawlQueue.queue.queueUrl,
      },
      grants: [
        { actions: ["dynamodb:Query"], resources: [this.#mercari.pendingIndexArn] },
        { actions: ["dynamodb:BatchGetItem", "dynamodb:UpdateItem"], resources: [this.#mercari.tableArn] },
        this.#crawlQueue.resends,
      ],
    };
  }

  get #sends(): Grant {
    return { actions: ["sqs:SendMessage"], resources: [this.#crawlQueue.queue.queueArn] };
  }

  /** The permissions and limits of a crawl, the same for the worker and the API. */
  get #crawls(): Grant[] {
    return [
      {
        actions: [
          "dynamodb:GetItem",
          "dynamodb:BatchGetItem",
          "dynamodb:BatchWriteItem",
          "dynamodb:PutItem",
          "dynamodb:UpdateItem",
          "dynamodb:DeleteItem",
          "dynamodb:Query",
        ],
        resources: [this.#mercari.tableArn],
      },
      ...this.#notices.grants,
      { actions: ["s3:PutObject"], resources: [this.#pages.arnForObjects("*")] },
      this.#renderer.grant,
      this.#sends,
    ];
  }

  /** The environment of a crawl. */
  #crawlEnvironment(platform: Platform) {
    return {
      MERCARI_TABLE: this.#mercari.tableName,
      MERCARI_CRAWL_QUEUE_URL: this.#crawlQueue.queue.queueUrl,
      ...this.#notices.environment,
      MERCARI_PAGES_BUCKET: this.#pages.bucketName,
      PAGE_SOURCE: platform.settings.mercariPageSource,
      RENDERER_FUNCTION: this.#renderer.functionName,
      WAIT_SCALE: "1",
    };
  }

  #api(platform: Platform) {
    return new HttpFunction(this, "Api", {
      platform,
      bundle: "mercari-api",
      routes: mercariRoutes,
      environment: {
        ...this.#crawlEnvironment(platform),
        IDEMPOTENCY_KEYS_TABLE: platform.idempotency.table.tableName,
      },
      grants: [
        ...this.#crawls,
        {
          actions: ["dynamodb:Query"],
          resources: ["by_created_at", "by_price", "by_updated_at", "by_sold_out_at"].map((index) =>
            this.#mercari.indexArn(index),
          ),
        },
        platform.idempotency.grant,
      ],
      // Twenty seconds of crawling, and the writes of the last page; the gateway's limit is thirty seconds.
      timeout: Duration.seconds(29),
      // It also crawls, as the worker does.
      memory: 1_024,
    });
  }

  #worker(platform: Platform, timeout: Duration) {
    return new QueueWorker(this, "Worker", {
      platform,
      bundle: "mercari-worker",
      workQueue: this.#crawlQueue,
      batchSize: 1,
      // Lambda's minimum. The host's lease makes sure that one page is requested at a time.
      maxConcurrency: 2,
      environment: {
        ...this.#crawlEnvironment(platform),
        MAX_RECEIVE_COUNT: String(this.#crawlQueue.maxReceiveCount),
      },
      grants: [
        ...this.#crawls,
        {
          actions: ["dynamodb:Query"],
          resources: ["by_price", "by_sold_out_at"].map((index) => this.#mercari.indexArn(index)),
        },
      ],
      timeout,
      memory: 1_024,
    });
  }

  #mercariTable(platform: Platform): StandardTable {
    const mercari = new StandardTable(this, "Mercari", {
      platform,
      name: "mercari",
      partitionKey: { name: "pk", type: STRING },
      sortKey: { name: "sk", type: STRING },
      timeToLiveAttribute: "expires_at",
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
    return mercari;
  }

  #pagesBucket(platform: Platform): Bucket {
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
    return pages;
  }
}
