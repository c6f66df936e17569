/** How often a user's pages are checked. */
export const CHECK_PACES = ["monthly", "never"] as const;
export type CheckPace = (typeof CHECK_PACES)[number];
