import type { Clock } from "../../shared/clock.ts";
import { errorFields, log } from "../../shared/log.ts";
import type { Counts, ReaderEvent } from "../domain/reader-event.ts";
import { count } from "../domain/reader-event.ts";
import type { EventTable } from "../tables/event-table.ts";
import { settledEnd } from "../tables/event-table.ts";

/** On average, one of this many requests that save an event aggregates. */
const AGGREGATE_EVERY = 200;
/** A request that counts more settled events than this aggregates. */
const MAX_SETTLED_EVENTS = 500;
/** The least number of events in one step of aggregation: an interrupted aggregation loses at most one step. */
const STEP = 10_000;

/** The services of counting. */
export interface CountServices {
  readonly events: EventTable;
  readonly clock: Clock;
  /** From [0, 1). */
  readonly random: () => number;
}

/** Saves an event of a reader. */
export async function saveEvent(event: ReaderEvent, services: CountServices): Promise<void> {
  await services.events.save(event, services.clock.now());
  if (services.random() < 1 / AGGREGATE_EVERY) await tryAggregateEvents(services);
}

/** The counts of each recommendation; one that is missing has zero. */
export async function countedEvents(services: CountServices): Promise<ReadonlyMap<string, Counts>> {
  const { to, counts: tallied } = await services.events.tally();
  const end = settledEnd(services.clock.now());
  const counts = new Map(tallied);
  let settled = 0;
  for await (const { place, events } of services.events.after(to)) {
    for (const event of events) count(counts, event);
    if (place < end) settled += events.length;
  }
  if (settled > MAX_SETTLED_EVENTS) await tryAggregateEvents(services);
  return counts;
}

/**
 * Adds events to the tally to which no request adds any more. Concurrent or interrupted aggregation does no harm: a step
 * counts only if no other request has made it.
 *
 * @param existing the existing recommendations, read within the last minute: the counts of others are dropped; without it
 * all are kept
 */
export async function aggregateEvents(
  { events, clock }: Pick<CountServices, "events" | "clock">,
  existing?: { has(recommendationId: string): boolean },
): Promise<void> {
  const end = settledEnd(clock.now());
  const tally = await events.tally();
  const counts = new Map(tally.counts);
  let { to } = tally;
  let from = to;
  let added = 0;

  async function step(): Promise<boolean> {
    const kept = existing === undefined ? counts : new Map([...counts].filter(([id]) => existing.has(id)));
    const isMade = await events.replaceTally(from, { to, counts: kept });
    from = to;
    added = 0;
    return isMade;
  }

  for await (const batch of events.after(from)) {
    if (batch.place >= end) break;
    for (const event of batch.events) count(counts, event);
    to = batch.place;
    added += batch.events.length;
    if (added >= STEP && !(await step())) return;
  }
  if (to !== from) await step();
}

/** The request's own result does not depend on the aggregation; the next request aggregates. */
async function tryAggregateEvents(services: CountServices): Promise<void> {
  try {
    await aggregateEvents(services);
  } catch (error) {
    log.warn("events_not_aggregated", errorFields(error));
  }
}
