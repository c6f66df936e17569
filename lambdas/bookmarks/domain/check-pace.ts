export const CHECK_PACES = ["monthly", "never"] as const;
export type CheckPace = (typeof CHECK_PACES)[number];
