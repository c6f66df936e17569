/** The addresses of the tabs. */
export const TABS = {
  overview: "/app/operations",
  failedJobs: "/app/operations/failed-jobs",
  jobs: "/app/operations/jobs",
  alarms: "/app/operations/alarms",
} as const;

/** Where notices were listed before; mails of them still link it. */
export const NOTICES_BEFORE = "/app/operations/notices";

export function jobAddress(name: string): string {
  return `${TABS.jobs}/${encodeURIComponent(name)}`;
}
