import * as z from "zod/mini";
import type { bookmarkAnswer, contentsOnDemand, personalBookmarks } from "../bookmarks/personal.ts";
import { readContent } from "../bookmarks/personal.ts";
import type { Clock } from "../shared/clock.ts";
import type { Answer } from "../shared/http/answer.ts";
import { ok } from "../shared/http/answer.ts";
import type { Caller } from "../shared/http/caller.ts";
import type { Operation } from "../shared/http/http-api.ts";
import type { Position } from "../shared/http/pagination.ts";
import { byCreatedAt, decodeCursor, encodeCursor } from "../shared/http/pagination.ts";
import { Rejected } from "../shared/http/rejected.ts";
import { log } from "../shared/log.ts";
import type { PersonalData } from "../shared/personal-data.ts";
import type { ToAnswer } from "../shared/saved-items/item-operations.ts";
import { requireOwnItem } from "../shared/saved-items/item-operations.ts";
import type { ItemTypes } from "../shared/saved-items/saved-item-kind.ts";
import type { SavedItemTable } from "../shared/saved-items/saved-item-table.ts";
import type { personalStocks, stockAnswer } from "../slides/personal.ts";
import type { usersRoutes } from "./routes.ts";

export interface UsersServices {
  readonly bookmarks: Pick<ReturnType<typeof personalBookmarks>, "items"> & {
    readonly contents: Pick<ReturnType<typeof contentsOnDemand>, "get">;
    readonly toAnswer: ReturnType<typeof bookmarkAnswer>;
    readonly siteUrl: string;
  };
  readonly stocks: Pick<ReturnType<typeof personalStocks>, "items"> & {
    readonly toAnswer: ReturnType<typeof stockAnswer>;
  };
  /** All data about people, in the order in which they are deleted and moved. */
  readonly data: readonly PersonalData[];
  readonly clock: Clock;
}

interface UserRequest {
  readonly caller: Caller;
  readonly params: { readonly sub: string };
  readonly correlationId: string;
}

interface ListRequest extends UserRequest {
  readonly query: { readonly limit: number; readonly cursor?: string | undefined };
}

type UsersOperation<Name extends keyof typeof usersRoutes> = Operation<(typeof usersRoutes)[Name], UsersServices>;

/** The fields of a log line about an access to data: the caller, and the person whose data they are. */
const about = ({ caller, params, correlationId }: UserRequest) => ({
  user_id: caller.userId,
  owner_id: params.sub,
  correlation_id: correlationId,
});

export const listUserBookmarks: UsersOperation<"listUserBookmarks"> = (request, { bookmarks }) =>
  listOf(request, bookmarks.items, bookmarks.toAnswer);

export const getUserBookmarkContent: UsersOperation<"getUserBookmarkContent"> = (request, { bookmarks }) => {
  const { sub, id } = request.params;
  log.info("user_data_read", { data: "content", ...about(request) });
  const owned = { ...request, caller: { ...request.caller, userId: sub } };
  return readContent(() => requireOwnItem({ ...owned, params: { id } }, bookmarks.items), bookmarks);
};

export const listUserStocks: UsersOperation<"listUserStocks"> = (request, { stocks }) =>
  listOf(request, stocks.items, stocks.toAnswer);

async function listOf<T extends ItemTypes>(
  request: ListRequest,
  items: SavedItemTable<T>,
  toAnswer: ToAnswer<T>,
): Promise<Answer> {
  const { plural } = items.kind;
  const { sub } = request.params;
  const { limit, cursor } = request.query;
  log.info("user_data_read", { data: plural, ...about(request) });
  const list = ["users", plural, sub];
  const page = await items.lists.page(sub, {}, { limit, position: decodeCursor(cursor, list, byCreatedAt) });
  return ok({ [plural]: page.items.map(toAnswer), next_cursor: encodeCursor(page.position, list) });
}

/** Deletes the page that the cursor names: of one kind of data, and after its end of the next kind. */
export const deleteUserData: UsersOperation<"deleteUserData"> = async (request, { data }) => {
  const { sub } = request.params;
  const pages = new Pages(data, ["delete", sub]);
  const { part, index, position } = pages.at(request.body.cursor);
  const { deleted, position: next } = await part.deletePage(sub, position);
  log.info("user_data_deleted", { data: part.name, deleted, ...about(request) });
  return ok({ data: part.name, deleted, next_cursor: pages.after(index, next) });
};

/** Moves the page that the cursor names, likewise. */
export const moveUserData: UsersOperation<"moveUserData"> = async (request, { data, clock }) => {
  const from = request.params.sub;
  const { to, cursor } = request.body;
  if (from === to) throw new Rejected(400, "same_user", "The new user must be another one.");
  const pages = new Pages(
    data.flatMap(({ name, movePage }) => (movePage === null ? [] : [{ name, movePage }])),
    ["move", from, to],
  );
  const { part, index, position } = pages.at(cursor);
  const { moved, changed, kept, position: next } = await part.movePage({ from, to }, position, clock.now());
  log.info("user_data_moved", { data: part.name, moved, kept: kept.length, to, ...about(request) });
  return ok({ data: part.name, moved, changed, kept, next_cursor: pages.after(index, next) });
};

const place = z.object({ name: z.string(), position: z.nullable(z.record(z.string(), z.string())) });

/** The pages of all data, one kind after the other, as cursors name them. */
class Pages<Part extends Pick<PersonalData, "name">> {
  readonly #data: readonly Part[];
  readonly #list: readonly string[];

  constructor(data: readonly Part[], list: readonly string[]) {
    this.#data = data;
    this.#list = ["users", ...list];
  }

  /** @throws Rejected 400 for a cursor of another list */
  at(cursor: string | undefined) {
    const { name, position } = decodeCursor(cursor, this.#list, place) ?? { name: this.#data[0]?.name, position: null };
    const index = this.#data.findIndex((each) => each.name === name);
    const part = this.#data[index];
    if (part === undefined)
      throw new Rejected(400, "invalid_cursor", "This cursor is of another release. Begin again.");
    return { part, index, position };
  }

  after(index: number, position: Position | null): string | null {
    const part = this.#data[position === null ? index + 1 : index];
    return part === undefined ? null : encodeCursor({ name: part.name, position }, this.#list);
  }
}
