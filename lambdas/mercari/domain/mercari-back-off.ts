import type { BackOff } from "../../shared/work/back-off.ts";

/** Waits of 30 s, 2 and 8 minutes and up to half more between four attempts, unless the site asks for longer ones. */
export const MERCARI_BACK_OFF: BackOff = { first: 30, factor: 4, longest: 900 };
