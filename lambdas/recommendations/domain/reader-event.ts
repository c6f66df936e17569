/** What a reader can do with a recommendation. */
export type ReaderEventKind = "clicked" | "subscribed";

/** Something that a reader did with a recommendation. */
export interface ReaderEvent {
  /** Names the request, or all requests with one Idempotency-Key: the same event is counted once. */
  readonly id: string;
  readonly recommendationId: string;
  readonly kind: ReaderEventKind;
  /** Null for somebody who is not known. */
  readonly memberId: string | null;
  /** When it was first asked for. */
  readonly at: Date;
}

/** What readers did with a recommendation, each time counted. */
export interface Counts {
  readonly clicks: number;
  readonly subscribers: number;
}

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
