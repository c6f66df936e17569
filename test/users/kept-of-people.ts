/** One kind of items that hold something of a person. */
export interface KeptOfPeople {
  readonly table: string;
  readonly what: string;
  /** Whether an item is of this kind, by its attributes. */
  readonly holds: (item: Readonly<Record<string, unknown>>) => boolean;
  readonly exported: string;
  readonly deleted: string;
  readonly moved: string;
}

const at = (name: string, form: RegExp) => (item: Readonly<Record<string, unknown>>) => form.test(String(item[name]));
const isTombstone = (item: Readonly<Record<string, unknown>>) => item.deleted_at !== undefined;
const isSaved = (item: Readonly<Record<string, unknown>>) => item.canonical_url !== undefined && !isTombstone(item);

/**
 * Everything that the tables keep of people, and what `magpie user` does with it; docs/people.md has the same table. A kind of
 * items that names a user and is not here fails a test.
 */
export const KEPT_OF_PEOPLE: readonly KeptOfPeople[] = [
  {
    table: "bookmarks",
    what: "bookmarks, with their failed jobs",
    holds: isSaved,
    exported: "all",
    deleted: "all",
    moved: "all",
  },
  {
    table: "bookmarks",
    what: "tombstones of deleted and merged bookmarks",
    holds: isTombstone,
    exported: "nothing: they have no address",
    deleted: "all",
    moved:
      "end: what is deleted stays deleted; the address of what was merged still is that of the bookmark that stays",
  },
  {
    table: "bookmarks",
    what: "counts of summaries by a model and of copied pictures in a day, under a hash",
    holds: at("user_id", /^(?:model-summaries|copied-pictures)#/),
    exported: "nothing: they say only how many",
    deleted: "expire after two days",
    moved: "stay: they expire after two days",
  },
  {
    table: "bookmarks",
    what: "how often a person's pages are checked, under a hash",
    holds: at("user_id", /^page-checks#/),
    exported: "nothing: it is a choice",
    deleted: "all",
    moved: "all; a choice of the new one stays",
  },
  {
    table: "stocks",
    what: "stocks",
    holds: isSaved,
    exported: "all",
    deleted: "all",
    moved: "all",
  },
  {
    table: "stocks",
    what: "tombstones of deleted stocks",
    holds: isTombstone,
    exported: "nothing: they have no address",
    deleted: "all",
    moved: "end: what is deleted stays deleted",
  },
  {
    table: "recommendations",
    what: "that a member subscribed to a recommended site, as a hash",
    holds: at("pk", /^subscribers$/),
    exported: "nothing: the subscription itself is the other site's",
    deleted: "all; the counts stay, without a name",
    moved: "all; nothing is counted twice",
  },
  {
    table: "idempotency_keys",
    what: "keys of requests, with answers",
    holds: at("content_hash", /./),
    exported: "nothing: an answer shows what is exported",
    deleted: "all",
    moved: "stay: they expire after three days",
  },
  {
    table: "idempotency_keys",
    what: "counts of a user's saves, imports and searches, under a hash",
    holds: at("id", /^(?:saves|imports|repeats|searches)#/),
    exported: "nothing: they say only how many",
    deleted: "expire after two days",
    moved: "stay: they expire after two days",
  },
];

/** Tables that name no user. */
export const WITHOUT_PEOPLE: readonly string[] = ["books", "mercari", "notices"];

/** Queues whose messages name a user; a message about what is gone changes nothing. */
export const QUEUES_WITH_PEOPLE: readonly string[] = ["bookmark-processing", "oembed-fetch"];
