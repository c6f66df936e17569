import { PutCommand } from "@aws-sdk/lib-dynamodb";
import type { Page } from "../../shared/http/pagination.ts";
import { fromAttributes, toAttributes } from "../../shared/table/attribute-names.ts";
import { StoredTable } from "../../shared/table/stored-table.ts";
import type { SortKeyPosition } from "../../shared/table/table-query.ts";
import { newestOfPartition } from "../../shared/table/table-query.ts";
import type { Run } from "../domain/job.ts";
import { runsOf } from "./job-item.ts";

interface RunItem extends SortKeyPosition {
  readonly run: unknown;
}

/** Finished runs are kept for a year. */
const RETENTION_SECONDS = 365 * 24 * 3_600;

/**
 * The finished runs of table `books`: partition key `pk` = `runs#<job's id>`, sort key `sk` = start and id. The run in
 * progress is in its job.
 */
export class RunTable extends StoredTable {
  /** Puts a finished run. A repeated put, after a crash, replaces the record with the same content. */
  async put(jobId: string, run: Run): Promise<void> {
    await this.client.send(
      new PutCommand({
        TableName: this.table,
        Item: {
          pk: runsOf(jobId),
          sk: sortKeyOf(run),
          run: toAttributes(run),
          expires_at: Math.ceil(Date.parse(run.startedAt) / 1_000) + RETENTION_SECONDS,
        },
      }),
    );
  }

  /** A page of a job's finished runs, newest first. */
  async list(jobId: string, page: { limit: number; position: SortKeyPosition | undefined }): Promise<Page<Run>> {
    const partition = { table: this.table, pk: runsOf(jobId) };
    const { items, position } = await newestOfPartition<RunItem>(this.client, partition, page);
    return { items: items.map(({ run }) => fromAttributes<Run>(run)), position };
  }
}

export function sortKeyOf(run: Run): string {
  return `${run.startedAt}#${run.id}`;
}
