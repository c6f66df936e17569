import type { DynamoDBDocumentClient } from "@aws-sdk/lib-dynamodb";
import { itemAt } from "../../shared/table/table-query.ts";
import { deleteItem } from "../../shared/table/update.ts";
import { countOne, countUpTo } from "../../shared/table/window-count.ts";

const DAY_SECONDS = 24 * 3_600;
/** Longer than SQS keeps any message (14 days). */
const ATTEMPTS_KEPT_SECONDS = 15 * DAY_SECONDS;
const REMOVALS_KEPT_SECONDS = 7 * DAY_SECONDS;

/**
 * The attempts of table `mercari`: partition key `pk` = `attempts`, sort key `sk` = SQS's message id. `count` is the number
 * of attempts. It is lower than the receive count, since a message that has to wait for the host or the product is returned
 * without an attempt.
 */
export class AttemptTable {
  readonly #client: DynamoDBDocumentClient;
  readonly #name: string;

  constructor(client: DynamoDBDocumentClient, name: string) {
    this.#client = client;
    this.#name = name;
  }

  /** The number of counted attempts of a message. */
  async readCount(messageId: string): Promise<number> {
    return (await itemAt<AttemptItem>(this.#client, this.#at(messageId)))?.count ?? 0;
  }

  /** Counts one attempt. @returns the new number */
  async count(messageId: string, now: Date): Promise<number> {
    const expiresAt = Math.ceil(now.getTime() / 1_000) + ATTEMPTS_KEPT_SECONDS;
    return countOne(this.#client, { ...this.#at(messageId), expiresAt });
  }

  /** Removes a message that is finished. */
  async forget(messageId: string): Promise<void> {
    await deleteItem(this.#client, this.#at(messageId), []);
  }

  #at(messageId: string) {
    return { TableName: this.#name, Key: { pk: "attempts", sk: messageId } };
  }
}

interface AttemptItem {
  readonly count: number;
}

const MAX_REMOVALS = 10;
const MAX_DELETED_SHARE = 0.3;

/** How many rows of a product may be removed in an hour: a site that reports more deletions is not trusted. */
export function removalsAllowed(rowsOnSale: number): number {
  return Math.max(1, Math.min(MAX_REMOVALS, Math.floor(MAX_DELETED_SHARE * rowsOnSale)));
}

/**
 * The removals of table `mercari`: partition key `pk` = `deletions#<product's id>`, sort key `sk` = the hour's number.
 * `count` is the number of the product's rows that were removed in that hour.
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
   * @returns false, and counts nothing, when the hour's limit is reached
   */
  async take(productId: string, rowsOnSale: number, window: string, now: Date): Promise<boolean> {
    const Key = { pk: `deletions#${productId}`, sk: window };
    const expiresAt = Math.ceil(now.getTime() / 1_000) + REMOVALS_KEPT_SECONDS;
    return countUpTo(this.#client, { TableName: this.#name, Key, expiresAt }, removalsAllowed(rowsOnSale));
  }
}
