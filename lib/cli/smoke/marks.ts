/**
 * What everything that a run makes is found by: by a tag, by a name, or in a message's body. The next run finds by it
 * what a killed one has left.
 */
export const MARK = "magpie-smoke";

/** The host of the mention's source. No site can have it (RFC 2606), so that nobody else's mention is ever dropped. */
export const MENTIONING_HOST = `${MARK}.invalid`;

/** The queues whose dead letters a run may cause. */
export const QUEUES = ["oembed-fetch", "bookmark-processing", "webmention-receive"] as const;
