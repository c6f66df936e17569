/**
 * Marks everything that a run makes, as a tag, in a name, or in a message's body, so that the next run finds the leftovers
 * of a killed one.
 */
export const MARK = "magpie-smoke";

/** The host of the mention's source. No site can have it (RFC 2606), so that no real mention is ever dropped. */
export const MENTIONING_HOST = `${MARK}.invalid`;

/** The queues whose dead letters a run may cause. */
export const QUEUES = ["oembed-fetch", "bookmark-processing", "webmention-receive"] as const;
