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
  /** The id of the announcement. A message with another id is late and must not change anything. */
  readonly workId: string;
  readonly status: DeliveryStatus;
  /** Where the Webmention is posted; null before it was discovered. */
  readonly endpoint: string | null;
  readonly attempts: number;
  /** Of the latest attempt; null without a response, and before the first attempt. */
  readonly lastStatusCode: number | null;
  readonly lastAttemptAt: string | null;
  /** Why the delivery failed, or why its latest attempt failed; else null. */
  readonly code: string | null;
  /** When reconcile resends the message of a pending delivery; null unless pending. */
  readonly reconcileAt: string | null;
  /** How often reconcile has resent the message. */
  readonly reconcileRounds: number;
}

export interface Attempt {
  readonly endpoint: string | null;
  readonly statusCode: number | null;
  readonly code: string | null;
  readonly at: Date;
}
