import type { DynamoDBDocumentClient } from "@aws-sdk/lib-dynamodb";
import { derivedId } from "../../shared/derived-id.ts";
import { is, isAbsent } from "../../shared/table/expression.ts";
import { StoredTable } from "../../shared/table/stored-table.ts";
import { deleteKeys, itemsWithKeys } from "../../shared/table/table-batch.ts";
import { STILL_HOLDS, upsertItem } from "../../shared/table/update.ts";
import type { Counts } from "../domain/recommendation.ts";

/**
 * What readers did, in table `recommendations` (docs/decisions/0011-recommendations.md):
 *
 * - The counts, `pk` = `reader-counts`, `sk` = the recommendation's id: `clicks` and `subscribers`, each absent before the
 *   first one. Those of a deleted recommendation stay, and no list shows them.
 * - The people who are counted as subscribers, `pk` = `subscribers`, `sk` = `<recommendation's id>#<hash of the person>`,
 *   `counted_by` the request. They have no expiry, since a person counts once forever.
 *
 * Nothing is counted twice. A request that is killed, or whose addition gets no answer, may not have counted.
 */
export class ReaderCountTable extends StoredTable {
  readonly #oneAttempt: DynamoDBDocumentClient;

  /** @param oneAttempt a client that never repeats a call: a repeated addition would count twice */
  constructor(client: DynamoDBDocumentClient, oneAttempt: DynamoDBDocumentClient, name: string) {
    super(client, name);
    this.#oneAttempt = oneAttempt;
  }

  addClick(recommendationId: string): Promise<void> {
    return this.#addOne("clicks", recommendationId);
  }

  /**
   * Counts a person as a subscriber of a recommended site, unless the person is counted already.
   *
   * @param requestId an id of this request alone
   */
  async addSubscriber(recommendationId: string, person: string, requestId: string): Promise<void> {
    const isNew = await this.putItem(subscriberKey(recommendationId, person), {
      item: { counted_by: requestId },
      when: [isAbsent("sk")],
      ownWrite: [is("counted_by", requestId)],
    });
    if (isNew) await this.#addOne("subscribers", recommendationId);
  }

  /** Deletes the records of a person's subscriptions; the counts stay. @returns the number of sites */
  async forgetSubscriber(person: string): Promise<number> {
    const there = await this.#subscriptions(person);
    await deleteKeys(
      this.client,
      this.table,
      there.map(({ pk, sk }) => ({ pk, sk })),
    );
    return there.length;
  }

  /** Moves a person's subscriptions to another name; the counts stay. @returns the number of subscriptions */
  async renameSubscriber(person: string, name: string): Promise<number> {
    const there = await this.#subscriptions(person);
    for (const { pk, sk, counted_by } of there) {
      await this.putItem(subscriberKey(sk.split("#", 1).join(), name), {
        item: { counted_by },
        when: [isAbsent("sk")],
        ownWrite: STILL_HOLDS,
      });
      await deleteKeys(this.client, this.table, [{ pk, sk }]);
    }
    return there.length;
  }

  /** A person's items, for every recommendation that has a count, deleted ones included. */
  async #subscriptions(person: string): Promise<readonly SubscriberItem[]> {
    const keys = Array.from((await this.all()).keys(), (id) => subscriberKey(id, person));
    return keys.length === 0 ? [] : itemsWithKeys<SubscriberItem>(this.client, this.table, keys);
  }

  /** The counts by recommendation; a missing recommendation has none. Read consistently. */
  async all(): Promise<ReadonlyMap<string, Counts>> {
    const counts = new Map<string, Counts>();
    const items = this.itemsOfPartition<Partial<Counts> & { readonly sk: string }>(COUNTS);
    for await (const { sk, clicks = 0, subscribers = 0 } of items) counts.set(sk, { clicks, subscribers });
    return counts;
  }

  async #addOne(count: keyof Counts, recommendationId: string): Promise<void> {
    await upsertItem(this.#oneAttempt, this.at({ pk: COUNTS, sk: recommendationId }), { add: { [count]: 1 } });
  }
}

const COUNTS = "reader-counts";

interface SubscriberItem {
  readonly pk: string;
  readonly sk: string;
  readonly counted_by: string;
}

function subscriberKey(recommendationId: string, person: string) {
  return { pk: "subscribers", sk: `${recommendationId}#${derivedId(recommendationId, person)}` };
}

/** The name under which a member of the site is counted as a person. */
export function memberOf(userId: string): string {
  return `member#${userId}`;
}
