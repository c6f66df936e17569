import { Bookmarks, FailedJobs } from "./bookmarks.ts";
import { Books, Jobs } from "./books.ts";
import { Changes } from "./changes.ts";
import { Alarms, Notices, Queues } from "./operations.ts";
import { Products } from "./products.ts";
import { Mentions, Recommendations } from "./recommendations.ts";
import { Stocks } from "./stocks.ts";
import type { MagpieClientOptions } from "./transport.ts";
import { Transport } from "./transport.ts";
import { Users } from "./users.ts";

/**
 * Magpie's API, for browsers and Node: a call is retried after transient failures, and a call that creates a resource
 * keeps one Idempotency-Key through all attempts.
 */
export class MagpieClient {
  readonly bookmarks: Bookmarks;
  readonly stocks: Stocks;
  readonly changes: Changes;
  readonly books: Books;
  readonly jobs: Jobs;
  readonly products: Products;
  readonly recommendations: Recommendations;
  readonly mentions: Mentions;
  readonly failedJobs: FailedJobs;
  readonly notices: Notices;
  readonly queues: Queues;
  readonly alarms: Alarms;
  readonly users: Users;

  /** @throws TypeError when the base URL is not an http or https URL */
  constructor(options: MagpieClientOptions) {
    const transport = new Transport(options);
    this.bookmarks = new Bookmarks(transport);
    this.stocks = new Stocks(transport);
    this.changes = new Changes(transport);
    this.books = new Books(transport);
    this.jobs = new Jobs(transport);
    this.products = new Products(transport);
    this.recommendations = new Recommendations(transport);
    this.mentions = new Mentions(transport);
    this.failedJobs = new FailedJobs(transport);
    this.notices = new Notices(transport);
    this.queues = new Queues(transport);
    this.alarms = new Alarms(transport);
    this.users = new Users(transport);
  }
}
