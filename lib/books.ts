import { Duration } from "aws-cdk-lib";
import { AttributeType, ProjectionType } from "aws-cdk-lib/aws-dynamodb";
import { Construct } from "constructs";
import { booksRoutes } from "../lambdas/books/routes.ts";
import { apiUses, onScheduleUses, workerUses } from "../lambdas/books/uses.ts";
import { HttpFunction } from "./constructs/http-function.ts";
import type { Platform } from "./constructs/platform.ts";
import { QueueWorker, WorkQueue } from "./constructs/queue-worker.ts";
import { ScheduledFunction } from "./constructs/scheduled-function.ts";
import { StandardTable } from "./constructs/standard-table.ts";

const { STRING } = AttributeType;

/** Books: searches on Google Books, collected page by page over many runs. */
export class Books extends Construct {
  constructor(scope: Construct, id: string, { platform }: { platform: Platform }) {
    super(scope, id);
    this.#table(platform);

    // Four minutes for a run, and a last page with all its attempts.
    const timeout = Duration.minutes(5);
    new WorkQueue(this, "BooksCollect", {
      platform,
      name: "books-collect",
      consumerTimeout: timeout,
      maxReceiveCount: 5,
      undone: "A run of a book job was given up, and the job's next run continues there",
    });
    new HttpFunction(this, "Api", {
      platform,
      bundle: "books-api",
      routes: booksRoutes,
      uses: apiUses,
      timeout: Duration.seconds(10),
    }).countLeftToReconcile();
    const { secret, requestsPerDay, reserve, country, covers } = platform.settings.googleBooks;
    platform.resources.addSecret("google-books", secret);
    new QueueWorker(this, "Worker", {
      platform,
      bundle: "books-worker",
      batchSize: 1,
      maxConcurrency: 2,
      uses: workerUses,
      settings: {
        GOOGLE_BOOKS_PER_DAY: String(Math.max(0, requestsPerDay - reserve)),
        GOOGLE_BOOKS_COUNTRY: country,
        GOOGLE_BOOKS_COVERS: covers,
      },
      timeout,
      // Most of it is for the thread that decodes covers.
      memory: 1_792,
    }).alarmOnLog({
      code: "cursor_stuck",
      name: "books-cursor-stuck",
      severity: "warning",
      cause: "theirs",
      impact: "A book job has failed three times at the same place and collects nothing until somebody helps.",
    });
    new ScheduledFunction(this, "Due", {
      platform,
      bundle: "books-on-schedule",
      schedule: "books-due",
      expression: "rate(5 minutes)",
      flexibleMinutes: 0,
      silentAfter: Duration.minutes(15),
      silentSeverity: "warning",
      silentImpact: "Book jobs do not run by themselves.",
      uses: onScheduleUses,
      timeout: Duration.minutes(1),
      memory: 256,
    }).countLeftToReconcile();
  }

  /** Jobs with their cursors, runs, books, and the daily quota. */
  #table(platform: Platform): void {
    const books = new StandardTable(this, "Books", {
      platform,
      name: "books",
      partitionKey: { name: "pk", type: STRING },
      sortKey: { name: "sk", type: STRING },
    });
    // Local, so that paging through the list returns every book once although runs add books meanwhile.
    books.addLocalSecondaryIndex({ indexName: "by_first_seen_at", sortKey: { name: "first_seen_at", type: STRING } });
    // Only the searched attributes, so that a search reads no whole items, and takes no throughput from the table.
    books.addGlobalSecondaryIndex({
      indexName: "search",
      partitionKey: { name: "pk", type: STRING },
      sortKey: { name: "first_seen_at", type: STRING },
      projectionType: ProjectionType.INCLUDE,
      nonKeyAttributes: ["search_text"],
    });
    // Without other attributes, since they change with each page of a run.
    books.addPendingIndex();
  }
}
