import type { ClaimAttributes } from "../sending/claim.ts";
import { pendingKeys } from "../work/pending-index.ts";
import type { Notice } from "./notice.ts";
import type { NoticeKind } from "./notice-kind.ts";

export const NOTICES = "notices";
/** The partition of index `pending` that holds what is still to be sent. */
export const TO_BE_SENT = "sending";

/** How long notices are kept: within this time a listing at the same price is not reported again. */
const RETENTION_SECONDS = 400 * 24 * 3_600;

/**
 * A notice as it is stored in table `notices`: partition key `pk` = `notices`, sort key `sk` = its id; created_at is the key
 * of the local index `by_created_at`. While it is to be sent it is in index `pending`. Each channel's claim is in a map.
 */
export interface NoticeItem {
  readonly pk: string;
  readonly sk: string;
  readonly kind: Exclude<NoticeKind, "gone">;
  /** In place of `kind` where the last release does not know the kind. */
  readonly newer_kind?: NoticeKind;
  /** Notices of the last release have none. */
  readonly data?: object;
  /** The text in English, for the last release, which reads nothing else. */
  readonly title: string;
  readonly body: string;
  readonly url?: string;
  readonly screen: string;
  readonly created_at: string;
  readonly expires_at: number;
  readonly mail: ClaimAttributes;
  readonly webhook: ClaimAttributes;
  /** The digest that names it, `<kind>#<UTC day>`; it is sent in no other way. */
  readonly digest?: string;
  readonly pending_partition?: string;
  readonly reconcile_at?: string;
  /** Rounds in which a channel refused it. */
  readonly refusals?: number;
}

export function noticeKey(id: string) {
  return { pk: NOTICES, sk: id };
}

export function toNoticeItem({ id, kind, data, title, body, url, screen, createdAt }: Notice): NoticeItem {
  return {
    ...noticeKey(id),
    ...(kind === "gone" ? { kind: "mention", newer_kind: kind } : { kind }),
    ...(data && { data }),
    title,
    body,
    ...(url === null ? {} : { url }),
    screen,
    created_at: createdAt,
    expires_at: noticeExpiry(new Date(createdAt)),
    mail: {},
    webhook: {},
    ...pendingKeys(TO_BE_SENT, createdAt),
  };
}

export function toNotice(item: NoticeItem): Notice {
  const { sk, kind, newer_kind, data, title, body, url, screen, created_at } = item;
  return {
    id: sk,
    kind: newer_kind ?? kind,
    data: data ?? null,
    title,
    body,
    url: url ?? null,
    screen,
    createdAt: created_at,
  };
}

/** Epoch seconds after which DynamoDB may delete an item of the table. */
export function noticeExpiry(now: Date): number {
  return Math.ceil(now.getTime() / 1_000) + RETENTION_SECONDS;
}
