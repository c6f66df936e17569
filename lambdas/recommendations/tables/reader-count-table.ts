import type { DynamoDBDocumentClient } from "@aws-sdk/lib-dynamodb";
import { derivedId } from "../../shared/derived-id.ts";
import { is, isAbsent } from "../../shared/table/expression.ts";
import { itemsOfPartition } from "../../shared/table/table-query.ts";
import { putItem, upsertItem } from "../../shared/table/update.ts";
import type { Counts } from "../domain/recommendation.ts";

/**
 * What readers did, in table `recommendations` (docs/decisions/0030-counts-of-readers.md):
 *
 * - The counts, `pk` = `reader-counts`, `sk` = the recommendation's id: `clicks` and `subscribers`, each absent before the
 *   first one. Those of a deleted recommendation stay, and no list shows them.
 * - The people who are counted as subscribers, `pk` = `subscribers`, `sk` = `<recommendation's id>#<hash of the person>`,
 *   `counted_by` the request. They have no expiry, since a person counts once for ever.
 *
 * Nothing is counted twice. A request that is killed, or whose addition gets no answer, may not have counted.
 */
export class ReaderCountTable {
  readonly #client: DynamoDBDocumentClient;
  readonly #oneAttempt: DynamoDBDocumentClient;
  readonly #name: string;

  /** @param oneAttempt a client that never repeats a call: a repeated addition would count twice */
  constructor(client: DynamoDBDocumentClient, oneAttempt: DynamoDBDocumentClient, name: string) {
    this.#client = client;
    this.#oneAttempt = oneAttempt;
    this.#name = name;
  }

  /** Counts a click on a recommendation. */
  addClick(recommendationId: string): Promise<void> {
    return this.#addOne("clicks", recommendationId);
  }

  /**
   * Counts a person as a subscriber of a recommended site, unless the person is counted already.
   *
   * @param requestId an id of this request alone
   */
  async addSubscriber(recommendationId: string, person: string, requestId: string): Promise<void> {
    const sk = `${recommendationId}#${derivedId(recommendationId, person)}`;
    const where = { TableName: this.#name, Key: { pk: "subscribers", sk } };
    const isNew = await putItem(this.#client, where, {
      item: { counted_by: requestId },
      when: [isAbsent("sk")],
      ownWrite: [is("counted_by", requestId)],
    });
    if (isNew) await this.#addOne("subscribers", recommendationId);
  }

  /** The counts by recommendation; one that is missing has none. Read consistently. */
  async all(): Promise<ReadonlyMap<string, Counts>> {
    const counts = new Map<string, Counts>();
    const items = itemsOfPartition<Partial<Counts> & { readonly sk: string }>(this.#client, this.#name, COUNTS);
    for await (const { sk, clicks = 0, subscribers = 0 } of items) counts.set(sk, { clicks, subscribers });
    return counts;
  }

  async #addOne(count: keyof Counts, recommendationId: string): Promise<void> {
    const where = { TableName: this.#name, Key: { pk: COUNTS, sk: recommendationId } };
    await upsertItem(this.#oneAttempt, where, { add: { [count]: 1 } });
  }
}

const COUNTS = "reader-counts";
