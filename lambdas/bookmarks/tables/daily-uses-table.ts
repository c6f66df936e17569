import type { DynamoDBDocumentClient } from "@aws-sdk/lib-dynamodb";
import { derivedId } from "../../shared/derived-id.ts";
import { StoredTable } from "../../shared/table/stored-table.ts";
import { countUpTo } from "../../shared/table/window-count.ts";

const DAY_SECONDS = 24 * 3_600;

/** The uses that are limited for each user and day by their cost: summaries by a model, and pages with copied pictures. */
export type DailyUse = "model-summaries" | "copied-pictures";

/**
 * How often something was done for a user in a UTC day, in table `bookmarks`: partition key `user_id` = `<use>#<hash of the
 * user>`, so that a worker that still runs while the user is deleted leaves no name; sort key `id` = the date, with
 * `count`. Failed attempts count, too, since they may cost. After a retry by the SDK a count may be too high by one, but it
 * is never too low. Items expire after their day.
 */
export class DailyUsesTable extends StoredTable {
  readonly #use: DailyUse;
  readonly #aDay: number;

  /** @param aDay the limit for a user in a day */
  constructor(client: DynamoDBDocumentClient, name: string, use: DailyUse, aDay: number) {
    super(client, name);
    this.#use = use;
    this.#aDay = aDay;
  }

  /** Counts a use before it is made. @returns false when the user's limit of the day is reached */
  async take(userId: string, now: Date): Promise<boolean> {
    const Key = { user_id: `${this.#use}#${derivedId(userId)}`, id: now.toISOString().slice(0, "2026-11-22".length) };
    const expiresAt = (Math.floor(now.getTime() / 1_000 / DAY_SECONDS) + 2) * DAY_SECONDS;
    return countUpTo(this.client, { ...this.at(Key), expiresAt }, this.#aDay);
  }
}
