import { createHash } from "node:crypto";
import type { DynamoDBDocumentClient } from "@aws-sdk/lib-dynamodb";
import { GetCommand } from "@aws-sdk/lib-dynamodb";
import type { Update } from "../../shared/table/conditional-write.ts";
import { conditionalPut, conditionalUpdate, STILL_HOLDS } from "../../shared/table/conditional-write.ts";
import { itemsWithKeys } from "../../shared/table/table-batch.ts";
import { itemsOf } from "../../shared/table/table-query.ts";
import { overdueItems, pendingKeys, postponement } from "../../shared/work/pending-index.ts";
import type { Attempt, Delivery, DeliveryKey, DeliveryStatus } from "../domain/delivery.ts";
import { DELIVERY_STATUSES } from "../domain/delivery.ts";
import type { Announcement } from "../domain/directory.ts";
import type { ListedPage, ListRange } from "./listed-index.ts";
import { listedPage } from "./listed-index.ts";

/** The fields of a delivery that its message contains. */
export type DeliverySubject = Pick<Delivery, "recommendationId" | "target" | "announcementId">;

/** A pending delivery whose message may be lost. */
export type OverdueDelivery = DeliverySubject & Pick<Delivery, "reconcileRounds">;

/**
 * The deliveries of table `recommendations`: partition key `pk` = `deliveries#<recommendation's id>`, sort key `sk` = a hash
 * of the target. One item for each notified site: target, announcement, announced_version, status, endpoint, attempts,
 * last_status_code, last_attempt_at, code, reconcile_rounds; pending_partition and reconcile_at when pending. Each is in
 * partition `deliveries#<status>` of index `listed`, in the order `<announced at>#<recommendation's id>#<hash>`. Every write
 * except that of an announcement has the condition that its announcement is the latest.
 */
export class DeliveryTable {
  readonly #client: DynamoDBDocumentClient;
  readonly #name: string;

  constructor(client: DynamoDBDocumentClient, name: string) {
    this.#client = client;
    this.#name = name;
  }

  /**
   * Puts a pending delivery, which replaces that of an earlier announcement.
   *
   * @returns false when the same announcement has been attempted, or a later announcement exists. A delivery without an
   * attempt is put again, since its message may never have been sent
   */
  async announce(
    { id, recommendationId, version, at }: Pick<Announcement, "id" | "recommendationId" | "version" | "at">,
    target: string,
    reconcileAt: Date,
  ): Promise<boolean> {
    const key = toKey({ recommendationId, target });
    const item: Omit<DeliveryItem, "pk" | "sk"> = {
      target,
      announcement: id,
      announced_version: version,
      status: "pending",
      endpoint: null,
      attempts: 0,
      last_status_code: null,
      last_attempt_at: null,
      code: null,
      reconcile_rounds: 0,
      ...pendingKeys("deliveries", reconcileAt.toISOString()),
      listed_as: listOf("pending"),
      listed_at: `${at}#${recommendationId}#${key.sk}`,
    };
    return conditionalPut(this.#client, this.#at({ recommendationId, target }), {
      Item: item,
      ConditionExpression:
        "attribute_not_exists(sk) OR announced_version < :version OR (announcement = :announcement AND #status = :pending AND attempts = :zero)",
      ownWrite: STILL_HOLDS,
      ExpressionAttributeNames: { "#status": "status" },
      ExpressionAttributeValues: { ":version": version, ":announcement": id, ":pending": "pending", ":zero": 0 },
    });
  }

  /** Reads one delivery, consistently; null if it does not exist. */
  async get(key: DeliveryKey): Promise<Delivery | null> {
    const { Item } = await this.#client.send(
      new GetCommand({ TableName: this.#name, Key: toKey(key), ConsistentRead: true }),
    );
    return Item === undefined ? null : toDelivery(Item as DeliveryItem);
  }

  /** Every delivery of a recommendation, which may be deleted, by target. */
  async list(recommendationId: string): Promise<readonly Delivery[]> {
    const found: Delivery[] = [];
    for await (const item of itemsOf<DeliveryItem>(this.#client, {
      TableName: this.#name,
      ConsistentRead: true,
      KeyConditionExpression: "pk = :pk",
      ExpressionAttributeValues: { ":pk": deliveriesOf(recommendationId) },
    })) {
      found.push(toDelivery(item));
    }
    return found.sort((one, other) => (one.target < other.target ? -1 : 1));
  }

  /**
   * A page of all deliveries, the latest announced first. The index may be behind the table, so that a status may be an
   * earlier one.
   */
  async page(status: DeliveryStatus | undefined, range: ListRange): Promise<ListedPage<Delivery>> {
    const lists = (status === undefined ? DELIVERY_STATUSES : [status]).map(listOf);
    const { items, next } = await listedPage<ListedItem>(this.#client, this.#name, lists, range);
    const found = await itemsWithKeys<DeliveryItem>(
      this.#client,
      this.#name,
      items.map(({ pk, sk }) => ({ pk, sk })),
    );
    const bySk = new Map(found.map((item) => [item.pk + item.sk, toDelivery(item)]));
    const deliveries = items.flatMap(({ pk, sk }) => bySk.get(pk + sk) ?? []);
    return { items: deliveries.filter((one) => status === undefined || one.status === status), next };
  }

  /**
   * Stores an attempt that will be repeated.
   *
   * @param seen the delivery before the attempt
   * @param reconcileAt when reconcile resends its message: later than the next attempt
   * @returns false when the delivery is superseded, or has ended
   */
  async saveAttempt(seen: Delivery, attempt: Attempt, reconcileAt: Date): Promise<boolean> {
    return this.#update(seen, {
      UpdateExpression: `${ATTEMPT}, #status = :pending, listed_as = :list, pending_partition = :partition, reconcile_at = :reconcile_at`,
      ConditionExpression: `${IS_UNDELIVERED} AND attempts < :attempts`,
      ownWrite: IS_SAVED,
      ExpressionAttributeNames: { "#status": "status" },
      ExpressionAttributeValues: {
        ...attemptValues(seen, attempt),
        ...UNDELIVERED,
        ":list": listOf("pending"),
        ":partition": "deliveries",
        ":reconcile_at": reconcileAt.toISOString(),
      },
    });
  }

  /** Ends a delivery by its last attempt. @returns false when it is superseded, or has ended */
  async finish(seen: Delivery, status: Exclude<DeliveryStatus, "pending">, attempt: Attempt): Promise<boolean> {
    return this.#update(seen, {
      UpdateExpression: `${ATTEMPT}, #status = :status, listed_as = :list REMOVE pending_partition, reconcile_at`,
      ConditionExpression: IS_UNDELIVERED,
      ownWrite: `${IS_SAVED} AND #status = :status`,
      ExpressionAttributeNames: { "#status": "status" },
      ExpressionAttributeValues: {
        ...attemptValues(seen, attempt),
        ...UNDELIVERED,
        ":status": status,
        ":list": listOf(status),
      },
    });
  }

  /** Gives up a pending delivery, without another attempt. @returns false when it is superseded, or has ended */
  async giveUp(delivery: DeliverySubject, code: string): Promise<boolean> {
    return this.#update(delivery, {
      UpdateExpression: "SET #status = :failed, code = :code, listed_as = :list REMOVE pending_partition, reconcile_at",
      ConditionExpression: "announcement = :announcement AND #status = :pending",
      ownWrite: "announcement = :announcement AND #status = :failed AND code = :code",
      ExpressionAttributeNames: { "#status": "status" },
      ExpressionAttributeValues: {
        ":code": code,
        ...UNDELIVERED,
        ":announcement": delivery.announcementId,
        ":list": listOf("failed"),
      },
    });
  }

  /** Postpones reconcile for a delivery until `until`. @returns false when it is superseded, or has ended */
  async postponeReconcile(delivery: DeliverySubject, until: Date, rounds: number): Promise<boolean> {
    const still = {
      ConditionExpression: "announcement = :announcement AND #status = :pending",
      ExpressionAttributeNames: { "#status": "status" },
      ExpressionAttributeValues: { ":announcement": delivery.announcementId, ":pending": "pending" },
    };
    return this.#update(delivery, postponement(until, rounds, still));
  }

  /** The overdue deliveries, the longest overdue first, at most `limit`. */
  async overdue(now: Date, limit: number): Promise<readonly OverdueDelivery[]> {
    const items = await overdueItems<DeliveryItem>(this.#client, this.#name, ["deliveries"], { now, limit });
    return items.map((item) => ({
      recommendationId: recommendationIdOf(item),
      target: item.target,
      announcementId: item.announcement,
      reconcileRounds: item.reconcile_rounds,
    }));
  }

  /** @returns false when the condition did not hold */
  async #update(key: DeliveryKey, update: Update): Promise<boolean> {
    return conditionalUpdate(this.#client, this.#at(key), update);
  }

  #at(key: DeliveryKey) {
    return { TableName: this.#name, Key: toKey(key) };
  }
}

/** A delivery as it is stored. */
interface DeliveryItem {
  readonly pk: string;
  readonly sk: string;
  readonly target: string;
  readonly announcement: string;
  readonly announced_version: number;
  readonly status: DeliveryStatus;
  readonly endpoint: string | null;
  readonly attempts: number;
  readonly last_status_code: number | null;
  readonly last_attempt_at: string | null;
  readonly code: string | null;
  readonly reconcile_rounds: number;
  readonly pending_partition?: string;
  readonly reconcile_at?: string;
  /** Older items lack the keys of index `listed` until their next announcement. */
  readonly listed_as?: string;
  readonly listed_at?: string;
}

/** The keys of a delivery in index `listed`. */
type ListedItem = Pick<DeliveryItem, "pk" | "sk"> & { readonly listed_at: string };

const ATTEMPT =
  "SET attempts = :attempts, endpoint = :endpoint, last_status_code = :status_code, last_attempt_at = :at, code = :code";

// A failed delivery may be processed again by a redriven message.
const IS_UNDELIVERED = "announcement = :announcement AND #status IN (:pending, :failed)";
/** The result of an attempt: no other attempt has its number and its time. */
const IS_SAVED = "announcement = :announcement AND attempts = :attempts AND last_attempt_at = :at";
const UNDELIVERED = { ":pending": "pending", ":failed": "failed" };

function attemptValues({ announcementId, attempts }: Delivery, { endpoint, statusCode, code, at }: Attempt) {
  return {
    ":announcement": announcementId,
    ":attempts": attempts + 1,
    ":endpoint": endpoint,
    ":status_code": statusCode,
    ":at": at.toISOString(),
    ":code": code,
  };
}

const DELIVERIES = "deliveries#";

function listOf(status: DeliveryStatus): string {
  return DELIVERIES + status;
}

function deliveriesOf(recommendationId: string): string {
  return DELIVERIES + recommendationId;
}

function recommendationIdOf({ pk }: Pick<DeliveryItem, "pk">): string {
  return pk.slice(DELIVERIES.length);
}

/** A hash, since an address may be longer than a key. */
function toKey({ recommendationId, target }: DeliveryKey) {
  return { pk: deliveriesOf(recommendationId), sk: createHash("sha256").update(target).digest("base64url") };
}

function toDelivery(item: DeliveryItem): Delivery {
  return {
    recommendationId: recommendationIdOf(item),
    target: item.target,
    announcementId: item.announcement,
    status: item.status,
    endpoint: item.endpoint,
    attempts: item.attempts,
    lastStatusCode: item.last_status_code,
    lastAttemptAt: item.last_attempt_at,
    code: item.code,
    reconcileAt: item.reconcile_at ?? null,
    reconcileRounds: item.reconcile_rounds,
  };
}
