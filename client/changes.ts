import type { ChangePage } from "./answers.ts";
import type { Find } from "./resource.ts";
import { Resource } from "./resource.ts";

/** A page of changes: a `limit` from 1 to 200 (default 100), and the `next_cursor` of the page before. */
export interface ChangeQuery {
  readonly limit?: number;
  /** Left out, or undefined, at the first call. */
  readonly cursor?: string | undefined;
}

/** What of the user's bookmarks and stocks was made, changed or deleted. */
export class Changes extends Resource {
  /**
   * A page, oldest change first. Without a cursor it begins with all that there is. `next_cursor` is kept for the next call,
   * also when there is nothing more; after 60 days it is refused with the code `cursor_expired`.
   */
  list: Find<ChangeQuery, ChangePage> = this.finds("/v1/changes");
}
