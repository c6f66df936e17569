import type { ChangePage } from "./answers.ts";
import type { CallOptions, Transport } from "./transport.ts";

/** A page of changes: a `limit` from 1 to 200 (default 100), and the `next_cursor` of the page before. */
export interface ChangeQuery {
  readonly limit?: number;
  /** Left out, or undefined, at the first call. */
  readonly cursor?: string | undefined;
}

/** What of the user's bookmarks and stocks was made, changed or deleted. Every method throws ApiProblem or NetworkFailure. */
export class Changes {
  readonly #transport: Transport;

  constructor(transport: Transport) {
    this.#transport = transport;
  }

  /**
   * A page, oldest change first. Without a cursor it begins with all that there is. `next_cursor` is kept for the next call,
   * also when there is nothing more; after 60 days it is refused with the code `cursor_expired`.
   */
  list(query: ChangeQuery = {}, options?: CallOptions): Promise<ChangePage> {
    return this.#transport.request({ method: "GET", path: "/v1/changes", query: { ...query } }, options);
  }
}
