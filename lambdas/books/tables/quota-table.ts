import type { DynamoDBDocumentClient } from "@aws-sdk/lib-dynamodb";
import { StoredTable } from "../../shared/table/stored-table.ts";
import { countUpTo } from "../../shared/table/window-count.ts";

const RETENTION_SECONDS = 7 * 24 * 3_600;

/**
 * The daily quota of table `books`: partition key `pk` = `quota`, sort key `sk` = the date in California, where Google's
 * day begins. `count` counts attempts, since Google counts failed requests, too.
 */
export class QuotaTable extends StoredTable {
  readonly #perDay: number;

  /** @param perDay the number of requests that all jobs together may make in a day */
  constructor(client: DynamoDBDocumentClient, name: string, perDay: number) {
    super(client, name);
    this.#perDay = perDay;
  }

  /** Counts one attempt. @returns false, and counts nothing, when the day's quota is used up */
  async take(now: Date): Promise<boolean> {
    const Key = { pk: "quota", sk: pacificDate(now) };
    const expiresAt = Math.ceil(now.getTime() / 1_000) + RETENTION_SECONDS;
    return countUpTo(this.client, { ...this.at(Key), expiresAt }, this.#perDay);
  }
}

const CALENDAR = new Intl.DateTimeFormat("en", {
  timeZone: "America/Los_Angeles",
  calendar: "iso8601",
  numberingSystem: "latn",
  year: "numeric",
  month: "2-digit",
  day: "2-digit",
});

/** The day of Google's daily quotas, `YYYY-MM-DD`: it begins at midnight in California, 07:00 or 08:00 UTC. */
export function pacificDate(now: Date): string {
  const parts = Object.fromEntries(CALENDAR.formatToParts(now).map(({ type, value }) => [type, value]));
  return `${parts.year}-${parts.month}-${parts.day}`;
}
