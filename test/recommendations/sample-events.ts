import { randomUUID } from "node:crypto";
import type { ReaderEvent } from "../../lambdas/recommendations/domain/reader-event.ts";
import { eventIdIn } from "../../lambdas/recommendations/tables/event-batch.ts";
import type { CountServices } from "../../lambdas/recommendations/work/reader-counts.ts";
import { saveEvent } from "../../lambdas/recommendations/work/reader-counts.ts";
import { START } from "../emulators/test-clock.ts";

/** An anonymous click that a request without a key saves; it is first to be saved in batch 1. */
export function sampleEvent(fields: Partial<ReaderEvent> = {}): ReaderEvent {
  return {
    id: eventIdIn(1, randomUUID()),
    recommendationId: "one",
    kind: "clicked",
    memberId: null,
    at: START,
    isRepeatable: false,
    ...fields,
  };
}

/** Saves an event as a request does that is sent now. @returns it */
export async function savedEvent(
  services: CountServices,
  fields: Partial<ReaderEvent> = {},
  randomId: string = randomUUID(),
): Promise<ReaderEvent> {
  const id = await services.events.newId(randomId);
  const event = sampleEvent({ id, at: services.clock.now(), ...fields });
  await saveEvent(event, services);
  return event;
}
