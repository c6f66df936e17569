import type { DynamoDBDocumentClient } from "@aws-sdk/lib-dynamodb";
import { DeleteCommand, GetCommand } from "@aws-sdk/lib-dynamodb";
import { toAttributes } from "../../shared/table/attribute-names.ts";
import { conditionalPut, conditionalUpdate, STILL_HOLDS } from "../../shared/table/conditional-write.ts";
import { itemsOf } from "../../shared/table/table-query.ts";
import type { Directory, DirectoryEntry } from "../domain/directory.ts";
import type { Recommendation, RefreshedField } from "../domain/recommendation.ts";
import { isSameSite } from "../domain/recommendation.ts";
import type { RecommendationItem, StoredField } from "./recommendation-item.ts";
import {
  ATTRIBUTES,
  RECOMMENDATIONS,
  recommendationKey,
  STORED_FIELDS,
  toRecommendation,
  toRecommendationItem,
} from "./recommendation-item.ts";

const SITE_NAME = { "#site": "site" };
const IS_THERE = "attribute_exists(sk) AND attribute_not_exists(deleted)";

/**
 * The recommendations of table `recommendations`: partition key `pk` = `recommendations`, sort key `sk` = the id. One item
 * a recommendation: title, description, excerpt, featured_image, favicon, one_click_subscribe; `site`, what its site
 * said of the last four when it was last looked up; `deleted` once it is not in the directory any more. It says nothing of whether a recommendation is
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
   * @param back fields that follow the site from now on: they get its value as it is stored at the write
   * @returns false when it is deleted
   */
  async save(seen: Recommendation, next: Recommendation, back: readonly RefreshedField[] = []): Promise<boolean> {
    const fields = [...new Set<StoredField>([...differences(seen, next), ...back])];
    // The publisher's choice before the first lookup, which is not another value but must not be taken for the site's.
    const isOpened = !isSameSite(seen.site, next.site);
    if (fields.length === 0 && !isOpened) return true;
    const value = (field: StoredField) =>
      !isOpened && back.some((one) => one === field)
        ? `if_not_exists(#site.${ATTRIBUTES[field]}, :${field})`
        : `:${field}`;
    return conditionalUpdate(this.#client, this.#at(seen.id), {
      UpdateExpression: `SET ${[
        ...fields.map((field) => `${ATTRIBUTES[field]} = ${value(field)}`),
        ...(isOpened ? ["#site = :site"] : []),
      ].join(", ")}`,
      ConditionExpression: IS_THERE,
      ownWrite: STILL_HOLDS,
      ExpressionAttributeNames: SITE_NAME,
      ExpressionAttributeValues: {
        ...valuesOf(fields, next),
        ...(isOpened ? { ":site": toAttributes(next.site) } : {}),
      },
    });
  }

  /**
   * Writes what a lookup of the site changed, unless the publisher has changed one of these fields meanwhile.
   *
   * @returns false when they have, or it is deleted: then what was seen is not so any more
   */
  async fill(seen: Recommendation, next: Recommendation): Promise<boolean> {
    const fields = differences(seen, next);
    if (fields.length === 0 && isSameSite(seen.site, next.site)) return true;
    const isWritten = fields.map((field) => `${ATTRIBUTES[field]} = :${field}`);
    return conditionalUpdate(this.#client, this.#at(seen.id), {
      UpdateExpression: `SET ${[...isWritten, "#site = :site"].join(", ")}`,
      ConditionExpression: [IS_THERE, ...fields.map((field) => `${ATTRIBUTES[field]} = :was_${field}`)].join(" AND "),
      ownWrite: fields.length === 0 ? STILL_HOLDS : isWritten.join(" AND "),
      ExpressionAttributeNames: SITE_NAME,
      ExpressionAttributeValues: {
        ...valuesOf(fields, next),
        ...Object.fromEntries(fields.map((field) => [`:was_${field}`, seen[field]])),
        ":site": toAttributes(next.site),
      },
    });
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

  #at(id: string) {
    return { TableName: this.#name, Key: recommendationKey(id) };
  }
}

function differences(seen: Recommendation, next: Recommendation): readonly StoredField[] {
  return STORED_FIELDS.filter((field) => seen[field] !== next[field]);
}

function valuesOf(fields: readonly StoredField[], next: Recommendation) {
  return Object.fromEntries(fields.map((field) => [`:${field}`, next[field]]));
}
