import { PutCommand } from "@aws-sdk/lib-dynamodb";
import type { Page } from "../../shared/http/pagination.ts";
import { fromAttributes, toAttributes } from "../../shared/table/attribute-names.ts";
import { StoredTable } from "../../shared/table/stored-table.ts";
import type { SortKeyPosition } from "../../shared/table/table-query.ts";
import { newestOfPartition } from "../../shared/table/table-query.ts";
import type { CrawlRun } from "../domain/crawl-run.ts";
import { removePartition } from "./partition.ts";

const RETENTION_SECONDS = 90 * 24 * 3_600;

interface CrawlRunItem extends SortKeyPosition {
  readonly run: unknown;
}

/**
 * The finished crawls of table `mercari`: partition key `pk` = `crawls#<product's id>`, sort key `sk` = start and id. They
 * are kept for 90 days.
 */
export class CrawlRunTable extends StoredTable {
  /** Puts a finished run. A repeated put replaces it, since the id of a run is its lease holder's. */
  async put(run: CrawlRun): Promise<void> {
    await this.client.send(
      new PutCommand({
        TableName: this.table,
        Item: {
          pk: runsOf(run.productId),
          sk: `${run.startedAt}#${run.id}`,
          run: toAttributes(run),
          expires_at: Math.ceil(Date.parse(run.startedAt) / 1_000) + RETENTION_SECONDS,
        },
      }),
    );
  }

  /** A page of a product's runs, newest first. */
  async list(
    productId: string,
    page: { limit: number; position: SortKeyPosition | undefined },
  ): Promise<Page<CrawlRun> & { readonly position: SortKeyPosition | null }> {
    const partition = { table: this.table, pk: runsOf(productId) };
    const { items, position } = await newestOfPartition<CrawlRunItem>(this.client, partition, page);
    return { items: items.map(({ run }) => fromAttributes<CrawlRun>(run)), position };
  }

  async removeAll(productId: string): Promise<void> {
    await removePartition(this.client, this.table, runsOf(productId));
  }
}

function runsOf(productId: string): string {
  return `crawls#${productId}`;
}
