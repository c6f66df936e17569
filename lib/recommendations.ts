import { Duration, Stack } from "aws-cdk-lib";
import { AttributeType, ProjectionType } from "aws-cdk-lib/aws-dynamodb";
import { Construct } from "constructs";
import { recommendationsRoutes } from "../lambdas/recommendations/routes.ts";
import {
  apiUses,
  metadataWorkerUses,
  onScheduleUses,
  receiveWorkerUses,
  sendWorkerUses,
} from "../lambdas/recommendations/uses.ts";
import { HttpFunction } from "./constructs/http-function.ts";
import type { Platform } from "./constructs/platform.ts";
import type { QueueWorkerProps, WorkQueueProps } from "./constructs/queue-worker.ts";
import { QueueWorker, WorkQueue } from "./constructs/queue-worker.ts";
import { ScheduledFunction } from "./constructs/scheduled-function.ts";
import { StandardTable } from "./constructs/standard-table.ts";

const { STRING } = AttributeType;

/**
 * Recommendations: the sites that the owner recommends, their publication, Webmentions and counts; and sites that
 * recommend the owner's.
 */
export class Recommendations extends Construct {
  constructor(scope: Construct, id: string, { platform }: { platform: Platform }) {
    super(scope, id);
    this.#table(platform);
    // Endpoint discovery and the Webmention itself: two requests of at most ten seconds.
    const sendTimeout = Duration.seconds(30);
    this.#queue(platform, "WebmentionSend", {
      name: "webmention-send",
      consumerTimeout: sendTimeout,
      undone: "A site is not informed that it is recommended, or no longer is",
    });
    const receiveTimeout = Duration.seconds(45);
    this.#queue(platform, "WebmentionReceive", {
      name: "webmention-receive",
      consumerTimeout: receiveTimeout,
      undone: "A site that recommends ours is not listed yet",
    });
    const metadataTimeout = Duration.seconds(30);
    this.#queue(platform, "RecommendationMetadata", {
      name: "recommendation-metadata",
      consumerTimeout: metadataTimeout,
      undone: "Excerpt and images of a recommendation are a day older",
      // The next day's run requests every refresh again.
      stuckImpact: "Excerpts and images of recommended sites are not brought up to date.",
    });
    new HttpFunction(this, "Api", {
      platform,
      bundle: "recommendations-api",
      routes: recommendationsRoutes,
      uses: apiUses,
      settings: { ISSUER_AUDIENCE: Stack.of(this).toJsonString([...platform.issuer.audience]) },
      // `check` requests a site, for ten seconds in all.
      timeout: Duration.seconds(15),
    }).countLeftToReconcile();
    this.#worker(platform, "SendWorker", {
      bundle: "recommendations-send-worker",
      uses: sendWorkerUses,
      timeout: sendTimeout,
    });
    this.#worker(platform, "ReceiveWorker", {
      bundle: "recommendations-receive-worker",
      uses: receiveWorkerUses,
      timeout: receiveTimeout,
    });
    this.#worker(platform, "MetadataWorker", {
      bundle: "recommendations-metadata-worker",
      uses: metadataWorkerUses,
      timeout: metadataTimeout,
    }).countLeftToReconcile();
    new ScheduledFunction(this, "Refresh", {
      platform,
      bundle: "recommendations-on-schedule",
      schedule: "recommendations-refresh",
      expression: "rate(1 day)",
      flexibleMinutes: 60,
      silentAfter: Duration.days(1),
      // CloudWatch counts by whole days, and a flexible start may move from one day to the next.
      silentPeriods: 2,
      silentSeverity: "warning",
      silentImpact: "What is known of recommended sites, and of those that recommend us, is not brought up to date.",
      uses: onScheduleUses,
      timeout: Duration.minutes(2),
      memory: 256,
    }).countLeftToReconcile();
  }

  #queue(platform: Platform, id: string, of: Omit<WorkQueueProps, "platform" | "maxReceiveCount">): void {
    // Four attempts; the fifth receive only gives up. See docs/decisions/0003-attempts-and-receives.md.
    new WorkQueue(this, id, { platform, maxReceiveCount: 5, ...of });
  }

  #worker(platform: Platform, id: string, of: Pick<QueueWorkerProps, "bundle" | "uses" | "timeout">): QueueWorker {
    return new QueueWorker(this, id, {
      platform,
      ...of,
      // One untrusted page at a time: its cost or crash must not affect other messages.
      batchSize: 1,
      maxConcurrency: 2,
      memory: 512,
    });
  }

  #table(platform: Platform): void {
    const table = new StandardTable(this, "Recommendations", {
      platform,
      name: "recommendations",
      partitionKey: { name: "pk", type: STRING },
      sortKey: { name: "sk", type: STRING },
    });
    table.addPendingIndex(["target", "announcement", "request_id", "reconcile_rounds"]);
    // Sparse: the lists, newest first.
    table.addGlobalSecondaryIndex({
      indexName: "listed",
      partitionKey: { name: "listed_as", type: STRING },
      sortKey: { name: "listed_at", type: STRING },
      // The attributes by which a list selects before it reads a page; without those that every verification changes.
      projectionType: ProjectionType.INCLUDE,
      nonKeyAttributes: ["host", "site_key", "first_verified_at", "expires_at"],
    });
  }
}
