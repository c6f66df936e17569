import { DynamoDBClient } from "@aws-sdk/client-dynamodb";
import { DynamoDBDocumentClient, ScanCommand, UpdateCommand } from "@aws-sdk/lib-dynamodb";
import type * as z from "zod/mini";
import type { bookmarkSchema } from "../../../lambdas/bookmarks/http/bookmark-answer.ts";
import type { failedJobSchema } from "../../../lambdas/bookmarks/http/failed-job-answer.ts";
import { PAGE_CHECKS } from "../../../lambdas/bookmarks/work/processing-message.ts";
import type { EgressMap } from "../../../lib/local/egress/egress-map.ts";
import type { Reply } from "../api-client.ts";
import { ApiClient } from "../api-client.ts";
import { clientOptions } from "../client-options.ts";
import { System, startParts } from "../system.ts";
import { until } from "../until.ts";

const DAY = 24 * 3_600_000;

/** A bookmark in an answer. */
export type BookmarkAnswer = z.output<typeof bookmarkSchema>;
/** A failed job in an answer. */
export type FailedJobAnswer = z.output<typeof failedJobSchema>;

/** A user of bookmarks. */
export class BookmarksClient extends ApiClient {
  /** Saves a page. */
  saved(url: string): Promise<Reply<BookmarkAnswer>> {
    return this.call("POST", "/v1/bookmarks", { url });
  }

  bookmark(id: string): Promise<BookmarkAnswer> {
    return this.done("GET", `/v1/bookmarks/${id}`);
  }

  /** The bookmark as soon as it is in one of these states. */
  async bookmarkIn(id: string, ...statuses: readonly BookmarkAnswer["status"][]): Promise<BookmarkAnswer> {
    return until(
      `bookmark ${id} is ${statuses.join(" or ")}`,
      () => this.bookmark(id),
      ({ status }) => statuses.includes(status),
    );
  }
}

/** The whole system as a user of bookmarks sees it, with the bookmarks' queue. */
export class BookmarksSystem extends System {
  static override async start(egressMap: EgressMap = {}): Promise<BookmarksSystem> {
    return new BookmarksSystem(await startParts(egressMap, new Map()), "bookmark-processing");
  }

  override async newUser(): Promise<BookmarksClient> {
    return new BookmarksClient(this.api, await this.newToken());
  }

  failedJobs(retryable?: boolean): Promise<readonly FailedJobAnswer[]> {
    const query = retryable === undefined ? "" : `&retryable=${retryable}`;
    return this.admin.all(`/v1/failed-jobs?limit=100${query}`, "failed_jobs");
  }

  /** Lets so many days pass for a bookmark whose page is checked at times, and has the page checked if it is due then. */
  async checkedAfter(days: number, id: string): Promise<void> {
    const { tables, dynamodb_endpoint } = this.outputs;
    const TableName = String(tables.bookmarks);
    const client = DynamoDBDocumentClient.from(new DynamoDBClient(clientOptions(this.outputs, dynamodb_endpoint)));
    const read = async () => {
      const filter = { FilterExpression: "id = :id", ExpressionAttributeValues: { ":id": id } };
      const { Items = [] } = await client.send(new ScanCommand({ TableName, ConsistentRead: true, ...filter }));
      return Items.find(({ pending_partition }) => String(pending_partition).startsWith("check#"));
    };
    const earlier = (time: string) => new Date(Date.parse(time) - days * DAY).toISOString();
    const item = await read();
    if (item === undefined) throw new Error(`no check of ${id} is due at any time`);
    const { user_id, missing_at, reconcile_at } = item;
    await client.send(
      new UpdateCommand({
        TableName,
        Key: { user_id, id },
        UpdateExpression: `SET reconcile_at = :at${missing_at ? ", missing_at = :missing" : ""}`,
        ExpressionAttributeValues: {
          ":at": earlier(reconcile_at),
          ...(missing_at && { ":missing": earlier(missing_at) }),
        },
      }),
    );
    await this.queue.send(JSON.stringify(PAGE_CHECKS));
    const now = new Date().toISOString();
    await until("the page is checked", read, (waiting) => waiting === undefined || waiting.reconcile_at > now);
  }
}
