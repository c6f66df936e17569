import type { Alarm, FailedJob, Job, JobCursor, Notice, QueueDepths, Run } from "../../../client/index.ts";
import { NoticesScreen } from "../../../console/notices/notices-screen.tsx";
import { JobScreen } from "../../../console/operations/jobs/job-screen.tsx";
import { OperationsScreen } from "../../../console/operations/operations-screen.tsx";
import { AnsweringApi } from "./answering-api.ts";
import { rows } from "./contents.ts";
import type { Page } from "./page.ts";
import { openPage } from "./page.ts";

/** A time so many minutes ago. */
export const ago = (minutes: number) => new Date(Date.now() - minutes * 60_000).toISOString();

export function queue(fields: Partial<QueueDepths> & { readonly name: string }): QueueDepths {
  return { depth: 0, in_flight: 0, dlq_depth: 0, oldest_age_seconds: null, ...fields };
}

/** An alarm that has fired for three minutes. */
export function alarm(fields: Partial<Alarm> & { readonly name: string }): Alarm {
  return {
    state: "alarm",
    reason: `${fields.name} is above 0`,
    since: ago(3),
    impact: `${fields.name} is late`,
    runbook: `https://magpie.example/docs/runbook#${fields.name}`,
    ...fields,
  };
}

/** A page that could not be read an hour ago. */
export function failedJob(fields: Partial<FailedJob> & { readonly id: string }): FailedJob {
  return {
    bookmark_id: fields.id,
    job_type: "extraction",
    error_code: "timeout",
    error_message: "It took too long.",
    payload: { original_request: { url: `https://blog.example/${fields.id}`, idempotency_key: null } },
    failed_at: ago(61),
    retryable: true,
    ...fields,
  } as FailedJob;
}

export function notice(fields: Partial<Notice> & { readonly id: string }): Notice {
  return { kind: "price", title: `Notice ${fields.id}`, body: "", url: null, created_at: ago(61), ...fields } as Notice;
}

/** A run that has collected all of one page. */
export function run(fields: Partial<Run> = {}): Run {
  return {
    id: "r1",
    kind: "collect",
    started_at: ago(62),
    finished_at: ago(61),
    status: "finished",
    query_set_hash: "present",
    requests: [{ start_index: 0, max_results: 40 }],
    collected: 40,
    stored: 1_200,
    stop_reason: "max_per_run",
    start_index: 0,
    is_exhausted: false,
    ...fields,
  };
}

/** A job that is run daily, and has not been run yet. */
export function job(fields: Partial<Job> = {}): Job {
  return {
    name: "tea",
    queries: ["green tea", "oolong"],
    query_set_hash: "present",
    max_per_run: 80,
    enabled: true,
    schedule: "daily",
    check_for_new: true,
    notify: false,
    google_books: { lang_restrict: null, order_by: null, print_type: null, filter: null, country: null },
    due_at: null,
    is_exhausted: false,
    total_beyond: null,
    next_check_at: null,
    last_run: null,
    is_stuck: false,
    created_at: "2026-01-01T00:00:00.000Z",
    updated_at: "2026-01-01T00:00:00.000Z",
    ...fields,
  };
}

export const QUEUES = "GET /v1/ops/queues";
export const ALARMS = "GET /v1/ops/alarms";
export const FAILED = "GET /v1/failed-jobs";
export const JOBS = "GET /v1/jobs";
export const NOTICES = "GET /v1/notices";

/** What is not given is none. */
export function operationsApi({
  queues = [],
  alarms = [],
  failed = [],
  jobs = [],
  notices = [],
}: {
  readonly queues?: readonly QueueDepths[];
  readonly alarms?: readonly Alarm[];
  readonly failed?: readonly FailedJob[];
  readonly jobs?: readonly Job[];
  readonly notices?: readonly Notice[];
} = {}): AnsweringApi {
  return new AnsweringApi()
    .answer(QUEUES, { queues })
    .answer(ALARMS, { alarms })
    .answer(FAILED, { failed_jobs: failed, next_cursor: null })
    .answer(JOBS, { jobs, next_cursor: null })
    .answer(NOTICES, { notices, next_cursor: null });
}

/** Opens a tab of Operations. */
export async function openOperations(api: AnsweringApi, path = "", isAdmin = true): Promise<Page> {
  const page = await openPage([], api, isAdmin);
  await page.open(OperationsScreen, `operations${path}`);
  return page;
}

/** Opens the screen of the notices. */
export async function openNotices(api: AnsweringApi): Promise<Page> {
  const page = await openPage([], api);
  await page.open(NoticesScreen, "notices");
  return page;
}

/** Opens the screen of a job. */
export async function openJob(api: AnsweringApi, name = "tea"): Promise<void> {
  await (await openPage([], api, true)).open(JobScreen, `operations/jobs/${name}`, "operations/jobs/:name");
}

/** The texts of the cells of a table, by row. */
export const cells = (table: string) => rows(`table.${table} tbody tr`);

/** The labels that the cells of a table's first row have in a narrow window. */
export const cellLabels = (table: string) =>
  Array.from(
    document.querySelectorAll<HTMLElement>(`table.${table} tbody tr:first-child td`),
    ({ dataset }) => dataset.label,
  );

/** A job's options of Google Books, each of which has a value. */
export const GOOGLE_OPTIONS = {
  lang_restrict: "ja",
  order_by: "newest",
  print_type: "all",
  filter: "full",
  country: "JP",
} as const;

/** The API with the job `tea`, which its list and its screen show, and with what belongs to it. */
export function jobApi(shown: Job, runs: readonly Run[] = [], cursors: readonly JobCursor[] = []): AnsweringApi {
  return operationsApi({ jobs: [shown] })
    .answer("GET /v1/jobs/tea", shown)
    .answer("GET /v1/jobs/tea/runs", { runs, next_cursor: null })
    .answer("GET /v1/jobs/tea/cursors", { cursors });
}

/** The job is another one from now on. */
export function changeJob(api: AnsweringApi, shown: Job): void {
  api.answer(JOBS, { jobs: [shown], next_cursor: null }).answer("GET /v1/jobs/tea", shown);
}
