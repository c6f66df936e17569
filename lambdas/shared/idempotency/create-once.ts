import type { Clock } from "../clock.ts";
import { derivedId } from "../derived-id.ts";
import type { Answer } from "../http/answer.ts";
import type { Caller } from "../http/caller.ts";
import { contentHash } from "../http/idempotency-key.ts";
import { Rejected, writeConflict } from "../http/rejected.ts";
import { errorFields, log } from "../log.ts";
import type { IdempotencyTable, KeyRecord } from "./idempotency-table.ts";

/**
 * Keys are kept for 72 hours, as documented: an app that was offline over a weekend repeats its requests without a second
 * effect.
 */
const KEPT_SECONDS = 72 * 3_600;

/** The parts of a request that identify it. */
export interface KeyedRequest {
  readonly caller: Pick<Caller, "userId">;
  readonly routeKey: string;
  readonly idempotencyKey: string | null;
  /** The validated body. */
  readonly body: unknown;
  readonly correlationId: string;
}

/** The id and the time of a creation: the same for every request with the same key. */
export interface Creation {
  readonly id: string;
  readonly at: Date;
}

export interface CreationResult {
  readonly answer: Answer;
  /** Whether a repeated creation derives the same answer from the stored resource; if not, the answer is stored with the key. */
  readonly reproducible: boolean;
}

export interface OnceServices {
  readonly idempotencyKeys: IdempotencyTable;
  readonly clock: Clock;
  readonly newId: () => string;
}

/**
 * Executes a creating request once for its key, and returns the first answer to every repetition.
 *
 * One conditional put claims the key and stores the creation; then `create` runs. There is no state in between that could
 * get stuck: a request that finds the key in use runs `create` again with the same creation, which completes any unfinished
 * work.
 *
 * @param create must be safe to repeat with the same creation, also concurrently, with the same answer; `now` is when this
 *   request began, which is the time of the creation unless the key was used before
 * @throws Rejected 409 `idempotency_key_reused` for a key that was used with another body; errors of `create`
 */
export async function createOnce(
  request: KeyedRequest,
  services: OnceServices,
  create: (creation: Creation, now: Date) => Promise<CreationResult>,
): Promise<Answer> {
  const { idempotencyKeys, clock, newId } = services;
  const ours: Creation = { id: newId(), at: clock.now() };
  if (request.idempotencyKey === null) return (await create(ours, ours.at)).answer;
  const claim: KeyRecord = {
    id: derivedId(request.caller.userId, request.routeKey, request.idempotencyKey),
    contentHash: contentHash(request.body),
    userId: request.caller.userId,
    creationId: ours.id,
    requestedAt: ours.at,
    expiresAt: Math.ceil(ours.at.getTime() / 1_000) + KEPT_SECONDS,
    answer: null,
  };

  // A key may expire or be released between two calls of this request; then it is new.
  for (let attempt = 0; attempt < 5; attempt += 1) {
    const now = clock.now();
    const record = (await idempotencyKeys.claim(claim, now)) ? claim : await idempotencyKeys.get(claim.id, now);
    if (record === null) continue;
    const replayed = record !== claim;
    log.info("idempotency_key_used", {
      route: request.routeKey,
      // A number, so that one metric has the replays and, as its count, all keys.
      replays: replayed ? 1 : 0,
      user_id: request.caller.userId,
      correlation_id: request.correlationId,
    });
    if (record.contentHash !== claim.contentHash) {
      throw new Rejected(
        409,
        "idempotency_key_reused",
        "This Idempotency-Key was used with other content. Generate a new key for a new intent.",
      );
    }
    const answer =
      record.answer ??
      (await completeCreation(record, idempotencyKeys, clock, (creation) => create(creation, ours.at)));
    return replayed ? { ...answer, headers: { ...answer.headers, "idempotency-replayed": "true" } } : answer;
  }
  throw writeConflict("key");
}

/** Executes, or completes, the creation of a record. */
async function completeCreation(
  record: KeyRecord,
  idempotencyKeys: IdempotencyTable,
  clock: Clock,
  create: (creation: Creation) => Promise<CreationResult>,
): Promise<Answer> {
  let created: CreationResult;
  try {
    created = await create({ id: record.creationId, at: record.requestedAt });
  } catch (error) {
    if (error instanceof Rejected && error.status < 500) await releaseKey(record, idempotencyKeys);
    throw error;
  }
  if (created.reproducible || (await idempotencyKeys.settle(record, created.answer))) return created.answer;
  // Another request with this key has stored its answer first, and that is the answer; unless the key now belongs to another
  // intent.
  const first = await idempotencyKeys.get(record.id, clock.now());
  const isOurs = first?.creationId === record.creationId;
  return isOurs ? (first.answer ?? created.answer) : created.answer;
}

/** A rejection leaves the key unused. If the release fails, a later request is rejected for the same reason. */
async function releaseKey(record: KeyRecord, idempotencyKeys: IdempotencyTable): Promise<void> {
  try {
    await idempotencyKeys.release(record);
  } catch (error) {
    log.warn("idempotency_key_not_released", errorFields(error));
  }
}
