import type { BackOff } from "../../shared/work/back-off.ts";

/**
 * Waits of 1, 4 and 16 minutes and up to half more between four attempts to tell a site, to look at one, or to mail about
 * one; a site may ask for up to an hour.
 */
export const WEBMENTION_BACK_OFF: BackOff = { first: 60, factor: 4, longest: 3_600 };
