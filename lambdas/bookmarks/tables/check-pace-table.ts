import type { DynamoDBDocumentClient } from "@aws-sdk/lib-dynamodb";
import { derivedId } from "../../shared/derived-id.ts";
import { isAbsent, isPresent } from "../../shared/table/expression.ts";
import { itemAt } from "../../shared/table/table-query.ts";
import { deleteItem, putItem, STILL_HOLDS } from "../../shared/table/update.ts";
import type { CheckPace } from "../domain/check-pace.ts";

/**
 * What users have chosen about the checks of their pages, in table `bookmarks`: partition key `user_id` =
 * `page-checks#<hash of the user>`, sort key `id` = `pace`, with `pace`.
 */
export class CheckPaceTable {
  readonly #client: DynamoDBDocumentClient;
  readonly #name: string;

  constructor(client: DynamoDBDocumentClient, name: string) {
    this.#client = client;
    this.#name = name;
  }

  /** How often a user's pages are checked; `monthly` unless the user has chosen. Read consistently. */
  async get(userId: string): Promise<CheckPace> {
    const item = await itemAt<{ readonly pace: CheckPace }>(this.#client, this.#ofUser(userId));
    return item?.pace ?? "monthly";
  }

  async set(userId: string, pace: CheckPace): Promise<void> {
    await putItem(this.#client, this.#ofUser(userId), { item: { pace }, when: [], ownWrite: STILL_HOLDS });
  }

  /** Deletes what a user has chosen. @returns false when the user has chosen nothing */
  async forget(userId: string): Promise<boolean> {
    return deleteItem(this.#client, this.#ofUser(userId), [isPresent("pace")]);
  }

  /** Gives what a user has chosen to another one, who keeps an own choice. @returns false when there is nothing to give */
  async move(from: string, to: string): Promise<boolean> {
    const item = await itemAt<object>(this.#client, this.#ofUser(from));
    if (item === null) return false;
    await putItem(this.#client, this.#ofUser(to), {
      item: { ...item, ...this.#ofUser(to).Key },
      when: [isAbsent("pace")],
      ownWrite: STILL_HOLDS,
    });
    return this.forget(from);
  }

  #ofUser(userId: string) {
    return { TableName: this.#name, Key: { user_id: `page-checks#${derivedId(userId)}`, id: "pace" } };
  }
}
