import type { DynamoDBDocumentClient } from "@aws-sdk/lib-dynamodb";
import { GetCommand } from "@aws-sdk/lib-dynamodb";
import { derivedId } from "../../shared/derived-id.ts";
import { writeConflict } from "../../shared/http/rejected.ts";
import { fromAttributes, toAttributes } from "../../shared/table/attribute-names.ts";
import type { Update } from "../../shared/table/conditional-write.ts";
import {
  conditionalDelete,
  conditionalPut,
  conditionalUpdate,
  STILL_HOLDS,
  updatedItem,
} from "../../shared/table/conditional-write.ts";
import { itemsWithKeys } from "../../shared/table/table-batch.ts";
import { itemsOf } from "../../shared/table/table-query.ts";
import { overdueItems, pendingKeys, postponement } from "../../shared/work/pending-index.ts";
import type { Mention, MentionKind, MentionStatus } from "../domain/mention.ts";
import {
  isExpired,
  MENTION_KINDS,
  MENTION_STATUSES,
  mentionId,
  mentionKind,
  NEW_MENTION_KEPT_MS,
} from "../domain/mention.ts";
import { duplicateKey, sourceHost } from "../domain/web-url.ts";
import { wellKnownSite } from "../domain/well-known-url.ts";

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

/** What lists know of a mention before they read it. */
export interface MentionEntry {
  readonly id: string;
  /** Its place among all mentions: later ones are newer. */
  readonly place: string;
  readonly host: string;
  /** Equal for the lists of one site; null for a page. */
  readonly siteKey: string | null;
  readonly verifiedAt: string | null;
  readonly expiresAt: string | null;
}

/** Which mentions a list shows; all without. */
export interface MentionFilter {
  readonly kind?: MentionKind | undefined;
  readonly status?: MentionStatus | undefined;
}

/** When a mention is taken away: whatever it is, or only if it has expired or was never verified. */
export type RemovalCondition = "always" | "never_verified" | { readonly expiredBy: Date };

/** One page of mentions, newest first; `next` is the place after which the next one begins, null at the end. */
export interface MentionPage {
  readonly mentions: readonly Mention[];
  readonly next: string | null;
}

/** Index `listed`: the mentions of a kind and status in the order in which they were first seen. */
const LISTED = "listed";

/** Partitions of index `pending`: mentions that are being verified, and those that will be verified again. */
type PendingPartition = "mentions" | "checks";

const TRIES = 5;

/**
 * The mentions of table `recommendations`: partition key `pk` = `mentions`, sort key `sk` = the id. One item a mention:
 * source, target, host, site_key (of a recommendation), status, request_id, failures, check_days, next_check_at,
 * first_seen_at, first_verified_at, last_verified_at, site, reconcile_rounds; expires_at (epoch seconds, the TTL attribute)
 * while it is not verified. One that is to be verified is in partition `mentions` of index `pending`, one that will be
 * looked at again in partition `checks`. Each is in partition `mentions#<kind>#<status>` of index `listed`, at the place
 * `<first_seen_at>#<id>`. Every write has the condition that it is the latest request's, or knows of it.
 */
export class MentionTable {
  readonly #client: DynamoDBDocumentClient;
  readonly #name: string;

  constructor(client: DynamoDBDocumentClient, name: string) {
    this.#client = client;
    this.#name = name;
  }

  /** Reads the mention of a source and a target, consistently; null when there is none, or it has expired. */
  async known(source: string, target: string, now: Date): Promise<Mention | null> {
    const seen = await this.get(mentionId(source, target));
    return seen === null || isExpired(seen, now) ? null : seen;
  }

  /**
   * Enters a request to verify a mention, which need not be there yet, in the place of any earlier one.
   *
   * @param seen the mention as `known` has just found it, if the caller has asked
   */
  async request(
    source: string,
    target: string,
    request: MentionRequest,
    seen?: Mention | null | undefined,
  ): Promise<Mention> {
    let known = seen;
    for (let attempt = 0; attempt < TRIES; attempt += 1) {
      if (known === undefined) known = await this.known(source, target, request.now);
      const entered =
        known === null ? await this.#enter(source, target, request) : await this.#requestAgain(known, request);
      if (entered !== null) return entered;
      known = undefined;
    }
    throw writeConflict("mention");
  }

  /** Puts a mention that is not there, or has expired. @returns null when one is there */
  async #enter(source: string, target: string, request: MentionRequest): Promise<Mention | null> {
    const id = mentionId(source, target);
    const firstSeenAt = request.now.toISOString();
    const site = wellKnownSite(new URL(source));
    const item: MentionItem = {
      ...toKey(id),
      source,
      target,
      host: sourceHost(source),
      ...(site === null ? {} : { site_key: derivedId(duplicateKey(site.href)) }),
      status: "new",
      request_id: request.id,
      failures: 0,
      check_days: 0,
      first_seen_at: firstSeenAt,
      reconcile_rounds: 0,
      expires_at: newExpiry(request.now),
      ...pendingKeys("mentions" as const, request.reconcileAt.toISOString()),
      listed_as: listOf(mentionKind(source), "new"),
      listed_at: `${firstSeenAt}#${id}`,
    };
    const isPut = await conditionalPut(this.#client, this.#at(id), {
      Item: item,
      ConditionExpression: "attribute_not_exists(sk) OR expires_at <= :now",
      ownWrite: IS_LATEST,
      ExpressionAttributeValues: { ":now": epochSeconds(request.now), ":request": request.id },
    });
    return isPut ? toMention(item) : null;
  }

  /** @returns null when the mention has been verified, or forgotten, since it was seen */
  async #requestAgain({ id, verifiedAt }: Mention, request: MentionRequest): Promise<Mention | null> {
    if (verifiedAt !== null) {
      return this.#update(id, {
        UpdateExpression: REQUEST,
        ConditionExpression: "attribute_exists(first_verified_at)",
        ownWrite: STILL_HOLDS,
        ExpressionAttributeValues: requestValues(request),
      });
    }
    return this.#update(id, {
      UpdateExpression: `${REQUEST}, expires_at = :expires REMOVE next_check_at`,
      ConditionExpression: "attribute_exists(sk) AND attribute_not_exists(first_verified_at)",
      ownWrite: STILL_HOLDS,
      ExpressionAttributeValues: { ...requestValues(request), ":expires": newExpiry(request.now) },
    });
  }

  /**
   * Enters a request to look at a mention again.
   *
   * @returns null when another one was entered since it was seen, or it is gone
   */
  async requestCheck(seen: MentionSubject, request: MentionRequest): Promise<Mention | null> {
    return this.#update(seen.id, {
      UpdateExpression: REQUEST,
      ConditionExpression: "request_id = :seen",
      ownWrite: IS_LATEST,
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

  /**
   * A page of mentions, newest first.
   *
   * @param after the place after which the page begins; the newest without
   * @param isShown leaves out what nobody is shown
   */
  async list(
    filter: MentionFilter,
    { limit, after }: { readonly limit: number; readonly after?: string | undefined },
    isShown: (entry: MentionEntry) => boolean,
  ): Promise<MentionPage> {
    const found = await Promise.all(
      listsOf(filter).map(async (list) => {
        const entries: MentionEntry[] = [];
        for await (const entry of this.#entries(list, { after, limit: limit + 1 })) {
          if (isShown(entry)) entries.push(entry);
          if (entries.length > limit) break;
        }
        return entries;
      }),
    );
    const merged = found.flat().sort((one, other) => (one.place < other.place ? 1 : -1));
    const page = merged.slice(0, limit);
    const mentions = await this.withIds(page.map(({ id }) => id));
    return {
      // The index may be behind.
      mentions: mentions.filter(({ status }) => filter.status === undefined || status === filter.status),
      next: merged.length > limit ? (page.at(-1)?.place ?? null) : null,
    };
  }

  /** What lists know of every mention, list by list, newest first. Expired ones are among them. */
  async *entries(filter: MentionFilter = {}): AsyncGenerator<MentionEntry> {
    for (const list of listsOf(filter)) yield* this.#entries(list, {});
  }

  /** The mentions with these ids, in their order, read consistently; one that is not there is left out. */
  async withIds(ids: readonly string[]): Promise<readonly Mention[]> {
    const items = await itemsWithKeys<MentionItem>(this.#client, this.#name, ids.map(toKey));
    const byId = new Map(items.map((item) => [item.sk, toMention(item)]));
    return ids.flatMap((id) => byId.get(id) ?? []);
  }

  /** Takes a mention away. @returns false when the condition did not hold */
  async remove(id: string, condition: RemovalCondition): Promise<boolean> {
    return conditionalDelete(this.#client, this.#at(id), conditionOf(condition));
  }

  async *#entries(
    list: string,
    { after, limit }: { readonly after?: string | undefined; readonly limit?: number },
  ): AsyncGenerator<MentionEntry> {
    for await (const item of itemsOf<ListedItem>(this.#client, {
      TableName: this.#name,
      IndexName: LISTED,
      ScanIndexForward: false,
      ...(limit === undefined ? {} : { Limit: limit }),
      KeyConditionExpression: `listed_as = :list${after === undefined ? "" : " AND listed_at < :after"}`,
      ExpressionAttributeValues: { ":list": list, ...(after === undefined ? {} : { ":after": after }) },
    })) {
      yield {
        id: item.sk,
        place: item.listed_at,
        host: item.host,
        siteKey: item.site_key ?? null,
        verifiedAt: item.first_verified_at ?? null,
        expiresAt: timeOf(item.expires_at),
      };
    }
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
    const { status, failures, checkDays, nextCheckAt, verifiedAt, lastVerifiedAt, site, expiresAt } = mention;
    const set: Readonly<Record<string, unknown>> = {
      status,
      failures,
      check_days: checkDays,
      listed_as: listOf(mentionKind(mention.source), status),
      ...(nextCheckAt === null ? {} : { next_check_at: nextCheckAt }),
      ...(verifiedAt === null ? {} : { first_verified_at: verifiedAt }),
      ...(lastVerifiedAt === null ? {} : { last_verified_at: lastVerifiedAt }),
      ...(site === null ? {} : { site: toAttributes(site) }),
      ...(expiresAt === null ? {} : { expires_at: epochSeconds(new Date(expiresAt)) }),
      ...pending.set,
    };
    const removed = [
      ...(nextCheckAt === null ? ["next_check_at"] : []),
      ...(expiresAt === null ? ["expires_at"] : []),
      ...pending.removed,
    ];
    const names = Object.keys(set);
    const remove = removed.length === 0 ? "" : ` REMOVE ${removed.join(", ")}`;
    return this.#changed(mention.id, {
      UpdateExpression: `SET ${names.map((name) => `#${name} = :${name}`).join(", ")}${remove}`,
      ConditionExpression: condition,
      ownWrite: STILL_HOLDS,
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
      ConditionExpression: IS_LATEST,
      ownWrite: STILL_HOLDS,
      ExpressionAttributeValues: {
        ":request": requestId,
        ...Object.fromEntries(Object.entries(set).map(([name, value]) => [`:${name}`, value])),
      },
    });
  }

  /** Has reconcile leave a request alone until `until`. @returns false when it is over */
  async postponeReconcile({ id, requestId }: MentionSubject, until: Date, rounds: number): Promise<boolean> {
    const still = {
      ConditionExpression: "request_id = :request AND pending_partition = :partition",
      ExpressionAttributeValues: { ":request": requestId, ":partition": "mentions" },
    };
    return this.#changed(id, postponement(until, rounds, still));
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
    const items = await overdueItems<MentionItem>(this.#client, this.#name, partition, { now, limit });
    return items.map(({ sk, request_id, reconcile_rounds }) => ({
      id: sk,
      requestId: request_id,
      reconcileRounds: reconcile_rounds,
    }));
  }

  async #update(id: string, update: Update): Promise<Mention | null> {
    const item = await updatedItem<MentionItem>(this.#client, this.#at(id), update);
    return item === null ? null : toMention(item);
  }

  /** @returns false when the condition did not hold */
  async #changed(id: string, update: Update): Promise<boolean> {
    return conditionalUpdate(this.#client, this.#at(id), update);
  }

  #at(id: string) {
    return { TableName: this.#name, Key: toKey(id) };
  }
}

/** A mention as it lies in the table. */
interface MentionItem {
  readonly pk: string;
  readonly sk: string;
  readonly source: string;
  readonly target: string;
  readonly host: string;
  readonly site_key?: string;
  readonly status: MentionStatus;
  readonly request_id: string;
  readonly failures: number;
  readonly check_days: number;
  readonly next_check_at?: string;
  readonly first_seen_at: string;
  readonly first_verified_at?: string;
  readonly last_verified_at?: string;
  readonly site?: unknown;
  readonly reconcile_rounds: number;
  readonly expires_at?: number;
  readonly pending_partition?: PendingPartition;
  readonly reconcile_at?: string;
  readonly listed_as: string;
  readonly listed_at: string;
}

/** What of it is in index `listed`. */
type ListedItem = Pick<MentionItem, "sk" | "listed_at" | "host" | "site_key" | "first_verified_at" | "expires_at">;

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
    : { set: pendingKeys("checks", nextCheckAt), removed: [] };
}

function conditionOf(condition: RemovalCondition) {
  if (condition === "always") return {};
  if (condition === "never_verified") return { ConditionExpression: "attribute_not_exists(first_verified_at)" };
  return {
    ConditionExpression: "expires_at <= :now",
    ExpressionAttributeValues: { ":now": epochSeconds(condition.expiredBy) },
  };
}

function listOf(kind: MentionKind, status: MentionStatus): string {
  return `${MENTIONS}#${kind}#${status}`;
}

function listsOf({ kind, status }: MentionFilter): readonly string[] {
  const kinds = kind === undefined ? MENTION_KINDS : [kind];
  const statuses = status === undefined ? MENTION_STATUSES : [status];
  return kinds.flatMap((one) => statuses.map((other) => listOf(one, other)));
}

function newExpiry(now: Date): number {
  return epochSeconds(new Date(now.getTime() + NEW_MENTION_KEPT_MS));
}

/** Rounded up: nothing is forgotten too early. */
function epochSeconds(moment: Date): number {
  return Math.ceil(moment.getTime() / 1_000);
}

function timeOf(epochSecond: number | undefined): string | null {
  return epochSecond === undefined ? null : new Date(epochSecond * 1_000).toISOString();
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
    firstSeenAt: item.first_seen_at,
    verifiedAt: item.first_verified_at ?? null,
    lastVerifiedAt: item.last_verified_at ?? null,
    site: fromAttributes(item.site ?? null),
    expiresAt: timeOf(item.expires_at),
  };
}
