import type { Command } from "commander";
import type { Job, Run } from "../../../client/answers.ts";
import type { MagpieClient } from "../../../client/magpie-client.ts";
import { ApiProblem } from "../../../client/magpie-error.ts";
import type { Cli } from "../cli.ts";
import type { Column } from "../table.ts";
import { table } from "../table.ts";
import type { JobRun } from "./follow-run.ts";
import { followRun, refuseFailed, runTable, startRun } from "./follow-run.ts";
import { shortHash } from "./job-cursor.ts";

/** Google's maximum of items for a request. */
const PAGE_SIZE = 40;

/** The refusals of a due job that are not failures: another run of it was started first, or the job was deleted. */
const TOO_LATE = new Set<string | null>(["run_in_progress", "not_found"]);

/** The first request that a run would make. */
interface FirstRequest {
  readonly job: string;
  readonly kind: Run["kind"];
  readonly query_set_hash: string;
  /** Null for a check for new publications, whose position the API does not show. */
  readonly start_index: number | null;
  /** Null if the run would make no request. */
  readonly max_results: number | null;
  readonly is_exhausted: boolean;
  /** A run of the job is in progress, so that none would be started. */
  readonly in_progress: boolean;
}

const DRY_RUN_COLUMNS: readonly Column<FirstRequest>[] = [
  "job",
  "kind",
  ["query set", ({ query_set_hash }) => shortHash(query_set_hash)],
  "start_index",
  "max_results",
  ["exhausted", "is_exhausted"],
  ["under way", "in_progress"],
];

interface StartedJob {
  readonly job: string;
  readonly run_id: string;
}

/** `magpie run-due`: does what the schedule does, at once. */
export function addRunDueCommand(program: Command, cli: Cli): void {
  program
    .command("run-due")
    .description(
      "run every job that is enabled and due, and wait for the ends; the runs continue if the command is stopped",
    )
    .option("--dry-run", "run nothing; show the first request of each")
    .option("--no-wait", "only start them")
    .action(async ({ dryRun, wait }: { dryRun?: true; wait: boolean }) => {
      const client = await cli.client();
      const due = await listDueJobs(client, cli);
      if (due.length === 0) cli.progress("No job is due.");
      if (dryRun) return printDryRun(due, client, cli);
      const { started, skipped } = await startAll(due, client, cli);
      if (!wait) {
        return cli.print({ runs: started, skipped }, table(["job", ["run", "run_id"]], started));
      }
      const followed: JobRun[] = [];
      for (const { job, run_id } of started) followed.push(await followRun(job, run_id, client, cli));
      const runs = followed.map(({ job, run }) => ({ job, run_id: run.id, run }));
      cli.print({ runs, skipped }, runTable(followed));
      refuseFailed(followed);
    });
}

async function listDueJobs({ jobs }: MagpieClient, { clock }: Cli): Promise<Job[]> {
  const due: Job[] = [];
  for await (const job of jobs.all()) {
    if (job.enabled && job.due_at !== null && Date.parse(job.due_at) <= clock.now().getTime()) due.push(job);
  }
  return due;
}

/** Starts all runs before waiting for any: the system processes more than one at a time. */
async function startAll(
  due: readonly Job[],
  client: MagpieClient,
  cli: Cli,
): Promise<{ started: StartedJob[]; skipped: { job: string; reason: string }[] }> {
  const started: StartedJob[] = [];
  const skipped: { job: string; reason: string }[] = [];
  for (const job of due) {
    const { name } = job;
    try {
      started.push({ job: name, run_id: await startRun(name, client, dueKind(job, cli)) });
    } catch (error) {
      if (!(error instanceof ApiProblem) || !TOO_LATE.has(error.code)) throw error;
      skipped.push({ job: name, reason: String(error.code) });
      cli.progress(`${name}: left out. ${error.detail}`);
    }
  }
  return { started, skipped };
}

async function printDryRun(due: readonly Job[], client: MagpieClient, cli: Cli): Promise<void> {
  const first: FirstRequest[] = [];
  for (const job of due) first.push(await readFirstRequest(job, dueKind(job, cli), client));
  cli.print({ due: first }, table(DRY_RUN_COLUMNS, first));
}

/** The kind of the run that the schedule would start now. */
function dueKind({ next_check_at: nextCheckAt }: Job, { clock }: Cli): Run["kind"] {
  return nextCheckAt !== null && Date.parse(nextCheckAt) <= clock.now().getTime() ? "check_for_new" : "collect";
}

async function readFirstRequest(job: Job, kind: Run["kind"], { jobs }: MagpieClient): Promise<FirstRequest> {
  const hash = job.query_set_hash;
  const cursor = (await jobs.cursors(job.name)).find(({ query_set_hash }) => query_set_hash === hash);
  const isExhausted = cursor?.is_exhausted ?? false;
  const inProgress = job.last_run?.status === "running";
  const isCheck = kind === "check_for_new";
  const asksNothing = (isExhausted && !isCheck) || inProgress || job.max_per_run === 0;
  return {
    job: job.name,
    kind,
    query_set_hash: hash,
    start_index: isCheck ? null : (cursor?.start_index ?? 0),
    max_results: asksNothing ? null : Math.min(PAGE_SIZE, job.max_per_run),
    is_exhausted: isExhausted,
    in_progress: inProgress,
  };
}
