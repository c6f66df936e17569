import type { Answer } from "../http/answer.ts";
import { created, ok } from "../http/answer.ts";
import { writeConflict } from "../http/rejected.ts";
import type { CreationResult, KeyedRequest } from "../idempotency/create-once.ts";
import { createOnce } from "../idempotency/create-once.ts";
import type { ItemServices, ToAnswer } from "./item-operations.ts";
import { newWorkRequest, sendWork } from "./request-work.ts";
import { pastMoment } from "./saved-at.ts";
import type { ItemCreation, WorkRequest } from "./saved-item.ts";
import type { ItemTypes } from "./saved-item-kind.ts";

/** A request that saves an item. */
export interface CreateRequest extends KeyedRequest {
  readonly body: { readonly saved_at: string | null; readonly created_from?: string };
}

/**
 * Saves an item once: the idempotency key identifies the request, and the address identifies the item, with any key. Further
 * requests get the item that exists; that of a kind that is revived and has failed is pending again. What is there already does
 * not count towards the user's limit.
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

  // The item stores the ids of its creations, so that this answer can be derived again and is not stored with the key.
  const answerAsNew = (item: T["item"]): CreationResult => {
    // The work of a repetition is requested later than the first request's.
    const asFirst = { ...item, requestedAt: item.updatedAt };
    return { answer: created(toAnswer(asFirst), `/v1/${kind.plural}/${item.id}`), reproducible: true };
  };

  /** What was read of the item, or of its tombstone: the item that it was merged into. Null where there is neither. */
  let stored: { readonly mergedInto: string | null } | null = null;
  let isCounted = false;
  /** @throws Rejected 429 when the user's limit is reached */
  async function countSave(): Promise<void> {
    if (isCounted) return;
    await limits.count(
      request.body.created_from === "import" ? "imports" : "saves",
      request.caller.userId,
      clock.now(),
    );
    isCounted = true;
  }

  /**
   * The answer if the item, or the one that it was merged into, exists, or was created by this creation; null if it does
   * not, or another request changes it.
   */
  async function answerExistingOrRevive(item: T["item"], creationId: string): Promise<CreationResult | null> {
    const there = await items.getWithCreations(item);
    // It was created by an earlier request with this key, and may have been deleted since.
    if (there.creations.has(creationId)) return answerAsNew(item);
    stored = there.creations.size > 0 ? there : null;
    const { mergedInto } = there;
    const { userId } = item;
    const existing = mergedInto === null ? there.item : await items.getStaying({ userId, id: mergedInto });
    if (existing === null) return null;
    if (kind.reviveBy === null || existing.status !== "failed") {
      return { answer: ok(toAnswer(existing)), reproducible: false };
    }
    await countSave();
    const revived = await items.requestWork(existing, newWorkRequest(services), kind.reviveBy);
    if (revived === null) return null;
    await sendWork(kind, revived, request.correlationId, queue);
    return { answer: ok(toAnswer(revived)), reproducible: false };
  }

  return createOnce(request, services, async (creation, now) => {
    const item = newItem({ ...creation, savedAt }, newWorkRequest(services, now));
    // A repetition of days later answers as the first request would have, but what it writes changes now.
    const updatedAt = now.toISOString();
    // Another request may delete the item or request its work between two calls of this one; then the item is read again.
    for (let attempt = 0; attempt < 5; attempt += 1) {
      // What has a key may be a repetition, which costs no write if the item is read first.
      const isRead = attempt > 0 || request.idempotencyKey !== null;
      const answer = isRead ? await answerExistingOrRevive(item, creation.id) : null;
      if (answer !== null) return answer;
      try {
        await countSave();
      } catch (refusal) {
        // What was not read may be there already, and is answered.
        const existing = isRead ? null : await answerExistingOrRevive(item, creation.id);
        if (existing === null) throw refusal;
        return existing;
      }
      const changed = { ...item, updatedAt };
      const isCreated =
        stored === null
          ? items.create(changed, creation.id)
          : items.createAgain(changed, creation.id, stored.mergedInto);
      if (await isCreated) {
        await sendWork(kind, item, request.correlationId, queue);
        return answerAsNew(item);
      }
    }
    throw writeConflict(kind.name);
  });
}
