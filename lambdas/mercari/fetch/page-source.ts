import type { SourcedPage } from "../readers/sourced-page.ts";

/**
 * Gets one page of Mercari, as a document whose scripts have run or not.
 *
 * @param timeoutMs milliseconds that the caller has; a source may have a shorter limit of its own
 * @throws OutboundError
 */
export type PageSource = (url: string, timeoutMs: number) => Promise<SourcedPage>;
