/** The kinds of events of readers. */
export type ReaderEventKind = "clicked" | "subscribed";

/** An event of a reader at a recommendation. */
export interface ReaderEvent {
  /** The id of the request, or of all requests with one Idempotency-Key: an event is counted once. */
  readonly id: string;
  readonly recommendationId: string;
  readonly kind: ReaderEventKind;
  /** Null for an anonymous reader. */
  readonly memberId: string | null;
  /** When the event was first sent. */
  readonly at: Date;
  /** Whether other requests may save the event, too, because they have its Idempotency-Key. */
  readonly isRepeatable: boolean;
}

/** The counts of the events at a recommendation. */
export interface Counts {
  readonly clicks: number;
  readonly subscribers: number;
}

/** The counts of all events up to a batch. */
export interface Tally {
  /** The last counted batch; 0 before the first. */
  readonly batch: number;
  /** Counts by recommendation id. */
  readonly counts: ReadonlyMap<string, Counts>;
}

/** The fields of an event that are needed to count it. */
export type CountedEvent = Pick<ReaderEvent, "recommendationId" | "kind">;

/** Consecutive events that one item stores. */
export interface EventBatch {
  /** From 1, without a gap. */
  readonly number: number;
  /** Whether no event is added any more. */
  readonly isFull: boolean;
  readonly events: readonly CountedEvent[];
}

const NOTHING: Counts = { clicks: 0, subscribers: 0 };

/** Adds an event to the counts, in place. */
export function count(counts: Map<string, Counts>, { recommendationId, kind }: CountedEvent): void {
  const { clicks, subscribers } = counts.get(recommendationId) ?? NOTHING;
  counts.set(recommendationId, {
    clicks: clicks + (kind === "clicked" ? 1 : 0),
    subscribers: subscribers + (kind === "subscribed" ? 1 : 0),
  });
}
