import type { Answer } from "../http/answer.ts";
import { created, ok } from "../http/answer.ts";
import { writeConflict } from "../http/rejected.ts";
import type { CreationResult, KeyedRequest } from "../idempotency/create-once.ts";
import { createOnce } from "../idempotency/create-once.ts";
import type { ItemServices, ToAnswer } from "./item-operations.ts";
import { newWorkRequest, sendWork } from "./request-work.ts";
import { pastMoment } from "./saved-at.ts";
import type { ItemCreation, WorkRequest } from "./saved-item.ts";
import type { ItemTypes, SavedItemKind } from "./saved-item-kind.ts";
import type { SavedItemTable } from "./saved-item-table.ts";

export interface CreateRequest extends KeyedRequest {
  readonly body: { readonly saved_at: string | null; readonly created_from?: string };
}

/** What saving an item results in, by what is stored of it. */
type Step<T extends ItemTypes> =
  | { readonly kind: "answer"; readonly result: CreationResult }
  /** It has failed, and its work is requested again. */
  | { readonly kind: "revive"; readonly item: T["item"]; readonly by: T["move"] }
  /** `tombstone`: of a deleted item; `mergedInto`: the item that it was merged into, which is also deleted. */
  | { readonly kind: "create"; readonly tombstone: { readonly mergedInto: string | null } | null };

/** Without a read, a new item is written; the write is refused if there is one. */
const CREATE = { kind: "create", tombstone: null } as const;

/**
 * Saves an item once: the idempotency key identifies the request, and the address identifies the item, with any key.
 * Further requests get the item that exists; an item that has failed is pending again, if its kind is revived. A save
 * of an existing item does not count towards the user's limit.
 *
 * @param newItem makes the item of a creation, alike for every request with its key
 */
export function createItem<T extends ItemTypes>(
  request: CreateRequest,
  services: ItemServices<T>,
  toAnswer: ToAnswer<T>,
  newItem: (creation: ItemCreation, work: WorkRequest) => T["item"],
): Promise<Answer> {
  const { items, queue, clock, limits } = services;
  const { kind } = items;
  const savedAt = pastMoment(request.body.saved_at, clock.now());
  const use = request.body.created_from === "import" ? "imports" : "saves";
  return createOnce(request, services, async (creation, now) => {
    const item = newItem({ ...creation, savedAt }, newWorkRequest(services, now));
    // A repetition after days is answered as the first request would have been, but the time of its write is now.
    const changed = { ...item, updatedAt: now.toISOString() };
    // Another request may delete the item or request its work between two calls of this one; then the item is read again.
    for (let attempt = 0; attempt < 5; attempt += 1) {
      // A request with a key may be a repetition, which costs no write if the item is read first.
      const isRead = attempt > 0 || request.idempotencyKey !== null;
      const step = isRead ? await nextStep(item, creation.id, items, toAnswer) : CREATE;
      if (step.kind === "answer") return step.result;
      if (attempt === 0) {
        try {
          await limits.count(use, request.caller.userId, clock.now());
        } catch (refusal) {
          // An item that was not read may exist already, and is the answer.
          const there = isRead ? step : await nextStep(item, creation.id, items, toAnswer);
          if (there.kind !== "answer") throw refusal;
          return there.result;
        }
      }
      if (step.kind === "revive") {
        const revived = await items.requestWork(step.item, newWorkRequest(services), step.by);
        if (revived === null) continue;
        await sendWork(kind, revived, request.correlationId, queue);
        return { answer: ok(toAnswer(revived)), reproducible: false };
      }
      const { tombstone } = step;
      const isCreated =
        tombstone === null
          ? items.create(changed, creation.id)
          : items.createAgain(changed, creation.id, tombstone.mergedInto);
      if (!(await isCreated)) continue;
      await sendWork(kind, item, request.correlationId, queue);
      return resultAsNew(item, kind, toAnswer);
    }
    throw writeConflict(kind.name);
  });
}

/** Reads what is stored of an item, or of the one that it was merged into. */
async function nextStep<T extends ItemTypes>(
  item: T["item"],
  creationId: string,
  items: SavedItemTable<T>,
  toAnswer: ToAnswer<T>,
): Promise<Step<T>> {
  const { kind } = items;
  const { item: own, creations, mergedInto } = await items.getWithCreations(item);
  // It was created by an earlier request with this key, and may have been deleted since.
  if (creations.has(creationId)) return { kind: "answer", result: resultAsNew(item, kind, toAnswer) };
  const { userId } = item;
  const existing = mergedInto === null ? own : await items.getStaying({ userId, id: mergedInto });
  if (existing === null) return creations.size > 0 ? { kind: "create", tombstone: { mergedInto } } : CREATE;
  if (kind.reviveBy !== null && existing.status === "failed") {
    return { kind: "revive", item: existing, by: kind.reviveBy };
  }
  return { kind: "answer", result: { answer: ok(toAnswer(existing)), reproducible: false } };
}

/** The item stores the ids of its creations, so that this answer can be derived again and is not stored with the key. */
function resultAsNew<T extends ItemTypes>(
  item: T["item"],
  { plural }: SavedItemKind<T>,
  toAnswer: ToAnswer<T>,
): CreationResult {
  // The work of a repetition is requested later than the first request's.
  const asFirst = { ...item, requestedAt: item.updatedAt };
  return { answer: created(toAnswer(asFirst), `/v1/${plural}/${item.id}`), reproducible: true };
}
