import type { Bookmark, BookmarkChanges, BookmarkPage, NewBookmark } from "./answers.ts";
import type { PageQuery, SearchQuery, TagQuery } from "./paging.ts";
import { everyItem } from "./paging.ts";
import { withSourceHint } from "./source-hint.ts";
import type { CallOptions, CreateOptions, Transport } from "./transport.ts";

/** A page of bookmarks: of all, or of those that a search finds. */
export interface BookmarkQuery extends PageQuery, SearchQuery, TagQuery {
  readonly status?: Bookmark["status"];
}

/** The user's saved pages. Every method throws ApiProblem or NetworkFailure. */
export class Bookmarks {
  readonly #transport: Transport;

  constructor(transport: Transport) {
    this.#transport = transport;
  }

  /**
   * Saves a page once, however often it is sent. A page that was saved before is answered as it is. Without a
   * `source_hint` the client derives it from the URL.
   */
  save(bookmark: NewBookmark, options?: CreateOptions): Promise<Bookmark> {
    const body = withSourceHint(bookmark);
    return this.#transport.request({ method: "POST", path: "/v1/bookmarks", body, creates: true }, options);
  }

  list(query: BookmarkQuery = {}, options?: CallOptions): Promise<BookmarkPage> {
    return this.#transport.request({ method: "GET", path: "/v1/bookmarks", query: { ...query } }, options);
  }

  /** All of them, or all that a search finds, newest first. */
  all(
    query: Omit<BookmarkQuery, keyof PageQuery> = {},
    options?: CallOptions,
  ): AsyncGenerator<Bookmark, void, undefined> {
    return everyItem(async (cursor) => {
      const { bookmarks, next_cursor } = await this.list({ limit: 100, ...query, ...cursor }, options);
      return { items: bookmarks, next_cursor };
    });
  }

  get(id: string, options?: CallOptions): Promise<Bookmark> {
    return this.#transport.request({ method: "GET", path: pathOf(id) }, options);
  }

  update(id: string, changes: BookmarkChanges, options?: CallOptions): Promise<Bookmark> {
    return this.#transport.request({ method: "PATCH", path: pathOf(id), body: changes }, options);
  }

  delete(id: string, options?: CallOptions): Promise<void> {
    return this.#transport.request({ method: "DELETE", path: pathOf(id), doneCodes: ["not_found"] }, options);
  }

  /** Requests that the page be processed again. @returns the pending bookmark */
  async reprocess(id: string, options?: CallOptions): Promise<Bookmark> {
    const call = { method: "POST", path: `${pathOf(id)}/reprocess`, doneCodes: ["already_processing"] } as const;
    return (await this.#transport.request<Bookmark | null>(call, options)) ?? this.get(id, options);
  }
}

function pathOf(id: string): string {
  return `/v1/bookmarks/${encodeURIComponent(id)}`;
}
