import { PutCommand } from "@aws-sdk/lib-dynamodb";
import { fromAttributes, toAttributes } from "../../shared/table/attribute-names.ts";
import { StoredTable } from "../../shared/table/stored-table.ts";
import { deleteKeys } from "../../shared/table/table-batch.ts";
import { itemsOf } from "../../shared/table/table-query.ts";
import type { Offer } from "../domain/price-alert.ts";
import type { Product } from "../domain/product.ts";
import { removePartition } from "./partition.ts";

/** The lowest price on sale at the end of a crawl; `lowest` null: nothing was on sale. */
interface LowestItem {
  readonly lowest: number | null;
  /** ISO 8601 UTC. */
  readonly set_at: string;
}

const OFFER = "offer#";
const LOWEST = "lowest";

/**
 * The offers of table `mercari` that a crawl has not reported yet: partition key `pk` = `offers#<product's id>`, sort key
 * `sk` = `offer#<external id>#<price>`, with the `offer`. An offer is noted before its row is stored and forgotten after
 * its notice exists, so that a crash between the two loses none. Sort key `lowest`: the lowest price on sale at the
 * previous crawl.
 */
export class OfferTable extends StoredTable {
  /** Notes an offer; the same listing at the same price is one offer. */
  async note(productId: string, offer: Offer): Promise<void> {
    const Item = { ...offerKey(productId, offer), offer: toAttributes(offer) };
    await this.client.send(new PutCommand({ TableName: this.table, Item }));
  }

  /** The noted offers, in no order; read consistently. */
  async listNoted(productId: string): Promise<readonly Offer[]> {
    const offers: Offer[] = [];
    for await (const item of itemsOf<{ readonly offer: unknown }>(this.client, {
      TableName: this.table,
      ConsistentRead: true,
      KeyConditionExpression: "pk = :pk AND begins_with(sk, :offer)",
      ExpressionAttributeValues: { ":pk": offersOf(productId), ":offer": OFFER },
    })) {
      offers.push(fromAttributes<Offer>(item.offer));
    }
    return offers;
  }

  /** Forgets offers. @throws TableBusy when some may be left */
  async forget(productId: string, offers: readonly Offer[]): Promise<void> {
    const keys = offers.map((offer) => offerKey(productId, offer));
    await deleteKeys(this.client, this.table, keys);
  }

  /**
   * The lowest price on sale at the previous crawl: null when nothing was, undefined when it is unknown. Only a crawl whose
   * alert asks for a new lowest price stores it; a price older than the product's last change may come from a crawl long
   * ago and is ignored.
   */
  async readLowest({ id, updatedAt }: Pick<Product, "id" | "updatedAt">): Promise<number | null | undefined> {
    const item = await this.itemAt<LowestItem>(lowestKey(id));
    return item === null || item.set_at < updatedAt ? undefined : item.lowest;
  }

  async setLowest(productId: string, lowest: number | null, now: Date): Promise<void> {
    const Item = { ...lowestKey(productId), lowest, set_at: now.toISOString() };
    await this.client.send(new PutCommand({ TableName: this.table, Item }));
  }

  async removeAll(productId: string): Promise<void> {
    await removePartition(this.client, this.table, offersOf(productId));
  }
}

function offersOf(productId: string): string {
  return `offers#${productId}`;
}

function offerKey(productId: string, { externalId, price }: Pick<Offer, "externalId" | "price">) {
  return { pk: offersOf(productId), sk: `${OFFER}${externalId}#${price}` };
}

function lowestKey(productId: string) {
  return { pk: offersOf(productId), sk: LOWEST };
}
