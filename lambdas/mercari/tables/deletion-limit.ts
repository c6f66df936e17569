import type { DynamoDBDocumentClient } from "@aws-sdk/lib-dynamodb";
import { countUpTo } from "../../shared/table/window-count.ts";

const MAX_REMOVALS = 10;
const MAX_DELETED_SHARE = 0.3;
const RETENTION_SECONDS = 7 * 24 * 3_600;

/** How many rows of a product one hour may remove: a site that reports more of them as deleted is not trusted. */
export function removalsAllowed(rowsOnSale: number): number {
  return Math.max(1, Math.min(MAX_REMOVALS, Math.floor(MAX_DELETED_SHARE * rowsOnSale)));
}

/**
 * The removals of table `mercari`: partition key `pk` = `deletions#<product's id>`, sort key `sk` = the hour's number.
 * `count` is how many of the product's rows that hour has removed.
 */
export class DeletionLimit {
  readonly #client: DynamoDBDocumentClient;
  readonly #name: string;

  constructor(client: DynamoDBDocumentClient, name: string) {
    this.#client = client;
    this.#name = name;
  }

  /**
   * Counts one removal.
   *
   * @param window the number of the hour
   * @returns false, and counts none, when the hour's are used up
   */
  async take(productId: string, rowsOnSale: number, window: string, now: Date): Promise<boolean> {
    const Key = { pk: `deletions#${productId}`, sk: window };
    const expiresAt = Math.ceil(now.getTime() / 1_000) + RETENTION_SECONDS;
    return countUpTo(this.#client, { TableName: this.#name, Key, expiresAt }, removalsAllowed(rowsOnSale));
  }
}
