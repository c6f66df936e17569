import type { Clock } from "../../shared/clock.ts";
import { errorFields, log } from "../../shared/log.ts";
import type { CountedEvent, Counts, ReaderEvent } from "../domain/reader-event.ts";
import { count } from "../domain/reader-event.ts";
import type { EventTable } from "../tables/event-table.ts";

/** The request whose event makes every one of so many batches full aggregates: about one of 190 without a token. */
const AGGREGATE_EVERY = 12;
/** A request that counts more full batches than this aggregates. */
const MAX_FULL_BATCHES = 2 * AGGREGATE_EVERY;
/** The least number of events in one step of aggregation: an interrupted aggregation loses at most one step. */
const STEP = 10_000;

/** The services of counting. */
export interface CountServices {
  readonly events: EventTable;
  readonly clock: Clock;
}

/**
 * Services whose new id is that of an event. All requests with one key take the id of the first, and with it the batch in
 * which they save the event.
 */
export async function withEventId<S extends Pick<CountServices, "events"> & { readonly newId: () => string }>(
  services: S,
): Promise<S> {
  const id = await services.events.newId(services.newId());
  return { ...services, newId: () => id };
}

/** Saves an event of a reader. */
export async function saveEvent(event: ReaderEvent, services: CountServices): Promise<void> {
  const full = await services.events.save(event, services.clock.now());
  if (full !== null && full % AGGREGATE_EVERY === 0) await tryAggregateEvents(services);
}

/** The counts of each recommendation; one that is missing has zero. */
export async function countedEvents(services: CountServices): Promise<ReadonlyMap<string, Counts>> {
  const { events } = services;
  const tally = await events.tally();
  const counts = new Map(tally.counts);
  let full = 0;
  for await (const batch of events.after(tally.batch)) {
    countAll(counts, batch.events);
    if (batch.isFull) full += 1;
  }
  if (full > MAX_FULL_BATCHES) await tryAggregateEvents(services);
  return counts;
}

/**
 * Adds the events of full batches to the tally. Concurrent or interrupted aggregation does no harm: a step counts only if no
 * other request has made it.
 *
 * @param existing reads which recommendations exist: the counts of others are dropped; without it all counts are kept
 */
export async function aggregateEvents(
  { events }: Pick<CountServices, "events">,
  existing?: () => Promise<{ has(recommendationId: string): boolean }>,
): Promise<void> {
  let stored = await events.tally();
  let { batch } = stored;
  const counts = new Map(stored.counts);
  let added = 0;

  async function step(): Promise<boolean> {
    // Read after the events: whatever they concern was added before.
    const known = await existing?.();
    const kept = known === undefined ? counts : new Map([...counts].filter(([id]) => known.has(id)));
    const next = { batch, counts: kept };
    const isMade = await events.replaceTally(stored, next);
    stored = next;
    added = 0;
    return isMade;
  }

  for await (const next of events.after(batch)) {
    if (!next.isFull) break;
    countAll(counts, next.events);
    batch = next.number;
    added += next.events.length;
    if (added >= STEP && !(await step())) return;
  }
  if (batch !== stored.batch) await step();
}

/** The request's own result does not depend on the aggregation; a later request aggregates. */
async function tryAggregateEvents(services: CountServices): Promise<void> {
  try {
    await aggregateEvents(services);
  } catch (error) {
    log.warn("events_not_aggregated", errorFields(error));
  }
}

function countAll(counts: Map<string, Counts>, events: readonly CountedEvent[]): void {
  for (const event of events) count(counts, event);
}
