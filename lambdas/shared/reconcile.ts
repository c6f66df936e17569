/** A queue is distrusted this long after it was sent a message, beyond any wait that was planned; in milliseconds. */
export const RECONCILE_GRACE_MS = 10 * 60_000;

/** One thing that has been pending too long. */
export interface Overdue {
  /** How often it has been sent again already. */
  readonly rounds: number;
  /** Sends its message again and notes the round; the next look comes after `graceMilliseconds`. */
  resend(correlationId: string, graceMilliseconds: number): Promise<void>;
  /** Leaves it failed, under the condition that it is still the same pending thing. */
  giveUp(code: string): Promise<void>;
}

/** A feature's part in the `reconcile` schedule. */
export interface Reconcilable {
  /** The feature's word for the things, for log and metric. */
  readonly things: string;
  /** What is overdue now, longest first, at most `limit`. */
  overdue(limit: number): Promise<readonly Overdue[]>;
}
