export interface Redrive {
  /** The most dead letters that were seen since it began. */
  readonly from: number;
  readonly left: number;
  /** When `left` last fell, in milliseconds since 1970. */
  readonly fellAt: number;
}

/** The dead letters have not become fewer for so long: they fail again as fast as they are moved, or are not moved at all. */
const STALLED_MS = 120_000;

/**
 * A redrive after the dead letters were counted again. The API does not tell the progress of a redrive, and SQS counts
 * approximately.
 *
 * @returns `done` when none is left, `stalled` when it is followed no longer
 */
export function redriveAfter(redrive: Redrive, left: number, now: number): Redrive | "done" | "stalled" {
  if (left === 0) return "done";
  if (left < redrive.left) return { ...redrive, left, fellAt: now };
  if (now - redrive.fellAt >= STALLED_MS) return "stalled";
  return { ...redrive, from: Math.max(redrive.from, left), left };
}
