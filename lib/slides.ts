import { Duration } from "aws-cdk-lib";
import { AttributeType, ProjectionType } from "aws-cdk-lib/aws-dynamodb";
import { Construct } from "constructs";
import { slidesRoutes } from "../lambdas/slides/routes.ts";
import type { Followed } from "./changes.ts";
import { HttpFunction } from "./constructs/http-function.ts";
import type { FunctionPart } from "./constructs/lambda-function.ts";
import type { Platform } from "./constructs/platform.ts";
import { QueueWorker, WorkQueue } from "./constructs/queue-worker.ts";
import { StandardTable } from "./constructs/standard-table.ts";
import type { Site } from "./site.ts";

const { STRING } = AttributeType;
/** The texts of a user's stocks. */
const SEARCH_INDEX = "search";

/** Slides: decks saved by URL, their metadata fetched in the background. */
export class Slides extends Construct {
  /** What reconcile needs for the pending stocks. */
  readonly reconciled: FunctionPart;
  /** What the changes feed needs for the stocks. */
  readonly followed: Followed;

  constructor(scope: Construct, id: string, { platform, site }: { platform: Platform; site: Site }) {
    super(scope, id);
    const stocks = this.#stocksTable(platform);

    // Ten seconds for the deck, twice for one that may be published to the web or was renamed, five for where a renamed one
    // is, eighteen for its picture, and AWS's calls.
    const timeout = Duration.seconds(50);
    const fetchQueue = new WorkQueue(this, "OembedFetch", {
      platform,
      name: "oembed-fetch",
      consumerTimeout: timeout,
      // Four attempts; the fifth receive only gives up. See docs/decisions/0003-attempts-and-receives.md.
      maxReceiveCount: 5,
    });
    const sends = { actions: ["sqs:SendMessage"], resources: [fetchQueue.queue.queueArn] };
    new HttpFunction(this, "Api", {
      platform,
      bundle: "slides-api",
      routes: slidesRoutes,
      environment: {
        STOCKS_TABLE: stocks.tableName,
        IDEMPOTENCY_KEYS_TABLE: platform.idempotency.table.tableName,
        OEMBED_FETCH_QUEUE_URL: fetchQueue.queue.queueUrl,
        SITE_URL: platform.siteUrl,
        WAIT_SCALE: "1",
      },
      grants: [
        {
          actions: ["dynamodb:GetItem", "dynamodb:BatchGetItem", "dynamodb:PutItem", "dynamodb:UpdateItem"],
          resources: [stocks.tableArn],
        },
        { actions: ["dynamodb:Query"], resources: [stocks.indexArn("by_created_at"), stocks.indexArn(SEARCH_INDEX)] },
        sends,
        platform.idempotency.grant,
      ],
      timeout: Duration.seconds(10),
    }).countLeftToReconcile();
    new QueueWorker(this, "Worker", {
      platform,
      bundle: "slides-worker",
      workQueue: fetchQueue,
      batchSize: 5,
      maxConcurrency: platform.settings.workerConcurrency,
      environment: {
        STOCKS_TABLE: stocks.tableName,
        OEMBED_FETCH_QUEUE_URL: fetchQueue.queue.queueUrl,
        SITE_BUCKET: site.bucket.bucketName,
        MAX_RECEIVE_COUNT: String(fetchQueue.maxReceiveCount),
        ATTEMPT_SECONDS: String(timeout.toSeconds()),
        WAIT_SCALE: "1",
      },
      grants: [
        { actions: ["dynamodb:GetItem", "dynamodb:UpdateItem"], resources: [stocks.tableArn] },
        site.pictures.stores,
      ],
      timeout,
      // Half of it for the thread that decodes pictures.
      memory: 512,
    });
    this.followed = { table: stocks, writeTimeout: timeout };
    this.reconciled = {
      environment: {
        STOCKS_TABLE: stocks.tableName,
        SITE_BUCKET: site.bucket.bucketName,
        OEMBED_FETCH_QUEUE_URL: fetchQueue.queue.queueUrl,
      },
      grants: [
        { actions: ["dynamodb:Query"], resources: [stocks.pendingIndexArn] },
        { actions: ["dynamodb:GetItem", "dynamodb:UpdateItem"], resources: [stocks.tableArn] },
        ...site.pictures.removes,
        fetchQueue.resends,
      ],
    };
  }

  #stocksTable(platform: Platform): StandardTable {
    const stocks = new StandardTable(this, "Stocks", {
      platform,
      name: "stocks",
      partitionKey: { name: "user_id", type: STRING },
      sortKey: { name: "id", type: STRING },
      timeToLiveAttribute: "expires_at",
    });
    // Local, since a list must show a resource that was just saved, and a local index can't be added later.
    stocks.addLocalSecondaryIndex({ indexName: "by_created_at", sortKey: { name: "created_at", type: STRING } });
    // Only what is searched, so that a search reads no whole items, and takes no throughput from the table.
    stocks.addGlobalSecondaryIndex({
      indexName: SEARCH_INDEX,
      partitionKey: { name: "user_id", type: STRING },
      sortKey: { name: "created_at", type: STRING },
      projectionType: ProjectionType.INCLUDE,
      nonKeyAttributes: ["search_own", "search_tags", "search_read"],
    });
    stocks.addChangesIndex();
    stocks.addPendingIndex(["provider", "original_url", "canonical_url", "work_id", "reconcile_rounds"]);
    return stocks;
  }
}
