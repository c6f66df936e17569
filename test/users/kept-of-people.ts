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
      "are removed: what is deleted stays deleted; the address of a merged bookmark still leads to the bookmark that stays",
  },
  {
    table: "bookmarks",
    what: "daily counts of summaries by a model and of copied pictures, under a hash",
    holds: at("user_id", /^(?:model-summaries|copied-pictures)#/),
    exported: "nothing: they say only how many",
    deleted: "expire after two days",
    moved: "stay: they expire after two days",
  },
  {
    table: "bookmarks",
    what: "how often a person's pages are checked, under a hash",
    holds: at("user_id", /^page-checks#/),
    exported: "nothing: it is a setting",
    deleted: "all",
    moved: "all; a setting of the new person stays",
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
    moved: "are removed: what is deleted stays deleted",
  },
  {
    table: "recommendations",
    what: "subscriptions of members to recommended sites, as hashes",
    holds: at("pk", /^subscribers$/),
    exported: "nothing: the subscription itself is at the other site",
    deleted: "all; the counts stay, without a name",
    moved: "all; nothing is counted twice",
  },
  {
    table: "idempotency_keys",
    what: "keys of requests, with answers",
    holds: at("content_hash", /./),
    exported: "nothing: an answer repeats exported data",
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

/** Whether a value names a person of the tests, alone or as a part of a key. */
export function namesPerson(value: unknown): boolean {
  if (typeof value === "string") return /(?:^|#)(?:alice|bob)(?:$|#)/.test(value);
  if (typeof value !== "object" || value === null) return false;
  // A site of the matrix has a name of a person as its title.
  return Object.entries(value).some(([name, part]) => name !== "title" && namesPerson(part));
}

/** What names a person and is of no kind above. @param tables items by table, as JSON; @param queues messages by queue, as JSON */
export function unknownOfPeople(
  tables: Readonly<Record<string, readonly string[]>>,
  queues: readonly { readonly name: string; readonly accepted: readonly string[] }[],
): readonly string[] {
  const items = Object.entries(tables).flatMap(([table, texts]) =>
    texts.map((text) => ({ table, item: JSON.parse(text) as Readonly<Record<string, unknown>> })),
  );
  const isKnown = ({ table, item }: (typeof items)[number]) =>
    KEPT_OF_PEOPLE.some((kept) => kept.table === table && kept.holds(item));
  return [
    ...items
      .filter((one) => namesPerson(one.item) && !isKnown(one))
      .map(({ table, item }) => `${table}: ${Object.keys(item)}`),
    ...queues
      .filter(
        ({ name, accepted }) =>
          !QUEUES_WITH_PEOPLE.includes(name) && accepted.map((text) => JSON.parse(text)).some(namesPerson),
      )
      .map(({ name }) => `queue ${name}`),
  ];
}
