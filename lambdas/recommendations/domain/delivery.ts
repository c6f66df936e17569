/** Every state of a delivery. `pending` → one of the others; a later announcement makes it `pending` again. */
export type DeliveryStatus = "pending" | "sent" | "no_endpoint" | "failed";

/** Names a delivery: a recommendation, and the address whose site is told of it. */
export interface DeliveryKey {
  readonly recommendationId: string;
  readonly target: string;
}

/** What a site was told of a recommendation by the latest announcement. Times are ISO 8601 UTC. */
export interface Delivery extends DeliveryKey {
  /** Names the announcement. A message with another one is late and may change nothing. */
  readonly announcementId: string;
  readonly status: DeliveryStatus;
  /** Where the mention is posted; null until the site told. */
  readonly endpoint: string | null;
  readonly attempts: number;
  /** Of the latest attempt; null when nobody answered it, or before the first. */
  readonly lastStatusCode: number | null;
  readonly lastAttemptAt: string | null;
  /** Why it failed, or why its latest attempt did; null else. */
  readonly code: string | null;
  /** From when on a pending delivery counts as forgotten by its queue; null unless pending. */
  readonly reconcileAt: string | null;
  /** How often the reconcile schedule has sent it again. */
  readonly reconcileRounds: number;
}

/** What an attempt found out. */
export interface Attempt {
  readonly endpoint: string | null;
  readonly statusCode: number | null;
  readonly code: string | null;
  readonly at: Date;
}
