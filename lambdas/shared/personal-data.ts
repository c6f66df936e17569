import type { Position } from "./http/pagination.ts";

export interface DeletedPage {
  /** How many items it deleted. */
  readonly deleted: number;
  /** Where the next page begins; null at the end. */
  readonly position: Position | null;
}

export interface MovedPage {
  /** The items that are the new user's now. */
  readonly moved: number;
  /** Those that were changed while they were moved; the next pass moves them. */
  readonly changed: number;
  /** The addresses of those that stay, since the new user has other texts for the same address. */
  readonly kept: readonly string[];
  readonly position: Position | null;
}

/**
 * What a feature keeps of people in one kind of items, found by the user's id. Each page can be repeated: one that was
 * interrupted is completed by the next, and one that is repeated changes nothing more.
 */
export interface PersonalData {
  readonly name: string;
  /** Deletes a page of what is the user's. @param position null for the first page */
  deletePage(userId: string, position: Position | null): Promise<DeletedPage>;
  /** Moves a page of one user's data to another user; null for data that expire soon and are not worth moving. */
  readonly movePage:
    | ((
        users: { readonly from: string; readonly to: string },
        position: Position | null,
        now: Date,
      ) => Promise<MovedPage>)
    | null;
}
