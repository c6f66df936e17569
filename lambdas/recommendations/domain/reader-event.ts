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
