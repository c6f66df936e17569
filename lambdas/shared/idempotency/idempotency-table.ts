import type { DynamoDBDocumentClient } from "@aws-sdk/lib-dynamodb";
import { GetCommand } from "@aws-sdk/lib-dynamodb";
import type { Answer } from "../http/answer.ts";
import { conditionalDelete, conditionalPut, conditionalUpdate } from "../table/conditional-write.ts";

/** What is known of a key: what was asked under it, and by which name it is being done. */
export interface KeyRecord {
  /** Derived from user, route and key. */
  readonly id: string;
  readonly contentHash: string;
  /** Names the one creation that all requests with this key stand for. */
  readonly creationId: string;
  /** When it was first asked for. */
  readonly requestedAt: Date;
  /** Epoch seconds from which on the key is a new one. */
  readonly expiresAt: number;
  /** The first answer, where the created thing itself does not prove it; null until then. */
  readonly answer: Answer | null;
}

const IS_UNANSWERED = "creation_id = :creation AND attribute_not_exists(answer)";

/**
 * Table `idempotency_keys`. Partition key `id`. One item a key:
 * content_hash, creation_id, asked_at, expires_at (epoch seconds, the TTL attribute, which only tidies: the clock
 * decides), and `answer` (JSON) once settled. There is no "in progress": a record says what was asked, and whoever
 * finds it completes that.
 */
export class IdempotencyTable {
  readonly #client: DynamoDBDocumentClient;
  readonly #name: string;

  constructor(client: DynamoDBDocumentClient, name: string) {
    this.#client = client;
    this.#name = name;
  }

  /** Puts a record for a key that is new or has expired. @returns false when the key is in use */
  async claim(record: KeyRecord, now: Date): Promise<boolean> {
    return conditionalPut(this.#client, this.#at(record), {
      Item: {
        content_hash: record.contentHash,
        creation_id: record.creationId,
        asked_at: record.requestedAt.toISOString(),
        expires_at: record.expiresAt,
      },
      ConditionExpression: "attribute_not_exists(id) OR expires_at <= :now",
      ownWrite: "creation_id = :creation",
      ExpressionAttributeValues: { ":now": Math.floor(now.getTime() / 1_000), ":creation": record.creationId },
    });
  }

  /** Reads a record, consistently; null when there is none or it has expired. */
  async get(id: string, now: Date): Promise<KeyRecord | null> {
    const { Item } = await this.#client.send(
      new GetCommand({ TableName: this.#name, Key: { id }, ConsistentRead: true }),
    );
    if (Item === undefined || Item.expires_at <= Math.floor(now.getTime() / 1_000)) return null;
    return {
      id,
      contentHash: Item.content_hash,
      creationId: Item.creation_id,
      requestedAt: new Date(Item.asked_at),
      expiresAt: Item.expires_at,
      answer: Item.answer === undefined ? null : JSON.parse(Item.answer),
    };
  }

  /** Keeps the first answer. @returns false when another request of this key has kept one, or the key is not ours any more */
  async settle(record: KeyRecord, answer: Answer): Promise<boolean> {
    return conditionalUpdate(this.#client, this.#at(record), {
      UpdateExpression: "SET answer = :answer",
      ConditionExpression: IS_UNANSWERED,
      ownWrite: "creation_id = :creation AND answer = :answer",
      ExpressionAttributeValues: { ":answer": JSON.stringify(answer), ":creation": record.creationId },
    });
  }

  /** Makes a key unused again whose request was refused. @returns false when it has been answered meanwhile */
  async release(record: KeyRecord): Promise<boolean> {
    return conditionalDelete(this.#client, this.#at(record), {
      ConditionExpression: IS_UNANSWERED,
      ExpressionAttributeValues: { ":creation": record.creationId },
    });
  }

  #at({ id }: Pick<KeyRecord, "id">) {
    return { TableName: this.#name, Key: { id } };
  }
}
