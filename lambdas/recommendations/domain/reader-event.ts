/** What a reader can do with a recommendation. */
export type ReaderEventKind = "clicked" | "subscribed";

/** Something that a reader did with a recommendation. */
export interface ReaderEvent {
  /** Names the request, or all requests with one Idempotency-Key: the same event is counted once. */
  readonly id: string;
  readonly recommendationId: string;
  readonly kind: ReaderEventKind;
  /** Null for an anonymous reader. */
  readonly memberId: string | null;
  /** When it was first asked for. */
  readonly at: Date;
}

/** What readers did with a recommendation, each time counted. */
export interface Counts {
  readonly clicks: number;
  readonly subscribers: number;
}

/** The aggregated counts of the events up to a position. */
export interface Tally {
  /** The position of the last event that is aggregated. */
  readonly to: string;
  /** By recommendation. */
  readonly counts: ReadonlyMap<string, Counts>;
}

/** The part of an event that counting needs. */
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
