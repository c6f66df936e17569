import type { DynamoDBDocumentClient } from "@aws-sdk/lib-dynamodb";
import type { MentionKind, MentionStatus } from "../domain/mention.ts";
import { MENTION_KINDS, MENTION_STATUSES } from "../domain/mention.ts";
import type { ListRange } from "./listed-index.ts";
import { listedItems, listedPage } from "./listed-index.ts";
import type { MentionItem } from "./mention-item.ts";
import { isoTime, listOf } from "./mention-item.ts";

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
}

/** Which mentions a list contains; all without. */
export interface MentionFilter {
  readonly kind?: MentionKind | undefined;
  readonly status?: MentionStatus | undefined;
}

/** One page of entries, newest first; `next` is the position after which the next page begins, null at the end. */
export interface MentionEntryPage {
  readonly entries: readonly MentionEntry[];
  readonly next: string | null;
}

type ListedItem = Pick<MentionItem, "sk" | "listed_at" | "host" | "site_key" | "first_verified_at" | "expires_at">;

/**
 * Index `listed` of table `recommendations`, with its mentions: partition `mentions#<kind>#<status>`, in the order
 * `<first_seen_at>#<id>`. The index may be behind the table.
 */
export class MentionList {
  readonly #client: DynamoDBDocumentClient;
  readonly #name: string;

  constructor(client: DynamoDBDocumentClient, name: string) {
    this.#client = client;
    this.#name = name;
  }

  /** Every entry, partition by partition, newest first, including expired ones. */
  async *entries(filter: MentionFilter): AsyncGenerator<MentionEntry> {
    for (const list of listsOf(filter)) {
      for await (const item of listedItems<ListedItem>(this.#client, this.#name, list)) yield toEntry(item);
    }
  }

  /** A page of entries. @param isVisible false for an entry that the list leaves out */
  async page(
    filter: MentionFilter,
    range: ListRange,
    isVisible: (entry: MentionEntry) => boolean,
  ): Promise<MentionEntryPage> {
    const { items, next } = await listedPage<ListedItem>(this.#client, this.#name, listsOf(filter), range, (item) =>
      isVisible(toEntry(item)),
    );
    return { entries: items.map(toEntry), next };
  }
}

function toEntry(item: ListedItem): MentionEntry {
  return {
    id: item.sk,
    place: item.listed_at,
    host: item.host,
    siteKey: item.site_key ?? null,
    verifiedAt: item.first_verified_at ?? null,
    expiresAt: isoTime(item.expires_at),
  };
}

function listsOf({ kind, status }: MentionFilter): readonly string[] {
  const kinds = kind === undefined ? MENTION_KINDS : [kind];
  const statuses = status === undefined ? MENTION_STATUSES : [status];
  return kinds.flatMap((one) => statuses.map((other) => listOf(one, other)));
}
