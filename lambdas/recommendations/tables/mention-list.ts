import type { MentionKind, MentionStatus } from "../domain/mention.ts";
import { MENTION_KINDS, MENTION_STATUSES } from "../domain/mention.ts";
import type { MentionItem } from "./mention-item.ts";
import { isListOfHidden, isoTime, listOf } from "./mention-item.ts";

/** The fields of a mention in index `listed`. */
export interface MentionEntry {
  readonly id: string;
  /** Its position among all mentions: later ones are newer. */
  readonly place: string;
  readonly host: string;
  /** Equal for the lists of one site; null for a page. */
  readonly siteKey: string | null;
  readonly verifiedAt: string | null;
  readonly expiresAt: string | null;
  readonly isHidden: boolean;
}

/** The mentions that a list contains; all of them without a filter. */
export interface MentionFilter {
  readonly kind?: MentionKind | undefined;
  readonly status?: MentionStatus | undefined;
  readonly hidden?: boolean | undefined;
}

/** A mention as it is stored in index `listed`. */
export type ListedMention = Pick<
  MentionItem,
  "sk" | "listed_as" | "listed_at" | "host" | "site_key" | "first_verified_at" | "expires_at"
>;

export function toMentionEntry(item: ListedMention): MentionEntry {
  return {
    id: item.sk,
    place: item.listed_at,
    host: item.host,
    siteKey: item.site_key ?? null,
    verifiedAt: item.first_verified_at ?? null,
    expiresAt: isoTime(item.expires_at),
    isHidden: isListOfHidden(item.listed_as),
  };
}

/** The partitions of index `listed` that contain these mentions. */
export function listsOf({ kind, status, hidden }: MentionFilter): readonly string[] {
  const kinds = kind === undefined ? MENTION_KINDS : [kind];
  const statuses = status === undefined ? MENTION_STATUSES : [status];
  const hiding = hidden === undefined ? [false, true] : [hidden];
  return kinds.flatMap((one) => statuses.flatMap((other) => hiding.map((isHidden) => listOf(one, other, isHidden))));
}
