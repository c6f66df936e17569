export { identityOfPage } from "./addresses/identity-of-page.ts";
export type { SourceHint } from "./addresses/source-hint.ts";
export { sourceHint } from "./addresses/source-hint.ts";
export type * from "./answers.ts";
export type { BackOff } from "./back-off.ts";
export type { SentPage } from "./bookmarks.ts";
export { hasEarlierText } from "./bookmarks.ts";
export type { Clock } from "./clock.ts";
export { isBegun } from "./is-begun.ts";
export { MagpieClient } from "./magpie-client.ts";
export type { NetworkFailureKind, RefusedField } from "./magpie-error.ts";
export { ApiProblem, MagpieError, NetworkFailure } from "./magpie-error.ts";
export type {
  DeleteIntent,
  Intent,
  MergeIntent,
  PlaceIntent,
  RefreshIntent,
  SaveIntent,
  UpdateIntent,
} from "./offline/intent.ts";
export type {
  EnqueueOptions,
  FlushReport,
  OfflineQueueOptions,
  QueueContents,
  QueueEvent,
  QueueListener,
} from "./offline/offline-queue.ts";
export { OfflineQueue } from "./offline/offline-queue.ts";
export type { EntryError, NewQueueEntry, PlaceEntry, QueueEntry, SaveEntry } from "./offline/queue-entry.ts";
export type { QueueStorage, Unreadable } from "./offline/queue-storage.ts";
export type { SentAnswer } from "./offline/send-intent.ts";
export type { ReadSearch, SearchOperator, SearchProblem, Sort } from "./search.ts";
export { readSearch, UnreadableSearch } from "./search.ts";
export { PLACE_INTERVAL_MS } from "./sync/interval.ts";
export type { Sync } from "./sync/sync.ts";
export { sync } from "./sync/sync.ts";
export type { SyncOptions } from "./sync/sync-options.ts";
export type { SyncEvent, SyncReport, SyncState } from "./sync/sync-state.ts";
export type { Progress, Reading, StoredItem, SyncStorage, SyncWrite } from "./sync/sync-storage.ts";
export type {
  QueuedBookmark,
  QueuedItem,
  QueuedStock,
  SyncedBookmark,
  SyncedItem,
  SyncedStock,
  SyncFilter,
  UnsentItem,
} from "./sync/synced-item.ts";
export type { Network, PageVisibility } from "./timetable.ts";
export type { CallOptions, CreateOptions, MagpieClientOptions, RetryPolicy, RetryWait } from "./transport.ts";
