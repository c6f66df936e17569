import type { DynamoDBDocumentClient } from "@aws-sdk/lib-dynamodb";
import { DeleteCommand, GetCommand } from "@aws-sdk/lib-dynamodb";
import { conditionalPut, conditionalUpdate, STILL_HOLDS } from "../../shared/table/conditional-write.ts";
import { itemsOf } from "../../shared/table/table-query.ts";
import type { Directory, DirectoryEntry } from "../domain/directory.ts";
import type { Recommendation } from "../domain/recommendation.ts";
import type { RecommendationItem, StoredField } from "./recommendation-item.ts";
import {
  ATTRIBUTES,
  RECOMMENDATIONS,
  recommendationKey,
  STORED_FIELDS,
  toRecommendation,
  toRecommendationItem,
} from "./recommendation-item.ts";

const IS_THERE = "attribute_exists(sk) AND attribute_not_exists(deleted)";

/**
 * The recommendations of table `recommendations`: partition key `pk` = `recommendations`, sort key `sk` = the id. One item
 * a recommendation: title, description, excerpt, featured_image, favicon, one_click_subscribe; `own`, the set of what its
 * publisher has sent; `deleted` once it is not in the directory any more. It says nothing of whether a recommendation is
 * there, nor of its url and dates: that is the directory's.
 */
export class RecommendationTable {
  readonly #client: DynamoDBDocumentClient;
  readonly #name: string;

  constructor(client: DynamoDBDocumentClient, name: string) {
    this.#client = client;
    this.#name = name;
  }

  /** Puts what the directory does not show yet. @returns false when its id is there, be it deleted */
  async create(recommendation: Recommendation): Promise<boolean> {
    return conditionalPut(this.#client, this.#at(recommendation.id), {
      Item: toRecommendationItem(recommendation),
      ConditionExpression: "attribute_not_exists(sk)",
      ownWrite: "attribute_not_exists(deleted)",
    });
  }

  /** Takes back what the directory never showed. */
  async discard(id: string): Promise<void> {
    await this.#client.send(new DeleteCommand({ TableName: this.#name, Key: recommendationKey(id) }));
  }

  /** Reads what an entry of the directory stands for, consistently; null when it was deleted after the entry was read. */
  async get(entry: DirectoryEntry): Promise<Recommendation | null> {
    const item = await this.#item(entry.id);
    return item === null || item.deleted ? null : toRecommendation(entry, item);
  }

  /** Whether there is, or ever was, a recommendation with this id. */
  async isKnown(id: string): Promise<boolean> {
    return (await this.#item(id)) !== null;
  }

  /** Reads all that a directory shows, consistently, in no order. */
  async all({ entries }: Pick<Directory, "entries">): Promise<readonly Recommendation[]> {
    const found: Recommendation[] = [];
    if (entries.size === 0) return found;
    for await (const item of itemsOf<RecommendationItem>(this.#client, {
      TableName: this.#name,
      ConsistentRead: true,
      KeyConditionExpression: "pk = :pk",
      FilterExpression: "attribute_not_exists(deleted)",
      ExpressionAttributeValues: { ":pk": RECOMMENDATIONS },
    })) {
      const entry = entries.get(item.sk);
      if (entry !== undefined) found.push(toRecommendation(entry, item));
    }
    return found;
  }

  /**
   * Writes what a publisher changed, and nothing else: concurrent changes of different fields both take effect.
   *
   * @returns false when it is deleted
   */
  async save(seen: Recommendation, next: Recommendation): Promise<boolean> {
    return this.#write(seen, next, []);
  }

  /**
   * Writes what a look at the site filled in, unless its publisher has sent one of these fields meanwhile.
   *
   * @returns false when they have, or it is deleted: then what was seen is not so any more
   */
  async fill(seen: Recommendation, next: Recommendation): Promise<boolean> {
    return this.#write(
      seen,
      next,
      differences(seen, next).map((field) => `NOT contains(own, :is_${field})`),
    );
  }

  /** Notes that the directory shows it no more. @returns false when that is noted, or there never was one */
  async markDeleted(id: string): Promise<boolean> {
    return conditionalUpdate(this.#client, this.#at(id), {
      UpdateExpression: "SET deleted = :yes",
      ConditionExpression: IS_THERE,
      ownWrite: "deleted = :yes",
      ExpressionAttributeValues: { ":yes": true },
    });
  }

  async #item(id: string): Promise<RecommendationItem | null> {
    const { Item } = await this.#client.send(
      new GetCommand({ TableName: this.#name, Key: recommendationKey(id), ConsistentRead: true }),
    );
    return (Item as RecommendationItem | undefined) ?? null;
  }

  async #write(seen: Recommendation, next: Recommendation, conditions: readonly string[]): Promise<boolean> {
    const fields = differences(seen, next);
    const sent = next.own.filter((field) => !seen.own.includes(field));
    if (fields.length === 0 && sent.length === 0) return true;
    const expression = [
      ...(fields.length === 0 ? [] : [`SET ${fields.map((field) => `${ATTRIBUTES[field]} = :${field}`).join(", ")}`]),
      ...(sent.length === 0 ? [] : ["ADD own :own"]),
    ];
    return conditionalUpdate(this.#client, this.#at(seen.id), {
      UpdateExpression: expression.join(" "),
      ConditionExpression: [IS_THERE, ...conditions].join(" AND "),
      ownWrite: STILL_HOLDS,
      ExpressionAttributeValues: {
        ...Object.fromEntries(fields.map((field) => [`:${field}`, next[field]])),
        ...(conditions.length === 0
          ? {}
          : Object.fromEntries(fields.map((field) => [`:is_${field}`, ATTRIBUTES[field]]))),
        ...(sent.length === 0 ? {} : { ":own": new Set(sent.map((field) => ATTRIBUTES[field])) }),
      },
    });
  }

  #at(id: string) {
    return { TableName: this.#name, Key: recommendationKey(id) };
  }
}

function differences(seen: Recommendation, next: Recommendation): readonly StoredField[] {
  return STORED_FIELDS.filter((field) => seen[field] !== next[field]);
}
