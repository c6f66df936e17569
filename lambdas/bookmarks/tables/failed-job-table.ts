import { QueryCommand } from "@aws-sdk/lib-dynamodb";
import type { StoredItem } from "../../shared/saved-items/stored-item.ts";
import { toItem } from "../../shared/saved-items/stored-item.ts";
import { StoredTable } from "../../shared/table/stored-table.ts";
import { queriedPage } from "../../shared/table/table-query.ts";
import type { Bookmark, Failure } from "../domain/bookmark.ts";
import type { ProcessingSubject } from "../work/processing-message.ts";
import { BOOKMARKS, FAILED_PARTITION } from "./bookmark-table.ts";

/** A failed bookmark as operators see it. */
export type FailedJob = ProcessingSubject &
  Pick<Bookmark, "idempotencyKey"> & { readonly failedJobId: string; readonly failure: Failure };

/** Sparse index `failed_jobs` of table `bookmarks`: it contains only failed bookmarks, in order of `failed_job_id`. */
const FAILED_JOBS = "failed_jobs";

/** The failed jobs of all users, read from the index of failed bookmarks. A failed job has no item of its own. */
export class FailedJobTable extends StoredTable {
  /** A page, newest first. Failed jobs of another type are read, but don't count towards the limit. */
  async list({
    retryable,
    limit,
    position,
  }: {
    retryable: boolean | undefined;
    limit: number;
    position: string | undefined;
  }): Promise<{ readonly items: readonly FailedJob[]; readonly position: string | null }> {
    const { items, last } = await queriedPage<StoredItem>(
      this.client,
      {
        TableName: this.table,
        IndexName: FAILED_JOBS,
        ScanIndexForward: false,
        KeyConditionExpression: `failed_partition = :partition${position === undefined ? "" : " AND failed_job_id < :before"}`,
        ...(retryable === undefined ? {} : { FilterExpression: "failure.retryable = :retryable" }),
        ExpressionAttributeValues: {
          ":partition": FAILED_PARTITION,
          ":before": position,
          ":retryable": retryable,
        },
      },
      limit,
      undefined,
    );
    return { items: items.flatMap(toFailedJob), position: last === null ? null : String(last.failed_job_id) };
  }

  /** One failed job; null if there is none with this id, or if its bookmark is no longer `failed`. */
  async get(failedJobId: string): Promise<FailedJob | null> {
    const { Items = [] } = await this.client.send(
      new QueryCommand({
        TableName: this.table,
        IndexName: FAILED_JOBS,
        KeyConditionExpression: "failed_partition = :partition AND failed_job_id = :id",
        ExpressionAttributeValues: { ":partition": FAILED_PARTITION, ":id": failedJobId },
      }),
    );
    return (Items as StoredItem[]).flatMap(toFailedJob)[0] ?? null;
  }
}

function toFailedJob(item: StoredItem): readonly FailedJob[] {
  const { userId, id, url, workId, idempotencyKey, failure } = toItem(BOOKMARKS, item);
  if (failure === null) return [];
  return [{ userId, id, url, workId, idempotencyKey, failure, failedJobId: String(item.failed_job_id) }];
}
