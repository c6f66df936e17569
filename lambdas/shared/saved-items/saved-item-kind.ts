import type { SearchedItem } from "../search/matches-search.ts";
import type { StoredFields } from "../table/stored-fields.ts";
import type { Transitions } from "../table/transitions.ts";
import type { ItemKey, SavedItem } from "./saved-item.ts";
import type { AnyUserFields } from "./user-fields.ts";

export interface ItemTypes {
  readonly item: SavedItem;
  /** What the work finds out about an item; fields of the item. */
  readonly facts: object;
  /** The fields that the message of an item needs; index `pending` holds them. */
  readonly subject: ItemKey & Pick<SavedItem, "workId">;
  readonly message: object;
  /** The names of its transitions. */
  readonly move: string;
}

/** The texts of an item in the form in which they are searched, in parts that are written at different times. */
export interface SearchedTexts {
  /** The user's, and the addresses. */
  readonly own: string;
  /** The user's tags; null where those of the work count. */
  readonly tags: string | null;
  /** What the work has read. */
  readonly read: string;
  /** Words of a long text that the work has read, packed by the kind; undefined without. */
  readonly words?: Uint8Array | undefined;
}

/** The attributes of the files of an item. */
export interface FileAttributes {
  /** Holds the folder of the item's files: all that is kept of it outside of the table. */
  readonly folder: string;
  /** What is known of the files, such as their keys. */
  readonly about: readonly string[];
}

/** The transitions that every kind has. */
type CommonMove = "request" | "complete" | "fail";

/**
 * Describes a kind of saved items: everything in which its storage, its search and its work differ from those of other
 * kinds.
 */
export interface SavedItemKind<T extends ItemTypes> {
  /** In paths, lists and answers to people. */
  readonly name: string;
  readonly plural: string;
  /** How the fields are stored that only this kind has. */
  readonly fields: StoredFields<Omit<T["item"], keyof SavedItem>>;
  /** The fields that only the user writes. */
  readonly userFields: AnyUserFields;
  /** The attributes of the files that are kept of an item outside of the table. */
  readonly files: FileAttributes;
  /** The attributes beside `failure` that only a failed item has. */
  readonly failedAttributes: readonly string[];
  readonly transitions: Transitions<T["item"]["status"], T["move"] | CommonMove>;
  /** The transition by which saving a failed item requests its work again; null where saving it changes nothing. */
  readonly reviveBy: T["move"] | null;
  /** The states in which work is pending: only in these can an item be overdue. */
  readonly working: readonly T["item"]["status"][];
  /** The user's fields that are searched as one text, beside those that never change. */
  readonly ownFields: readonly (keyof T["item"])[];
  /** The field of the user's tags. */
  readonly tagField: keyof T["item"];
  readonly ownTexts: (item: T["item"]) => string;
  readonly tagTexts: (item: T["item"]) => string | null;
  readonly fetchedTexts: (facts: T["facts"]) => string;
  /** What a search looks at in an item of these texts. */
  readonly searched: (texts: SearchedTexts) => Omit<SearchedItem, "createdAt" | "states">;
  /** The name of the queue of its messages. */
  readonly queue: string;
  readonly toMessage: (subject: T["subject"]) => T["message"];
}
