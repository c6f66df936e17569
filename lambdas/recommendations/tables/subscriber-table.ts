import type { DynamoDBDocumentClient } from "@aws-sdk/lib-dynamodb";
import { GetCommand } from "@aws-sdk/lib-dynamodb";
import { derivedId } from "../../shared/derived-id.ts";
import { writeConflict } from "../../shared/http/rejected.ts";
import type { Creation } from "../../shared/idempotency/once.ts";
import { conditionalPut } from "../../shared/table/conditional-write.ts";

/**
 * The people who subscribed to a recommended site, in table `recommendations`: `pk` = `subscribers`, `sk` =
 * `<recommendation's id>#<hash of the person>`, `event_id` and `at` of the one event that counts the person. Without an
 * expiry, since a person counts once for ever. A person is a member, or a browser by the key that it keeps.
 */
export class SubscriberTable {
  readonly #client: DynamoDBDocumentClient;
  readonly #name: string;

  constructor(client: DynamoDBDocumentClient, name: string) {
    this.#client = client;
    this.#name = name;
  }

  /**
   * The event that counts a person: the first one of all that were ever offered. Every request that saves this one saves the
   * same.
   */
  async eventOf(recommendationId: string, person: string, event: Creation): Promise<Creation> {
    const where = {
      TableName: this.#name,
      Key: { pk: "subscribers", sk: `${recommendationId}#${derivedId(recommendationId, person)}` },
    };
    const isFirst = await conditionalPut(this.#client, where, {
      Item: { event_id: event.id, at: event.at.toISOString() },
      ConditionExpression: "attribute_not_exists(sk)",
      ownWrite: "event_id = :id",
      ExpressionAttributeValues: { ":id": event.id },
    });
    if (isFirst) return event;
    const { Item } = await this.#client.send(new GetCommand({ ...where, ConsistentRead: true }));
    // Nothing deletes it.
    if (Item === undefined) throw writeConflict("subscriber");
    return { id: Item.event_id, at: new Date(Item.at) };
  }
}
