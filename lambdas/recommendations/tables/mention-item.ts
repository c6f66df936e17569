import type { ItemOf, StoredFields } from "../../shared/table/stored-fields.ts";
import { fieldsOf, sparse } from "../../shared/table/stored-fields.ts";
import type { Mention, MentionKind, MentionStatus } from "../domain/mention.ts";
import { mentionSource } from "../domain/mention-source.ts";

/** Partitions of index `pending`: mentions that are being verified, and those that will be verified again. */
export type PendingPartition = "mentions" | "checks";

/** What a mention stores as it is, beside its key. */
type StoredMention = Omit<Mention, "id" | "source" | "expiresAt" | "isHidden">;

export const MENTION_FIELDS = {
  target: "target",
  status: "status",
  workId: "request_id",
  failures: "failures",
  checkDays: "check_days",
  nextCheckAt: sparse("next_check_at"),
  firstSeenAt: "first_seen_at",
  verifiedAt: sparse("first_verified_at"),
  lastVerifiedAt: sparse("last_verified_at"),
  site: sparse("site"),
} as const satisfies StoredFields<StoredMention>;

export interface MentionItem extends ItemOf<StoredMention, typeof MENTION_FIELDS> {
  readonly pk: string;
  readonly sk: string;
  readonly source: string;
  readonly host: string;
  readonly site_key?: string;
  readonly reconcile_rounds: number;
  readonly expires_at?: number;
  readonly hidden?: true;
  readonly pending_partition?: PendingPartition;
  readonly reconcile_at?: string;
  readonly listed_as: string;
  readonly listed_at: string;
}

const MENTIONS = "mentions";

export function mentionKey(id: string) {
  return { pk: MENTIONS, sk: id };
}

const HIDDEN = "#hidden";

/** The partition of index `listed` that holds the mentions of a kind and a status, the hidden ones or the others. */
export function listOf(kind: MentionKind, status: MentionStatus, isHidden: boolean): string {
  return `${MENTIONS}#${kind}#${status}${isHidden ? HIDDEN : ""}`;
}

/** Whether a partition of index `listed` holds hidden mentions. */
export function isListOfHidden(list: string): boolean {
  return list.endsWith(HIDDEN);
}

/** Rounded up, so that nothing expires too early. */
export function epochSeconds(time: Date): number {
  return Math.ceil(time.getTime() / 1_000);
}

/** ISO 8601 UTC; null without a time. */
export function isoTime(epochSecond: number | undefined): string | null {
  return epochSecond === undefined ? null : new Date(epochSecond * 1_000).toISOString();
}

export function toMention(item: MentionItem): Mention {
  return {
    ...fieldsOf<StoredMention>(MENTION_FIELDS, item),
    id: item.sk,
    source: mentionSource(item.source),
    expiresAt: isoTime(item.expires_at),
    isHidden: item.hidden === true,
  };
}
