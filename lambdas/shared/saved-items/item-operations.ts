import { isDerivedId } from "../derived-id.ts";
import type { Answer } from "../http/answer.ts";
import { accepted, noContent, ok } from "../http/answer.ts";
import type { Caller } from "../http/caller.ts";
import { byCreatedAt, decodeCursor, encodeCursor } from "../http/pagination.ts";
import { notFound, Rejected, writeConflict } from "../http/rejected.ts";
import type { OnceServices } from "../idempotency/create-once.ts";
import type { UserLimits } from "../idempotency/user-limits.ts";
import { sortedPosition } from "../search/find-sorted-page.ts";
import { parseSearch, tagCondition } from "../search/parse-search.ts";
import type { Sort } from "../search/sort.ts";
import { isKeySort } from "../search/sort.ts";
import type { Queue } from "../work/queue.ts";
import type { ItemFilter } from "./item-lists.ts";
import { newWorkRequest, sendWork } from "./request-work.ts";
import type { ItemKey } from "./saved-item.ts";
import type { ItemTypes } from "./saved-item-kind.ts";
import type { ChangeGuard, SavedItemTable } from "./saved-item-table.ts";
import type { Changes } from "./user-changes.ts";
import { hasAll } from "./user-changes.ts";
import { changesIn } from "./user-fields.ts";

export interface ItemServices<T extends ItemTypes> extends OnceServices {
  readonly items: SavedItemTable<T>;
  readonly queue: Queue<T["message"]>;
  readonly limits: UserLimits;
}

export interface ItemRequest {
  readonly caller: Caller;
  readonly params: { readonly id: string };
  readonly correlationId: string;
}

interface ListRequest {
  readonly caller: Caller;
  readonly query: {
    readonly limit: number;
    readonly cursor?: string | undefined;
    readonly q?: string | undefined;
    readonly tag?: readonly string[] | undefined;
    readonly sort?: Sort | undefined;
    readonly tz?: string | undefined;
  };
}

export type ToAnswer<T extends ItemTypes> = (item: T["item"]) => object;

/** The key of the caller's item that a path names. @throws Rejected 404 for an id that no item can have */
function ownKey({ caller, params }: ItemRequest, name: string): ItemKey {
  if (!isDerivedId(params.id)) throw notFound(name);
  return { userId: caller.userId, id: params.id };
}

/** The caller's item that a path names. @throws Rejected 404 for one that does not exist or belongs to another user */
export async function requireOwnItem<T extends ItemTypes>(
  request: ItemRequest,
  items: SavedItemTable<T>,
): Promise<T["item"]> {
  const item = await items.get(ownKey(request, items.kind.name));
  if (item === null) throw notFound(items.kind.name);
  return item;
}

/** A page of the caller's items, of all or of those that a search finds. @param filter the items of the kind to list */
export async function listItems<T extends ItemTypes>(
  { caller, query: { limit, cursor, ...query } }: ListRequest,
  { items, limits, clock }: Pick<ItemServices<T>, "items" | "limits" | "clock">,
  toAnswer: ToAnswer<T>,
  filter: ItemFilter,
): Promise<Answer> {
  const { plural } = items.kind;
  const { userId } = caller;
  const { q, tag = [], sort = "newest", tz: timeZone } = query;
  const list = [plural, userId, JSON.stringify(query)];
  const found = q === undefined ? [] : parseSearch(q, { timeZone }).conditions;
  const sought = [...tag.map(tagCondition), ...found];
  const answer = (page: { readonly items: readonly T["item"][]; readonly position: object | null }) =>
    ok({ [plural]: page.items.map(toAnswer), next_cursor: page.position && encodeCursor(page.position, list) });
  if (isKeySort(sort)) {
    const position = decodeCursor(cursor, list, sortedPosition);
    await limits.count("searches", userId, clock.now());
    return answer(await items.lists.sorted(userId, sought, filter, { sort, limit, position }));
  }
  const place = { limit, position: decodeCursor(cursor, list, byCreatedAt), isOldestFirst: sort === "oldest" };
  if (sought.length === 0) return answer(await items.lists.page(userId, filter, place));
  await limits.count("searches", userId, clock.now());
  return answer(await items.lists.search(userId, sought, filter, place));
}

/** Changes what the user wrote, each field if it was sent; a value that is equal is not written again. */
export async function updateItem<T extends ItemTypes>(
  request: ItemRequest & { readonly body: object },
  services: Pick<ItemServices<T>, "items" | "clock">,
  toAnswer: ToAnswer<T>,
): Promise<Answer> {
  const changes = changesIn(services.items.kind.userFields, request.body) as Changes<T["item"]>;
  return changeItem(request, services, toAnswer, (read) => (hasAll(read, changes) ? null : changes));
}

/**
 * Changes what the user wrote by what is there. @param changesOf the changes of an item as it was read; null for none
 */
export async function changeItem<T extends ItemTypes>(
  request: ItemRequest,
  { items, clock }: Pick<ItemServices<T>, "items" | "clock">,
  toAnswer: ToAnswer<T>,
  changesOf: (read: T["item"]) => Changes<T["item"]> | null,
  guard?: ChangeGuard<T>,
): Promise<Answer> {
  // Another request may change the other fields between two calls of this one; then they are read again.
  for (let attempt = 0; attempt < 5; attempt += 1) {
    const item = await requireOwnItem(request, items);
    const changes = changesOf(item);
    if (changes === null) return ok(toAnswer(item));
    const saved = await items.saveChanges(item, changes, clock.now(), guard);
    if (saved !== null) return ok(toAnswer(saved));
  }
  throw writeConflict(items.kind.name);
}

/** Deletes an item. A message about it that is still in the queue has no effect. */
export async function deleteItem<T extends ItemTypes>(
  request: ItemRequest,
  { items, clock, newId }: Pick<ItemServices<T>, "items" | "clock" | "newId">,
): Promise<Answer> {
  const { name } = items.kind;
  if (!(await items.delete(ownKey(request, name), { id: newId(), at: clock.now() }))) throw notFound(name);
  return noContent();
}

/**
 * Requests the work on an item again. Of several concurrent requests one succeeds; the others get `already`.
 *
 * @param already the code of a 409
 * @param set fields of the item that the request changes
 * @param logRequest logs that the request has succeeded, before the message is sent
 */
export async function requestItemWork<T extends ItemTypes>(
  request: ItemRequest,
  services: ItemServices<T>,
  toAnswer: ToAnswer<T>,
  already: { readonly code: string; readonly detail: string },
  { set, logRequest }: { readonly set?: Partial<T["item"]>; readonly logRequest?: (item: T["item"]) => void } = {},
): Promise<Answer> {
  const { items, queue, limits, clock } = services;
  await limits.count("repeats", request.caller.userId, clock.now());
  const item = await items.requestWork(ownKey(request, items.kind.name), newWorkRequest(services), "request", set);
  if (item === null) {
    await requireOwnItem(request, items);
    throw new Rejected(409, already.code, already.detail);
  }
  logRequest?.(item);
  await sendWork(items.kind, item, request.correlationId, queue);
  return accepted(toAnswer(item));
}
