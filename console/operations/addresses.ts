/** The addresses of the tabs. */
export const TABS = {
  overview: "/app/operations",
  failedJobs: "/app/operations/failed-jobs",
  jobs: "/app/operations/jobs",
  alarms: "/app/operations/alarms",
  notices: "/app/operations/notices",
} as const;

/** The address of a job. */
export function jobAddress(name: string): string {
  return `${TABS.jobs}/${encodeURIComponent(name)}`;
}
