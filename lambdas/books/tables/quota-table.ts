import type { DynamoDBDocumentClient } from "@aws-sdk/lib-dynamodb";
import { UpdateCommand } from "@aws-sdk/lib-dynamodb";
import { conditionHeld } from "../../shared/table/table.ts";
import { pacificDate } from "../domain/pacific-date.ts";

const KEPT_SECONDS = 7 * 24 * 3_600;

/**
 * The daily quota of table `books`: partition key `pk` = `quota`, sort key `sk` = the date in California, where Google's
 * day turns. `used` counts attempts, since a request that fails counts at Google, too.
 */
export class QuotaTable {
  readonly #client: DynamoDBDocumentClient;
  readonly #name: string;
  readonly #perDay: number;

  /** @param perDay requests a day that jobs may make */
  constructor(client: DynamoDBDocumentClient, name: string, perDay: number) {
    this.#client = client;
    this.#name = name;
    this.#perDay = perDay;
  }

  /** Counts one attempt. @returns false, and counts none, when the day's are used up */
  async take(now: Date): Promise<boolean> {
    if (this.#perDay === 0) return false;
    return conditionHeld(
      this.#client.send(
        new UpdateCommand({
          TableName: this.#name,
          Key: { pk: "quota", sk: pacificDate(now) },
          UpdateExpression: "SET expires_at = :expires ADD used :one",
          ConditionExpression: "attribute_not_exists(used) OR used < :per_day",
          ExpressionAttributeValues: {
            ":one": 1,
            ":per_day": this.#perDay,
            ":expires": Math.ceil(now.getTime() / 1_000) + KEPT_SECONDS,
          },
        }),
      ),
    );
  }
}
