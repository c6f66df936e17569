import { Aws, Duration, Stack } from "aws-cdk-lib";
import { AttributeType, ProjectionType } from "aws-cdk-lib/aws-dynamodb";
import type { CfnBucket } from "aws-cdk-lib/aws-s3";
import { Construct } from "constructs";
import { bookmarksRoutes } from "../lambdas/bookmarks/routes.ts";
import { apiUses, workerUses } from "../lambdas/bookmarks/uses.ts";
import { watchBookmarks } from "./bookmarks-metrics.ts";
import { acknowledge } from "./constructs/acknowledge.ts";
import type { Grant } from "./constructs/grant.ts";
import { HttpFunction } from "./constructs/http-function.ts";
import type { Platform } from "./constructs/platform.ts";
import { PrivateBucket } from "./constructs/private-bucket.ts";
import { QueueWorker, WorkQueue } from "./constructs/queue-worker.ts";
import { RECOVERY, StandardTable } from "./constructs/standard-table.ts";

const { STRING } = AttributeType;

/** Bookmarks: pages saved by URL, read and summarised in the background. */
export class Bookmarks extends Construct {
  /** The longest time-out of the functions that write the table. */
  readonly writeTimeout: Duration;

  constructor(scope: Construct, id: string, { platform }: { platform: Platform }) {
    super(scope, id);
    this.#table(platform);
    this.#contentsBucket(platform);

    // Ten seconds for the page, twenty for a PDF file or five for a canonical page, thirty for the summariser, fifteen
    // for the pictures of a page, and AWS's calls.
    const timeout = Duration.seconds(80);
    const { name: queue } = new WorkQueue(this, "BookmarkProcessing", {
      platform,
      name: "bookmark-processing",
      consumerTimeout: timeout,
      // Four attempts; the fifth receive only gives up. See docs/decisions/0003-attempts-and-receives.md.
      maxReceiveCount: 5,
      undone: "Bookmarks show as failed, without title and summary of their page",
      late: {
        code: "bookmark_late",
        impact: "A new bookmark is still without title and summary after five minutes, and no message waits for it.",
      },
    });
    const api = new HttpFunction(this, "Api", {
      platform,
      bundle: "bookmarks-api",
      routes: bookmarksRoutes,
      uses: apiUses,
      timeout: Duration.seconds(10),
    }).countLeftToReconcile();
    const { bedrock } = platform.settings;
    const worker = new QueueWorker(this, "Worker", {
      platform,
      bundle: "bookmarks-worker",
      // One untrusted page at a time: its cost or crash must not affect other messages.
      batchSize: 1,
      maxConcurrency: platform.settings.workerConcurrency,
      uses: workerUses,
      settings: {
        BEDROCK_MODEL: bedrock?.model ?? "",
        BEDROCK_REGION: bedrock?.region ?? "",
        BEDROCK_SUMMARIES_A_DAY: String(bedrock?.summariesPerUserAndDay ?? 0),
      },
      grants: bedrock === undefined ? [] : this.#modelGrants(bedrock),
      timeout,
      // Most of it is for the thread that decodes pictures. A page's DOM takes a tenth of it before that thread starts; a PDF
      // file, which has no pictures, takes 512 MB.
      memory: 1_792,
    });
    const behind = modelOfProfile(bedrock?.model ?? "");
    if (behind !== undefined) {
      acknowledge(worker, {
        [`AwsSolutions-IAM5[Resource::arn:<AWS::Partition>:bedrock:*::foundation-model/${behind}]`]:
          "An inference profile chooses among regions that AWS may change; the condition on bedrock:InferenceProfileArn leaves the one profile.",
      });
    }
    this.writeTimeout = timeout;
    watchBookmarks(platform, { api, worker, queue });
  }

  #table(platform: Platform): void {
    const bookmarks = new StandardTable(this, "Bookmarks", {
      platform,
      name: "bookmarks",
      partitionKey: { name: "user_id", type: STRING },
      sortKey: { name: "id", type: STRING },
    });
    // Local, since a list must show a resource that was just saved, and a local index can't be added later.
    bookmarks.addLocalSecondaryIndex({ indexName: "by_created_at", sortKey: { name: "created_at", type: STRING } });
    // Only the searched attributes, so that a search reads no whole items, and takes no throughput from the table.
    bookmarks.addGlobalSecondaryIndex({
      indexName: "search",
      partitionKey: { name: "user_id", type: STRING },
      sortKey: { name: "created_at", type: STRING },
      projectionType: ProjectionType.INCLUDE,
      nonKeyAttributes: ["search_own", "search_tags", "search_read", "search_words"],
    });
    bookmarks.addChangesIndex();
    bookmarks.addPendingIndex(["url", "work_id", "reconcile_rounds"]);
    bookmarks.addGlobalSecondaryIndex({
      indexName: "failed_jobs",
      partitionKey: { name: "failed_partition", type: STRING },
      sortKey: { name: "failed_job_id", type: STRING },
      projectionType: ProjectionType.INCLUDE,
      nonKeyAttributes: ["url", "idempotency_key", "work_id", "failure"],
    });
  }

  #contentsBucket(platform: Platform): void {
    const contents = new PrivateBucket(this, "Contents", {
      platform,
      name: "content",
      undeletable: RECOVERY,
    });
    acknowledge(contents, {
      "AwsSolutions-S1": "Only this stack's functions may read it, and they log each request.",
    });
    // A page that was sent is deleted once it is read. What is left is of a bookmark that failed, or of a request that was
    // killed; nobody needs a deleted one back.
    contents.addLifecycleRule({
      prefix: "sent-pages/",
      expiration: Duration.days(30),
      noncurrentVersionExpiration: Duration.days(1),
    });
    const bucket = Stack.of(this).getLogicalId(contents.node.defaultChild as CfnBucket);
    acknowledge(Stack.of(this), {
      [`AwsSolutions-IAM5[Resource::<${bucket}.Arn>/*]`]:
        "Texts are kept under names that nobody knows beforehand, in a bucket that holds nothing else.",
      [`AwsSolutions-IAM5[Resource::<${bucket}.Arn>/sent-pages/*]`]:
        "The same of the pages that users send, which wait there to be read.",
    });
  }

  /**
   * Converse needs InvokeModel on the model; through an inference profile on the profile and on the model in every
   * region that it may choose, for a global profile also without a region (Bedrock guide, "Prerequisites for inference
   * profiles"). AWS may change these regions, so the grant has the profile as its condition.
   */
  #modelGrants({ model, region }: { model: string; region: string }): Grant[] {
    const { PARTITION: partition, ACCOUNT_ID: account } = Aws;
    const actions = ["bedrock:InvokeModel"];
    const behind = modelOfProfile(model);
    if (behind === undefined) {
      return [{ actions, resources: [`arn:${partition}:bedrock:${region}::foundation-model/${model}`] }];
    }
    const profile = `arn:${partition}:bedrock:${region}:${account}:inference-profile/${model}`;
    return [
      { actions, resources: [profile] },
      {
        actions,
        resources: [
          `arn:${partition}:bedrock:*::foundation-model/${behind}`,
          ...(model.startsWith("global.") ? [`arn:${partition}:bedrock:::foundation-model/${behind}`] : []),
        ],
        conditions: { StringEquals: { "bedrock:InferenceProfileArn": profile } },
      },
    ];
  }
}

/** The model behind an inference profile; undefined when the id is a model's own. */
function modelOfProfile(id: string): string | undefined {
  return /^(?:us|us-gov|eu|apac|jp|au|ca|global)\.(.+)$/.exec(id)?.[1];
}
