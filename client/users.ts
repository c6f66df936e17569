import type {
  Bookmark,
  BookmarkContent,
  BookmarkPage,
  DeletedUserData,
  MovedUserData,
  Stock,
  StockPage,
  UserDataMove,
} from "./answers.ts";
import type { Items, PageQuery } from "./paging.ts";
import { everyItem } from "./paging.ts";
import type { FindOfOne } from "./resource.ts";
import { Resource } from "./resource.ts";
import type { CallOptions } from "./transport.ts";

/** For administrators: what belongs to one person, whom the `sub` of the person's token names. */
export class Users extends Resource {
  readonly #bookmarks: FindOfOne<PageQuery, BookmarkPage> = this.findsOfOne("/v1/users/{sub}/bookmarks");
  readonly #stocks: FindOfOne<PageQuery, StockPage> = this.findsOfOne("/v1/users/{sub}/stocks");

  /** All bookmarks of a user, newest first. */
  bookmarks = (sub: string, options?: CallOptions): Items<Bookmark> =>
    everyItem("bookmarks", (query) => this.#bookmarks(sub, query, options));

  /** The kept text of a user's bookmark. @throws ApiProblem `no_content` if none was kept */
  content = (sub: string, bookmarkId: string, options?: CallOptions): Promise<BookmarkContent> =>
    this.send("GET", "/v1/users/{sub}/bookmarks/{id}/content", { id: [sub, bookmarkId] }, options);

  /** All stocks of a user, newest first. */
  stocks = (sub: string, options?: CallOptions): Items<Stock> =>
    everyItem("stocks", (query) => this.#stocks(sub, query, options));

  /** Deletes a page of a user's data; each page may be repeated. */
  deletePage = (sub: string, cursor?: string, options?: CallOptions): Promise<DeletedUserData> =>
    this.send("POST", "/v1/users/{sub}/delete", { id: sub, body: cursor === undefined ? {} : { cursor } }, options);

  /** Moves a page of a user's data to another user; each page may be repeated. */
  movePage = (sub: string, move: UserDataMove, options?: CallOptions): Promise<MovedUserData> =>
    this.send("POST", "/v1/users/{sub}/move", { id: sub, body: move }, options);
}
