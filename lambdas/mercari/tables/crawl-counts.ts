import { StoredTable } from "../../shared/table/stored-table.ts";
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
export class AttemptTable extends StoredTable {
  async readCount(messageId: string): Promise<number> {
    return (await this.itemAt<AttemptItem>(toKey(messageId)))?.count ?? 0;
  }

  /** Counts one attempt. @returns the new number */
  async count(messageId: string, now: Date): Promise<number> {
    const expiresAt = Math.ceil(now.getTime() / 1_000) + ATTEMPTS_KEPT_SECONDS;
    return countOne(this.client, { ...this.at(toKey(messageId)), expiresAt });
  }

  async forget(messageId: string): Promise<void> {
    await this.deleteItem(toKey(messageId), []);
  }
}

interface AttemptItem {
  readonly count: number;
}

function toKey(messageId: string) {
  return { pk: "attempts", sk: messageId };
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
export class DeletionLimit extends StoredTable {
  /**
   * Counts one removal.
   *
   * @param window the number of the hour
   * @returns false, and counts nothing, when the hour's limit is reached
   */
  async take(productId: string, rowsOnSale: number, window: string, now: Date): Promise<boolean> {
    const Key = { pk: `deletions#${productId}`, sk: window };
    const expiresAt = Math.ceil(now.getTime() / 1_000) + REMOVALS_KEPT_SECONDS;
    return countUpTo(this.client, { ...this.at(Key), expiresAt }, removalsAllowed(rowsOnSale));
  }
}
