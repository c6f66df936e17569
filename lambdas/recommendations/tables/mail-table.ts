import type { DynamoDBDocumentClient } from "@aws-sdk/lib-dynamodb";
import { GetCommand, QueryCommand } from "@aws-sdk/lib-dynamodb";
import type { SendingStatus } from "../../shared/sending/claim.ts";
import { claimIn } from "../../shared/sending/claim.ts";
import type { StoredClaim } from "../../shared/sending/send-once.ts";
import type { Update } from "../../shared/table/conditional-write.ts";
import { conditionalUpdate, STILL_HOLDS } from "../../shared/table/conditional-write.ts";
import { enterUpTo } from "../../shared/table/window-count.ts";
import { overdueItems, postponement } from "../../shared/work/pending-index.ts";

/** Every state of a mail. `in_digest`: the host is in a day's digest and gets no mail of its own. */
export type MailStatus = SendingStatus | "in_digest";

/**
 * The subject of a mail: one host that recommends us, or the hosts of one UTC day, e.g. `2026-11-22`, beyond the day's limit
 * of mails.
 */
export type MailSubject = { readonly host: string } | { readonly day: string };

/** The state of a mail. */
export interface Mail extends StoredClaim {
  readonly status: MailStatus;
}

/** An overdue digest. */
export interface OverdueDigest {
  readonly day: string;
  readonly reconcileRounds: number;
}

/** The hosts of a digest. */
export interface DigestHosts {
  /** In alphabetical order. */
  readonly hosts: readonly string[];
  /** Whether there are more hosts than `hosts` contains. */
  readonly hasMore: boolean;
}

/** The limit of mails about single hosts in one UTC day, as documented. */
const MAILS_PER_DAY = 10;
/** How long a mail is remembered: after this time no host counts as new. */
const RETENTION_SECONDS = 400 * 24 * 3_600;

/** Index `listed`: the hosts of a digest are in its partition of that day. */
const LISTED = "listed";

/**
 * The mails of table `recommendations` to the administrators: partition key `pk` = `mails`, sort key `sk` = `host#<host>`
 * with status, claim, claimed_at; and `day#<UTC date>`, which has the same for the day's digest, and `mailed`: the hosts
 * that have one of the day's ten mails. A pending digest is in partition `digests` of index `pending`; its hosts are in
 * partition `digest#<UTC date>` of index `listed`. Items expire after 400 days.
 */
export class MailTable {
  readonly #client: DynamoDBDocumentClient;
  readonly #name: string;

  constructor(client: DynamoDBDocumentClient, name: string) {
    this.#client = client;
    this.#name = name;
  }

  /**
   * Claims a mail: only its claimant may send it.
   *
   * @param claim a new id for each attempt
   * @returns false when it is claimed by another worker, or has ended
   */
  async claim(subject: MailSubject, claim: string, now: Date): Promise<boolean> {
    const values = { ":expires": expiry(now) };
    return this.#changed(subject, CLAIM.claim(claim, now, { set: ["expires_at = :expires"], values }));
  }

  /** Reads the state of a mail, consistently; null if there is none. */
  async get(subject: MailSubject): Promise<Mail | null> {
    const { Item } = await this.#client.send(
      new GetCommand({ TableName: this.#name, Key: toKey(subject), ConsistentRead: true }),
    );
    if (Item?.status === undefined) return null;
    return { status: Item.status, claim: Item.claim ?? null, claimedAt: Item.claimed_at ?? null };
  }

  /** Ends a claim. @returns false when it has already ended, or was released */
  async end(subject: MailSubject, claim: string, status: "sent" | "unknown"): Promise<boolean> {
    return this.#changed(subject, CLAIM.end(claim, status, { remove: ["pending_partition", "reconcile_at"] }));
  }

  /** Releases the claim of a mail that was certainly refused. @returns false when it has ended, or was released */
  async giveBack(subject: MailSubject, claim: string): Promise<boolean> {
    return this.#changed(subject, CLAIM.giveBack(claim));
  }

  /** Takes one of the day's ten mails for a host; a repeated call takes the same one. @returns false when none is left */
  async takeTurn(host: string, now: Date): Promise<boolean> {
    const window = { TableName: this.#name, Key: toKey({ day: utcDay(now) }), expiresAt: expiry(now) };
    return enterUpTo(this.#client, window, { set: "mailed", id: host, most: MAILS_PER_DAY });
  }

  /**
   * Adds a host to the day's digest, which will be sent.
   *
   * @param waitMs how long after the day's end the digest is sent at the earliest
   * @returns false when the host has a mail of its own, or the digest is already being sent
   */
  async addToDigest(host: string, now: Date, waitMs: number): Promise<boolean> {
    const day = utcDay(now);
    // The digest is written before its host: an empty digest is never sent, but a host in a missing digest would be lost.
    const isOpen = await this.#changed(
      { day },
      {
        UpdateExpression:
          "SET #status = :waiting, pending_partition = :partition, reconcile_at = :at, reconcile_rounds = :zero, expires_at = :expires",
        ConditionExpression: IS_WAITING,
        ownWrite: STILL_HOLDS,
        ExpressionAttributeNames: { "#status": "status" },
        ExpressionAttributeValues: {
          ":waiting": "waiting",
          ":partition": "digests",
          ":at": new Date(Date.parse(day) + DAY_MS + waitMs).toISOString(),
          ":zero": 0,
          ":expires": expiry(now),
        },
      },
    );
    if (!isOpen) return false;
    return this.#changed(
      { host },
      {
        UpdateExpression: "SET #status = :status, listed_as = :list, listed_at = :host, expires_at = :expires",
        ConditionExpression: `${IS_WAITING} OR (#status = :status AND listed_as = :list)`,
        ownWrite: STILL_HOLDS,
        ExpressionAttributeNames: { "#status": "status" },
        ExpressionAttributeValues: {
          ":status": "in_digest",
          ":waiting": "waiting",
          ":list": digestList(day),
          ":host": host,
          ":expires": expiry(now),
        },
      },
    );
  }

  /** The hosts of a day's digest, at most `limit`. */
  async digestHosts(day: string, limit: number): Promise<DigestHosts> {
    const { Items = [], LastEvaluatedKey } = await this.#client.send(
      new QueryCommand({
        TableName: this.#name,
        IndexName: LISTED,
        Limit: limit,
        KeyConditionExpression: "listed_as = :list",
        ExpressionAttributeValues: { ":list": digestList(day) },
      }),
    );
    return { hosts: Items.map(({ listed_at }) => listed_at as string), hasMore: LastEvaluatedKey !== undefined };
  }

  /** The digests that are due, longest overdue first, at most `limit`. */
  async overdueDigests(now: Date, limit: number): Promise<readonly OverdueDigest[]> {
    const items = await overdueItems<{ sk: string; reconcile_rounds: number }>(this.#client, this.#name, ["digests"], {
      now,
      limit,
    });
    return items.map(({ sk, reconcile_rounds }) => ({ day: sk.slice(DAY.length), reconcileRounds: reconcile_rounds }));
  }

  /** Postpones reconcile for a digest until `until`. @returns false when it has ended */
  async postponeDigest(day: string, until: Date, rounds: number): Promise<boolean> {
    const still = {
      ConditionExpression: "pending_partition = :partition",
      ExpressionAttributeValues: { ":partition": "digests" },
    };
    return this.#changed({ day }, postponement(until, rounds, still));
  }

  /** Removes a digest from reconcile. A later message may still send it. */
  async dropDigest(day: string): Promise<boolean> {
    return this.#changed(
      { day },
      {
        UpdateExpression: "REMOVE pending_partition, reconcile_at",
        ConditionExpression: "pending_partition = :partition",
        ownWrite: "attribute_not_exists(pending_partition)",
        ExpressionAttributeValues: { ":partition": "digests" },
      },
    );
  }

  /** @returns false when the condition did not hold */
  async #changed(subject: MailSubject, update: Update): Promise<boolean> {
    return conditionalUpdate(this.#client, { TableName: this.#name, Key: toKey(subject) }, update);
  }
}

const CLAIM = claimIn();
const IS_WAITING = CLAIM.isWaiting;

const DAY = "day#";
const DAY_MS = 24 * 3_600_000;

/** The UTC date of a time. */
function utcDay(moment: Date): string {
  return moment.toISOString().slice(0, "2026-11-22".length);
}

function digestList(day: string): string {
  return `digest#${day}`;
}

function expiry(now: Date): number {
  return Math.ceil(now.getTime() / 1_000) + RETENTION_SECONDS;
}

function toKey(subject: MailSubject) {
  return { pk: "mails", sk: "host" in subject ? `host#${subject.host}` : `${DAY}${subject.day}` };
}
