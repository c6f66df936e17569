import type { DynamoDBDocumentClient } from "@aws-sdk/lib-dynamodb";
import { DeleteCommand, GetCommand } from "@aws-sdk/lib-dynamodb";
import { countOne } from "../../shared/table/window-count.ts";

/** Longer than SQS keeps any message (14 days). */
const RETENTION_SECONDS = 15 * 24 * 3_600;

/**
 * The attempts of table `mercari`: partition key `pk` = `attempts`, sort key `sk` = the id that SQS gave a message.
 * `count` is how often what it asks for was tried: receives tell more, since one that finds the site or the product taken
 * gives the message back untried.
 */
export class AttemptTable {
  readonly #client: DynamoDBDocumentClient;
  readonly #name: string;

  constructor(client: DynamoDBDocumentClient, name: string) {
    this.#client = client;
    this.#name = name;
  }

  /** How many attempts of a message have been counted. */
  async of(messageId: string): Promise<number> {
    const { Item } = await this.#client.send(
      new GetCommand({ TableName: this.#name, Key: attemptKey(messageId), ConsistentRead: true }),
    );
    return (Item as AttemptItem | undefined)?.count ?? 0;
  }

  /** Counts one attempt. @returns how many there are then */
  async count(messageId: string, now: Date): Promise<number> {
    const expiresAt = Math.ceil(now.getTime() / 1_000) + RETENTION_SECONDS;
    return countOne(this.#client, { TableName: this.#name, Key: attemptKey(messageId), expiresAt });
  }

  /** Forgets a message that is done. */
  async forget(messageId: string): Promise<void> {
    await this.#client.send(new DeleteCommand({ TableName: this.#name, Key: attemptKey(messageId) }));
  }
}

interface AttemptItem {
  readonly count: number;
}

function attemptKey(messageId: string) {
  return { pk: "attempts", sk: messageId };
}
