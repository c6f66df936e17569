import type { Counts } from "../http/query/counts.ts";
import type { ReaderEventKind } from "./reader-event.ts";

/** How often readers did something, summed up to a place in the events. */
export interface Tally {
  /** The place up to which events are in it; of those after it none is. */
  readonly to: string;
  /** By recommendation. */
  readonly counts: ReadonlyMap<string, Counts>;
}

/** What of an event is counted. */
export interface CountedEvent {
  /** Its place: places are in order of time. */
  readonly place: string;
  readonly recommendationId: string;
  readonly kind: ReaderEventKind;
}

const NOTHING: Counts = { clicks: 0, subscribers: 0 };

/** The counts with another event. Changes the map that it is given. */
export function count(counts: Map<string, Counts>, { recommendationId, kind }: CountedEvent): void {
  const { clicks, subscribers } = counts.get(recommendationId) ?? NOTHING;
  counts.set(recommendationId, {
    clicks: clicks + (kind === "clicked" ? 1 : 0),
    subscribers: subscribers + (kind === "subscribed" ? 1 : 0),
  });
}
