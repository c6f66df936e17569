import { createHash } from "node:crypto";
import type { DynamoDBDocumentClient } from "@aws-sdk/lib-dynamodb";
import { UpdateCommand } from "@aws-sdk/lib-dynamodb";
import { conditionHeld } from "../shared/table.ts";
import { addressBlock } from "./address-block.ts";

/** Webmentions from one address in one minute that always pass. */
const WEBMENTIONS_A_MINUTE = 60;
/** Clicks on one recommendation from one address that count in a day. */
const CLICKS_A_DAY = 10;

const MINUTE_MS = 60_000;
const DAY_SECONDS = 24 * 3_600;

/**
 * How often an address did something, in table `recommendations`: partition key `pk` = `rates`, sort key `sk` =
 * `webmention#<hash of the address>#<minute>` with `count`, or `click#<recommendation's id>#<hash>#<UTC date>` with
 * `events`, the ids of those that count. They expire soon after their minute or day; no address is kept.
 */
export class RateTable {
  readonly #client: DynamoDBDocumentClient;
  readonly #name: string;

  constructor(client: DynamoDBDocumentClient, name: string) {
    this.#client = client;
    this.#name = name;
  }

  /** Counts a webmention. @returns whole seconds until the address may send another; null when it may send this one */
  async webmention(address: string, now: Date): Promise<number | null> {
    const minute = Math.floor(now.getTime() / MINUTE_MS);
    const { Attributes } = await this.#client.send(
      new UpdateCommand({
        TableName: this.#name,
        Key: toKey("webmention", hash(address), new Date(minute * MINUTE_MS).toISOString()),
        UpdateExpression: "ADD #count :one SET expires_at = :expires",
        ExpressionAttributeNames: { "#count": "count" },
        ExpressionAttributeValues: { ":one": 1, ":expires": (minute + 2) * 60 },
        ReturnValues: "ALL_NEW",
      }),
    );
    if ((Attributes as { count: number }).count <= WEBMENTIONS_A_MINUTE) return null;
    return Math.ceil(((minute + 1) * MINUTE_MS - now.getTime()) / 1_000);
  }

  /**
   * Counts a click, the same one only once.
   *
   * @param eventId the click's
   * @param at when it was made first, which says of which day it is
   * @returns whether it is one of those that count
   */
  async click(recommendationId: string, address: string, eventId: string, at: Date): Promise<boolean> {
    return conditionHeld(
      this.#client.send(
        new UpdateCommand({
          TableName: this.#name,
          Key: toKey("click", recommendationId, hash(addressBlock(address)), at.toISOString().slice(0, 10)),
          UpdateExpression: "ADD events :event SET expires_at = :expires",
          ConditionExpression: "attribute_not_exists(events) OR size(events) < :max OR contains(events, :id)",
          ExpressionAttributeValues: {
            ":event": new Set([eventId]),
            ":id": eventId,
            ":max": CLICKS_A_DAY,
            ":expires": (Math.floor(at.getTime() / 1_000 / DAY_SECONDS) + 2) * DAY_SECONDS,
          },
        }),
      ),
    );
  }
}

function toKey(...parts: readonly string[]) {
  return { pk: "rates", sk: parts.join("#") };
}

function hash(address: string): string {
  return createHash("sha256").update(address).digest("base64url").slice(0, 22);
}
