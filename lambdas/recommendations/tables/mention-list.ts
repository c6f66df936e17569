import type { DynamoDBDocumentClient } from "@aws-sdk/lib-dynamodb";
import { itemsOf } from "../../shared/table/table-query.ts";
import type { MentionKind, MentionStatus } from "../domain/mention.ts";
import { MENTION_KINDS, MENTION_STATUSES } from "../domain/mention.ts";
import type { MentionItem } from "./mention-item.ts";
import { isoTime, listOf } from "./mention-item.ts";

/** What index `listed` holds of a mention. */
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
 * Index `listed` of table `recommendations`, as far as mentions are in it: partition `mentions#<kind>#<status>`, in the
 * order `<first_seen_at>#<id>`. The index may be behind the table.
 */
export class MentionList {
  readonly #client: DynamoDBDocumentClient;
  readonly #name: string;

  constructor(client: DynamoDBDocumentClient, name: string) {
    this.#client = client;
    this.#name = name;
  }

  /** Every entry, partition by partition, newest first. Expired ones are among them. */
  async *entries(filter: MentionFilter): AsyncGenerator<MentionEntry> {
    for (const list of listsOf(filter)) yield* this.#entries(list, {});
  }

  /**
   * A page of entries.
   *
   * @param after the position after which the page begins; the newest without
   * @param isVisible false for an entry that the list leaves out
   */
  async page(
    filter: MentionFilter,
    { limit, after }: { readonly limit: number; readonly after?: string | undefined },
    isVisible: (entry: MentionEntry) => boolean,
  ): Promise<MentionEntryPage> {
    const found = await Promise.all(
      listsOf(filter).map(async (list) => {
        const entries: MentionEntry[] = [];
        for await (const entry of this.#entries(list, { after, limit: limit + 1 })) {
          if (isVisible(entry)) entries.push(entry);
          if (entries.length > limit) break;
        }
        return entries;
      }),
    );
    const merged = found.flat().sort((one, other) => (one.place < other.place ? 1 : -1));
    const entries = merged.slice(0, limit);
    return { entries, next: merged.length > limit ? (entries.at(-1)?.place ?? null) : null };
  }

  async *#entries(
    list: string,
    { after, limit }: { readonly after?: string | undefined; readonly limit?: number },
  ): AsyncGenerator<MentionEntry> {
    for await (const item of itemsOf<ListedItem>(this.#client, {
      TableName: this.#name,
      IndexName: "listed",
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
        expiresAt: isoTime(item.expires_at),
      };
    }
  }
}

function listsOf({ kind, status }: MentionFilter): readonly string[] {
  const kinds = kind === undefined ? MENTION_KINDS : [kind];
  const statuses = status === undefined ? MENTION_STATUSES : [status];
  return kinds.flatMap((one) => statuses.map((other) => listOf(one, other)));
}
