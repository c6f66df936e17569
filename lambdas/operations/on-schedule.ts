import { reconcilableBookmarks } from "../bookmarks/reconcile.ts";
import { BookmarkTable } from "../bookmarks/tables/bookmark-table.ts";
import { reconcilableRuns } from "../books/reconcile.ts";
import { JobTable } from "../books/tables/job-table.ts";
import { RunTable } from "../books/tables/run-table.ts";
import { reconcilableCrawls } from "../mercari/reconcile.ts";
import { ProductTable } from "../mercari/tables/product-table.ts";
import {
  reconcilableDeliveries,
  reconcilableDigests,
  reconcilableDirectory,
  reconcilableMentions,
} from "../recommendations/reconcile.ts";
import { DeliveryTable } from "../recommendations/tables/delivery-table.ts";
import { DirectoryTable } from "../recommendations/tables/directory-table.ts";
import { MailTable } from "../recommendations/tables/mail-table.ts";
import { MentionTable } from "../recommendations/tables/mention-table.ts";
import { RecommendationTable } from "../recommendations/tables/recommendation-table.ts";
import { siteBucketClient } from "../recommendations/tables/site-bucket-client.ts";
import { WellKnownStore } from "../recommendations/tables/well-known-store.ts";
import type { WebmentionSendMessage } from "../recommendations/work/webmention-send-message.ts";
import type { Clock } from "../shared/clock.ts";
import { systemClock } from "../shared/clock.ts";
import type { Environment } from "../shared/env.ts";
import { text, waitScale } from "../shared/env.ts";
import { documentClient } from "../shared/table/table.ts";
import { jsonQueue, queueClient } from "../shared/work/queue.ts";
import type { Reconcilable } from "../shared/work/reconcile.ts";
import { scheduled } from "../shared/work/scheduled.ts";
import { reconcilableStocks } from "../slides/reconcile.ts";
import { StockTable } from "../slides/stock-table.ts";
import { reconcile } from "./reconcile.ts";

export const environment = {
  STOCKS_TABLE: text,
  OEMBED_FETCH_QUEUE_URL: text,
  BOOKMARKS_TABLE: text,
  BOOKMARK_PROCESSING_QUEUE_URL: text,
  BOOKS_TABLE: text,
  BOOKS_COLLECT_QUEUE_URL: text,
  MERCARI_TABLE: text,
  MERCARI_CRAWL_QUEUE_URL: text,
  RECOMMENDATIONS_TABLE: text,
  /** Bucket behind the site's domain. */
  SITE_BUCKET: text,
  WEBMENTION_SEND_QUEUE_URL: text,
  WEBMENTION_RECEIVE_QUEUE_URL: text,
  WAIT_SCALE: waitScale,
};

interface ReconcileServices {
  readonly reconcilables: readonly Reconcilable[];
  readonly clock: Clock;
}

function services(env: Environment<typeof environment>): ReconcileServices {
  const clock = systemClock(env.WAIT_SCALE);
  const tables = documentClient();
  const queues = queueClient();
  const stocks = new StockTable(tables, env.STOCKS_TABLE);
  const bookmarks = new BookmarkTable(tables, env.BOOKMARKS_TABLE);
  const jobs = new JobTable(tables, env.BOOKS_TABLE);
  const runs = new RunTable(tables, env.BOOKS_TABLE);
  const products = new ProductTable(tables, env.MERCARI_TABLE);
  const deliveries = new DeliveryTable(tables, env.RECOMMENDATIONS_TABLE);
  const mentions = new MentionTable(tables, env.RECOMMENDATIONS_TABLE);
  const mails = new MailTable(tables, env.RECOMMENDATIONS_TABLE);
  const webmentionSendQueue = jsonQueue<WebmentionSendMessage>(queues, env.WEBMENTION_SEND_QUEUE_URL);
  const changes = {
    directory: new DirectoryTable(tables, env.RECOMMENDATIONS_TABLE),
    recommendations: new RecommendationTable(tables, env.RECOMMENDATIONS_TABLE),
    wellKnown: new WellKnownStore(siteBucketClient(), env.SITE_BUCKET),
    deliveries,
    webmentionSendQueue,
    clock,
  };
  return {
    reconcilables: [
      reconcilableStocks(stocks, jsonQueue(queues, env.OEMBED_FETCH_QUEUE_URL), clock),
      reconcilableBookmarks(bookmarks, jsonQueue(queues, env.BOOKMARK_PROCESSING_QUEUE_URL), clock),
      reconcilableRuns({ jobs, runs }, jsonQueue(queues, env.BOOKS_COLLECT_QUEUE_URL), clock),
      reconcilableCrawls(products, jsonQueue(queues, env.MERCARI_CRAWL_QUEUE_URL), clock),
      reconcilableDirectory(changes),
      reconcilableDeliveries(deliveries, webmentionSendQueue, clock),
      reconcilableMentions(mentions, jsonQueue(queues, env.WEBMENTION_RECEIVE_QUEUE_URL), clock),
      reconcilableDigests(mails, jsonQueue(queues, env.WEBMENTION_RECEIVE_QUEUE_URL), clock),
    ],
    clock,
  };
}

export const handler = scheduled({
  environment,
  services,
  run: ({ reconcilables, clock }, correlationId) => reconcile(reconcilables, correlationId, clock),
});
