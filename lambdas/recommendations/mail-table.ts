import type { DynamoDBDocumentClient } from "@aws-sdk/lib-dynamodb";
import { DeleteCommand, GetCommand, PutCommand, UpdateCommand } from "@aws-sdk/lib-dynamodb";
import { derivedId } from "../shared/derived-id.ts";
import { conditionHeld } from "../shared/table.ts";
import { duplicateKey } from "./duplicate-key.ts";

/** Every state of a mail that was claimed. `claimed` → `sent`, or `unknown` when nobody can say how it ended. */
export type MailStatus = "claimed" | "sent" | "unknown";

/** The one mail about a site. */
export interface Mail {
  readonly status: MailStatus;
  /** Names who claimed it. */
  readonly claim: string;
  /** ISO 8601 UTC. */
  readonly claimedAt: string;
}

/**
 * The mails of table `recommendations` about sites that recommend us: partition key `pk` = `mails`, sort key `sk` = a hash
 * of what all addresses of the site have in common. They are kept for good, whatever becomes of the mention: there is
 * never another mail about the same site.
 */
export class MailTable {
  readonly #client: DynamoDBDocumentClient;
  readonly #name: string;

  constructor(client: DynamoDBDocumentClient, name: string) {
    this.#client = client;
    this.#name = name;
  }

  /**
   * Claims the mail, which whoever did may send, and nobody else ever.
   *
   * @param site its address, in any form
   * @param claim named anew for every try
   * @returns false when somebody else claimed it
   */
  async claim(site: string, claim: string, now: Date): Promise<boolean> {
    return conditionHeld(
      this.#client.send(
        new PutCommand({
          TableName: this.#name,
          Item: { ...toKey(site), status: "claimed", claim, claimed_at: now.toISOString() },
          // One's own claim is there when the SDK tries again what it had done already.
          ConditionExpression: "attribute_not_exists(sk) OR (claim = :claim AND #status = :claimed)",
          ExpressionAttributeNames: { "#status": "status" },
          ExpressionAttributeValues: { ":claim": claim, ":claimed": "claimed" },
        }),
      ),
    );
  }

  /** Reads what is known of the mail, consistently; null when nobody claimed it. */
  async get(site: string): Promise<Mail | null> {
    const { Item } = await this.#client.send(
      new GetCommand({ TableName: this.#name, Key: toKey(site), ConsistentRead: true }),
    );
    return Item === undefined ? null : { status: Item.status, claim: Item.claim, claimedAt: Item.claimed_at };
  }

  /** Ends a claim. @returns false when it has ended already, or was given back */
  async end(site: string, claim: string, status: Exclude<MailStatus, "claimed">): Promise<boolean> {
    return conditionHeld(
      this.#client.send(
        new UpdateCommand({
          TableName: this.#name,
          Key: toKey(site),
          UpdateExpression: "SET #status = :status",
          ConditionExpression: "claim = :claim AND #status = :claimed",
          ExpressionAttributeNames: { "#status": "status" },
          ExpressionAttributeValues: { ":status": status, ":claim": claim, ":claimed": "claimed" },
        }),
      ),
    );
  }

  /** Gives a claim back whose mail was refused for certain. @returns false when it has ended, or was given back */
  async giveBack(site: string, claim: string): Promise<boolean> {
    return conditionHeld(
      this.#client.send(
        new DeleteCommand({
          TableName: this.#name,
          Key: toKey(site),
          ConditionExpression: "claim = :claim AND #status = :claimed",
          ExpressionAttributeNames: { "#status": "status" },
          ExpressionAttributeValues: { ":claim": claim, ":claimed": "claimed" },
        }),
      ),
    );
  }
}

/** An address may be longer than a key. */
function toKey(site: string) {
  return { pk: "mails", sk: derivedId(duplicateKey(site)) };
}
