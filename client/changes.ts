import type { ChangePage } from "./answers.ts";
import type { Find } from "./resource.ts";
import { Resource } from "./resource.ts";

/** A page of changes: a `limit` from 1 to 200 (default 100), and the `next_cursor` of the page before. */
export interface ChangeQuery {
  readonly limit?: number;
  /** Left out, or undefined, at the first call. */
  readonly cursor?: string | undefined;
}

/** The user's bookmarks and stocks that were made, changed or deleted. */
export class Changes extends Resource {
  /**
   * A page, oldest change first. Without a cursor it begins with everything that exists. Keep `next_cursor` for the next
   * call, even when nothing follows; after 60 days it is refused with the code `cursor_expired`.
   */
  list: Find<ChangeQuery, ChangePage> = this.finds("/v1/changes");
}
