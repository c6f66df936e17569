import { Duration } from "aws-cdk-lib";
import { AttributeType, ProjectionType } from "aws-cdk-lib/aws-dynamodb";
import { Construct } from "constructs";
import { slidesRoutes } from "../lambdas/slides/routes.ts";
import { apiUses, workerUses } from "../lambdas/slides/uses.ts";
import { HttpFunction } from "./constructs/http-function.ts";
import type { Platform } from "./constructs/platform.ts";
import { QueueWorker, WorkQueue } from "./constructs/queue-worker.ts";
import { StandardTable } from "./constructs/standard-table.ts";

const { STRING } = AttributeType;

/** Slides: decks saved by URL, their metadata fetched in the background. */
export class Slides extends Construct {
  /** The longest time-out of the functions that write the table. */
  readonly writeTimeout: Duration;

  constructor(scope: Construct, id: string, { platform }: { platform: Platform }) {
    super(scope, id);
    this.#table(platform);

    // Ten seconds for the deck, twice that for one that may be published to the web or was renamed, five for the new
    // address of a renamed one, eighteen for its picture, and AWS's calls.
    const timeout = Duration.seconds(50);
    new WorkQueue(this, "OembedFetch", {
      platform,
      name: "oembed-fetch",
      consumerTimeout: timeout,
      // Four attempts; the fifth receive only gives up. See docs/decisions/0003-attempts-and-receives.md.
      maxReceiveCount: 5,
      undone: "Decks show as failed",
    });
    new HttpFunction(this, "Api", {
      platform,
      bundle: "slides-api",
      routes: slidesRoutes,
      uses: apiUses,
      timeout: Duration.seconds(10),
    }).countLeftToReconcile();
    new QueueWorker(this, "Worker", {
      platform,
      bundle: "slides-worker",
      batchSize: 5,
      maxConcurrency: platform.settings.workerConcurrency,
      uses: workerUses,
      timeout,
      // Most of it is for the thread that decodes pictures.
      memory: 1_792,
    });
    this.writeTimeout = timeout;
  }

  #table(platform: Platform): void {
    const stocks = new StandardTable(this, "Stocks", {
      platform,
      name: "stocks",
      partitionKey: { name: "user_id", type: STRING },
      sortKey: { name: "id", type: STRING },
    });
    // Local, since a list must show a resource that was just saved, and a local index can't be added later.
    stocks.addLocalSecondaryIndex({ indexName: "by_created_at", sortKey: { name: "created_at", type: STRING } });
    // Only the searched attributes, so that a search reads no whole items, and takes no throughput from the table.
    stocks.addGlobalSecondaryIndex({
      indexName: "search",
      partitionKey: { name: "user_id", type: STRING },
      sortKey: { name: "created_at", type: STRING },
      projectionType: ProjectionType.INCLUDE,
      nonKeyAttributes: ["search_own", "search_tags", "search_read"],
    });
    stocks.addChangesIndex();
    stocks.addPendingIndex(["provider", "original_url", "canonical_url", "work_id", "reconcile_rounds"]);
  }
}
