import type { DynamoDBDocumentClient } from "@aws-sdk/lib-dynamodb";
import { GetCommand, UpdateCommand } from "@aws-sdk/lib-dynamodb";
import { keepsChanging } from "../shared/rejected.ts";
import type { Update } from "../shared/table.ts";
import { conditionHeld, updatedItem } from "../shared/table.ts";
import { itemsOf } from "../shared/table-query.ts";
import type { Mention, MentioningSite, MentionStatus } from "./mention.ts";
import { mentionId, NEW_MENTION_KEPT_MS } from "./mention.ts";
import type { PendingPartition } from "./pending-index.ts";
import { dueItems } from "./pending-index.ts";

/** What asks for a look at a mention: its name, the moment, and when its queue is distrusted. */
export interface MentionRequest {
  /** A fresh random id. */
  readonly id: string;
  readonly now: Date;
  readonly reconcileAt: Date;
}

/** What a message needs to know of a mention. */
export type MentionSubject = Pick<Mention, "id" | "requestId">;

/** A mention that should have been looked at by now. */
export type OverdueMention = MentionSubject & { readonly reconcileRounds: number };

/** Local index `by_verified_at`: the mentions that were verified once. Reads its own writes. */
const BY_VERIFIED_AT = "by_verified_at";

const TRIES = 5;

/**
 * The mentions of table `recommendations`: partition key `pk` = `mentions`, sort key `sk` = the id. One item a mention:
 * source, target, status, request_id, failures, check_days, next_check_at, verified_at, site, reconcile_rounds; expires_at
 * (epoch seconds, the TTL attribute) while it was never verified. One that is to be verified is in partition `mentions` of
 * index `pending`, one that will be looked at again in partition `checks`.
 * Every write has the condition that it is the latest request's, or knows of it.
 */
export class MentionTable {
  readonly #client: DynamoDBDocumentClient;
  readonly #name: string;

  constructor(client: DynamoDBDocumentClient, name: string) {
    this.#client = client;
    this.#name = name;
  }

  /** Enters a request to verify a mention, which need not be there yet, in the place of any earlier one. */
  async request(source: string, target: string, request: MentionRequest): Promise<Mention> {
    const id = mentionId(source, target);
    const sets = `${REQUEST}, #source = :source, target = :target`;
    const values = { ...requestValues(request), ":source": source, ":target": target };
    for (let attempt = 0; attempt < TRIES; attempt += 1) {
      const fresh = await this.#update(id, {
        UpdateExpression: `${sets}, #status = :new, failures = if_not_exists(failures, :zero), check_days = if_not_exists(check_days, :zero), expires_at = :expires REMOVE next_check_at`,
        ConditionExpression: "attribute_not_exists(verified_at)",
        ExpressionAttributeNames: { "#source": "source", "#status": "status" },
        ExpressionAttributeValues: {
          ...values,
          ":new": "new",
          ":expires": Math.ceil((request.now.getTime() + NEW_MENTION_KEPT_MS) / 1_000),
        },
      });
      if (fresh !== null) return fresh;
      const known = await this.#update(id, {
        UpdateExpression: REQUEST,
        ConditionExpression: "attribute_exists(verified_at)",
        ExpressionAttributeValues: requestValues(request),
      });
      if (known !== null) return known;
    }
    throw keepsChanging("mention");
  }

  /**
   * Enters a request to look at a mention again.
   *
   * @returns null when another one was entered since it was seen, or it is gone
   */
  async requestCheck(seen: MentionSubject, request: MentionRequest): Promise<Mention | null> {
    return this.#update(seen.id, {
      UpdateExpression: REQUEST,
      // One's own request is there when the SDK tries again what it had done already.
      ConditionExpression: "request_id = :seen OR request_id = :request",
      ExpressionAttributeValues: { ...requestValues(request), ":seen": seen.requestId },
    });
  }

  /** Reads one mention, consistently; null when it is not there. */
  async get(id: string): Promise<Mention | null> {
    const { Item } = await this.#client.send(
      new GetCommand({ TableName: this.#name, Key: toKey(id), ConsistentRead: true }),
    );
    return Item === undefined ? null : toMention(Item as MentionItem);
  }

  /** Every mention that is verified now, the latest first. */
  async verified(): Promise<readonly Mention[]> {
    const found: Mention[] = [];
    for await (const item of itemsOf<MentionItem>(this.#client, {
      TableName: this.#name,
      IndexName: BY_VERIFIED_AT,
      ConsistentRead: true,
      ScanIndexForward: false,
      KeyConditionExpression: "pk = :pk",
      FilterExpression: "#status = :verified",
      ExpressionAttributeNames: { "#status": "status" },
      ExpressionAttributeValues: { ":pk": MENTIONS, ":verified": "verified" },
    })) {
      found.push(toMention(item));
    }
    return found;
  }

  /**
   * Writes what a look came to.
   *
   * @param isOver false: something is left to be done for the same request, which stays pending until `finish`
   * @returns false when a later request was entered, or it is gone
   */
  async save(mention: Mention, isOver: boolean): Promise<boolean> {
    return this.#save(mention, isOver ? placeAfter(mention.nextCheckAt) : { set: {}, removed: [] }, IS_LATEST);
  }

  /**
   * Writes what a look came to during which a later request was entered. That one stays pending, and has the last word.
   *
   * @param mention as it was read after the look, with the later request
   * @returns false when another one was entered since, or its look is over already
   */
  async saveSuperseded(mention: Mention): Promise<boolean> {
    const pending = { set: { pending_partition: "mentions" }, removed: [] };
    return this.#save(mention, pending, `${IS_LATEST} AND #pending_partition = :pending_partition`);
  }

  async #save(mention: Mention, pending: ReturnType<typeof placeAfter>, condition: string): Promise<boolean> {
    const { status, failures, checkDays, nextCheckAt, verifiedAt, site } = mention;
    const set: Readonly<Record<string, unknown>> = {
      status,
      failures,
      check_days: checkDays,
      ...(nextCheckAt === null ? {} : { next_check_at: nextCheckAt }),
      ...(verifiedAt === null ? {} : { verified_at: verifiedAt }),
      ...(site === null ? {} : { site }),
      ...pending.set,
    };
    const removed = [
      ...(nextCheckAt === null ? ["next_check_at"] : []),
      ...(verifiedAt === null ? [] : ["expires_at"]),
      ...pending.removed,
    ];
    const names = Object.keys(set);
    const remove = removed.length === 0 ? "" : ` REMOVE ${removed.join(", ")}`;
    return this.#changed(mention.id, {
      UpdateExpression: `SET ${names.map((name) => `#${name} = :${name}`).join(", ")}${remove}`,
      ConditionExpression: condition,
      ExpressionAttributeNames: Object.fromEntries(names.map((name) => [`#${name}`, name])),
      ExpressionAttributeValues: {
        ":request": mention.requestId,
        ...Object.fromEntries(names.map((name) => [`:${name}`, set[name]])),
      },
    });
  }

  /** Ends a request when what was left of it is done. @returns false when a later one was entered, or it is gone */
  async finish({ id, requestId, nextCheckAt }: Mention): Promise<boolean> {
    const { set, removed } = placeAfter(nextCheckAt);
    const sets = Object.keys(set).map((name) => `${name} = :${name}`);
    return this.#changed(id, {
      UpdateExpression: [
        ...(sets.length === 0 ? [] : [`SET ${sets.join(", ")}`]),
        ...(removed.length === 0 ? [] : [`REMOVE ${removed.join(", ")}`]),
      ].join(" "),
      ConditionExpression: "request_id = :request",
      ExpressionAttributeValues: {
        ":request": requestId,
        ...Object.fromEntries(Object.entries(set).map(([name, value]) => [`:${name}`, value])),
      },
    });
  }

  /** Tells the reconcile schedule to leave a request alone for longer. @returns false when it is over */
  async postponeReconcile({ id, requestId }: MentionSubject, until: Date, rounds: number): Promise<boolean> {
    return this.#changed(id, {
      UpdateExpression: "SET reconcile_at = :until, reconcile_rounds = :rounds",
      ConditionExpression: "request_id = :request AND pending_partition = :partition",
      ExpressionAttributeValues: {
        ":until": until.toISOString(),
        ":rounds": rounds,
        ":request": requestId,
        ":partition": "mentions",
      },
    });
  }

  /** The mentions that have waited too long for their look, longest first, at most `limit`. */
  async overdue(now: Date, limit: number): Promise<readonly OverdueMention[]> {
    return this.#due("mentions", now, limit);
  }

  /** The mentions that are to be looked at again by now, longest first, at most `limit`. */
  async due(now: Date, limit: number): Promise<readonly MentionSubject[]> {
    return this.#due("checks", now, limit);
  }

  async #due(partition: PendingPartition, now: Date, limit: number): Promise<readonly OverdueMention[]> {
    const items = await dueItems<MentionItem>(this.#client, this.#name, partition, { now, limit });
    return items.map(({ sk, request_id, reconcile_rounds }) => ({
      id: sk,
      requestId: request_id,
      reconcileRounds: reconcile_rounds,
    }));
  }

  async #update(id: string, update: Update): Promise<Mention | null> {
    const item = await updatedItem<MentionItem>(this.#client, { TableName: this.#name, Key: toKey(id) }, update);
    return item === null ? null : toMention(item);
  }

  /** @returns false when the condition did not hold */
  async #changed(id: string, update: Update): Promise<boolean> {
    return conditionHeld(this.#client.send(new UpdateCommand({ TableName: this.#name, Key: toKey(id), ...update })));
  }
}

/** A mention as it lies in the table. */
interface MentionItem {
  readonly pk: string;
  readonly sk: string;
  readonly source: string;
  readonly target: string;
  readonly status: MentionStatus;
  readonly request_id: string;
  readonly failures: number;
  readonly check_days: number;
  readonly next_check_at?: string;
  readonly verified_at?: string;
  readonly site?: MentioningSite;
  readonly reconcile_rounds: number;
  readonly expires_at?: number;
  readonly pending_partition?: PendingPartition;
  readonly reconcile_at?: string;
}

/** The partition of all mentions. */
const MENTIONS = "mentions";

const REQUEST =
  "SET request_id = :request, pending_partition = :partition, reconcile_at = :reconcile_at, reconcile_rounds = :zero";

function requestValues({ id, reconcileAt }: MentionRequest) {
  return { ":request": id, ":partition": "mentions", ":reconcile_at": reconcileAt.toISOString(), ":zero": 0 };
}

const IS_LATEST = "request_id = :request";

/** Where a mention that is not to be verified any more stands in index `pending`. */
function placeAfter(nextCheckAt: string | null): {
  readonly set: Readonly<Record<string, string>>;
  readonly removed: readonly string[];
} {
  return nextCheckAt === null
    ? { set: {}, removed: ["pending_partition", "reconcile_at"] }
    : { set: { pending_partition: "checks", reconcile_at: nextCheckAt }, removed: [] };
}

function toKey(id: string) {
  return { pk: MENTIONS, sk: id };
}

function toMention(item: MentionItem): Mention {
  return {
    id: item.sk,
    source: item.source,
    target: item.target,
    status: item.status,
    requestId: item.request_id,
    failures: item.failures,
    checkDays: item.check_days,
    nextCheckAt: item.next_check_at ?? null,
    verifiedAt: item.verified_at ?? null,
    site: item.site ?? null,
    expiresAt: item.expires_at === undefined ? null : new Date(item.expires_at * 1_000).toISOString(),
  };
}
