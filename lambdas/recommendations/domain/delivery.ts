/** Every state of a delivery. `pending` → one of the others; a later announcement makes it `pending` again. */
export const DELIVERY_STATUSES = ["pending", "sent", "no_endpoint", "failed"] as const;
export type DeliveryStatus = (typeof DELIVERY_STATUSES)[number];

/** Identifies a delivery: a recommendation, and the address whose site is notified. */
export interface DeliveryKey {
  readonly recommendationId: string;
  readonly target: string;
}

/** The notification of a site by the latest announcement of a recommendation. Times are ISO 8601 UTC. */
export interface Delivery extends DeliveryKey {
  /** Names the announcement. A message with another one is late and may change nothing. */
  readonly announcementId: string;
  readonly status: DeliveryStatus;
  /** Where the Webmention is posted; null until it was discovered. */
  readonly endpoint: string | null;
  readonly attempts: number;
  /** Of the latest attempt; null without a response, and before the first. */
  readonly lastStatusCode: number | null;
  readonly lastAttemptAt: string | null;
  /** Why it failed, or why its latest attempt failed; null else. */
  readonly code: string | null;
  /** From when on reconcile resends the message of a pending delivery; null unless pending. */
  readonly reconcileAt: string | null;
  /** How often the reconcile schedule has sent it again. */
  readonly reconcileRounds: number;
}

/** The outcome of an attempt. */
export interface Attempt {
  readonly endpoint: string | null;
  readonly statusCode: number | null;
  readonly code: string | null;
  readonly at: Date;
}
