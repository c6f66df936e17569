import type { DynamoDBDocumentClient } from "@aws-sdk/lib-dynamodb";
import { countUpTo } from "../../shared/table/window-count.ts";

const MOST_REMOVALS = 10;
const SHARE_REMOVED = 0.3;
const KEPT_SECONDS = 7 * 24 * 3_600;

/** How many rows of a product one hour may remove: a site that says "deleted" of more is not believed. */
export function removalsAllowed(rowsOnSale: number): number {
  return Math.max(1, Math.min(MOST_REMOVALS, Math.floor(SHARE_REMOVED * rowsOnSale)));
}

/**
 * The removals of table `mercari`: partition key `pk` = `deletions#<product's id>`, sort key `sk` = the hour's number.
 * `count` is how many of the product's rows that hour has removed.
 */
export class DeletionBrake {
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
    const expiresAt = Math.ceil(now.getTime() / 1_000) + KEPT_SECONDS;
    return countUpTo(this.#client, { TableName: this.#name, Key, expiresAt }, removalsAllowed(rowsOnSale));
  }
}
