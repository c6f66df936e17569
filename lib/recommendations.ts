import { Duration, Stack } from "aws-cdk-lib";
import { AttributeType, ProjectionType } from "aws-cdk-lib/aws-dynamodb";
import { Construct } from "constructs";
import { recommendationsRoutes } from "../lambdas/recommendations/routes.ts";
import { HttpFunction } from "./constructs/http-function.ts";
import type { FunctionPart, Grant } from "./constructs/lambda-function.ts";
import type { Platform } from "./constructs/platform.ts";
import type { WorkQueueProps } from "./constructs/queue-worker.ts";
import { QueueWorker, WorkQueue } from "./constructs/queue-worker.ts";
import { ScheduledFunction } from "./constructs/scheduled-function.ts";
import { StandardTable } from "./constructs/standard-table.ts";
import type { Notices } from "./notices.ts";
import type { Site } from "./site.ts";

const { STRING } = AttributeType;
/** Sparse index of the lists, newest first. */
const LISTED_INDEX = "listed";
const PUBLISHED = [".well-known/recommendations.json", ".well-known/recommendations.opml", "recommendations.atom"];

/** Properties of recommendations. */
export interface RecommendationsProps {
  readonly platform: Platform;
  /** The site on which the list is published. */
  readonly site: Site;
  readonly notices: Notices;
}

/**
 * Recommendations: the sites that the owner recommends, their publication, Webmentions and counts; and sites that
 * recommend the owner's.
 */
export class Recommendations extends Construct {
  /** Recommendations, deliveries, mentions, counts. */
  readonly table: StandardTable;
  readonly #sendQueue: WorkQueue;
  readonly #receiveQueue: WorkQueue;
  readonly #metadataQueue: WorkQueue;
  readonly #platform: Platform;
  readonly #site: Site;

  constructor(scope: Construct, id: string, { platform, site, notices }: RecommendationsProps) {
    super(scope, id);
    this.#platform = platform;
    this.#site = site;
    this.table = this.#table();
    // Endpoint discovery, and the Webmention itself: two requests of ten seconds at the most.
    const sendTimeout = Duration.seconds(30);
    this.#sendQueue = this.#queue("WebmentionSend", "webmention-send", sendTimeout);
    const receiveTimeout = Duration.seconds(45);
    this.#receiveQueue = this.#queue("WebmentionReceive", "webmention-receive", receiveTimeout);
    const metadataTimeout = Duration.seconds(30);
    this.#metadataQueue = this.#queue("RecommendationMetadata", "recommendation-metadata", metadataTimeout, {
      // The next day requests every refresh again.
      stuckImpact: "Excerpts and images of recommended sites are not brought up to date.",
    });
    this.#api();
    this.#sendWorker(sendTimeout);
    this.#receiveWorker(receiveTimeout, notices.written);
    this.#metadataWorker(metadataTimeout);
    this.#refresh();
  }

  /** The environment and permissions of reconcile for changes, deliveries and mentions. */
  get reconciled(): FunctionPart {
    return {
      environment: {
        RECOMMENDATIONS_TABLE: this.table.tableName,
        SITE_BUCKET: this.#site.bucket.bucketName,
        ...this.#siteVariables,
        WEBMENTION_SEND_QUEUE_URL: this.#sendQueue.queue.queueUrl,
        WEBMENTION_RECEIVE_QUEUE_URL: this.#receiveQueue.queue.queueUrl,
      },
      grants: [
        this.#uses("GetItem", "PutItem", "UpdateItem"),
        { actions: ["dynamodb:Query"], resources: [this.table.pendingIndexArn] },
        ...this.#publishes,
        this.#sendQueue.resends,
        this.#receiveQueue.resends,
      ],
    };
  }

  /** The permissions to write the published documents. */
  get #publishes(): readonly Grant[] {
    const { bucket } = this.#site;
    return [
      this.#uses("Query"),
      {
        actions: ["s3:GetObject", "s3:PutObject"],
        resources: PUBLISHED.map((key) => bucket.arnForObjects(key)),
      },
      // Without the right to list, S3 answers 403 for a missing object.
      { actions: ["s3:ListBucket"], resources: [bucket.bucketArn] },
    ];
  }

  /** What the documents and the page say of the owner's site. */
  get #siteVariables() {
    const { title = "", description = "", icon = "", logo = "", accentColor = "" } = this.#platform.settings.site;
    return {
      SITE_URL: this.#site.url,
      SITE_TITLE: title,
      SITE_DESCRIPTION: description,
      SITE_ICON: icon,
      SITE_LOGO: logo,
      SITE_ACCENT_COLOR: accentColor,
    };
  }

  #queue(
    id: string,
    name: string,
    consumerTimeout: Duration,
    alarmed: Pick<WorkQueueProps, "stuckImpact"> = {},
  ): WorkQueue {
    return new WorkQueue(this, id, {
      platform: this.#platform,
      name,
      consumerTimeout,
      // Four attempts; the fifth receive only gives up. See docs/decisions/0003-attempts-and-receives.md.
      maxReceiveCount: 5,
      ...alarmed,
    });
  }

  #sends(...queues: readonly WorkQueue[]): Grant {
    return { actions: ["sqs:SendMessage"], resources: queues.map(({ queue }) => queue.queueArn) };
  }

  #uses(...actions: readonly string[]): Grant {
    return { actions: actions.map((action) => `dynamodb:${action}`), resources: [this.table.tableArn] };
  }

  #api(): void {
    const platform = this.#platform;
    const { viewerSecret, bucket } = this.#site;
    new HttpFunction(this, "Api", {
      platform,
      bundle: "recommendations-api",
      routes: recommendationsRoutes,
      environment: {
        RECOMMENDATIONS_TABLE: this.table.tableName,
        IDEMPOTENCY_KEYS_TABLE: platform.idempotency.table.tableName,
        SITE_BUCKET: bucket.bucketName,
        ...this.#siteVariables,
        API_URL: platform.apiUrl,
        WEBMENTION_SEND_QUEUE_URL: this.#sendQueue.queue.queueUrl,
        WEBMENTION_RECEIVE_QUEUE_URL: this.#receiveQueue.queue.queueUrl,
        RECOMMENDATION_METADATA_QUEUE_URL: this.#metadataQueue.queue.queueUrl,
        VIEWER_SECRET: viewerSecret.secretArn,
        ISSUER_URL: platform.issuer.url,
        ISSUER_AUDIENCE: Stack.of(this).toJsonString([...platform.issuer.audience]),
        WAIT_SCALE: "1",
      },
      grants: [
        this.#uses("PutItem", "GetItem", "BatchGetItem", "UpdateItem", "DeleteItem"),
        { actions: ["dynamodb:Query"], resources: [this.table.indexArn(LISTED_INDEX)] },
        ...this.#publishes,
        this.#sends(this.#sendQueue, this.#receiveQueue, this.#metadataQueue),
        { actions: ["secretsmanager:GetSecretValue"], resources: [viewerSecret.secretArn] },
        platform.idempotency.grant,
      ],
      // `check` requests a site, for ten seconds in all.
      timeout: Duration.seconds(15),
    }).countLeftToReconcile();
  }

  #sendWorker(timeout: Duration): void {
    new QueueWorker(this, "SendWorker", {
      platform: this.#platform,
      bundle: "recommendations-send-worker",
      workQueue: this.#sendQueue,
      // One untrusted page at a time: its cost or crash must not affect other messages.
      batchSize: 1,
      maxConcurrency: 2,
      environment: {
        RECOMMENDATIONS_TABLE: this.table.tableName,
        WEBMENTION_SEND_QUEUE_URL: this.#sendQueue.queue.queueUrl,
        MAX_RECEIVE_COUNT: String(this.#sendQueue.maxReceiveCount),
        ATTEMPT_SECONDS: String(timeout.toSeconds()),
        SITE_URL: this.#site.url,
        WAIT_SCALE: "1",
      },
      grants: [this.#uses("GetItem", "UpdateItem")],
      timeout,
      memory: 512,
    });
  }

  #receiveWorker(timeout: Duration, notices: Notices["written"]): void {
    new QueueWorker(this, "ReceiveWorker", {
      platform: this.#platform,
      bundle: "recommendations-receive-worker",
      workQueue: this.#receiveQueue,
      // One untrusted page at a time: its cost or crash must not affect other messages.
      batchSize: 1,
      maxConcurrency: 2,
      environment: {
        RECOMMENDATIONS_TABLE: this.table.tableName,
        WEBMENTION_RECEIVE_QUEUE_URL: this.#receiveQueue.queue.queueUrl,
        MAX_RECEIVE_COUNT: String(this.#receiveQueue.maxReceiveCount),
        SITE_URL: this.#site.url,
        ...notices.environment,
        WAIT_SCALE: "1",
      },
      grants: [this.#uses("GetItem", "BatchGetItem", "UpdateItem", "DeleteItem"), ...notices.grants],
      timeout,
      memory: 512,
    });
  }

  #metadataWorker(timeout: Duration): void {
    new QueueWorker(this, "MetadataWorker", {
      platform: this.#platform,
      bundle: "recommendations-metadata-worker",
      workQueue: this.#metadataQueue,
      // One untrusted page at a time: its cost or crash must not affect other messages.
      batchSize: 1,
      maxConcurrency: 2,
      environment: {
        RECOMMENDATIONS_TABLE: this.table.tableName,
        RECOMMENDATION_METADATA_QUEUE_URL: this.#metadataQueue.queue.queueUrl,
        MAX_RECEIVE_COUNT: String(this.#metadataQueue.maxReceiveCount),
        SITE_BUCKET: this.#site.bucket.bucketName,
        ...this.#siteVariables,
        WAIT_SCALE: "1",
      },
      grants: [this.#uses("GetItem", "UpdateItem"), ...this.#publishes],
      timeout,
      memory: 512,
    }).countLeftToReconcile();
  }

  #refresh(): void {
    new ScheduledFunction(this, "Refresh", {
      platform: this.#platform,
      bundle: "recommendations-on-schedule",
      schedule: "recommendations-refresh",
      expression: "rate(1 day)",
      flexibleMinutes: 60,
      silentAfter: Duration.days(1),
      // CloudWatch counts by whole days, and a flexible start may move from one day to the next.
      silentPeriods: 2,
      silentSeverity: "warning",
      silentImpact: "What is known of recommended sites, and of those that recommend us, is not brought up to date.",
      environment: {
        RECOMMENDATIONS_TABLE: this.table.tableName,
        RECOMMENDATION_METADATA_QUEUE_URL: this.#metadataQueue.queue.queueUrl,
        WEBMENTION_RECEIVE_QUEUE_URL: this.#receiveQueue.queue.queueUrl,
        WAIT_SCALE: "1",
      },
      grants: [
        this.#uses("GetItem", "Query", "UpdateItem", "PutItem", "DeleteItem"),
        {
          actions: ["dynamodb:Query"],
          resources: [this.table.pendingIndexArn, this.table.indexArn(LISTED_INDEX)],
        },
        this.#sends(this.#metadataQueue, this.#receiveQueue),
      ],
      timeout: Duration.minutes(2),
      memory: 256,
    }).countLeftToReconcile();
  }

  #table(): StandardTable {
    const table = new StandardTable(this, "Recommendations", {
      platform: this.#platform,
      name: "recommendations",
      partitionKey: { name: "pk", type: STRING },
      sortKey: { name: "sk", type: STRING },
      timeToLiveAttribute: "expires_at",
    });
    // No item has its key any more, so it costs nothing; removing it would replace the table.
    table.addLocalSecondaryIndex({ indexName: "by_verified_at", sortKey: { name: "verified_at", type: STRING } });
    table.addPendingIndex(["target", "announcement", "request_id", "reconcile_rounds"]);
    table.addGlobalSecondaryIndex({
      indexName: LISTED_INDEX,
      partitionKey: { name: "listed_as", type: STRING },
      sortKey: { name: "listed_at", type: STRING },
      // The attributes by which a list selects before it reads a page; none that every verification changes.
      projectionType: ProjectionType.INCLUDE,
      nonKeyAttributes: ["host", "site_key", "first_verified_at", "expires_at"],
    });
    return table;
  }
}
