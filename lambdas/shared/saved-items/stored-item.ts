import type { SearchedItem } from "../search/matches-search.ts";
import { statesOf } from "../search/states.ts";
import { fromAttributes, toAttributes as renamed } from "../table/attribute-names.ts";
import type { Condition } from "../table/expression.ts";
import { any, is, isAbsent, isOneOf, storedOr, storedOrThat } from "../table/expression.ts";
import type { AnyStoredFields, StoredFields } from "../table/stored-fields.ts";
import { changesOf, fieldsOf, storedFieldsOf } from "../table/stored-fields.ts";
import { REMOVED } from "../table/update.ts";
import { pendingKeys, workItemPartition } from "../work/pending-index.ts";
import { storedWork } from "../work/stored-work.ts";
import type { ItemKey, SavedItem } from "./saved-item.ts";
import type { ItemTypes, SavedItemKind } from "./saved-item-kind.ts";

/** An item of a table of saved items, or the tombstone of a deleted one. */
export interface StoredItem {
  readonly user_id: string;
  readonly id: string;
  readonly creations?: ReadonlySet<string>;
  readonly updated_at: string;
  /** While the latest write was one of the background: the `updated_at` that answers show, of the write before it. */
  readonly shown_updated_at?: string;
  readonly status?: string;
  /** Of a tombstone only. */
  readonly deleted_at?: string;
  /** Of the tombstone of a merged item only: the id of the item that it was merged into. */
  readonly merged_into?: string;
  readonly failure?: object;
  readonly reconcile_at?: string;
  readonly search_own: string;
  readonly search_tags: string | null;
  readonly search_read: string;
  readonly search_words?: Uint8Array;
  readonly [attribute: string]: unknown;
}

/** The attributes of the fields that every kind has and every item of it, beside its key. */
const ATTRIBUTES = {
  canonicalUrl: "canonical_url",
  status: "status",
  createdAt: "created_at",
  updatedAt: "updated_at",
  workId: "work_id",
  requestedAt: "requested_at",
  reconcileRounds: "reconcile_rounds",
} as const satisfies StoredFields<Omit<SavedItem, keyof ItemKey | "failure" | "reconcileAt">>;

export function workOf<T extends ItemTypes>({ working }: SavedItemKind<T>) {
  return storedWork({ workId: ATTRIBUTES.workId, toDo: [isOneOf("status", working)] });
}

function allFields<T extends ItemTypes>({ fields }: SavedItemKind<T>): AnyStoredFields {
  return { ...ATTRIBUTES, ...fields };
}

/** The attributes that a tombstone keeps until the files are removed, and that an item which is saved again has again. */
function fileAttributesOf<T extends ItemTypes>({ files }: SavedItemKind<T>): readonly string[] {
  return [files.folder, ...files.about];
}

/** The attributes that are removed when an item is deleted; its tombstone has a time of change as well. */
export function deletedAttributes<T extends ItemTypes>(kind: SavedItemKind<T>): readonly string[] {
  const kept = [ATTRIBUTES.updatedAt, ...fileAttributesOf(kind)];
  return [
    ...storedFieldsOf(allFields(kind)).flatMap(({ attribute }) => (kept.includes(attribute) ? [] : [attribute])),
    ...["search_own", "search_tags", "search_read", "search_words", "failure", "shown_updated_at"],
    ...kind.failedAttributes,
  ];
}

/** The times of a write that changes what answers show as `updated_at`. */
export function changedAt(at: string): Record<string, unknown> {
  return { updated_at: at, shown_updated_at: REMOVED };
}

/** The times of a write of the background: followers of the changes get the item, and answers show `updated_at` as before. */
export function changedInBackground(at: string): Record<string, unknown> {
  return { shown_updated_at: storedOrThat("shown_updated_at", "updated_at"), updated_at: at };
}

/** When an item was changed, as its answer shows it: by anything but a write of the background. */
export function shownUpdatedAt({ updated_at, shown_updated_at = updated_at }: StoredItem): string {
  return shown_updated_at;
}

export function toKey(key: ItemKey) {
  return { user_id: key.userId, id: key.id };
}

export function toAttributes<T extends ItemTypes>(kind: SavedItemKind<T>, fields: object): Record<string, unknown> {
  return changesOf(allFields(kind), fields as Readonly<Record<string, unknown>>);
}

/** The conditions that fields of a stored item are as they were read; its tags as they are searched, without case. */
export function isAsRead<T extends ItemTypes>(
  kind: SavedItemKind<T>,
  read: T["item"],
  fields: readonly (keyof T["item"])[],
): readonly Condition[] {
  const stored = toAttributes(kind, read);
  const asked = storedFieldsOf(allFields(kind)).filter(({ field }) => fields.some((one) => one === field));
  return asked.flatMap(({ field, attribute, unwritten }) => {
    if (field === kind.tagField) return is("search_tags", kind.tagTexts(read));
    const value = stored[attribute] ?? null;
    // The emulated DynamoDB compares no maps.
    if (typeof value === "object" && value !== null && !Array.isArray(value)) {
      return Object.entries(value).map(([part, each]) => is(`${attribute}.${part}`, each));
    }
    const asRead = is(attribute, value);
    // An item that was stored before the field existed, or without it, is read as an item without a value.
    return value === null || value === unwritten ? any(isAbsent(attribute), asRead) : asRead;
  });
}

/** The attributes of a new item, without its key; undefined for each attribute of files that it lacks. */
export function newAttributes<T extends ItemTypes>(kind: SavedItemKind<T>, item: T["item"]): Record<string, unknown> {
  const attributes = toAttributes(kind, item);
  return {
    ...attributes,
    ...Object.fromEntries(fileAttributesOf(kind).map((attribute) => [attribute, attributes[attribute] ?? undefined])),
    search_own: kind.ownTexts(item),
    search_tags: kind.tagTexts(item),
    search_read: kind.fetchedTexts(item),
    ...(item.reconcileAt === null ? {} : pendingKeys(workItemPartition(item.id), item.reconcileAt)),
  };
}

/** The same for an item that is written in its tombstone: the tombstone's attributes of files stay. */
export function renewedAttributes<T extends ItemTypes>(
  kind: SavedItemKind<T>,
  item: T["item"],
): Record<string, unknown> {
  const attributes = newAttributes(kind, item);
  const ofFiles = fileAttributesOf(kind).filter((attribute) => attributes[attribute] !== undefined);
  return {
    ...attributes,
    ...Object.fromEntries(ofFiles.map((attribute) => [attribute, storedOr(attribute, attributes[attribute])])),
  };
}

/** The attribute of a failure: its fields, named as attributes are. */
export function failureAttribute(failure: object): { readonly failure: unknown } {
  return { failure: renamed(failure) };
}

/** An item from what is stored. An index with only some of the attributes gives only some of the fields. */
export function toItem<T extends ItemTypes>(kind: SavedItemKind<T>, stored: StoredItem): T["item"] {
  const withoutFiles = Object.fromEntries(kind.files.about.map((attribute) => [attribute, null]));
  return {
    ...fieldsOf(allFields(kind), { ...withoutFiles, ...stored }),
    userId: stored.user_id,
    id: stored.id,
    updatedAt: shownUpdatedAt(stored),
    failure: fromAttributes(stored.failure ?? null),
    reconcileAt: stored.reconcile_at ?? null,
  } as T["item"];
}

/** What a search looks at in an item. Index `search` has the texts only, by which the states are not known. */
export function toSearchedItem<T extends ItemTypes>(kind: SavedItemKind<T>, stored: StoredItem): SearchedItem {
  const { search_own: own, search_tags: tags, search_read: read, search_words: words } = stored;
  const states = stored.status === undefined ? undefined : statesOf(stored);
  return { ...kind.searched({ own, tags, read, words }), createdAt: String(stored[ATTRIBUTES.createdAt]), states };
}
