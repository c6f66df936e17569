import type { MagpieError } from "../magpie-error.ts";

export type SyncEvent =
  /** `list` and `search` return something else now. */
  | { readonly type: "changed" }
  /** The end of the changes was reached, here or in another tab or process. */
  | { readonly type: "synced" }
  /** A refresh has failed; what was synced stays. */
  | { readonly type: "failed"; readonly error: MagpieError }
  /** The API refuses the token: sign in, then `resume`. */
  | { readonly type: "paused" };

export interface SyncReport {
  /** Changes that were stored. */
  readonly changes: number;
  /**
   * Why the end of the changes was not reached: a failure, a refused token, another tab or process that follows the changes
   * into the same storage, or `stop`. Null when it was reached.
   */
  readonly stopped: "trouble" | "unauthorized" | "busy" | "ended" | null;
  /** The failure; null without one. */
  readonly error: MagpieError | null;
}

export interface SyncState {
  /** When the end of the changes was reached for the last time; null if never. */
  readonly syncedAt: Date | null;
  /** Whether the storage was read. Until then only the newest bookmarks are listed. */
  readonly isRead: boolean;
  /** Whether everything is on this device, which is so once the first sync has ended. */
  readonly isWhole: boolean;
  readonly isRefreshing: boolean;
  /** Whether the API refused the token; nothing is requested until `resume`. */
  readonly paused: boolean;
  /** Why the latest refresh has failed; null if it has not. */
  readonly error: MagpieError | null;
}
