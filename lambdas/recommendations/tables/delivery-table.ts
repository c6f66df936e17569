import { createHash } from "node:crypto";
import { all, any, is, isAbsent, isBelow } from "../../shared/table/expression.ts";
import type { ItemOf, StoredFields } from "../../shared/table/stored-fields.ts";
import { changesOf, fieldsOf, sparse } from "../../shared/table/stored-fields.ts";
import { StoredTable } from "../../shared/table/stored-table.ts";
import { itemsWithKeys } from "../../shared/table/table-batch.ts";
import { move, transitions } from "../../shared/table/transitions.ts";
import { STILL_HOLDS } from "../../shared/table/update.ts";
import { listOverdueItems, PENDING_ATTRIBUTES, pendingKeys } from "../../shared/work/pending-index.ts";
import { storedWork } from "../../shared/work/stored-work.ts";
import type { Attempt, Delivery, DeliveryKey, DeliveryStatus } from "../domain/delivery.ts";
import { DELIVERY_STATUSES } from "../domain/delivery.ts";
import type { Announcement } from "../domain/directory.ts";
import type { ListedPage, ListRange } from "./listed-index.ts";
import { listedPage } from "./listed-index.ts";

/** The fields of a delivery that its message contains. */
export type DeliverySubject = Pick<Delivery, "recommendationId" | "target" | "workId">;

/** A pending delivery whose message may be lost. */
export type OverdueDelivery = DeliverySubject & Pick<Delivery, "reconcileRounds">;

const DELIVERIES = "deliveries#";

/** Each delivery is in the list of its state, and only a pending one in index `pending`. */
function stateOf(status: DeliveryStatus) {
  const remove = status === "pending" ? [] : PENDING_ATTRIBUTES;
  return { holds: is("status", status), enter: { set: { status, listed_as: listOf(status) }, remove } };
}

const WORK = storedWork({ workId: "announcement", toDo: [is("status", "pending")] });

const LATEST = "the announcement is the latest";

/**
 * The transitions of a delivery. A later announcement puts a new one in its place. A failed delivery may be processed again
 * by a redriven message.
 */
export const DELIVERY = transitions(
  "Delivery",
  {
    pending: stateOf("pending"),
    sent: stateOf("sent"),
    no_endpoint: stateOf("no_endpoint"),
    failed: stateOf("failed"),
  },
  {
    waitForRetry: { from: ["pending", "failed"], to: "pending", when: `${LATEST}, and no later attempt is stored` },
    markSent: { from: ["pending", "failed"], to: "sent", when: LATEST },
    markNoEndpoint: { from: ["pending", "failed"], to: "no_endpoint", when: LATEST },
    fail: { from: ["pending", "failed"], to: "failed", when: LATEST },
    giveUp: { from: ["pending"], to: "failed", when: `${LATEST}, and its message is given up` },
  },
);

/** The transition that ends a delivery, by its last status. */
const ENDS = { sent: "markSent", no_endpoint: "markNoEndpoint", failed: "fail" } as const;

/**
 * The deliveries of table `recommendations`: partition key `pk` = `deliveries#<recommendation's id>`, sort key `sk` = a hash
 * of the target. One item for each notified site: target, announcement, announced_version, status, endpoint, attempts,
 * last_status_code, last_attempt_at, code, reconcile_rounds; pending_partition and reconcile_at when pending. Each is in
 * partition `deliveries#<status>` of index `listed`, in the order `<announced at>#<recommendation's id>#<hash>`. Every write
 * except that of an announcement has the condition that its announcement is the latest.
 */
export class DeliveryTable extends StoredTable {
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
      ...WORK.requested({ workId: id, reconcileAt }, "deliveries"),
      announced_version: version,
      status: "pending",
      endpoint: null,
      attempts: 0,
      last_status_code: null,
      last_attempt_at: null,
      code: null,
      listed_as: listOf("pending"),
      listed_at: `${at}#${recommendationId}#${key.sk}`,
    };
    const isUnattempted = all(WORK.isLatest(id), is("status", "pending"), is("attempts", 0));
    return this.putItem(toKey({ recommendationId, target }), {
      item,
      when: [any(isAbsent("sk"), isBelow("announced_version", version), isUnattempted)],
      ownWrite: STILL_HOLDS,
    });
  }

  async get(key: DeliveryKey): Promise<Delivery | null> {
    const item = await this.itemAt<DeliveryItem>(toKey(key));
    return item === null ? null : toDelivery(item);
  }

  /** Every delivery of a recommendation, which may be deleted, by target. */
  async list(recommendationId: string): Promise<readonly Delivery[]> {
    const found: Delivery[] = [];
    const items = this.itemsOfPartition<DeliveryItem>(deliveriesOf(recommendationId));
    for await (const item of items) found.push(toDelivery(item));
    return found.sort((one, other) => (one.target < other.target ? -1 : 1));
  }

  /**
   * A page of all deliveries, the latest announced first. The index may be behind the table, so that a status may be an
   * earlier one.
   */
  async page(status: DeliveryStatus | undefined, range: ListRange): Promise<ListedPage<Delivery>> {
    const lists = (status === undefined ? DELIVERY_STATUSES : [status]).map(listOf);
    const { items, next } = await listedPage<ListedItem>(this.client, this.table, lists, range);
    const found = await itemsWithKeys<DeliveryItem>(
      this.client,
      this.table,
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
    return this.updateItem(
      toKey(seen),
      move(DELIVERY, "waitForRetry", {
        set: { ...attemptSet(seen, attempt), ...pendingKeys("deliveries", reconcileAt.toISOString()) },
        when: [WORK.isLatest(seen.workId), isBelow("attempts", seen.attempts + 1)],
        ownWrite: [WORK.isLatest(seen.workId), is("last_attempt_at", attempt.at.toISOString())],
      }),
    );
  }

  /** Stores the last attempt of a delivery and its final status. @returns false when it is superseded, or has ended */
  async finish(seen: Delivery, status: Exclude<DeliveryStatus, "pending">, attempt: Attempt): Promise<boolean> {
    return this.updateItem(
      toKey(seen),
      move(DELIVERY, ENDS[status], {
        set: attemptSet(seen, attempt),
        when: [WORK.isLatest(seen.workId)],
        ownWrite: [WORK.isLatest(seen.workId), is("last_attempt_at", attempt.at.toISOString()), is("status", status)],
      }),
    );
  }

  /** Gives up a pending delivery, without another attempt. @returns false when it is superseded, or has ended */
  async giveUp(delivery: DeliverySubject, code: string): Promise<boolean> {
    return this.updateItem(
      toKey(delivery),
      move(DELIVERY, "giveUp", {
        set: { code },
        when: [WORK.isLatest(delivery.workId)],
        ownWrite: [WORK.isLatest(delivery.workId), is("status", "failed"), is("code", code)],
      }),
    );
  }

  /** Postpones reconcile for a delivery until `until`. @returns false when it is superseded, or has ended */
  async postponeReconcile(delivery: DeliverySubject, until: Date, rounds: number): Promise<boolean> {
    return this.updateItem(toKey(delivery), WORK.postpone(delivery.workId, until, rounds));
  }

  /** The overdue deliveries, the longest overdue first, at most `limit`. */
  async overdue(now: Date, limit: number): Promise<readonly OverdueDelivery[]> {
    const items = await listOverdueItems<DeliveryItem>(this.client, this.table, ["deliveries"], { now, limit });
    return items.map((item) => ({
      recommendationId: recommendationIdOf(item),
      target: item.target,
      workId: item.announcement,
      reconcileRounds: item.reconcile_rounds,
    }));
  }
}

type StoredDelivery = Omit<Delivery, "recommendationId">;

const DELIVERY_FIELDS = {
  target: "target",
  workId: "announcement",
  status: "status",
  endpoint: "endpoint",
  attempts: "attempts",
  lastStatusCode: "last_status_code",
  lastAttemptAt: "last_attempt_at",
  code: "code",
  reconcileAt: sparse("reconcile_at"),
  reconcileRounds: "reconcile_rounds",
} as const satisfies StoredFields<StoredDelivery>;

interface DeliveryItem extends ItemOf<StoredDelivery, typeof DELIVERY_FIELDS> {
  readonly pk: string;
  readonly sk: string;
  readonly announced_version: number;
  readonly pending_partition?: string;
  readonly listed_as: string;
  readonly listed_at: string;
}

/** The keys of a delivery in index `listed`. */
type ListedItem = Pick<DeliveryItem, "pk" | "sk" | "listed_at">;

function attemptSet(seen: Delivery, { endpoint, statusCode, code, at }: Attempt) {
  const attempts = seen.attempts + 1;
  const last = { lastStatusCode: statusCode, lastAttemptAt: at.toISOString() };
  return changesOf(DELIVERY_FIELDS, { attempts, endpoint, ...last, code });
}

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
  return { ...fieldsOf<StoredDelivery>(DELIVERY_FIELDS, item), recommendationId: recommendationIdOf(item) };
}
