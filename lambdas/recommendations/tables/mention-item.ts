import { fromAttributes } from "../../shared/table/attribute-names.ts";
import type { Mention, MentionKind, MentionStatus } from "../domain/mention.ts";
import { mentionSource } from "../domain/mention-source.ts";

/** Partitions of index `pending`: mentions that are being verified, and those that will be verified again. */
export type PendingPartition = "mentions" | "checks";

export interface MentionItem {
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
    id: item.sk,
    source: mentionSource(item.source),
    target: item.target,
    status: item.status,
    workId: item.request_id,
    failures: item.failures,
    checkDays: item.check_days,
    nextCheckAt: item.next_check_at ?? null,
    firstSeenAt: item.first_seen_at,
    verifiedAt: item.first_verified_at ?? null,
    lastVerifiedAt: item.last_verified_at ?? null,
    site: fromAttributes(item.site ?? null),
    expiresAt: isoTime(item.expires_at),
    isHidden: item.hidden === true,
  };
}
