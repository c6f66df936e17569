import { Aws, Duration } from "aws-cdk-lib";
import { AttributeType, ProjectionType } from "aws-cdk-lib/aws-dynamodb";
import { Construct } from "constructs";
import type { environment as apiEnvironment } from "../lambdas/books/api.ts";
import type { environment as scheduleEnvironment } from "../lambdas/books/on-schedule.ts";
import type { booksReconcile } from "../lambdas/books/reconcile.ts";
import { booksRoutes } from "../lambdas/books/routes.ts";
import type { environment as workerEnvironment } from "../lambdas/books/worker.ts";
import { HttpFunction } from "./constructs/http-function.ts";
import type { FunctionPart, Grant } from "./constructs/lambda-function.ts";
import type { Platform } from "./constructs/platform.ts";
import { QueueWorker, WorkQueue } from "./constructs/queue-worker.ts";
import { ScheduledFunction } from "./constructs/scheduled-function.ts";
import { StandardTable } from "./constructs/standard-table.ts";
import type { Notices } from "./notices.ts";

const { STRING } = AttributeType;
/** The texts of the books. */
const SEARCH_INDEX = "search";

/** Books: searches on Google Books, collected page by page over many runs. */
export class Books extends Construct {
  /** Jobs with their cursors, runs, books, and the daily quota. */
  readonly #books: StandardTable;
  readonly #collectQueue: WorkQueue;
  /** The variables and grants of reconcile for runs in progress. */
  readonly reconciled: FunctionPart<typeof booksReconcile.environment>;

  constructor(scope: Construct, id: string, { platform, notices }: { platform: Platform; notices: Notices }) {
    super(scope, id);
    this.#books = this.#booksTable(platform);

    // A run's four minutes, and a last page with all its attempts.
    const timeout = Duration.minutes(5);
    this.#collectQueue = new WorkQueue(this, "BooksCollect", {
      platform,
      name: "books-collect",
      consumerTimeout: timeout,
      maxReceiveCount: 5,
    });
    const sends = { actions: ["sqs:SendMessage"], resources: [this.#collectQueue.queue.queueArn] };
    new HttpFunction<typeof apiEnvironment>(this, "Api", {
      platform,
      bundle: "books-api",
      routes: booksRoutes,
      environment: {
        BOOKS_TABLE: this.#books.tableName,
        IDEMPOTENCY_KEYS_TABLE: platform.idempotency.table.tableName,
        BOOKS_COLLECT_QUEUE_URL: this.#collectQueue.queue.queueUrl,
        WAIT_SCALE: "1",
      },
      grants: [
        {
          actions: [
            "dynamodb:PutItem",
            "dynamodb:GetItem",
            "dynamodb:BatchGetItem",
            "dynamodb:UpdateItem",
            "dynamodb:DeleteItem",
            "dynamodb:Query",
          ],
          resources: [this.#books.tableArn],
        },
        {
          actions: ["dynamodb:Query"],
          resources: [this.#books.indexArn("by_first_seen_at"), this.#books.indexArn(SEARCH_INDEX)],
        },
        sends,
        platform.idempotency.grant,
      ],
      timeout: Duration.seconds(10),
    }).countLeftToReconcile();
    this.#worker(platform, timeout, notices);
    const environment = {
      BOOKS_TABLE: this.#books.tableName,
      BOOKS_COLLECT_QUEUE_URL: this.#collectQueue.queue.queueUrl,
    };
    const grants = [
      {
        actions: ["dynamodb:BatchGetItem", "dynamodb:UpdateItem", "dynamodb:PutItem"],
        resources: [this.#books.tableArn],
      },
      { actions: ["dynamodb:Query"], resources: [this.#books.pendingIndexArn] },
    ];
    this.reconciled = {
      environment: { ...environment, ...notices.written.environment },
      grants: [...grants, this.#collectQueue.resends, ...this.#notifies(notices)],
    };
    new ScheduledFunction<typeof scheduleEnvironment>(this, "Due", {
      platform,
      bundle: "books-on-schedule",
      schedule: "books-due",
      expression: "rate(5 minutes)",
      flexibleMinutes: 0,
      silentAfter: Duration.minutes(15),
      silentSeverity: "warning",
      silentImpact: "Book jobs do not run by themselves.",
      environment: { ...environment, WAIT_SCALE: "1" },
      grants: [
        ...grants,
        sends,
        { actions: ["dynamodb:GetItem", "dynamodb:Query"], resources: [this.#books.tableArn] },
      ],
      timeout: Duration.minutes(1),
      memory: 256,
    }).countLeftToReconcile();
  }

  /** The permissions to make the notices of a run. */
  #notifies(notices: Notices): readonly Grant[] {
    const found = { actions: ["dynamodb:Query"], resources: [this.#books.indexArn("by_first_seen_at")] };
    return [found, ...notices.written.grants];
  }

  #booksTable(platform: Platform): StandardTable {
    const books = new StandardTable(this, "Books", {
      platform,
      name: "books",
      partitionKey: { name: "pk", type: STRING },
      sortKey: { name: "sk", type: STRING },
      timeToLiveAttribute: "expires_at",
    });
    // Local, so that paging through the list returns every book once although runs add more meanwhile.
    books.addLocalSecondaryIndex({ indexName: "by_first_seen_at", sortKey: { name: "first_seen_at", type: STRING } });
    // Only what is searched, so that a search reads no whole items, and takes no throughput from the table.
    books.addGlobalSecondaryIndex({
      indexName: SEARCH_INDEX,
      partitionKey: { name: "pk", type: STRING },
      sortKey: { name: "first_seen_at", type: STRING },
      projectionType: ProjectionType.INCLUDE,
      nonKeyAttributes: ["search_text"],
    });
    // Without attributes, since they change with each page of a run.
    books.addPendingIndex();
    return books;
  }

  #worker(platform: Platform, timeout: Duration, notices: Notices): void {
    const { secret, requestsPerDay, reserve, country } = platform.settings.googleBooks;
    const { PARTITION: partition, REGION: region, ACCOUNT_ID: account } = Aws;
    const worker = new QueueWorker<typeof workerEnvironment>(this, "Worker", {
      platform,
      bundle: "books-worker",
      workQueue: this.#collectQueue,
      batchSize: 1,
      maxConcurrency: 2,
      environment: {
        BOOKS_TABLE: this.#books.tableName,
        BOOKS_COLLECT_QUEUE_URL: this.#collectQueue.queue.queueUrl,
        ...notices.written.environment,
        MAX_RECEIVE_COUNT: String(this.#collectQueue.maxReceiveCount),
        GOOGLE_BOOKS_SECRET: secret,
        GOOGLE_BOOKS_PER_DAY: String(Math.max(0, requestsPerDay - reserve)),
        GOOGLE_BOOKS_COUNTRY: country,
        WAIT_SCALE: "1",
      },
      grants: [
        {
          actions: [
            "dynamodb:GetItem",
            "dynamodb:BatchGetItem",
            "dynamodb:PutItem",
            "dynamodb:UpdateItem",
            "dynamodb:DeleteItem",
          ],
          resources: [this.#books.tableArn],
        },
        ...this.#notifies(notices),
        {
          actions: ["secretsmanager:GetSecretValue"],
          // Secrets Manager appends six characters to the name.
          resources: [`arn:${partition}:secretsmanager:${region}:${account}:secret:${secret}-??????`],
        },
      ],
      timeout,
      memory: 512,
    });
    worker.alarmOnLog({
      code: "cursor_stuck",
      name: "books-cursor-stuck",
      severity: "warning",
      cause: "theirs",
      impact: "A book job has failed three times at the same place and collects nothing until somebody helps.",
    });
  }
}
