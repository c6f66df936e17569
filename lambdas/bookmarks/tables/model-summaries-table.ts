import type { DynamoDBDocumentClient } from "@aws-sdk/lib-dynamodb";
import { countUpTo } from "../../shared/table/window-count.ts";

const DAY_SECONDS = 24 * 3_600;

/**
 * How many pages a model was asked to summarise for a user in a UTC day, in table `bookmarks`: partition key `user_id` =
 * `model-summaries#<user>`, sort key `id` = the date, with `count`. Attempts count that failed, too, since they may cost;
 * a count may be one too high where the SDK had to try again, never too low. They expire after their day.
 */
export class ModelSummariesTable {
  readonly #client: DynamoDBDocumentClient;
  readonly #name: string;
  readonly #aDay: number;

  /** @param aDay the limit of a user and day, by the stage's settings */
  constructor(client: DynamoDBDocumentClient, name: string, aDay: number) {
    this.#client = client;
    this.#name = name;
    this.#aDay = aDay;
  }

  /** Counts a summary that is about to be asked for. @returns false when the user has none left today */
  async take(userId: string, now: Date): Promise<boolean> {
    const Key = { user_id: `model-summaries#${userId}`, id: now.toISOString().slice(0, "2026-11-22".length) };
    const expiresAt = (Math.floor(now.getTime() / 1_000 / DAY_SECONDS) + 2) * DAY_SECONDS;
    return countUpTo(this.#client, { TableName: this.#name, Key, expiresAt }, this.#aDay);
  }
}
