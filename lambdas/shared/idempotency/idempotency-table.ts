import { GetCommand } from "@aws-sdk/lib-dynamodb";
import type { Answer } from "../http/answer.ts";
import { any, is, isAbsent, isAtMost } from "../table/expression.ts";
import { StoredTable } from "../table/stored-table.ts";

/** The record of a key: the content of its request, and the creation. */
export interface KeyRecord {
  /** Derived from user, route and key. */
  readonly id: string;
  readonly contentHash: string;
  /** Whose key it is, so that a person's keys can be deleted. */
  readonly userId: string;
  /** Identifies the only creation of all requests with this key. */
  readonly creationId: string;
  /** When the first request was made. */
  readonly requestedAt: Date;
  /** Epoch seconds from which on the key counts as new. */
  readonly expiresAt: number;
  /** The first answer, if it can't be derived from the created resource; else null. */
  readonly answer: Answer | null;
}

/** The conditions that no request of a creation has been answered. */
function isUnanswered({ creationId }: KeyRecord) {
  return [is("creation_id", creationId), isAbsent("answer")];
}

/**
 * Table `idempotency_keys`. Partition key `id`. One item for each key: content_hash, user_id, creation_id, asked_at, expires_at
 * (epoch seconds, the TTL attribute; the clock decides whether a key has expired), and `answer` (JSON) once settled. There
 * is no "in progress" state: a record contains the request's hash, and any request with the key completes the creation.
 */
export class IdempotencyTable extends StoredTable {
  /** Puts a record for a key that is new or has expired. @returns false when the key is in use */
  async claim(record: KeyRecord, now: Date): Promise<boolean> {
    return this.putItem(
      { id: record.id },
      {
        item: {
          content_hash: record.contentHash,
          user_id: record.userId,
          creation_id: record.creationId,
          asked_at: record.requestedAt.toISOString(),
          expires_at: record.expiresAt,
        },
        when: [any(isAbsent("id"), isAtMost("expires_at", Math.floor(now.getTime() / 1_000)))],
        ownWrite: [is("creation_id", record.creationId)],
      },
    );
  }

  /** Reads a record, consistently; null if there is none or it has expired. */
  async get(id: string, now: Date): Promise<KeyRecord | null> {
    const { Item } = await this.client.send(new GetCommand({ ...this.at({ id }), ConsistentRead: true }));
    if (Item === undefined || Item.expires_at <= Math.floor(now.getTime() / 1_000)) return null;
    return {
      id,
      contentHash: Item.content_hash,
      userId: Item.user_id,
      creationId: Item.creation_id,
      requestedAt: new Date(Item.asked_at),
      expiresAt: Item.expires_at,
      answer: Item.answer === undefined ? null : JSON.parse(Item.answer),
    };
  }

  /**
   * Stores the first answer. @returns false when another request with this key has stored one, or the key belongs to another
   * creation
   */
  async settle(record: KeyRecord, answer: Answer): Promise<boolean> {
    const stored = JSON.stringify(answer);
    return this.updateItem(
      { id: record.id },
      {
        set: { answer: stored },
        when: isUnanswered(record),
        ownWrite: [is("creation_id", record.creationId), is("answer", stored)],
      },
    );
  }

  /** Makes a key unused again whose request was rejected. @returns false when it has been answered meanwhile */
  async release(record: KeyRecord): Promise<boolean> {
    return this.deleteItem({ id: record.id }, isUnanswered(record));
  }
}
