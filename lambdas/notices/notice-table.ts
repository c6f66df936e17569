import type { Page } from "../shared/http/pagination.ts";
import type { Notice } from "../shared/notices/notice.ts";
import type { NoticeItem } from "../shared/notices/notice-item.ts";
import { NOTICES, noticeExpiry, noticeKey, TO_BE_SENT, toNotice } from "../shared/notices/notice-item.ts";
import type { ChannelName, NoticeKind } from "../shared/notices/notice-kind.ts";
import { CHANNELS } from "../shared/notices/notice-kind.ts";
import type { ClaimAttributes } from "../shared/sending/claim.ts";
import { claimIn } from "../shared/sending/claim.ts";
import type { Claims } from "../shared/sending/send-once.ts";
import { is, isAbsent, storedOr } from "../shared/table/expression.ts";
import { StoredTable } from "../shared/table/stored-table.ts";
import type { CreatedPosition } from "../shared/table/table-query.ts";
import { BY_CREATED_AT, itemsOf, newestCreated } from "../shared/table/table-query.ts";
import { STILL_HOLDS } from "../shared/table/update.ts";
import { enterUpTo } from "../shared/table/window-count.ts";
import { listOverdueItems, PENDING_ATTRIBUTES, pendingKeys } from "../shared/work/pending-index.ts";
import type { DayOfKind, Digest } from "./digest-day.ts";
import { digestName, endOf, firstOf, utcDay } from "./digest-day.ts";

/** The key of what is sent: a notice, or the digest of a kind and day. */
export type SendingKey = Readonly<Record<"pk" | "sk", string>>;

export interface Sending {
  readonly key: SendingKey;
  readonly of: { readonly notice: Notice } | { readonly digest: Digest };
  /** Whether a channel has been claimed before. */
  readonly isBegun: boolean;
  /** Rounds in which a channel refused it. */
  readonly refusals: number;
}

/** How many notices of one kind are sent singly on one UTC day; the contract's number. */
const SENT_PER_DAY = 10;

const DAYS = "days";
export const CLAIMS = { mail: claimIn("mail"), webhook: claimIn("webhook") };
const IS_PENDING = is("pending_partition", TO_BE_SENT);
/** No channel has been claimed. */
const IS_UNTOUCHED = CHANNELS.map((channel) => isAbsent(`${channel}.status`));

interface DayItem {
  readonly pk: string;
  readonly sk: string;
  readonly mail?: ClaimAttributes;
  readonly webhook?: ClaimAttributes;
  readonly refusals?: number;
  readonly pending_partition?: string;
  readonly names_old?: boolean;
}

/**
 * Table `notices`, as it is listed and sent. Beside the notices (lambdas/shared/notices/notice-item.ts) there is one item for
 * each kind and UTC day: partition key `pk` = `days`, sort key `sk` = `<kind>#<day>`, `sent`: the ids of the day's ten; and,
 * once there is an eleventh, what a notice has for its sending. Every write has a condition that names the expected state.
 */
export class NoticeTable extends StoredTable {
  /** A page of the notices, newest first, read consistently. */
  async list(page: { limit: number; position: CreatedPosition | undefined }): Promise<Page<Notice>> {
    const partition = { table: this.table, pk: NOTICES };
    const { items, position } = await newestCreated<NoticeItem>(this.client, partition, page);
    return { items: items.map(toNotice), position };
  }

  /** What is to be sent by now, the longest due first, at most `limit`. */
  async overdue(now: Date, limit: number): Promise<readonly SendingKey[]> {
    const items = await listOverdueItems<SendingKey>(this.client, this.table, [TO_BE_SENT], { now, limit });
    return items.map(({ pk, sk }) => ({ pk, sk }));
  }

  /** Reads what is to be sent, consistently; null when it is over. */
  async get({ pk, sk }: SendingKey): Promise<Sending | null> {
    const item = await this.itemAt<NoticeItem | DayItem>({ pk, sk });
    if (item?.pending_partition === undefined) return null;
    const isBegun = CHANNELS.some((channel) => item[channel]?.status !== undefined);
    const of = "created_at" in item ? { notice: toNotice(item) } : { digest: digestOf(item) };
    return { key: { pk, sk }, of, isBegun, refusals: item.refusals ?? 0 };
  }

  /** Reserves one of the day's ten single sendings for a notice, once for each notice. @returns false when none is left */
  async takeTurn({ id, kind }: Notice, now: Date): Promise<boolean> {
    const window = { TableName: this.table, Key: dayKey({ kind, day: utcDay(now) }), expiresAt: noticeExpiry(now) };
    return enterUpTo(this.client, window, { set: "sent", id, most: SENT_PER_DAY });
  }

  /**
   * Adds a notice to its day's digest, which is certain to be sent from then on.
   *
   * Nothing changes when the notice is sent by itself, or the digest is being sent already.
   *
   * @param waitMs how long after the day's end the digest is sent at the earliest
   */
  async addToDigest({ id, kind, createdAt }: Notice, now: Date, waitMs: number): Promise<void> {
    const day = utcDay(now);
    const isOld = Date.parse(createdAt) < firstOf(day);
    // The digest first: one that names nothing is never sent, but a notice of a missing digest would be lost.
    const isOpen = await this.updateItem(dayKey({ kind, day }), {
      set: {
        ...Object.fromEntries(CHANNELS.map((channel) => [channel, storedOr(channel, {})])),
        ...pendingKeys(TO_BE_SENT, new Date(endOf(day) + waitMs).toISOString()),
        ...(isOld && { names_old: true }),
      },
      when: IS_UNTOUCHED,
      ownWrite: STILL_HOLDS,
    });
    if (!isOpen) return;
    const digest = digestName({ kind, day });
    await this.updateItem(noticeKey(id), {
      set: { digest },
      remove: PENDING_ATTRIBUTES,
      when: [IS_PENDING, ...IS_UNTOUCHED],
      ownWrite: [is("digest", digest)],
    });
  }

  /**
   * The notices that a digest names, oldest first, at most `limit`; `hasMore`: there are others. All notices of the days are
   * read if necessary: a digest that names none is never sent.
   */
  async noticesOf(digest: Digest, limit: number): Promise<{ notices: readonly Notice[]; hasMore: boolean }> {
    const notices: Notice[] = [];
    for await (const item of itemsOf<NoticeItem>(this.client, {
      TableName: this.table,
      IndexName: BY_CREATED_AT,
      ConsistentRead: true,
      KeyConditionExpression: "pk = :notices AND created_at BETWEEN :from AND :to",
      FilterExpression: "digest = :digest",
      ExpressionAttributeValues: {
        ":notices": NOTICES,
        ":digest": digestName(digest),
        ":from": new Date(digest.namesOld ? 0 : firstOf(digest.day)).toISOString(),
        ":to": new Date(endOf(digest.day)).toISOString(),
      },
    })) {
      if (notices.length === limit) return { notices, hasMore: true };
      notices.push(toNotice(item));
    }
    return { notices, hasMore: false };
  }

  claimsOn(key: SendingKey, channel: ChannelName): Claims {
    const claims = CLAIMS[channel];
    return {
      claim: (claim, now) => this.updateItem(key, claims.claim(claim, now, [IS_PENDING])),
      get: async () => {
        const item = await this.itemAt<NoticeItem | DayItem>(key);
        const { status, claim, claimed_at } = item?.[channel] ?? {};
        return status === undefined ? null : { status, claim: claim ?? null, claimedAt: claimed_at ?? null };
      },
      end: (claim, status) => this.updateItem(key, claims.end(claim, status)),
      giveBack: (claim) => this.updateItem(key, claims.giveBack(claim)),
    };
  }

  /** Tries again at `until`, unless it is over. */
  async postpone(key: SendingKey, until: Date, refusals: number): Promise<void> {
    const set = { reconcile_at: until.toISOString(), refusals };
    await this.updateItem(key, { set, when: [IS_PENDING], ownWrite: STILL_HOLDS });
  }

  /** Ends the sending: every channel has ended, or is given up. */
  async finish(key: SendingKey): Promise<void> {
    const isOver = [isAbsent("pending_partition")];
    await this.updateItem(key, { remove: PENDING_ATTRIBUTES, when: [IS_PENDING], ownWrite: isOver });
  }
}

function dayKey(digest: DayOfKind): SendingKey {
  return { pk: DAYS, sk: digestName(digest) };
}

function digestOf({ sk, names_old: namesOld = false }: DayItem): Digest {
  const [kind, day] = sk.split("#");
  return { kind: kind as NoticeKind, day: String(day), namesOld };
}
