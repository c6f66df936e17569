import type { BackOff } from "../back-off.ts";
import type { Clock } from "../clock.ts";
import type { MagpieClient } from "../magpie-client.ts";
import type { OfflineQueue } from "../offline/offline-queue.ts";
import type { Network, PageVisibility } from "../timetable.ts";
import type { SyncEvent } from "./sync-state.ts";
import type { SyncStorage } from "./sync-storage.ts";

export interface SyncOptions {
  readonly client: Pick<MagpieClient, "changes">;
  /** One for each user: otherwise another user's items would be shown until the first refresh has ended. */
  readonly storage: SyncStorage;
  /** Its entries are listed and found beside what was synced. */
  readonly queue?: Pick<OfflineQueue, "contents" | "subscribe">;
  readonly onEvent?: (event: SyncEvent) => void;
  /** Called with the error of an automatic refresh, or of the storage, that is none of the API or the network. */
  readonly onError?: (error: unknown) => void;
  /** The back-off between refreshes that end with a transient failure, once the sync is started. */
  readonly backOff?: BackOff;
  /** The target of the event `online`; default: the window or worker, where there is one. */
  readonly network?: Network;
  /** Automatic refreshes wait while it is hidden; default: the document, where there is one. */
  readonly page?: PageVisibility;
  readonly clock?: Clock;
  /** From [0, 1). */
  readonly random?: () => number;
  /**
   * How many of the newest bookmarks are enough to begin with: with more in the storage, `sync` resolves with these alone,
   * and `read` brings the rest. Default: all is read at once.
   */
  readonly preview?: number;
}
