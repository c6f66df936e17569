import type { Clock } from "../../shared/clock.ts";
import { errorFields, log } from "../../shared/log.ts";
import type { Counts, ReaderEvent } from "../domain/reader-event.ts";
import { count } from "../domain/reader-event.ts";
import type { EventTable } from "../tables/event-table.ts";
import { SETTLED_MS } from "../tables/event-table.ts";

/** One of so many who save an event sums up. */
const AGGREGATE_EVERY = 200;
/** Who counts more events than that sums up. */
const MAX_FRESH_EVENTS = 500;
/** Events in one step of summing up: who dies has lost one. */
const STEP = 10_000;

/** What counting works with. */
export interface CountServices {
  readonly events: EventTable;
  readonly clock: Clock;
  /** From [0, 1). */
  readonly random: () => number;
}

/** Saves what a reader did. */
export async function saveEvent(event: ReaderEvent, services: CountServices): Promise<void> {
  await services.events.save(event, services.clock.now());
  if (services.random() < 1 / AGGREGATE_EVERY) await tryAggregateEvents(services);
}

/** What readers did with each recommendation; who is not in it has zero. */
export async function countedEvents(services: CountServices): Promise<ReadonlyMap<string, Counts>> {
  const { to, counts: tallied } = await services.events.tally();
  const counts = new Map(tallied);
  let tail = 0;
  for await (const event of services.events.after(to)) {
    count(counts, event);
    tail += 1;
  }
  if (tail > MAX_FRESH_EVENTS) await tryAggregateEvents(services);
  return counts;
}

/**
 * Adds the events to the tally that nobody writes before any more. Two at once, or one that dies, do no harm: each step
 * counts only if nobody else has made it.
 *
 * @param existing the recommendations that are there, read no longer than a minute ago: the counts of others are dropped;
 *   without it all are kept
 */
export async function aggregateEvents(
  { events, clock }: Pick<CountServices, "events" | "clock">,
  existing?: { has(recommendationId: string): boolean },
): Promise<void> {
  const end = new Date(clock.now().getTime() - SETTLED_MS).toISOString();
  const tally = await events.tally();
  const counts = new Map(tally.counts);
  let { to } = tally;
  let from = to;
  let steps = 0;

  async function step(): Promise<boolean> {
    const kept = existing === undefined ? counts : new Map([...counts].filter(([id]) => existing.has(id)));
    const isMade = await events.replaceTally(from, { to, counts: kept });
    from = to;
    return isMade;
  }

  for await (const event of events.after(from)) {
    if (event.place >= end) break;
    count(counts, event);
    to = event.place;
    steps += 1;
    if (steps % STEP === 0 && !(await step())) return;
  }
  if (to !== from) await step();
}

/** Who came for something else gets it, whether this goes well or not: the next one sums up. */
async function tryAggregateEvents(services: CountServices): Promise<void> {
  try {
    await aggregateEvents(services);
  } catch (error) {
    log.warn("events_not_aggregated", errorFields(error));
  }
}
