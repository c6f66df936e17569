import type { ComponentType } from "preact";
import type { SyncedItem } from "../../client/index.ts";
import type { SkeletonView } from "../parts/states/skeleton.tsx";
import type { ItemOf, ItemRow, ItemType } from "./item-row.ts";
import type { ListFilters, ListQuery } from "./list-query.ts";

/** What an item of a list is rendered from. */
export interface ItemProps<Type extends ItemType> {
  readonly row: ItemRow<Type>;
  /** Of the list. */
  readonly query: ListQuery;
  /** The present time, from which days are counted. */
  readonly today: Date;
  /** With its picture, its summary and its note. */
  readonly isCard: boolean;
  readonly isSelected: boolean;
  readonly onSelect: (key: string) => void;
  readonly onEdit: (item: ItemOf[Type]) => void;
}

/** What the field that saves an item and searches the list gets. */
export interface FieldProps {
  /** What is searched for. */
  readonly q: string;
  readonly onSearch: (words: string) => void;
  /** The item is there already: its key. */
  readonly onThere: (key: string) => void;
}

interface ListWords {
  readonly count: (number: number) => string;
  readonly noneFound: string;
  readonly statuses: { readonly [status: string]: string };
  readonly providers?: { readonly [provider: string]: string };
}

/** What differs between the lists of saved items. */
export interface ListKind<Type extends ItemType> extends ListFilters {
  readonly type: Type;
  /** Of its address. */
  readonly path: string;
  /** The preference that says how it is shown. */
  readonly view: "listView" | "deckView";
  /** What stands for its rows while they are loaded. */
  readonly skeletonRows: SkeletonView;
  /** The name of its place in the navigation. */
  readonly title: "bookmarks" | "slides";
  /** In the interface's language. */
  readonly words: () => ListWords;
  readonly Field: ComponentType<FieldProps>;
  readonly Item: ComponentType<ItemProps<Type>>;
  /** What a person sees who has none. */
  readonly FirstRun: ComponentType;
  /** What stands above the whole list. */
  readonly Above?: ComponentType<{ readonly items: readonly SyncedItem[] }>;
}
